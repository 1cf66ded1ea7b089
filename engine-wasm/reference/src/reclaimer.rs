//! A reclaimer's pass over a zone: the lists that it scans, the number of pages, and when it stops.

use std::collections::VecDeque;

use reclaim_engine::observer::record::Start;

use crate::kernel::Kernel;
use crate::state::{PageId, Zone, list_of};

/// Pages of a batch.
pub const BATCH: u64 = 32;
const DEF_PRIORITY: u32 = 12;

/// The next step for the current list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// shrink_active_list of a type, with the number of pages.
    pub ages: Option<(bool, u64)>,
    /// shrink_inactive_list of a type, with the number of pages still to scan.
    pub reclaims: Option<(bool, u64)>,
}

/// Counts of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Dirty pages.
    pub dirty: u64,
    /// Dirty pages that were not written because their device was congested.
    pub congested: u64,
    /// Pages under writeback.
    pub writeback: u64,
    /// Dirty file pages that are not queued for I/O.
    pub unqueued_dirty: u64,
    /// Pages marked for immediate reclaim that are still under writeback.
    pub immediate: u64,
}

/// A task that reclaims.
#[derive(Clone, Debug, Default)]
pub struct Reclaimer {
    /// Index of the zone.
    pub zone: usize,
    /// Whether it is kswapd.
    pub kswapd: bool,
    /// Scan priority, 12 down to 0.
    pub priority: u32,
    /// Number of pages to reclaim.
    target: u64,
    /// Pages freed in the whole call.
    pub reclaimed: u64,
    /// Pages freed before this zone.
    before: u64,
    /// sc.nr_scanned.
    pub scanned: u64,
    granted: [u64; 4],
    left: [u64; 4],
    at: usize,
    adjusted: bool,
    /// Step for the current list.
    pub work: Work,
    /// __GFP_IO and __GFP_FS.
    pub may: (bool, bool),
    /// Isolated pages that were not yet judged.
    pub batch: VecDeque<PageId>,
    /// Pages to put back, in order.
    pub kept: Vec<PageId>,
    /// Pages to remove from their mapping in one batch.
    pub collected: Vec<PageId>,
    /// Mapping of these pages.
    pub collected_of: Option<u16>,
    /// Whether the collected pages have just been removed. The next entry of the record must then show why: a page of
    /// another mapping, a page for pageout, or the end of the batch.
    pub flushed: bool,
    /// The decision expected next.
    pub decides: VecDeque<(PageId, &'static str)>,
    /// A page that was passed to pageout.
    pub paging_out: Option<PageId>,
    /// Whether the swap slot of this page is no longer needed, so that the page is not written.
    pub drops_slot: bool,
    /// Whether pageout kept the page.
    pub pageout_kept: bool,
    /// Pages of the batch that were freed.
    pub freed: u64,
    /// Counts of the batch.
    pub counts: Counts,
}

impl Reclaimer {
    /// Starts a pass over a zone.
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

    /// The next list and the number of pages to scan; `None` if the pass is complete.
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

    /// The check after each round over the lists.
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

    /// Stops scanning the type with less remaining, and reduces the other in proportion. Returns true if one of the
    /// types has nothing left.
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

    /// The step that shrink_list takes for a list.
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
    (kernel.swap || !kernel.since([2, 6, 37])) && zone.inactive_anon_low()
}

/// Whether the active file list is too long (inactive_file_is_low).
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
