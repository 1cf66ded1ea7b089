//! The arithmetic of mm/page-writeback.c, 2.6.29 to 3.16: how much memory may be dirty (`limits`), what share of it a
//! device and a writer get (`proportions`), how fast a device writes and a writer may dirty pages (`bandwidth`,
//! `pos_ratio`), how long a writer sleeps (`pause`), and how much the flusher writes in one turn (`chunk`, of
//! fs/fs-writeback.c). All functions compute integers from integers, without access to the machine or a clock.
//! Quantities are pages of 4 KiB, pages per second and jiffies. Divisions truncate, and sums wrap at 64 bits, as on the
//! simulated machines.

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

/// The settings for dirty memory.
#[derive(Clone, Copy, Debug)]
pub struct DirtyKnobs {
    /// vm.dirty_ratio, percent.
    pub dirty_ratio: u64,
    /// vm.dirty_background_ratio, percent.
    pub dirty_background_ratio: u64,
    /// vm.dirty_bytes; if 0, the ratio applies.
    pub dirty_bytes: u64,
    /// vm.dirty_background_bytes; if 0, the ratio applies.
    pub dirty_background_bytes: u64,
    /// Age at which periodic writeback writes an inode, nanoseconds.
    pub dirty_expire: u64,
    /// Interval of periodic writeback, nanoseconds; if 0, it never runs.
    pub dirty_writeback: u64,
}

/// State of dirty throttling of a machine.
#[derive(Clone, Debug)]
pub struct DirtyThrottle {
    /// Settings for dirty memory.
    pub knobs: DirtyKnobs,
    /// Writeout completions of all devices (vm_completions).
    pub completions: Proportions,
    /// Pages dirtied by all tasks (vm_dirties).
    pub dirties: Proportions,
    /// The dirty limit that decreases slowly (global_dirty_limit).
    pub global_limit: GlobalDirtyLimit,
    /// Pages that a CPU may dirty between two checks if writers write back pages themselves (ratelimit_pages, to 3.1):
    /// a fraction of memory.
    pub(in crate::mm) ratelimit_pages: u64,
    /// Pages that a CPU may dirty between two checks if writers only sleep (3.2 on): a fraction of the dirty limit.
    pub(in crate::mm) ratelimit_of_pauses: u64,
    cpus: u64,
}

impl DirtyThrottle {
    /// Creates the state for a machine with `pages` pages and `cpus` CPUs (writeback_set_ratelimit). Values that depend
    /// on the dirty limit are valid after a call of [`DirtyThrottle::begin_limits`].
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

    /// Sets the values that depend on `dirty_limit`, the dirty limit after boot, pages. Shares are measured over about
    /// the last `dirty_limit` events. If `by_time` gives the jiffies per second, shares of completions are measured
    /// over recent time instead.
    pub fn begin_limits(&mut self, dirty_limit: u64, by_time: Option<u64>) {
        self.ratelimit_of_pauses = (dirty_limit / (32 * self.cpus)).max(16);
        self.dirties = Proportions::by_events(dirty_limit);
        self.completions =
            by_time.map_or_else(|| Proportions::by_events(dirty_limit), Proportions::by_time);
    }
}
