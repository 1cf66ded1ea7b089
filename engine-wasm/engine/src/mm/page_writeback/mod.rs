//! The arithmetic of mm/page-writeback.c, 2.6.29 to 3.16: how much memory may be dirty
//! (`limits`), what share of it a device and a writer get (`proportions`), how fast a device
//! writes and a writer may dirty (`bandwidth`, `pos_ratio`), how long a writer sleeps (`pause`),
//! and how much the flusher takes from an inode (`chunk`, of fs/fs-writeback.c). Integers in,
//! integers out: no machine, no clock. Quantities are pages of 4 KiB, pages a second and jiffies;
//! divisions truncate, and sums that leave 64 bits wrap, as on the machines it describes.

pub mod bandwidth;
pub mod chunk;
#[cfg(test)]
mod closed_loop;
pub mod limits;
pub mod pause;
pub mod pos_ratio;
pub mod proportions;

pub use bandwidth::{BdiBandwidth, GlobalDirtyLimit, INITIAL_BANDWIDTH, Sample};
pub use chunk::{Chunk, MIN_CHUNK};
pub use limits::{
    Amount, DirtyLimits, DirtySettings, DirtyableMemory, ZonePages, dirty_balance_reserve,
};
pub use pause::{
    FIRST_INTERVAL, Pause, PauseWithDebt, Throttle, bdi_stat_error, freerun_interval, is_exceeded,
};
pub use pos_ratio::{BdiLine, POS_ONE, Position, pos_ratio, task_rate};
pub use proportions::{
    BdiRatios, Fraction, PresentDirty, Proportions, Share, bdi_thresh, task_limit,
};

/// The knobs of dirty memory in force.
#[derive(Clone, Copy, Debug)]
pub struct DirtyKnobs {
    /// vm.dirty_ratio, percent.
    pub dirty_ratio: u64,
    /// vm.dirty_background_ratio, percent.
    pub dirty_background_ratio: u64,
    /// vm.dirty_bytes; 0: the ratio counts.
    pub dirty_bytes: u64,
    /// vm.dirty_background_bytes; 0: the ratio counts.
    pub dirty_background_bytes: u64,
    /// Age at which periodic writeback takes an inode, nanoseconds.
    pub dirty_expire: u64,
    /// Period of periodic writeback, nanoseconds; 0: never.
    pub dirty_writeback: u64,
}

/// What dirty throttling keeps of the machine.
#[derive(Clone, Debug)]
pub struct DirtyThrottle {
    /// Knobs.
    pub knobs: DirtyKnobs,
    /// Writeout completions of all devices (vm_completions).
    pub completions: Proportions,
    /// Pages dirtied by all tasks (vm_dirties).
    pub dirties: Proportions,
    /// The dirty limit that follows slowly down (global_dirty_limit).
    pub global_limit: GlobalDirtyLimit,
    /// Pages that a CPU may dirty between two looks where writers write (ratelimit_pages, to 3.1): a part of memory.
    pub(in crate::mm) ratelimit_pages: u64,
    /// The same where writers only sleep (3.2 on): a part of the dirty limit.
    pub(in crate::mm) ratelimit_of_pauses: u64,
    cpus: u64,
}

impl DirtyThrottle {
    /// Of a machine with so many pages and CPUs (writeback_set_ratelimit). What follows from the dirty limit is right once
    /// [`DirtyThrottle::begin_limits`] has said it.
    #[must_use]
    pub fn new(knobs: DirtyKnobs, pages: u64, cpus: u32) -> Self {
        Self {
            knobs,
            completions: Proportions::by_events(1),
            dirties: Proportions::by_events(1),
            global_limit: GlobalDirtyLimit::default(),
            ratelimit_pages: (pages / (32 * u64::from(cpus))).clamp(16, 1024),
            ratelimit_of_pauses: 16,
            cpus: u64::from(cpus),
        }
    }

    /// Takes the dirty limit of the machine as it has booted, pages: shares are over about as many pages as may be dirty,
    /// or, of completions, over time on a machine of so many jiffies a second.
    pub fn begin_limits(&mut self, dirty_limit: u64, by_time: Option<u64>) {
        self.ratelimit_of_pauses = (dirty_limit / (32 * self.cpus)).max(16);
        self.dirties = Proportions::by_events(dirty_limit);
        self.completions =
            by_time.map_or_else(|| Proportions::by_events(dirty_limit), Proportions::by_time);
    }
}
