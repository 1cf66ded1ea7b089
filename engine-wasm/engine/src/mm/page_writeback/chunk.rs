//! How many pages the flusher writes in one turn (writeback_chunk_size and MAX_WRITEBACK_PAGES, fs/fs-writeback.c).

use crate::kernel::rules::FlusherChunk;

/// Chunk sizes are multiples of this number of pages (4 MB).
pub const MIN_CHUNK: u64 = 1_024;

/// The values that determine the size of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Smoothed bandwidth of the device, pages per second.
    pub avg_bw: u64,
    /// The dirty limit that decreases slowly (global_dirty_limit), pages.
    pub global_dirty_limit: u64,
    /// Pages that the work still has to write; `u64::MAX` if unlimited.
    pub left: u64,
    /// The filesystem's multiplier for the chunk of a pass (to 3.0).
    pub multiple: u32,
}

impl Chunk {
    /// Returns the size of a chunk in pages: of a whole pass up to 3.0, of one inode from 3.1 on.
    #[must_use]
    pub fn pages(&self, rule: FlusherChunk) -> u64 {
        match rule {
            FlusherChunk::PerPass => MIN_CHUNK * u64::from(self.multiple),
            FlusherChunk::PerInode => {
                let pages = (self.avg_bw / 2)
                    .min(self.global_dirty_limit / 8)
                    .min(self.left);
                // An exact multiple is also rounded up, to the next multiple.
                (pages / MIN_CHUNK + 1) * MIN_CHUNK
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn per_inode(avg_bw: u64, left: u64) -> u64 {
        Chunk {
            avg_bw,
            global_dirty_limit: 180_000,
            left,
            multiple: 1,
        }
        .pages(FlusherChunk::PerInode)
    }

    #[test]
    fn from_bandwidth() {
        assert_eq!(per_inode(25_600, u64::MAX), 13_312);
        assert_eq!(per_inode(2_000, u64::MAX), 1_024);
        assert_eq!(per_inode(2_048, u64::MAX), 2_048);
    }

    #[test]
    fn bounded_by_the_limit_and_the_work() {
        assert_eq!(per_inode(u64::MAX, u64::MAX), 22_528);
        assert_eq!(per_inode(25_600, 3_000), 3_072);
        assert_eq!(per_inode(25_600, 0), 1_024);
    }

    #[test]
    fn of_a_pass() {
        let chunk = |multiple| Chunk {
            avg_bw: 0,
            global_dirty_limit: 0,
            left: 7,
            multiple,
        };
        assert_eq!(chunk(1).pages(FlusherChunk::PerPass), 1_024);
        assert_eq!(chunk(8).pages(FlusherChunk::PerPass), 8_192);
    }
}
