//! Zones: watermarks, lowmem reserves, per-CPU list sizes (mm/page_alloc.c: setup_per_zone_wmarks,
//! setup_per_zone_lowmem_reserve, zone_batchsize).

use super::buddy::Buddy;
use super::list::List;
use super::migratetype::{PAGEBLOCK_PAGES, PCPTYPES};
use super::page::Pfn;

/// Index of a zone, lowest address first.
pub type ZoneId = usize;

/// The LRU lists in the order in which the kernel goes through them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Lru {
    /// LRU_INACTIVE_ANON.
    InactiveAnon = 0,
    /// LRU_ACTIVE_ANON.
    ActiveAnon = 1,
    /// LRU_INACTIVE_FILE.
    InactiveFile = 2,
    /// LRU_ACTIVE_FILE.
    ActiveFile = 3,
    /// LRU_UNEVICTABLE.
    Unevictable = 4,
}

impl Lru {
    /// The four lists that reclaim scans.
    pub const EVICTABLE: [Lru; 4] = [
        Lru::InactiveAnon,
        Lru::ActiveAnon,
        Lru::InactiveFile,
        Lru::ActiveFile,
    ];
    /// All five lists.
    pub const ALL: [Lru; 5] = [
        Lru::InactiveAnon,
        Lru::ActiveAnon,
        Lru::InactiveFile,
        Lru::ActiveFile,
        Lru::Unevictable,
    ];

    /// Returns the name, as in /proc/vmstat without the prefix `nr_`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Lru::InactiveAnon => "inactive_anon",
            Lru::ActiveAnon => "active_anon",
            Lru::InactiveFile => "inactive_file",
            Lru::ActiveFile => "active_file",
            Lru::Unevictable => "unevictable",
        }
    }

    /// Returns whether the list holds file pages.
    #[must_use]
    pub fn is_file(self) -> bool {
        matches!(self, Lru::InactiveFile | Lru::ActiveFile)
    }

    /// Returns whether this is an active list.
    #[must_use]
    pub fn is_active(self) -> bool {
        matches!(self, Lru::ActiveAnon | Lru::ActiveFile)
    }

    /// Returns the inactive list of a type.
    #[must_use]
    pub fn inactive(file: bool) -> Lru {
        if file {
            Lru::InactiveFile
        } else {
            Lru::InactiveAnon
        }
    }

    /// Returns the active list of a type.
    #[must_use]
    pub fn active(file: bool) -> Lru {
        if file {
            Lru::ActiveFile
        } else {
            Lru::ActiveAnon
        }
    }
}

/// Maximum number of zones of a machine.
pub const MOST_ZONES: usize = 8;

/// First frames of a machine's zones, ascending.
#[derive(Clone, Copy, Debug)]
pub struct ZoneStarts {
    starts: [Pfn; MOST_ZONES],
    last: ZoneId,
}

/// Number of frames whose zone is checked in one loop without an early exit.
const FEW: usize = 16;

impl ZoneStarts {
    /// Computes the first frames of one to [`MOST_ZONES`] zones from their numbers of pages.
    #[must_use]
    pub fn of(present: &[u64]) -> Self {
        let mut starts = [0; MOST_ZONES];
        let mut next = 0;
        for (start, pages) in starts.iter_mut().zip(present) {
            *start = next as Pfn;
            next += pages;
        }
        Self {
            starts,
            last: present.len() - 1,
        }
    }

    /// Returns the zone of a frame.
    #[inline]
    #[must_use]
    pub fn zone_of(&self, pfn: Pfn) -> ZoneId {
        let mut z = self.last % MOST_ZONES;
        // The first zone starts at 0.
        while self.starts[z] > pfn {
            z = (z - 1) % MOST_ZONES;
        }
        z
    }

    /// Returns the zone of the first of these frames, and how many frames from there on are in it. Returns `None` if
    /// `pages` is empty.
    #[inline]
    #[must_use]
    pub fn run(&self, pages: &[Pfn]) -> Option<(ZoneId, usize)> {
        let z = self.zone_of(*pages.first()?);
        let start = self.starts[z];
        let end = if z < self.last {
            self.starts[z + 1]
        } else {
            Pfn::MAX
        };
        let here = |&pfn: &Pfn| pfn.wrapping_sub(start) < end - start;
        // Usually all frames of a chunk are in the zone. A loop without an early exit takes few instructions per frame.
        let mut few = pages.chunks(FEW);
        let whole = few
            .by_ref()
            .take_while(|few| few.iter().fold(true, |all, pfn| all & here(pfn)));
        let sure = whole.count() * FEW;
        let rest = pages.get(sure..).unwrap_or_default();
        let len = sure.min(pages.len()) + rest.iter().take_while(|&pfn| here(pfn)).count();
        Some((z, len))
    }
}

