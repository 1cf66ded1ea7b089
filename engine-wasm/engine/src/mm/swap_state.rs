//! The swap cache: pages that have a slot, and page tables that refer to slots (mm/swap_state.c, mm/rmap.c).

use super::page::{Pfn, SWAP_CACHE, flag};
use super::swap::LockHold;
use crate::machine::Machine;
use crate::observer::record::Entry;
use crate::observer::trace::Reason;
use crate::sched::cost;

impl Machine {
    /// add_to_swap: allocates a slot for an anonymous page. Returns false if none is free.
    pub fn add_to_swap(&mut self, pfn: Pfn) -> bool {
        let (space, vpn) = (
            self.memory.frames.mapping[pfn as usize],
            self.memory.frames.index[pfn as usize],
        );
        let Some(swap) = &mut self.memory.swap else {
            return false;
        };
        let Some(at) = swap.take() else { return false };
        self.hold_swap_lock();
        let Some(swap) = &mut self.memory.swap else {
            return false;
        };
        let slot = swap.slot_mut(at);
        slot.space = space;
        slot.vpn = vpn;
        swap.enter_cache(at, pfn);
        self.memory.frames.mapping[pfn as usize] = SWAP_CACHE;
        self.memory.frames.index[pfn as usize] = at;
        self.memory.frames.set(pfn, flag::SWAPCACHE | flag::DIRTY);
        self.count_swap_cache_nodes();
        self.note_event(pfn, Reason::GetsSlot);
        true
    }

    /// try_to_unmap: removes a page from the page tables. A dirty PTE makes the page dirty.
    pub fn try_to_unmap(&mut self, pfn: Pfn) {
        let dirty = self.memory.frames.has(pfn, flag::PTE_DIRTY);
        self.memory
            .frames
            .clear(pfn, flag::MAPPED | flag::YOUNG | flag::PTE_DIRTY);
        if self.memory.frames.has(pfn, flag::SWAPCACHE) {
            let at = self.memory.frames.index[pfn as usize];
            if let Some(swap) = &mut self.memory.swap {
                let slot = swap.slot_mut(at);
                slot.needed = true;
                let (space, vpn) = (slot.space, slot.vpn);
                self.memory.spaces[space as usize].set_swapped(vpn, at);
            }
            if dirty {
                self.memory.frames.set(pfn, flag::DIRTY);
            }
        } else if dirty {
            self.set_page_dirty(pfn);
        }
    }

    /// Returns whether a page table entry still refers to the slot of a swap-cache page.
    #[must_use]
    pub fn slot_is_needed(&self, pfn: Pfn) -> bool {
        let at = self.memory.frames.index[pfn as usize];
        self.memory
            .swap
            .as_ref()
            .is_some_and(|swap| swap.slot(at).needed)
    }

    /// Returns whether more than half of the swap slots are in use (vm_swap_full).
    #[must_use]
    pub fn swap_is_full(&self) -> bool {
        self.memory
            .swap
            .as_ref()
            .is_some_and(|swap| swap.free * 2 < swap.len())
    }

    /// Removes a page from the swap cache before the page is freed. Frees the page's slot if no page table entry refers
    /// to it.
    pub fn leave_swap_cache(&mut self, pfn: Pfn, at: u32) {
        self.memory.frames.clear(pfn, flag::SWAPCACHE);
        if let Some(swap) = &mut self.memory.swap {
            swap.leave_cache(at);
            let slot = swap.slot_mut(at);
            slot.readahead = false;
            if !slot.needed {
                swap.release(at);
                self.hold_swap_lock();
            }
        }
        self.count_tree_nodes();
    }

    /// Notes that the current task holds the swap area's lock during the allocation or release of a slot.
    pub fn hold_swap_lock(&mut self) {
        let start = self.now() + self.current_task().charge;
        let round = self.sched.cpu_time(cost::TREE_LOCK);
        if let Some(swap) = &mut self.memory.swap {
            swap.lock = LockHold {
                cpu: self.sched.cpu(),
                start,
                end: start + round,
            };
        }
    }

    /// Returns whether another CPU holds the swap area's lock now.
    #[must_use]
    pub fn swap_lock_is_held(&self) -> bool {
        self.memory.swap.as_ref().is_some_and(|swap| {
            let LockHold { cpu, start, end } = swap.lock;
            cpu != self.sched.cpu() && (start..end).contains(&self.now())
        })
    }

    /// try_to_free_swap: if a page no longer needs its slot, removes the page from the swap cache, and marks it dirty.
    pub fn try_to_free_swap(&mut self, pfn: Pfn) {
        let at = self.memory.frames.index[pfn as usize];
        if !self.memory.frames.has(pfn, flag::SWAPCACHE)
            || self.memory.frames.has(pfn, flag::WRITEBACK)
            || self.slot_is_needed(pfn)
        {
            return;
        }
        let Some(swap) = &mut self.memory.swap else {
            return;
        };
        let slot = *swap.slot(at);
        swap.leave_cache(at);
        swap.release(at);
        self.hold_swap_lock();
        self.count_tree_nodes();
        self.charge(cost::TREE_LOCK);
        self.memory.frames.clear(pfn, flag::SWAPCACHE);
        self.memory.frames.set(pfn, flag::DIRTY);
        self.record(|m| Entry::LeavesSwap {
            page: pfn,
            mapped: m.memory.frames.has(pfn, flag::MAPPED),
        });
        if self.memory.frames.has(pfn, flag::MAPPED) {
            self.memory.frames.mapping[pfn as usize] = slot.space;
            self.memory.frames.index[pfn as usize] = slot.vpn;
        } else {
            self.memory.frames.mapping[pfn as usize] = super::page::ORPHAN;
        }
    }

    /// Returns whether a page counts as referenced because of the swap token. Source: page_referenced_one, 2.6.29 to
    /// 3.4.
    #[inline]
    #[must_use]
    pub fn is_kept_by_token(&self, pfn: Pfn) -> bool {
        self.memory.swap_token.is_held() && self.is_of_holder(pfn)
    }

    fn is_of_holder(&self, pfn: Pfn) -> bool {
        let frames = &self.memory.frames;
        if !frames.has(pfn, flag::MAPPED | flag::SWAPBACKED) {
            return false;
        }
        let place = frames.mapping[pfn as usize];
        let space = match &self.memory.swap {
            Some(swap) if frames.has(pfn, flag::SWAPCACHE) => {
                swap.slot(frames.index[pfn as usize]).space
            }
            _ => place,
        };
        (self.memory.swap_token).protects(space, self.sched.current())
    }
}
