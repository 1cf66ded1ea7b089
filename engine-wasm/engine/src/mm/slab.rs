//! Slab shrinking (shrink_slab): how much of the inode and dentry caches reclaim looks at.

use crate::machine::Machine;
use crate::vmstat::Counter;

/// Objects that a shrinker scans at once (SHRINK_BATCH).
const BATCH: u64 = 128;
/// Cost of making an object anew, in seeks (DEFAULT_SEEKS).
const SEEKS: u64 = 2;

/// The inode and dentry caches.
#[derive(Clone, Copy, Debug, Default)]
pub struct SlabCache {
    /// Objects in them.
    pub objects: u64,
    /// Scanning that is due.
    pub due: u64,
}

impl Machine {
    /// shrink_slab after `scanned` pages (doubled for mapped ones) of `lru_pages`; pages freed.
    ///
    /// Objects are scanned and counted; none is freed, as those of a running system are in use.
    pub fn shrink_slab(&mut self, scanned: u64, lru_pages: u64) -> u64 {
        let scanned = if scanned == 0 { 32 } else { scanned };
        let objects = self.slab.objects;
        let delta = (4 * scanned / SEEKS) * objects / (lru_pages + 1);
        self.slab.due += delta;
        if self.rules.slab_cap_half && delta < objects / 4 {
            self.slab.due = self.slab.due.min(objects / 2);
        }
        self.slab.due = self.slab.due.min(2 * objects);
        let batches = self.slab.due / BATCH;
        self.slab.due %= BATCH;
        self.vmstat
            .add_global(Counter::SlabsScanned, batches * BATCH);
        0
    }
}
