//! Owners of pages are consistent: the page cache, page tables and the swap area agree with the frames.

use super::expect;
use crate::machine::Machine;
use crate::mm::anon::Pte;
use crate::mm::page::{FREE, KERNEL, NO_PFN, ORPHAN, Pfn, SWAP_CACHE, flag};
use crate::mm::page_cache::{InodeList, Mapping, MappingId};

impl Machine {
    /// Checks frames against mappings, page tables and swap slots.
    pub(super) fn check_owners(&self) -> Result<(), String> {
        let (mut cached, mut mapped, mut swapped) = (0, 0, 0);
        for (id, mapping) in self.io.cache.live() {
            cached += u64::from(mapping.nr_pages);
            self.check_mapping(id, mapping)?;
        }
        for (at, space) in self.memory.spaces().iter().enumerate() {
            for vpn in 0..space.len() {
                match space.pte(vpn) {
                    Pte::None => {}
                    Pte::Present(pfn) => {
                        mapped += 1;
                        self.check_present(at as u16, vpn, pfn)?;
                    }
                    Pte::Swapped(slot) => {
                        swapped += 1;
                        self.check_swapped(at as u16, vpn, slot)?;
                    }
                }
            }
        }
        self.check_slots(swapped)?;
        self.check_counts_of_owners(cached, mapped)?;
        self.check_devices()
    }

    fn check_mapping(&self, id: MappingId, mapping: &Mapping) -> Result<(), String> {
        let (mut pages, mut dirty, mut next) = (0, 0, 0);
        while let Some((index, pfn)) = self.io.cache.next_page(id, next) {
            next = index + 1;
            pages += 1;
            dirty += u64::from(self.memory.frames.has(pfn, flag::DIRTY));
            let (owner, place) = (
                self.memory.frames.mapping[pfn as usize],
                self.memory.frames.index[pfn as usize],
            );
            if (owner, place) != (id, index) || self.memory.frames.has(pfn, flag::SWAPBACKED) {
                return Err(format!(
                    "mapping {id} has frame {pfn} at {index}, which is page {place} of {owner}"
                ));
            }
        }
        let (mut tagged, mut next) = (0, 0);
        while let Some(index) = self.io.cache.next_dirty(id, next) {
            next = index + 1;
            tagged += 1;
            let page = self.io.cache.lookup(id, index);
            if !page.is_some_and(|pfn| self.memory.frames.has(pfn, flag::DIRTY)) {
                return Err(format!(
                    "mapping {id} has a dirty tag at {index}, but the page is not dirty"
                ));
            }
        }
        let counted = u64::from(mapping.nr_dirty);
        expect(u64::from(mapping.nr_pages), pages, || {
            format!("mapping {id}: pages")
        })?;
        expect(counted, dirty, || format!("mapping {id}: dirty pages"))?;
        expect(counted, tagged, || format!("mapping {id}: dirty tags"))?;
        let device = self.io.bdi(mapping.bdi);
        let list = match mapping.list {
            InodeList::None if counted > 0 => {
                return Err(format!(
                    "mapping {id} is dirty, but on no list of a flusher"
                ));
            }
            InodeList::None => return Ok(()),
            InodeList::Dirty => &device.b_dirty,
            InodeList::Io => &device.b_io,
            InodeList::MoreIo => &device.b_more_io,
        };
        let times = list.iter().filter(|&&other| other == id).count();
        expect(1, times as u64, || {
            format!("mapping {id}: times on {:?}", mapping.list)
        })
    }

    fn check_present(&self, space: u16, vpn: u32, pfn: Pfn) -> Result<(), String> {
        let owner = self.memory.frames.mapping[pfn as usize];
        let at = self.memory.frames.index[pfn as usize];
        let place = match self.memory.swap() {
            Some(swap) if owner == SWAP_CACHE => (swap.slot(at).space, swap.slot(at).vpn),
            _ => (owner, at),
        };
        let anon = self.memory.frames.has(pfn, flag::MAPPED | flag::SWAPBACKED);
        if place != (space, vpn) || !anon {
            return Err(format!(
                "page {vpn} of space {space} maps frame {pfn}, which is {place:?}"
            ));
        }
        Ok(())
    }

