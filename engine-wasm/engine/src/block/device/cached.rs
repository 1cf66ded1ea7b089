//! A write cache. It accepts data as long as it has room, and writes it to the medium in the background.

use super::arm::Arm;
use super::{BLOCK_BYTES, DeviceFigures, transfer_ns};

/// Data in a write cache that is not on the medium yet.
#[derive(Clone, Copy, Debug)]
pub struct WriteCache {
    /// Its size, bytes.
    size: u64,
    write_kb_per_s: u32,
    short_move_ns: u64,
    /// Bytes that were not on the medium at the time `since` (nanoseconds). They are written at a constant rate until
    /// `clean_at`.
    dirty: u64,
    since: u64,
    clean_at: u64,
    /// The block after the last write that the cache accepted.
    end: u64,
}

impl WriteCache {
    /// Makes an empty cache of `size_kb` in front of a medium that moves like `arm`.
    pub fn new(size_kb: u32, figures: &DeviceFigures, arm: &Arm) -> Self {
        WriteCache {
            size: u64::from(size_kb) * 1_024,
            write_kb_per_s: figures.write_kb_per_s,
            short_move_ns: arm.short_move_ns(),
            dirty: 0,
            since: 0,
            clean_at: 0,
            end: 0,
        }
    }

    /// Accepts a write and returns how long the write waits for room, nanoseconds. The device writes its cache to the
    /// medium in block order, so a write that does not continue the previous one costs only a short move.
    pub fn write(&mut self, now: u64, block: u64, pages: u32) -> u64 {
        self.settle(now);
        let bytes = u64::from(pages) * BLOCK_BYTES;
        let over = (self.dirty + bytes)
            .saturating_sub(self.size)
            .min(self.dirty);
        let left = self.clean_at.saturating_sub(now);
        let wait_ns = match self.dirty {
            0 => 0,
            dirty => (u128::from(left) * u128::from(over) / u128::from(dirty)) as u64,
        };
        let moves = if block == self.end {
            0
        } else {
            self.short_move_ns
        };
        self.end = block + u64::from(pages);
        self.dirty += bytes;
        self.clean_at = self.clean_at.max(now) + moves + transfer_ns(pages, self.write_kb_per_s);
        wait_ns
    }

    /// Returns the time until everything in the cache is on the medium, nanoseconds.
    pub fn flush_ns(&self, now: u64) -> u64 {
        self.clean_at.saturating_sub(now)
    }

    /// Subtracts the data that has reached the medium by now from `dirty`.
    fn settle(&mut self, now: u64) {
        let left = self.clean_at.saturating_sub(now);
        let whole = self.clean_at.saturating_sub(self.since).max(1);
        self.dirty = (u128::from(self.dirty) * u128::from(left) / u128::from(whole)) as u64;
        self.since = now;
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::models;
    use super::*;

    const MS: u64 = 1_000_000;

    /// A cache of 1,024 kB (1,024 bytes each) in front of a medium that writes 4,096 kB (1,000 bytes each) a second. A
    /// page takes 1 ms, and a move 10 ms.
    fn cache() -> WriteCache {
        let figures = DeviceFigures {
            write_kb_per_s: 4_096,
            seek_min_us: 6_000,
            half_rotation_us: 4_000,
            ..models::figures("sata_2010").unwrap()
        };
        WriteCache::new(1_024, &figures, &Arm::new(&figures))
    }

    #[test]
    fn writes_wait_once_it_is_full_and_a_flush_until_it_is_empty() {
        let mut cache = cache();
        assert_eq!(cache.flush_ns(0), 0);
        assert_eq!(cache.write(0, 0, 156), 0);
        assert_eq!(cache.write(0, 156, 100), 0, "it is full now");
        assert_eq!(cache.flush_ns(0), 256 * MS);
        assert_eq!(cache.write(0, 256, 10), 10 * MS, "room for ten pages");
        assert_eq!(cache.flush_ns(6 * MS), 260 * MS);
        // 100 ms later, 100 pages have been written. The cache holds 166 pages and has room for 90.
        assert_eq!(cache.write(100 * MS, 266, 90), 0);
        assert_eq!(cache.flush_ns(100 * MS), 256 * MS);
        assert_eq!(cache.flush_ns(1_000 * MS), 0);
    }

    #[test]
    fn what_does_not_go_on_costs_a_short_move_where_it_is_written() {
        let mut cache = cache();
        assert_eq!(cache.write(0, 500, 1), 0);
        assert_eq!(cache.write(0, 501, 1), 0);
        assert_eq!(cache.write(0, 9, 1), 0);
        assert_eq!(cache.flush_ns(0), 23 * MS);
        // The cache is empty again. A write larger than the cache waits only for data in the cache, and there is none.
        assert_eq!(cache.write(23 * MS, 10, 300), 0);
    }
}