/// The watermark that an allocation must stay above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// WMARK_MIN.
    Min,
    /// WMARK_LOW.
    Low,
    /// WMARK_HIGH.
    High,
    /// ALLOC_NO_WATERMARKS.
    None,
}

/// The three watermarks, pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watermarks {
    /// WMARK_MIN.
    pub min: u64,
    /// WMARK_LOW.
    pub low: u64,
    /// WMARK_HIGH.
    pub high: u64,
}

/// A memory zone (struct zone).
#[derive(Clone, Debug)]
pub struct Zone {
    /// Name, such as `DMA32`.
    pub name: String,
    /// First frame.
    pub start: Pfn,
    /// Physical page frame number of the first frame.
    pub base_pfn: u64,
    /// Present pages.
    pub present: u64,
    /// Whether the kernel has no permanent mapping of the zone (is_highmem).
    pub highmem: bool,
    /// Watermarks.
    pub watermarks: Watermarks,
    /// Number of free pages that zone_watermark_ok fails to count.
    pub overlooked: u64,
    /// lowmem_reserve by class zone, pages.
    pub lowmem_reserve: Vec<u64>,
    /// NR_FREE_PAGES: pages in the buddy allocator, without the pages on per-CPU lists.
    pub free: u64,
    /// Pages on per-CPU lists.
    pub pcp: u64,
    /// The buddy allocator.
    pub buddy: Buddy,
    /// Number of pages that move together between a per-CPU list and the buddy allocator.
    pub pcp_batch: u32,
    /// Number of pages at which a CPU's lists return a batch to the buddy allocator.
    pub pcp_high: u32,
    /// LRU lists.
    pub lru: [List; 5],
    /// Isolated pages: anon, file.
    pub isolated: [u64; 2],
    /// NR_FILE_DIRTY.
    pub dirty: u64,
    /// NR_WRITEBACK.
    pub writeback: u64,
    /// reclaim_stat.recent_scanned: anon, file.
    pub recent_scanned: [u64; 2],
    /// reclaim_stat.recent_rotated: anon, file.
    pub recent_rotated: [u64; 2],
    /// nr_saved_scan by evictable list (to 2.6.38).
    pub saved_scan: [u64; 4],
    /// Pages scanned since pages were last freed to the buddy allocator.
    pub pages_scanned: u64,
    /// ZONE_ALL_UNRECLAIMABLE.
    pub all_unreclaimable: bool,
    /// ZONE_CONGESTED.
    pub congested: bool,
    /// ZONE_TAIL_LRU_DIRTY (3.11 on).
    pub tail_lru_dirty: bool,
    /// NR_ALLOC_BATCH: pages that the zone still provides before the next zone's turn (3.12 on).
    pub alloc_batch: i64,
    /// Pages that have left the inactive file list by eviction or activation (3.15 on).
    pub inactive_age: u64,
    /// ZONE_WRITEBACK (3.11 on).
    pub under_writeback: bool,
    /// Pages that the kernel itself uses.
    pub kernel: u64,
    /// Ratio of the anonymous lists: inactive_anon is low while inactive × ratio < active.
    pub inactive_ratio: u64,
}

impl Zone {
    /// Returns the frame after the last one.
    #[must_use]
    pub fn end(&self) -> Pfn {
        self.start + self.present as Pfn
    }

    /// Returns the length of a list, pages.
    #[must_use]
    pub fn size(&self, lru: Lru) -> u64 {
        u64::from(self.lru[lru as usize].len)
    }

    /// Returns the number of file pages on the lists.
    #[must_use]
    pub fn file_pages(&self) -> u64 {
        self.size(Lru::InactiveFile) + self.size(Lru::ActiveFile)
    }

    /// Returns the number of anonymous pages on the lists.
    #[must_use]
    pub fn anon_pages(&self) -> u64 {
        self.size(Lru::InactiveAnon) + self.size(Lru::ActiveAnon)
    }

