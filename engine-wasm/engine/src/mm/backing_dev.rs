//! Backing devices and the work that is queued for their flushers (mm/backing-dev.c, fs/fs-writeback.c).

use std::collections::VecDeque;

use super::page_cache::MappingId;
use super::page_writeback::{BdiBandwidth, BdiRatios, Share};
use crate::sched::task::TaskId;

/// Why pages are written back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Dirty memory is above the background limit.
    Background,
    /// Inodes have been dirty for too long.
    Periodic,
    /// Reclaim asks for clean pages.
    Reclaim,
    /// A writer writes back pages itself, in balance_dirty_pages.
    Balance,
}

/// How much to write back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// This number of pages.
    Pages(u64),
    /// Until dirty memory is below the background limit.
    UntilBackground,
}

/// Work of a flusher (struct wb_writeback_work).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// Why this work is necessary.
    pub cause: Cause,
    /// How much there is to write.
    pub amount: Amount,
    /// Whether to start at the first page of each inode instead of at its cursor (`writeback_index`).
    pub from_start: bool,
    /// When the work began, or was queued if it has not begun yet, nanoseconds.
    pub started: u64,
}

impl Amount {
    /// Returns whether `written` pages complete the work. They never complete [`Amount::UntilBackground`].
    #[must_use]
    pub fn is_reached(self, written: u64) -> bool {
        matches!(self, Amount::Pages(pages) if written >= pages)
    }
}

/// A backing device (struct backing_dev_info) with its flusher's lists.
#[derive(Clone, Debug)]
pub struct BackingDev {
    /// Name of the device.
    pub name: String,
    /// The block device; `None` for a fuse connection.
    pub device: Option<u32>,
    /// BDI_RECLAIMABLE, pages.
    pub reclaimable: u64,
    /// BDI_WRITEBACK, pages; does not include swap.
    pub writeback: u64,
    /// BDI_DIRTIED: pages ever dirtied.
    pub dirtied: u64,
    /// BDI_WRITTEN: pages ever written.
    pub written: u64,
    /// Share of recent writeout completions.
    pub completions: Share,
    /// Bandwidth and dirty rate.
    pub bandwidth: BdiBandwidth,
    /// Whether a writer found this device over its limits.
    pub dirty_exceeded: bool,
    /// The flusher's task.
    pub flusher: Option<TaskId>,
    /// Whether the flusher sleeps and can be woken for work.
    pub flusher_idle: bool,
    /// Work queued for the flusher.
    pub work: VecDeque<Work>,
    /// b_dirty, oldest first.
    pub b_dirty: VecDeque<MappingId>,
    /// b_io, the next inode to write first.
    pub b_io: VecDeque<MappingId>,
    /// b_more_io, oldest first.
    pub b_more_io: VecDeque<MappingId>,
    /// When periodic writeback last ran, nanoseconds; `None` if this was before the run.
    pub last_old_flush: Option<u64>,
}

impl BackingDev {
    /// Creates a device without a flusher, to which nothing was written yet.
    #[must_use]
    pub fn new(name: String, device: Option<u32>) -> Self {
        Self {
            name,
            device,
            reclaimable: 0,
            writeback: 0,
            dirtied: 0,
            written: 0,
            completions: Share::default(),
            bandwidth: BdiBandwidth::new(0),
            dirty_exceeded: false,
            flusher: None,
            flusher_idle: false,
            work: VecDeque::with_capacity(16),
            b_dirty: VecDeque::new(),
            b_io: VecDeque::new(),
            b_more_io: VecDeque::new(),
            last_old_flush: None,
        }
    }

    /// wb_has_dirty_io: whether a list of the flusher has an inode.
    #[must_use]
    pub fn has_dirty_io(&self) -> bool {
        !(self.b_dirty.is_empty() && self.b_io.is_empty() && self.b_more_io.is_empty())
    }

    /// Returns the device's minimum and maximum part of the dirty limit.
    #[must_use]
    pub fn ratios(&self) -> BdiRatios {
        match self.device {
            // A fuse connection gets 1 % (fuse_bdi_init).
            None => BdiRatios {
                max: 1,
                ..BdiRatios::default()
            },
            Some(_) => BdiRatios::default(),
        }
    }
}
