//! Waiting for congestion to end (mm/backing-dev.c).

use super::zone::ZoneId;
use crate::block::Class;
use crate::machine::Machine;
use crate::mechanism::{Mechanism, wait_iff_congested as mechanism};
use crate::observer::vmstat::Counter;
use crate::sched::context::Cx;
use crate::sched::task::Activity;
use crate::sched::waits::WaitFor;

/// congestion_wait: sleeps until a request of the class completes on a queue below its congestion-off threshold, or for
/// `timeout` nanoseconds.
pub async fn congestion_wait(cx: &Cx, class: Class, timeout: u64) {
    cx.prepare_to_wait();
    cx.m().waits.add(WaitFor::Congestion(class), cx.id);
    cx.schedule(Some(timeout), Activity::CongestionWait).await;
    cx.m().waits.finish(WaitFor::Congestion(class), cx.id);
}

/// wait_iff_congested: like [`congestion_wait`], but only if a device and the zone are congested. Returns the
/// nanoseconds slept.
pub async fn wait_iff_congested(cx: &Cx, z: ZoneId, class: Class, timeout: u64) -> u64 {
    let start = cx.with(|m| {
        m.observer.count(z, Counter::WaitIffCongested, 1);
        m.sleeps_iff_congested(z, class).then_some(m.now())
    });
    let Some(start) = start else {
        cx.relax().await;
        return 0;
    };
    congestion_wait(cx, class, timeout).await;
    cx.m().now() - start
}

impl Machine {
    /// Returns whether wait_iff_congested sleeps.
    #[must_use]
    pub fn sleeps_iff_congested(&self, z: ZoneId, class: Class) -> bool {
        let congested_queues = self.io.block.congested_queues(class);
        let zone_congested = self.memory.zones[z].congested;
        self.on.decide(Mechanism::WaitIffCongested, |on| {
            mechanism::sleeps(on, congested_queues, zone_congested)
        })
    }

    /// Wakes all tasks that wait for the congestion of a class to end.
    pub fn wake_congestion_waiters(&mut self, class: Class) {
        while let Some(id) = self.waits.pop(WaitFor::Congestion(class)) {
            self.wake(id);
        }
    }
}