    /// zone_reclaimable_pages: returns the number of file pages, plus anonymous pages while swap has a free slot.
    #[must_use]
    pub fn reclaimable(&self, swap_free: bool) -> u64 {
        self.file_pages() + if swap_free { self.anon_pages() } else { 0 }
    }

    /// Returns the watermark in pages; zero for `Mark::None`.
    #[must_use]
    pub fn watermark(&self, mark: Mark) -> u64 {
        match mark {
            Mark::Min => self.watermarks.min,
            Mark::Low => self.watermarks.low,
            Mark::High => self.watermarks.high,
            Mark::None => 0,
        }
    }
}

/// Returns min_free_kbytes of a machine with `lowmem` pages outside of HighMem, kB (init_per_zone_wmark_min).
#[must_use]
pub fn min_free_kbytes(lowmem: u64) -> u64 {
    (16 * lowmem * 4).isqrt().clamp(128, 65_536)
}

/// Returns the value to which khugepaged raises min_free_kbytes, so that blocks of a huge page's size can stay free
/// (set_recommended_min_free_kbytes, 2.6.38 on), kB. The value covers two blocks for each zone and nine more for each
/// zone's fallbacks. It is at most 5 % of the memory outside of HighMem.
#[must_use]
pub fn recommended_min_free_kbytes(zones: u64, lowmem: u64) -> u64 {
    let blocks = zones * (2 + (PCPTYPES * PCPTYPES) as u64);
    (blocks * u64::from(PAGEBLOCK_PAGES)).min(lowmem / 20) * 4
}

/// The values that the watermarks of a zone depend on.
#[derive(Clone, Copy, Debug)]
pub struct ZoneSize {
    /// Present pages.
    pub present: u64,
    /// Whether the kernel has no permanent mapping of the zone (is_highmem).
    pub highmem: bool,
}

/// Returns the number of pages outside of HighMem.
#[must_use]
pub fn lowmem(zones: &[ZoneSize]) -> u64 {
    let low = zones.iter().filter(|zone| !zone.highmem);
    low.map(|zone| zone.present).sum()
}

/// Returns the watermarks of zones of the given sizes (setup_per_zone_wmarks). HighMem has a very small min, because
/// the kernel's own allocations never come from HighMem. In all zones, the distances from min to the other watermarks
/// depend on the zone's size.
#[must_use]
pub fn watermarks(zones: &[ZoneSize], min_free_kbytes: u64) -> Vec<Watermarks> {
    let pages_min = min_free_kbytes / 4;
    let lowmem = lowmem(zones).max(1);
    let of = |zone: &ZoneSize| {
        let share = pages_min * zone.present / lowmem;
        let min = if zone.highmem {
            (zone.present / 1024).clamp(32, 128)
        } else {
            share
        };
        Watermarks {
            min,
            low: min + share / 4,
            high: min + share / 2,
        }
    };
    zones.iter().map(of).collect()
}

/// Returns lowmem_reserve of a zone by class zone, pages (setup_per_zone_lowmem_reserve).
#[must_use]
pub fn lowmem_reserve(present: &[u64], zone: ZoneId, ratio: u64) -> Vec<u64> {
    (0..present.len())
        .map(|class| {
            if class <= zone {
                0
            } else {
                present[zone + 1..=class].iter().sum::<u64>() / ratio.max(1)
            }
        })
        .collect()
}

/// Returns batch and high of the per-CPU lists of a zone, pages (zone_batchsize, setup_pageset).
#[must_use]
pub fn per_cpu_list_sizes(present: u64) -> (u32, u32) {
    let quarter = (present / 1024).min(128) / 4;
    let batch = quarter.max(1);
    let rounded = (batch + batch / 2).next_power_of_two();
    let floor = if rounded > batch + batch / 2 {
        rounded / 2
    } else {
        rounded
    };
    let result = floor.saturating_sub(1);
    (result.max(1) as u32, (6 * result) as u32)
}

