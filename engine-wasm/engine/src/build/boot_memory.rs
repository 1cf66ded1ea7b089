//! How memory lies once a machine has booted: its free blocks not in the order of their addresses, and programs' pages with
//! gaps between them.

use crate::machine::Machine;
use crate::mm::buddy::ORDERS;
use crate::mm::migratetype::{Migratetype, groups_by_mobility, reserve_blocks};
use crate::mm::page::Pfn;
use crate::mm::zone::{MOST_ZONES, ZoneId};
use crate::random::Random;

/// Pages that programs of the boot took in a row, and that they gave back in a row, at most: an assumption.
const LONGEST_RUN: u32 = 32;

/// What the seed draws of memory: by a generator of its own, so that no other draw depends on how much memory there is.
/// A machine too small for groups by mobility has all of it in order, so that each of its frames can be followed.
pub struct Boot {
    random: Option<Random>,
    /// Pages that are still taken before the next gap.
    until_gap: u32,
    /// Pages of gaps that are not free yet, which NR_FREE_PAGES counts already.
    gaps: Vec<(ZoneId, Pfn)>,
    /// How many of them a zone has.
    held: [u64; MOST_ZONES],
}

impl Boot {
    /// Of a seed and of a machine with so many pages.
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
    /// Frees the memory of a zone, in blocks of the largest order one after the other as the seed draws them, and keeps
    /// page blocks in reserve.
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

    /// After a page of a program has been taken of a zone: once in a while the pages behind it are the gap that another
    /// program leaves, as long as half of the zone is free.
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

    /// Frees the gaps if a zone has less than a quarter left without them.
    pub fn free_gaps_if_short(&mut self, z: ZoneId, boot: &mut Boot) {
        let zone = &self.memory.zones[z];
        if boot.held[z] > 0 && zone.free < boot.held[z] + zone.present / 4 {
            self.free_gaps(boot);
        }
    }

    /// Frees the gaps.
    pub fn free_gaps(&mut self, boot: &mut Boot) {
        boot.held = [0; MOST_ZONES];
        for (z, pfn) in boot.gaps.drain(..) {
            self.memory.zones[z]
                .buddy
                .free(&mut self.memory.frames, pfn, 0);
        }
    }
}
