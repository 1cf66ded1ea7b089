//! Lists of free pages: each page on a per-CPU list and each free block has the type and order of its list.

use super::expect;
use crate::machine::Machine;
use crate::mm::buddy::{Buddy, ORDERS};
use crate::mm::migratetype::Migratetype;
use crate::mm::page::{FREE, flag};
use crate::mm::zone::Zone;

impl Machine {
    /// Checks the per-CPU lists of every zone and type.
    pub(super) fn check_cpu_lists(&self) -> Result<(), String> {
        for (n, cpu) in self.memory.cpus.iter().enumerate() {
            for (z, pcp) in cpu.pcp.iter().enumerate() {
                for (list, of) in pcp.lists.iter().zip(Migratetype::ALL) {
                    let mut count = 0;
                    for pfn in list.from_head(&self.memory.frames) {
                        count += 1;
                        let fits = self.zone_of(pfn) == z
                            && self.memory.frames.flags[pfn as usize] == flag::PCP;
                        if !fits
                            || self.memory.frames.mapping[pfn as usize] != FREE
                            || count > list.len
                        {
                            return Err(format!(
                                "frame {pfn} does not belong on a list of CPU {n}"
                            ));
                        }
                    }
                    expect(u64::from(list.len), u64::from(count), || {
                        format!("CPU {n}, zone {z}: length of the per-CPU list, {of:?}")
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Checks the free blocks of every zone: types and orders must add up to NR_FREE_PAGES.
    pub(super) fn check_free_blocks(&self) -> Result<(), String> {
        for zone in &self.memory.zones {
            let mut free = 0;
            for of in Migratetype::ALL {
                for order in 0..ORDERS {
                    free += self.check_free_list(zone, of, order)? << order;
                }
            }
            expect(zone.free, free, || {
                format!("zone {}: NR_FREE_PAGES by type", zone.name)
            })?;
        }
        Ok(())
    }

    /// Checks one list, and returns its number of blocks.
    fn check_free_list(&self, zone: &Zone, of: Migratetype, order: usize) -> Result<u64, String> {
        let list = zone.buddy.free_list(of, order);
        let mut count = 0;
        for pfn in list.from_head(&self.memory.frames) {
            count += 1;
            let at = pfn as usize;
            let end = at + (1 << order);
            let fits = pfn >= zone.start
                && end <= zone.end() as usize
                && (pfn - zone.start).is_multiple_of(1 << order)
                && self.memory.frames.flags[at] == flag::BUDDY_HEAD
                && Buddy::is_head_of(self.memory.frames.index[at], of, order)
                && self.memory.frames.flags[at + 1..end]
                    .iter()
                    .all(|&f| f == flag::BUDDY)
                && self.memory.frames.mapping[at..end]
                    .iter()
                    .all(|&of| of == FREE);
            if !fits || count > list.len {
                return Err(format!(
                    "zone {}: frame {pfn} does not belong on the free list of order {order}, {of:?}",
                    zone.name
                ));
            }
        }
        let count = u64::from(count);
        expect(u64::from(list.len), count, || {
            format!("zone {}: blocks of order {order}, {of:?}", zone.name)
        })?;
        Ok(count)
    }
}