/// Returns the ratio of the anonymous lists of a zone (calculate_zone_inactive_ratio).
#[must_use]
pub fn inactive_ratio(present: u64) -> u64 {
    (10 * (present >> 18)).isqrt().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_in_a_row_go_by_the_zone_that_holds_them() {
        let starts = ZoneStarts::of(&[4, 6, 10]);
        let of = |pages: &[Pfn]| starts.run(pages);
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[3, 0, 4]), Some((0, 2)));
        assert_eq!(of(&[4, 9, 5, 10, 4]), Some((1, 3)));
        assert_eq!(of(&[10, 19, 12]), Some((2, 3)));
        assert_eq!(of(&[19, 9]), Some((2, 1)));
        // Lengths around the number of frames that are checked in one loop.
        for len in FEW - 1..=2 * FEW + 1 {
            let mut pages = vec![5; len];
            assert_eq!(of(&pages), Some((1, len)));
            pages.extend([2, 5]);
            assert_eq!(of(&pages), Some((1, len)));
        }
    }

    #[test]
    fn watermarks_reserves_and_lists_of_the_machines() {
        let machine = |zones: &[u64]| {
            let kb = min_free_kbytes(zones.iter().sum());
            let sizes = zones.iter().map(|&present| ZoneSize {
                present,
                highmem: false,
            });
            let marks = watermarks(&sizes.collect::<Vec<_>>(), kb);
            let top = zones.len() - 1;
            let rows: Vec<_> = zones
                .iter()
                .enumerate()
                .map(|(z, &present)| {
                    let m = marks[z];
                    (
                        m.min,
                        m.low,
                        m.high,
                        lowmem_reserve(zones, z, 256)[top],
                        per_cpu_list_sizes(present),
                    )
                })
                .collect();
            (kb, rows)
        };
        assert_eq!(
            machine(&[3900, 59_000]),
            (
                2006,
                vec![(31, 38, 46, 230, (1, 0)), (469, 586, 703, 0, (15, 90))]
            )
        );
        assert_eq!(
            machine(&[3900, 122_000]),
            (
                2838,
                vec![(21, 26, 31, 476, (1, 0)), (687, 858, 1030, 0, (31, 186))]
            )
        );
        assert_eq!(
            machine(&[3900, 250_000]),
            (
                4031,
                vec![(15, 18, 22, 976, (1, 0)), (991, 1238, 1486, 0, (31, 186))]
            )
        );
        let (kb, rows) = machine(&[3900, 505_000]);
        assert_eq!((kb, rows[1]), (5706, (1415, 1768, 2122, 0, (31, 186))));
        assert_eq!(
            machine(&[3900, 830_000, 126_000]),
            (
                7837,
                vec![
                    (7, 8, 10, 3734, (1, 0)),
                    (1693, 2116, 2539, 492, (31, 186)),
                    (257, 321, 385, 0, (31, 186))
                ]
            )
        );
        assert_eq!(
            machine(&[3900, 765_000, 380_000]),
            (
                8574,
                vec![
                    (7, 8, 10, 4472, (1, 0)),
                    (1426, 1782, 2139, 1484, (31, 186)),
                    (708, 885, 1062, 0, (31, 186))
                ]
            )
        );
        assert_eq!(
            lowmem_reserve(&[3900, 830_000, 126_000], 0, 256),
            vec![0, 3242, 3734]
        );
    }
    #[test]
    fn highmem_has_marks_of_its_own_and_khugepaged_asks_for_blocks() {
        // 896 MB of lowmem and 1,152 MB above it, as on i386.
        let zones = [(4_080, false), (221_184, false), (294_912, true)]
            .map(|(present, highmem)| ZoneSize { present, highmem });
        assert_eq!(lowmem(&zones), 225_264);
        let kb = min_free_kbytes(lowmem(&zones));
        assert_eq!(kb, 3_796);
        let marks = watermarks(&zones, kb);
        // 949 pages: the lower zones have a min of 17 and 931. The distances of HighMem are fractions of 949 * 294,912
        // / 225,264 = 1,242.
        let rows: Vec<_> = marks.iter().map(|m| (m.min, m.low, m.high)).collect();
        assert_eq!(rows, [(17, 21, 25), (931, 1_163, 1_396), (128, 438, 749)]);
        // A machine of 4 GiB with three zones on x86-64: 33 blocks of 2 MiB are 66 MiB. A machine of 256 MB gets the
        // maximum of 5 %.
        assert_eq!(recommended_min_free_kbytes(3, 959_900), 67_584);
        assert_eq!(recommended_min_free_kbytes(2, 62_900), 12_580);
    }
}
