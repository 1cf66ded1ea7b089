//! The number of pages of each list that a reclaimer scans (get_scan_ratio, get_scan_count).

use crate::kernel::rules::{ScanFloor, ScanShare};
use crate::machine::Machine;
use crate::mm::vmscan::scan_control::{SWAP_CLUSTER_MAX, ScanControl};
use crate::mm::zone::{Lru, ZoneId};

/// The shares of anonymous and file pages, as fractions with a common denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Numerators: anon, file.
    pub part: [u64; 2],
    /// Denominator.
    pub whole: u64,
    /// Whether the shares apply at priority 0 too.
    pub forced: bool,
}

impl Share {
    /// Returns a list's share of a scan of `scan` pages.
    fn of(&self, scan: u64, lru: Lru, use_share: bool) -> u64 {
        if use_share {
            scan * self.part[lru.is_file() as usize] / self.whole
        } else {
            scan
        }
    }
}

/// Computes the shares from pressure and swappiness. `scanned` and `rotated` are recent_scanned and recent_rotated,
/// anonymous pages first.
#[must_use]
pub fn share(rule: ScanShare, swappiness: u64, scanned: [u64; 2], rotated: [u64; 2]) -> Share {
    let extra = u64::from(matches!(rule, ScanShare::Percent | ScanShare::Fraction));
    let ap = (swappiness + extra) * (scanned[0] + 1) / (rotated[0] + 1);
    let fp = (200 - swappiness + extra) * (scanned[1] + 1) / (rotated[1] + 1);
    let whole = ap + fp + 1;
    if rule == ScanShare::Percent {
        let anon = 100 * ap / whole;
        return Share {
            part: [anon, 100 - anon],
            whole: 100,
            forced: false,
        };
    }
    Share {
        part: [ap, fp],
        whole,
        forced: false,
    }
}

impl Machine {
    /// Returns the number of pages to scan, by evictable list. Source: get_scan_count, 2.6.29 to 3.16.
    pub fn scan_counts(&mut self, z: ZoneId, sc: &ScanControl) -> [u64; 4] {
        let share = self.scan_share(z, sc.priority);
        let use_share = sc.priority > 0 || share.forced;
        let zone = &self.memory.zones[z];
        let both = (zone.anon_pages() + zone.file_pages()) >> sc.priority;
        let swap_free = self.memory.swap_free();
        let reclaimable_flagged = self.unreclaimable(z);
        let second_pass = self.rules.scan_floor == ScanFloor::SecondComputation
            && sc.kswapd
            && reclaimable_flagged
            && Lru::EVICTABLE.into_iter().all(|lru| {
                let scan = self.memory.zones[z].size(lru) >> sc.priority;
                share.of(scan, lru, use_share) == 0
            });
        let mut counts = [0; 4];
        for lru in Lru::EVICTABLE {
            let size = self.memory.zones[z].size(lru);
            let mut scan = size >> sc.priority;
            let part = |scan: u64| share.of(scan, lru, use_share);
            let eager = match self.rules.scan_floor {
                ScanFloor::BatchThenShare => sc.kswapd && use_share,
                ScanFloor::Unreclaimable | ScanFloor::UnreclaimableCapped => {
                    sc.kswapd && use_share && reclaimable_flagged
                }
                ScanFloor::SecondComputation => second_pass,
                _ => false,
            };
            if scan == 0 && eager {
                let capped = matches!(
                    self.rules.scan_floor,
                    ScanFloor::UnreclaimableCapped | ScanFloor::SecondComputation
                );
                scan = if capped {
                    size.min(SWAP_CLUSTER_MAX)
                } else {
                    SWAP_CLUSTER_MAX
                };
            }
            scan = part(scan);
            if scan == 0 && sc.kswapd {
                scan = match self.rules.scan_floor {
                    ScanFloor::SmallZone
                        if both < SWAP_CLUSTER_MAX && (lru.is_file() || swap_free) =>
                    {
                        SWAP_CLUSTER_MAX
                    }
                    ScanFloor::ShareOfBatch => part(SWAP_CLUSTER_MAX),
                    _ => 0,
                };
            }
            counts[lru as usize] = if self.rules.scan_floor == ScanFloor::Saved {
                self.saved(z, lru, scan)
            } else {
                scan
            };
        }
        counts
    }

    /// Saves small scan counts of a list until they add up to a batch (nr_scan_try_batch).
    fn saved(&mut self, z: ZoneId, lru: Lru, scan: u64) -> u64 {
        let saved = &mut self.memory.zones[z].saved_scan[lru as usize];
        *saved += scan;
        if *saved >= SWAP_CLUSTER_MAX {
            std::mem::take(saved)
        } else {
            0
        }
    }

    fn scan_share(&mut self, z: ZoneId, priority: u32) -> Share {
        const FILE: Share = Share {
            part: [0, 1],
            whole: 1,
            forced: false,
        };
        if !self.memory.swap_free() {
            return Share {
                forced: self.rules.no_swap_spares_anon,
                ..FILE
            };
        }
        let file_first = self.rules.scan_share == ScanShare::FractionFileFirst;
        // Close to OOM, both types are scanned in proportion to their size, unless swappiness is 0 (SCAN_EQUAL).
        let near_oom = file_first && priority == 0;
        let swappiness = self.memory.knobs.swappiness;
        // With swappiness 0, the shares apply at priority 0 too (3.5 to 3.8).
        let weights = self.rules.scan_share == ScanShare::FractionOfWeights;
        let forced = near_oom || (weights && swappiness == 0);
        if near_oom && swappiness > 0 {
            return Share {
                part: [1, 1],
                whole: 1,
                forced: true,
            };
        }
        let zone = &mut self.memory.zones[z];
        if zone.file_pages() + zone.free <= zone.watermarks.high {
            return Share {
                part: [1, 0],
                whole: 1,
                forced,
            };
        }
        if file_first && zone.size(Lru::InactiveFile) >= zone.size(Lru::ActiveFile) {
            return Share { forced, ..FILE };
        }
        let sizes = [zone.anon_pages(), zone.file_pages()];
        for (t, size) in sizes.into_iter().enumerate() {
            if zone.recent_scanned[t] > size / 4 {
                zone.recent_scanned[t] /= 2;
                zone.recent_rotated[t] /= 2;
            }
        }
        Share {
            forced,
            ..share(
                self.rules.scan_share,
                swappiness,
                zone.recent_scanned,
                zone.recent_rotated,
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swappiness_alone_gives_anon_thirty_percent() {
        let percent = share(ScanShare::Percent, 60, [0; 2], [0; 2]);
        assert_eq!((percent.part, percent.whole), ([30, 70], 100));
        let exact = share(ScanShare::Fraction, 60, [0; 2], [0; 2]);
        assert_eq!((exact.part, exact.whole), ([61, 141], 203));
    }
}
