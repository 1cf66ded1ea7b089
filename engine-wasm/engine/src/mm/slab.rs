//! Slab shrinking (shrink_slab): how much of the inode and dentry caches reclaim looks at.

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

impl SlabCache {
    /// shrink_slab after `scanned` pages (doubled for mapped ones) of `lru_pages`; objects scanned. None is freed, as those
    /// of a running system are in use. `cap_half`: what is due is capped at half of the objects while little comes to it.
    pub fn shrink(&mut self, scanned: u64, lru_pages: u64, cap_half: bool) -> u64 {
        let scanned = if scanned == 0 { 32 } else { scanned };
        let objects = self.objects;
        let delta = (4 * scanned / SEEKS) * objects / (lru_pages + 1);
        self.due += delta;
        if cap_half && delta < objects / 4 {
            self.due = self.due.min(objects / 2);
        }
        self.due = self.due.min(2 * objects);
        let batches = self.due / BATCH;
        self.due %= BATCH;
        batches * BATCH
    }
}
