//! Memory layout after boot: free blocks in random order of addresses, with gaps between the pages of programs.

use crate::machine::Machine;
use crate::mm::buddy::ORDERS;
use crate::mm::migratetype::{Migratetype, groups_by_mobility, reserve_blocks};
use crate::mm::page::Pfn;
use crate::mm::zone::{MOST_ZONES, ZoneId};
use crate::random::Random;

/// Maximum length of a run of pages that programs allocated during boot, and of a gap that they freed. An assumption.
const LONGEST_RUN: u32 = 32;

/// State of the random memory layout. It has a separate generator, so that the amount of memory does not change any
/// other random number. A machine that is too small for grouping by mobility keeps its memory in order of addresses, so
/// that users can follow each frame.
pub struct Boot {
    random: Option<Random>,
    /// Pages to allocate before the next gap.
    until_gap: u32,
    /// Pages in gaps. They stay allocated until the end of boot, but NR_FREE_PAGES already counts them as free.
    gaps: Vec<(ZoneId, Pfn)>,
    /// Number of pages in gaps, by zone.
    held: [u64; MOST_ZONES],
}

impl Boot {
    /// Makes the state from a seed, for a machine with `present` pages.
    #[must_use]
    pub fn new(seed: u64, present: u64) -> Self {
        Self {
            random: groups_by_mobility(present).then(|| Random::new(!seed)),
            until_gap: LONGEST_RUN,
            gaps: Vec::new(),
            held: [0; MOST_ZONES],
        }
    }
}

impl Machine {
    /// Frees the memory of a zone in blocks of the largest order, in an order drawn from the seed. Then marks page
    /// blocks as the reserve (MIGRATE_RESERVE).
    pub fn free_memory_at_boot(&mut self, z: ZoneId, boot: &mut Boot) {
        const LARGEST: usize = 1 << (ORDERS - 1);
        let (start, end) = (self.memory.zones[z].start, self.memory.zones[z].end());
        let mut blocks: Vec<Pfn> = (start..end).step_by(LARGEST).collect();
        if let Some(random) = &mut boot.random {
            for last in (1..blocks.len()).rev() {
                let other = random.below(last as u32 + 1);
                blocks.swap(last, other as usize);
            }
        }
        for block in blocks {
            self.free_at_boot(z, block, end.min(block + LARGEST as Pfn));
        }
        let zone = &mut self.memory.zones[z];
        let reserve = reserve_blocks(zone.watermarks.min);
        zone.buddy.keep_in_reserve(&mut self.memory.frames, reserve);
    }

    /// Called after each page of a zone that is allocated for a program. Once in a while, turns the next pages into a
    /// gap, as if another program had freed them. Makes no gap if less than half of the zone would remain free.
    pub fn leave_gap(&mut self, z: ZoneId, boot: &mut Boot) {
        let Some(random) = &mut boot.random else {
            return;
        };
        boot.until_gap -= 1;
        if boot.until_gap > 0 {
            return;
        }
        boot.until_gap = 1 + random.below(LONGEST_RUN);
        let pages = 1 + random.below(LONGEST_RUN);
        let held = &mut boot.held[z];
        let zone = &mut self.memory.zones[z];
        if zone.free < *held + u64::from(pages) + zone.present / 2 {
            return;
        }
        for _ in 0..pages {
            let taken = zone
                .buddy
                .take(&mut self.memory.frames, 0, Migratetype::Movable);
            boot.gaps.extend(taken.map(|pfn| (z, pfn)));
            *held += u64::from(taken.is_some());
        }
    }

    /// Frees all gaps if less than a quarter of the zone's pages are free outside the gaps.
    pub fn free_gaps_if_short(&mut self, z: ZoneId, boot: &mut Boot) {
        let zone = &self.memory.zones[z];
        if boot.held[z] > 0 && zone.free < boot.held[z] + zone.present / 4 {
            self.free_gaps(boot);
        }
    }

    /// Frees all gaps.
    pub fn free_gaps(&mut self, boot: &mut Boot) {
        boot.held = [0; MOST_ZONES];
        for (z, pfn) in boot.gaps.drain(..) {
            self.memory.zones[z]
                .buddy
                .free(&mut self.memory.frames, pfn, 0);
        }
    }
}
