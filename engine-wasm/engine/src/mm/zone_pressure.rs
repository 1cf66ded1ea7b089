//! Waiting until a zone is above its low watermark, which `zone_pressure_wait` adds to the allocator.

use super::gfp::AllocFlags;
use super::zone::{Mark, ZoneId};
use crate::machine::Machine;
use crate::mechanism::{Mechanism, zone_pressure_wait};
use crate::sched::context::Cx;
use crate::sched::task::Activity;

/// Sleeps until a zone is above its low watermark for an order, or for `timeout` nanoseconds. Sleeps before the first
/// test.
pub async fn wait_for_zone(cx: &Cx, z: ZoneId, order: u8, timeout: u64) {
    let (end, number) = cx.with(|m| (m.now() + timeout, m.waits.zone_mut(z).number()));
    let place = (number, cx.id);
    loop {
        let left = cx.with(|m| end.saturating_sub(m.now()));
        if left == 0 {
            return;
        }
        cx.prepare_to_wait();
        cx.m().waits.zone_mut(z).add(place);
        let woken = cx.schedule(Some(left), Activity::CongestionWait).await;
        cx.m().waits.zone_mut(z).finish(place);
        if !woken || cx.with(|m| m.above_low(z, order)) {
            return;
        }
    }
}

impl Machine {
    fn above_low(&self, z: ZoneId, order: u8) -> bool {
        let low = self.memory.zones[z].watermarks.low;
        self.watermark_ok(z, order, low, 0, AllocFlags::at(Mark::Low))
    }

    /// check_zone_pressure: wakes all tasks that wait for a zone if it is above its low watermark. Called where pages
    /// are freed to a zone.
    pub fn check_zone_pressure(&mut self, z: ZoneId) {
        if self.waits.zone(z).is_empty() {
            return;
        }
        let wakes = self.on.decide(Mechanism::ZonePressureWait, |on| {
            zone_pressure_wait::wakes(on, self.above_low(z, 0))
        });
        if !wakes {
            return;
        }
        for at in 0..self.waits.zone(z).len() {
            let id = self.waits.zone(z).task(at);
            self.wake(id);
        }
        self.waits.zone_mut(z).clear();
    }
}
