//! Pages, the lists of the zones as plain vectors, and the counters.

/// A page, by the number of its frame.
pub type PageId = u32;

/// The evictable lists, in the order in which reclaim scans them.
pub const LISTS: [&str; 4] = [
    "inactive_anon",
    "active_anon",
    "inactive_file",
    "active_file",
];

/// The list of a type: anonymous or file, inactive or active.
#[must_use]
pub fn list_of(file: bool, active: bool) -> usize {
    2 * usize::from(file) + usize::from(active)
}

/// State of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// PG_swapbacked.
    pub anon: bool,
    /// PG_lru.
    pub lru: bool,
    /// PG_active.
    pub active: bool,
    /// PG_referenced.
    pub referenced: bool,
    /// PG_reclaim.
    pub reclaim: bool,
    /// PG_dirty.
    pub dirty: bool,
    /// PG_writeback.
    pub writeback: bool,
    /// PG_unevictable.
    pub unevictable: bool,
    /// Number of pagevecs that hold it, each with a reference.
    pub held: usize,
    /// Whether it has no owner any more: dropping its last reference frees it.
    pub dropped: bool,
}

/// A zone.
#[derive(Clone, Debug, Default)]
pub struct Zone {
    /// The lists: the first element of a vector is the tail, the last is the head.
    pub lists: [Vec<PageId>; 4],
    /// recent_scanned: anon, file.
    pub scanned: [u64; 2],
    /// recent_rotated: anon, file.
    pub rotated: [u64; 2],
    /// nr_saved_scan, by list.
    pub saved: [u64; 4],
    /// Present pages.
    pub present: u64,
    /// The high watermark.
    pub high: u64,
    /// Counters.
    pub counters: Counters,
}

/// Counters of a zone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// pgscan_kswapd, then pgscan_direct.
    pub pgscan: [u64; 2],
    /// pgsteal of kswapd, then of direct reclaim.
    pub pgsteal: [u64; 2],
    /// pgrefill.
    pub pgrefill: u64,
    /// pgactivate.
    pub pgactivate: u64,
    /// pgdeactivate.
    pub pgdeactivate: u64,
    /// pgrotated.
    pub pgrotated: u64,
    /// nr_vmscan_write.
    pub nr_vmscan_write: u64,
    /// nr_vmscan_immediate_reclaim, or nr_vmscan_write_skip on kernels that do not mark skipped pages.
    pub passed_over: u64,
}

impl Zone {
    /// Number of pages on a list.
    #[must_use]
    pub fn size(&self, list: usize) -> u64 {
        self.lists[list].len() as u64
    }

    /// Number of pages of a type, inactive and active.
    #[must_use]
    pub fn of_type(&self, file: bool) -> u64 {
        self.size(list_of(file, false)) + self.size(list_of(file, true))
    }

    /// Removes a page from its list.
    pub fn remove(&mut self, page: PageId) {
        for list in &mut self.lists {
            if let Some(at) = list.iter().position(|&other| other == page) {
                list.remove(at);
            }
        }
    }

    /// inactive_anon_is_low, without the check for swap.
    #[must_use]
    pub fn inactive_anon_low(&self) -> bool {
        let ratio = (10 * (self.present >> 18)).isqrt().max(1);
        self.size(0) * ratio < self.size(1)
    }
}
