//! Backing devices and waiting for congestion to end (mm/backing-dev.c).

use std::collections::VecDeque;

use super::page_cache::MappingId;
use super::page_writeback::{BdiBandwidth, Share};
use super::zone::ZoneId;
use crate::block::Class;
use crate::fs::flusher::Work;
use crate::machine::Machine;
use crate::mechanism::{Mechanism, wait_iff_congested as mechanism};
use crate::sched::context::Cx;
use crate::sched::task::{Doing, TaskId};
use crate::vmstat::Counter;

/// A backing device (struct backing_dev_info) with its flusher's lists.
#[derive(Clone, Debug)]
pub struct BackingDev {
    /// Name of the device.
    pub name: String,
    /// The block device; `None` for a fuse connection.
    pub device: Option<u32>,
    /// BDI_RECLAIMABLE, pages.
    pub reclaimable: u64,
    /// BDI_WRITEBACK, pages; swap is not among them.
    pub writeback: u64,
    /// BDI_DIRTIED: pages ever dirtied.
    pub dirtied: u64,
    /// BDI_WRITTEN: pages ever written.
    pub written: u64,
    /// Share of recent writeout completions.
    pub completions: Share,
    /// Bandwidth and dirty rate.
    pub bandwidth: BdiBandwidth,
    /// A writer found this device over its limits.
    pub dirty_exceeded: bool,
    /// The flusher's task.
    pub flusher: Option<TaskId>,
    /// The flusher sleeps and can be woken for work.
    pub flusher_idle: bool,
    /// Work asked of the flusher.
    pub work: VecDeque<Work>,
    /// b_dirty, oldest first.
    pub b_dirty: VecDeque<MappingId>,
    /// b_io, next first.
    pub b_io: VecDeque<MappingId>,
    /// b_more_io, oldest first.
    pub b_more_io: VecDeque<MappingId>,
    /// Last periodic writeback, nanoseconds.
    pub last_old_flush: u64,
}

/// congestion_wait: sleeps until an I/O of the class ends below the off threshold, or for `timeout` nanoseconds.
pub async fn congestion_wait(cx: &Cx, class: Class, timeout: u64) {
    cx.prepare_to_wait();
    cx.with(|m| m.congestion_waiters[class.index()].add(&mut m.waiting, cx.id));
    cx.schedule(Some(timeout), Doing::CongestionWait).await;
    cx.with(|m| m.congestion_waiters[class.index()].finish(&mut m.waiting, cx.id));
}

/// wait_iff_congested: the same, but only if a device and the zone are congested; nanoseconds slept.
pub async fn wait_iff_congested(cx: &Cx, z: ZoneId, class: Class, timeout: u64) -> u64 {
    let start = cx.with(|m| {
        m.vmstat.add(z, Counter::WaitIffCongested, 1);
        m.sleeps_iff_congested(z, class).then_some(m.now)
    });
    let Some(start) = start else {
        cx.relax().await;
        return 0;
    };
    congestion_wait(cx, class, timeout).await;
    cx.with(|m| m.now) - start
}

impl Machine {
    /// Whether wait_iff_congested sleeps.
    #[must_use]
    pub fn sleeps_iff_congested(&self, z: ZoneId, class: Class) -> bool {
        let on = self.on.has(Mechanism::WaitIffCongested);
        mechanism::sleeps(
            on,
            self.block.congested_queues(class),
            self.zones[z].congested,
        )
    }

    /// Wakes all that wait for congestion of a class to end.
    pub fn wake_congestion_waiters(&mut self, class: Class) {
        while let Some(id) = self.congestion_waiters[class.index()].pop(&mut self.waiting) {
            self.wake(id);
        }
    }
}
