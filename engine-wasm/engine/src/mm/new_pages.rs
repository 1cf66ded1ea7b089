//! Adding new pages to a file in one batch, observably identical to adding one at a time.

use super::gfp::Gfp;
use super::page::flag;
use super::page_cache::MappingId;
use super::slub::SlabCacheId;
use super::zone::{Lru, ZoneId};
use crate::machine::Machine;
use crate::mechanism::Shortcut;
use crate::mm::memory::Cpu;
use crate::observer::profile::Function;
use crate::sched::cost;

impl Machine {
    /// Returns whether new pages may be added in one batch. [`Shortcut::AddNewPages`] must be allowed, each list must
    /// have its own pagevec, and a zone that provides one page must also provide the next one.
    #[must_use]
    pub fn adds_together(&self, gfp: Gfp) -> bool {
        self.takes(Shortcut::AddNewPages)
            && !self.rules.one_add_pagevec
            && self.allocates_by_watermarks(gfp)
    }

    /// Adds up to `most` new pages to a file, from `first` on, allocated with `gfp`. Requires
    /// [`Machine::adds_together`]. Returns their zone and their number. The new pages get `flags` in addition to the
    /// flags of every new page. Copying costs `copy_ns` per page. Returns `None` if the first page exists, or if this
    /// page or a kernel object that it needs cannot be allocated without waiting.
    pub fn add_new_pages(
        &mut self,
        id: MappingId,
        first: u32,
        most: u32,
        flags: u16,
        copy_ns: u64,
        gfp: Gfp,
    ) -> Option<(ZoneId, u32)> {
        const LRU: Lru = Lru::InactiveFile;
        let caches = &self.memory.slab_caches;
        if caches.get(SlabCacheId::RadixTreeNode).room() == 0 && !self.io.cache.has_node(id, first)
        {
            return None;
        }
        let buffers = match flags & flag::PRIVATE {
            0 => most,
            _ => caches.get(SlabCacheId::BufferHead).room(),
        };
        let most = self.io.cache.free_places(id, first, most.min(buffers));
        if most == 0 {
            return None;
        }
        let (z, of, most) = self.zone_of_singles(most, gfp)?;
        let cpu = self.cpu();
        let Cpu { pcp, pagevecs, .. } = &mut self.memory.cpus[cpu];
        let pagevec = &mut pagevecs.add[LRU as usize];
        let room = pagevec.room();
        let list = pcp[z].list(of);
        let taken = most.min(list.len).min(room.len() as u32);
        if taken == 0 {
            return None;
        }
        let dirty = flags & flag::DIRTY != 0;
        let places = self.io.cache.insert_new(id, first, taken, dirty);
        let columns = self.memory.frames.columns();
        let mut to = room.iter_mut().zip(places).zip(first..);
        list.pop_heads(columns.links, taken, |pfn| {
            let at = pfn as usize;
            columns.flags[at] = flag::PAGEVEC | flags;
            columns.mapping[at] = id;
            if let Some(((waits, place), index)) = to.next() {
                (*waits, *place) = (pfn, pfn);
                columns.index[at] = index;
            }
        });
        let full = pagevec.grow(taken);
        self.count_tree_nodes();
        if flags & flag::PRIVATE != 0 {
            self.slab_alloc(SlabCacheId::BufferHead, taken);
        }
        if full {
            self.flush_add(cpu, LRU);
        }
        self.took_singles(z, taken);
        // If locks have hold times, charge page by page, so that the lock for each page is taken at the right time.
        let (goes, each) = match self.rules.tree_lock_holds {
            true => (taken, 1),
            false => (1, u64::from(taken)),
        };
        for _ in 0..goes {
            self.charge_each(each, cost::ALLOC_PAGE);
            self.lock_to_insert(id);
            self.charge_each_in(Function::Copy, each, copy_ns);
        }
        Some((z, taken))
    }
}
