//! Every frame is counted once: free, on a list, in a pagevec, isolated, or allocated by the kernel.

use super::expect;
use crate::machine::Machine;
use crate::mm::buddy::ORDERS;
use crate::mm::page::{FREE, KERNEL, ORPHAN, PAGEVEC_MOST, Pfn, SWAP_CACHE, flag};
use crate::mm::zone::Lru;

/// The contents of the pagevecs of all CPUs, by frame.
struct Held {
    /// Number of pagevecs that hold the frame.
    references: Vec<u16>,
    /// Whether one of them is an lru_add pagevec.
    new: Vec<bool>,
}

/// Sums over the frames of a zone.
#[derive(Default)]
struct Sums {
    buddy: u64,
    pcp: u64,
    kernel: u64,
    on_lists: u64,
    new: u64,
    isolated: [u64; 2],
    dirty: u64,
    writeback: u64,
}

impl Machine {
    /// Checks frames against pagevecs, per-CPU lists, the buddy allocator and the counts of their zone.
    pub(super) fn check_frames(&self) -> Result<(), String> {
        self.check_cpu_lists()?;
        self.check_free_blocks()?;
        let held = self.held_by_pagevecs();
        for z in 0..self.memory.zones.len() {
            let mut sums = Sums::default();
            for pfn in self.memory.zones[z].start..self.memory.zones[z].end() {
                self.check_frame(pfn, &held, &mut sums)?;
            }
            self.check_sums(z, &sums)?;
        }
        Ok(())
    }

    fn held_by_pagevecs(&self) -> Held {
        let mut held = Held {
            references: vec![0; self.memory.frames.len()],
            new: vec![false; self.memory.frames.len()],
        };
        for cpu in &self.memory.cpus {
            for pagevec in cpu.pagevecs.all() {
                for pfn in pagevec.each_once() {
                    held.references[pfn as usize] += 1;
                }
            }
            for &pfn in cpu.pagevecs.add.iter().flat_map(|pagevec| pagevec.pages()) {
                held.new[pfn as usize] = true;
            }
        }
        held
    }

    fn check_frame(&self, pfn: Pfn, held: &Held, sums: &mut Sums) -> Result<(), String> {
        let flags = self.memory.frames.flags[pfn as usize];
        match self.memory.frames.mapping[pfn as usize] {
            FREE => match flags {
                flag::PCP => sums.pcp += 1,
                flag::BUDDY | flag::BUDDY_HEAD => sums.buddy += 1,
                _ => return Err(format!("frame {pfn} is free with the flags {flags:#06x}")),
            },
            KERNEL => sums.kernel += 1,
            owner => {
                let pagevecs = held.references[pfn as usize];
                if self.memory.frames.pagevec_references(pfn) != pagevecs.min(PAGEVEC_MOST) {
                    return Err(format!(
                        "frame {pfn} counts {} references from pagevecs, but is in {pagevecs}",
                        self.memory.frames.pagevec_references(pfn)
                    ));
                }
                let file = self.memory.frames.is_file(pfn);
                if self.memory.frames.has(pfn, flag::LRU) {
                    sums.on_lists += 1;
                } else if held.new[pfn as usize] {
                    sums.new += 1;
                } else {
                    sums.isolated[file as usize] += 1;
                }
                sums.writeback += u64::from(self.memory.frames.has(pfn, flag::WRITEBACK));
                sums.dirty += u64::from(file && self.memory.frames.has(pfn, flag::DIRTY));
                let busy = flag::LOCKED | flag::WRITEBACK | flag::MAPPED;
                if owner == ORPHAN && self.memory.frames.any(pfn, busy) {
                    return Err(format!(
                        "frame {pfn} has no owner, but is in use: {flags:#06x}"
                    ));
                }
                if owner == ORPHAN && self.memory.frames.has(pfn, flag::LRU) && pagevecs == 0 {
                    return Err(format!("frame {pfn} is on a list but has no owner"));
                }
                if (owner == SWAP_CACHE) != self.memory.frames.has(pfn, flag::SWAPCACHE) {
                    return Err(format!(
                        "frame {pfn}: its owner and PG_swapcache disagree, flags {flags:#06x}"
                    ));
                }
                return Ok(());
            }
        }
        if held.references[pfn as usize] > 0 {
            return Err(format!(
                "frame {pfn} is in a pagevec, but is free or allocated by the kernel"
            ));
        }
        Ok(())
    }

    fn check_sums(&self, z: usize, sums: &Sums) -> Result<(), String> {
        let zone = &self.memory.zones[z];
        let lists: u64 = Lru::ALL.iter().map(|&lru| zone.size(lru)).sum();
        let blocks: u64 = (0..ORDERS)
            .map(|order| zone.buddy.nr_free(order) << order)
            .sum();
        let pcp: u64 = self
            .memory
            .cpus
            .iter()
            .map(|cpu| u64::from(cpu.pcp[z].count()))
            .sum();
        let added = self.in_add_pagevecs(z);
        for (what, counted, found) in [
            ("NR_FREE_PAGES", zone.free, sums.buddy),
            ("NR_FREE_PAGES by order", zone.free, blocks),
            ("pages of per-CPU lists", zone.pcp, sums.pcp),
            ("length of per-CPU lists", zone.pcp, pcp),
            ("pages of the kernel", zone.kernel, sums.kernel),
            ("pages with PG_lru", lists, sums.on_lists),
            ("pages in lru_add pagevecs", added, sums.new),
            ("NR_FILE_DIRTY", zone.dirty, sums.dirty),
            ("NR_WRITEBACK", zone.writeback, sums.writeback),
        ] {
            expect(counted, found, || format!("zone {}: {what}", zone.name))?;
        }
        for (of, counted, found) in [
            ("ANON", zone.isolated[0], sums.isolated[0]),
            ("FILE", zone.isolated[1], sums.isolated[1]),
        ] {
            // Between the two passes of lumpy reclaim over a batch, pages that the first pass freed are still counted
            // as isolated.
            if !self.rules.lumpy_reclaim || counted < found {
                expect(counted, found, || {
                    format!("zone {}: NR_ISOLATED_{of}", zone.name)
                })?;
            }
        }
        let isolated: u64 = sums.isolated.iter().sum();
        let known = zone.free + zone.pcp + lists + isolated + added + zone.kernel;
        expect(zone.present, known, || {
            format!("zone {}: present pages", zone.name)
        })
    }
}
