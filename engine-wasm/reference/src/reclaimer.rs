//! A reclaimer's way through a zone: which list it turns to, for how many pages, and when it has enough.

use std::collections::VecDeque;

use reclaim_engine::observer::record::Start;

use crate::kernel::Kernel;
use crate::state::{PageId, Zone, list_of};

/// Pages of a batch.
pub const BATCH: u64 = 32;
const DEF_PRIORITY: u32 = 12;

/// What is to happen for the list that it has turned to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// shrink_active_list of a type, so many pages.
    pub ages: Option<(bool, u64)>,
    /// shrink_inactive_list of a type: pages still to look at.
    pub reclaims: Option<(bool, u64)>,
}

/// Counts of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Dirty pages.
    pub dirty: u64,
    /// Dirty pages that could not be written for congestion.
    pub congested: u64,
    /// Pages under writeback.
    pub writeback: u64,
    /// Dirty file pages on their way to no device.
    pub unqueued_dirty: u64,
    /// Pages met again under writeback.
    pub immediate: u64,
}

/// A task that reclaims.
#[derive(Clone, Debug, Default)]
pub struct Reclaimer {
    /// Zone.
    pub zone: usize,
    /// It is kswapd.
    pub kswapd: bool,
    /// Priority.
    pub priority: u32,
    /// Pages that are enough.
    target: u64,
    /// Freed, of the whole call.
    pub reclaimed: u64,
    /// Freed before this zone.
    before: u64,
    /// sc.nr_scanned.
    pub scanned: u64,
    granted: [u64; 4],
    left: [u64; 4],
    at: usize,
    adjusted: bool,
    /// For the list of this moment.
    pub work: Work,
    /// __GFP_IO and __GFP_FS.
    pub may: (bool, bool),
    /// Pages taken off a list that were not looked at yet.
    pub batch: VecDeque<PageId>,
    /// Pages that go back, in order.
    pub kept: Vec<PageId>,
    /// Pages that leave their mapping together, and the mapping.
    pub collected: Vec<PageId>,
    /// Mapping of those.
    pub collected_of: Option<u16>,
    /// Some of those have left: what comes next has to be a reason for it.
    pub flushed: bool,
    /// What it has to decide next.
    pub decides: VecDeque<(PageId, &'static str)>,
    /// A page that is to be handed to pageout.
    pub paging_out: Option<PageId>,
    /// Its swap slot is not needed, so that it is not written.
    pub drops_slot: bool,
    /// pageout left the page alone.
    pub pageout_kept: bool,
    /// Pages freed of the batch.
    pub freed: u64,
    /// Counts of the batch.
    pub counts: Counts,
}

impl Reclaimer {
    /// At the beginning of a zone.
    #[must_use]
    pub fn new(start: Start, counts: [u64; 4]) -> Self {
        Self {
            zone: start.zone,
            kswapd: start.kswapd,
            priority: start.priority,
            target: start.target,
            reclaimed: start.reclaimed,
            before: start.reclaimed,
            scanned: start.scanned,
            granted: counts,
            left: counts,
            adjusted: !start.kswapd && start.priority == DEF_PRIORITY,
            ..Self::default()
        }
    }

    /// The list that it turns to next, and for how many pages; none if it is through.
    pub fn next_list(&mut self, kernel: &Kernel) -> Option<(usize, u64)> {
        loop {
            let [inactive_anon, _, inactive_file, active_file] = self.left;
            if self.at == 0 && inactive_anon + inactive_file + active_file == 0 {
                return None;
            }
            while self.at < 4 {
                let list = self.at;
                self.at += 1;
                if self.left[list] > 0 {
                    let n = self.left[list].min(BATCH);
                    self.left[list] -= n;
                    return Some((list, n));
                }
            }
            self.at = 0;
            if self.has_enough(kernel) {
                return None;
            }
        }
    }

    /// The test after a round over the lists.
    fn has_enough(&mut self, kernel: &Kernel) -> bool {
        let here = self.reclaimed - self.before;
        let lower = self.priority < DEF_PRIORITY;
        if kernel.since([3, 11, 0]) {
            return here >= self.target && !self.adjusted && self.adjust();
        }
        if kernel.since([2, 6, 38]) {
            return here >= self.target && lower;
        }
        if kernel.since([2, 6, 33]) {
            return self.reclaimed >= self.target && lower;
        }
        self.reclaimed > BATCH && lower && !self.kswapd
    }

    /// The type with less to do is stopped, the other goes on in proportion; true if there is nothing to go on with.
    fn adjust(&mut self) -> bool {
        let of = |counts: &[u64; 4], file: usize| counts[2 * file] + counts[2 * file + 1];
        let (anon, file) = (of(&self.left, 0), of(&self.left, 1));
        if anon == 0 || file == 0 {
            return true;
        }
        let stopped = usize::from(file <= anon);
        let percent = 100 * of(&self.left, stopped) / (of(&self.granted, stopped) + 1);
        for list in 0..4 {
            self.left[list] = if list / 2 == stopped {
                0
            } else {
                let done = self.granted[list] - self.left[list];
                (self.granted[list] * (100 - percent) / 100).saturating_sub(done)
            };
        }
        self.adjusted = true;
        false
    }

    /// What shrink_list does for a list.
    #[must_use]
    pub fn work_for(kernel: &Kernel, zone: &Zone, list: usize, n: u64) -> Work {
        let file = list >= 2;
        let ages = Work {
            ages: Some((file, n)),
            reclaims: None,
        };
        let reclaims = Work {
            ages: None,
            reclaims: Some((file, n)),
        };
        match list {
            1 if kernel.ages_anon() && anon_low(kernel, zone) => ages,
            1 if kernel.anon_falls_through() => reclaims,
            3 if !kernel.on("evict_once") || file_low(kernel, zone) => ages,
            3 if kernel.on("active_scan_fallthrough") => reclaims,
            1 | 3 => Work::default(),
            _ => reclaims,
        }
    }
}

/// Whether the inactive anonymous list is too short.
pub fn anon_low(kernel: &Kernel, zone: &Zone) -> bool {
    (kernel.swap || !kernel.since([2, 6, 36])) && zone.inactive_anon_low()
}

/// Whether the active file list is longer than it is allowed to be.
fn file_low(kernel: &Kernel, zone: &Zone) -> bool {
    let (inactive, active) = (
        zone.size(list_of(true, false)),
        zone.size(list_of(true, true)),
    );
    if kernel.on("evict_once_ratio") {
        active > (active + inactive) * 25 / 100
    } else {
        active > inactive
    }
}