    fn check_swapped(&self, space: u16, vpn: u32, at: u32) -> Result<(), String> {
        let slot = self.memory.swap().map(|swap| *swap.slot(at));
        let fits =
            |slot: &crate::mm::swap::Slot| slot.needed && (slot.space, slot.vpn) == (space, vpn);
        match slot.filter(fits) {
            Some(_) => Ok(()),
            None => Err(format!(
                "page {vpn} of space {space} is in slot {at}, which says {slot:?}"
            )),
        }
    }

    fn check_slots(&self, swapped: u64) -> Result<(), String> {
        let Some(swap) = self.memory.swap() else {
            return expect(0, swapped, || "swapped pages without swap".into());
        };
        let (mut free, mut needed) = (0, 0);
        for at in 0..swap.len() as u32 {
            let slot = swap.slot(at);
            let used = swap.is_used(at);
            free += u64::from(!used);
            needed += u64::from(slot.needed);
            if used != (slot.needed || slot.pfn != NO_PFN) {
                return Err(format!(
                    "slot {at} is used without an owner, or free with one: {slot:?}"
                ));
            }
            if slot.pfn != NO_PFN
                && (self.memory.frames.mapping[slot.pfn as usize], at)
                    != (SWAP_CACHE, self.memory.frames.index[slot.pfn as usize])
            {
                return Err(format!(
                    "slot {at} has frame {}, but the frame does not have the slot",
                    slot.pfn
                ));
            }
        }
        expect(swap.free, free, || "free swap slots".into())?;
        expect(needed, swapped, || "needed swap slots".into())
    }

    /// Checks that the number of frames of files and of address spaces equals the number of their pages.
    fn check_counts_of_owners(&self, cached: u64, mapped: u64) -> Result<(), String> {
        let (mut file, mut with_pte) = (0, 0);
        for pfn in 0..self.memory.frames.len() as Pfn {
            let owner = self.memory.frames.mapping[pfn as usize];
            if matches!(owner, FREE | KERNEL | ORPHAN) {
                continue;
            }
            // The model has no page tables for file pages; only a flag of the frame shows that a file page is mapped.
            let file_page = self.memory.frames.is_file(pfn);
            with_pte += u64::from(!file_page && self.memory.frames.has(pfn, flag::MAPPED));
            if owner == SWAP_CACHE {
                let at = self.memory.frames.index[pfn as usize];
                if self.memory.swap().is_none_or(|s| s.slot(at).pfn != pfn) {
                    return Err(format!(
                        "frame {pfn} has slot {at}, but the slot does not have the frame"
                    ));
                }
            } else if self.memory.frames.is_file(pfn) {
                file += 1;
            } else if !self.memory.frames.has(pfn, flag::MAPPED) {
                return Err(format!("frame {pfn} is anonymous, but not mapped"));
            }
        }
        expect(cached, file, || "pages of files".into())?;
        expect(mapped, with_pte, || "mapped pages".into())
    }

    fn check_devices(&self) -> Result<(), String> {
        let mut dirty = vec![0; self.io.bdis().len()];
        let mut writeback = vec![0; self.io.bdis().len()];
        for (_, mapping) in self.io.cache.live() {
            dirty[mapping.bdi as usize] += u64::from(mapping.nr_dirty);
        }
        for pfn in 0..self.memory.frames.len() as Pfn {
            let owner = self.memory.frames.mapping[pfn as usize];
            let page = flag::WRITEBACK | flag::SWAPBACKED;
            if !matches!(owner, FREE | KERNEL)
                && self.memory.frames.flags[pfn as usize] & page == flag::WRITEBACK
            {
                writeback[self.io.cache.get(owner).bdi as usize] += 1;
            }
        }
        for (at, device) in self.io.bdis().iter().enumerate() {
            let name = &device.name;
            expect(device.reclaimable, dirty[at], || {
                format!("device {name}: BDI_RECLAIMABLE")
            })?;
            expect(device.writeback, writeback[at], || {
                format!("device {name}: BDI_WRITEBACK")
            })?;
        }
        Ok(())
    }
}
