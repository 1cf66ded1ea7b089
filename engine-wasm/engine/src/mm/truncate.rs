//! Removing pages from their mappings, and truncating whole files (mm/truncate.c, __remove_mapping).

use super::page::{ORPHAN, Pfn, SWAP_CACHE, flag};
use super::page_cache::MappingId;
use crate::machine::Machine;
use crate::mechanism::Mechanism;
use crate::mechanism::workingset::{self, Shadow};
use crate::observer::record::Entry;
use crate::sched::cost;

impl Machine {
    /// Removes a clean page from its file or the swap cache (delete_from_page_cache). The page has no owner until it is
    /// freed.
    pub fn detach_from_mapping(&mut self, pfn: Pfn) {
        self.detach_leaving(pfn, None);
    }

    /// Like [`Machine::detach_from_mapping`], for reclaim, which may leave a shadow of a file page (__remove_mapping,
    /// workingset_eviction).
    pub fn evict_from_mapping(&mut self, pfn: Pfn) {
        let leaves = self.on.decide(Mechanism::Workingset, |on| {
            workingset::leaves_shadow(on, self.memory.frames.is_file(pfn))
        });
        let shadow = leaves.then(|| {
            let z = self.zone_of(pfn);
            self.memory.zones[z].inactive_age += 1;
            Shadow::new(z, self.memory.zones[z].inactive_age)
        });
        self.detach_leaving(pfn, shadow);
    }

    fn detach_leaving(&mut self, pfn: Pfn, shadow: Option<Shadow>) {
        let (owner, index) = (
            self.memory.frames.mapping[pfn as usize],
            self.memory.frames.index[pfn as usize],
        );
        if owner == SWAP_CACHE {
            self.leave_swap_cache(pfn, index);
        } else {
            self.io.cache.remove(owner, index, shadow);
            self.count_tree_nodes();
        }
        self.memory.frames.mapping[pfn as usize] = ORPHAN;
    }

    /// Drops a page that has no owner any more: frees it, or leaves this to the holder of the last reference.
    pub fn drop_page(&mut self, pfn: Pfn) {
        self.record(|_| Entry::Dropped { page: pfn });
        self.drop_buffers(pfn);
        self.memory.frames.clear(
            pfn,
            flag::MAPPED | flag::YOUNG | flag::PTE_DIRTY | flag::DIRTY,
        );
        self.memory
            .frames
            .clear(pfn, flag::SWAPCACHE | flag::RECLAIM);
        self.memory.frames.mapping[pfn as usize] = ORPHAN;
        if self.memory.frames.has(pfn, flag::LRU) && self.memory.frames.pagevec_references(pfn) == 0
        {
            let z = self.zone_of(pfn);
            self.take_off_list(z, pfn);
            self.free_page(pfn, false);
        }
    }

    /// Truncates a page of a file. The page must not be under writeback; the caller waits first.
    pub fn truncate_page(&mut self, pfn: Pfn) {
        if self.memory.frames.has(pfn, flag::DIRTY) {
            self.memory.frames.clear(pfn, flag::DIRTY);
            self.account_cleaned(pfn);
        }
        self.detach_from_mapping(pfn);
        self.charge(cost::ALLOC_PAGE);
        self.drop_page(pfn);
    }

    /// Truncates the pages of a file from an index on. Returns the first page that is under I/O, or `None` if no page
    /// is left.
    pub fn truncate_until_io(&mut self, id: MappingId, from: &mut u32) -> Option<Pfn> {
        while let Some((index, pfn)) = self.io.cache.next_page(id, *from) {
            if self.memory.frames.any(pfn, flag::WRITEBACK | flag::LOCKED) {
                return Some(pfn);
            }
            *from = index + 1;
            self.truncate_page(pfn);
        }
        self.forget_inode(id);
        None
    }

    /// Frees the id of a truncated file. Returns false while the inode is being written (inode_sync_wait).
    pub fn destroy_unless_syncing(&mut self, id: MappingId) -> bool {
        if self.io.cache.get(id).syncing {
            return false;
        }
        self.free_blocks(id);
        self.io.cache.destroy(id);
        self.count_tree_nodes();
        true
    }
}
