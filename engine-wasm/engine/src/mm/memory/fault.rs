//! Faults on anonymous memory and the end of an address space (mm/memory.c).

use super::super::anon::Pte;
use super::super::gfp::Gfp;
use super::super::page::{Pfn, flag};
use super::super::page_wait::wait_on_page;
use super::super::slow_path::alloc_pages_slowpath;
use super::super::zone::Lru;
use super::swapin::swapin_readahead;
use crate::machine::Machine;
use crate::observer::trace::Reason;
use crate::sched::context::Cx;

/// Why a write to a virtual page has to wait.
enum Wait {
    /// The fast path could not allocate a page.
    NoPage,
    /// The page is locked while it is read from swap.
    Locked(Pfn),
    /// The page must be read from this swap slot.
    SwappedOut(u32),
}

/// Writes to a virtual page. Returns `None` if the task was killed.
pub async fn touch(cx: &Cx, space: u16, vpn: u32) -> Option<()> {
    let mut major = false;
    while let Err(wait) = cx.with(|m| m.touch_at_once(space, vpn, major)) {
        major |= matches!(wait, Wait::SwappedOut(_));
        cx.with(|m| m.memory.swap_token.fault_begins(space, cx.id));
        let goes_on = fault(cx, space, vpn, wait).await;
        cx.with(|m| m.memory.swap_token.fault_ends(space));
        if !goes_on? {
            break;
        }
    }
    Some(())
}

/// Waits once during a page fault. Returns whether the fault must be retried, or `None` if the task was killed.
async fn fault(cx: &Cx, space: u16, vpn: u32, wait: Wait) -> Option<bool> {
    match wait {
        Wait::NoPage => {
            let pfn = alloc_pages_slowpath(cx, Gfp::USER).await?;
            cx.m().map_new_page(space, vpn, pfn);
            return Some(false);
        }
        Wait::Locked(pfn) => {
            cx.with(|m| {
                if m.rules.fault_retries {
                    m.memory.swap_token.fault_ends(space);
                }
            });
            wait_on_page(cx, pfn, flag::LOCKED).await;
        }
        Wait::SwappedOut(slot) => {
            cx.with(|m| m.memory.swap_token.grab(space, m.rules.swap_token));
            swapin_readahead(cx, slot).await?;
        }
    }
    Some(true)
}

impl Machine {
    /// Writes to a virtual page, including the page fault, unless the write would have to wait.
    fn touch_at_once(&mut self, space: u16, vpn: u32, major: bool) -> Result<(), Wait> {
        match self.memory.spaces[space as usize].pte(vpn) {
            Pte::Present(pfn) => self.memory.frames.set(pfn, flag::YOUNG | flag::PTE_DIRTY),
            Pte::None => {
                self.count_fault(false);
                let pfn = self.alloc_fast(Gfp::USER).ok_or(Wait::NoPage)?;
                self.map_new_page(space, vpn, pfn);
            }
            Pte::Swapped(slot) => {
                let pfn = self.lookup_swap_cache(slot).ok_or(Wait::SwappedOut(slot))?;
                if self.memory.frames.has(pfn, flag::LOCKED) {
                    return Err(Wait::Locked(pfn));
                }
                self.count_fault(major);
                self.map_swapped_page(space, vpn, slot, pfn);
            }
        }
        Ok(())
    }

    /// Clears a new anonymous page, and maps it: young, dirty, and on its way to the head of active_anon.
    pub fn map_new_page(&mut self, space: u16, vpn: u32, pfn: Pfn) {
        self.memory.frames.mapping[pfn as usize] = space;
        self.memory.frames.index[pfn as usize] = vpn;
        self.memory.frames.set(
            pfn,
            flag::SWAPBACKED | flag::MAPPED | flag::YOUNG | flag::PTE_DIRTY | flag::ACTIVE,
        );
        self.memory.spaces[space as usize].set_present(vpn, pfn);
        self.charge(self.sched.clear_page());
        self.note_event(pfn, Reason::EntersAnon);
        self.lru_cache_add(pfn, Lru::ActiveAnon);
    }

    fn swap_cache_page(&self, slot: u32) -> Option<Pfn> {
        self.memory.swap.as_ref()?.cached(slot)
    }

    /// do_swap_page for a write: maps the page. Then removes it from the swap cache, because no PTE needs the slot.
    fn map_swapped_page(&mut self, space: u16, vpn: u32, slot: u32, pfn: Pfn) {
        self.memory.spaces[space as usize].set_present(vpn, pfn);
        self.memory
            .frames
            .set(pfn, flag::MAPPED | flag::YOUNG | flag::PTE_DIRTY);
        if let Some(swap) = &mut self.memory.swap {
            swap.slot_mut(slot).needed = false;
        }
        if self.rules.swapin_marks_accessed {
            self.mark_page_accessed(pfn);
        }
        self.try_to_free_swap(pfn);
    }

    /// Frees an address space (exit_mmap). Pages that are locked or under writeback are left to reclaim.
    pub fn exit_space(&mut self, space: u16) {
        self.memory.swap_token.put(space);
        for vpn in 0..self.memory.spaces[space as usize].len() {
            match self.memory.spaces[space as usize].pte(vpn) {
                Pte::None => continue,
                Pte::Present(pfn) => self.unmap_at_exit(pfn),
                Pte::Swapped(slot) => self.forget_slot(slot),
            }
            self.memory.spaces[space as usize].clear(vpn);
        }
    }

    fn unmap_at_exit(&mut self, pfn: Pfn) {
        self.memory
            .frames
            .clear(pfn, flag::MAPPED | flag::YOUNG | flag::PTE_DIRTY);
        if !self.memory.frames.has(pfn, flag::SWAPCACHE) {
            self.drop_page(pfn);
        } else if !self.memory.frames.any(pfn, flag::LOCKED | flag::WRITEBACK) {
            let slot = self.memory.frames.index[pfn as usize];
            self.leave_swap_cache(pfn, slot);
            self.drop_page(pfn);
        }
    }

    fn forget_slot(&mut self, slot: u32) {
        let Some(swap) = &mut self.memory.swap else {
            return;
        };
        swap.slot_mut(slot).needed = false;
        match self.swap_cache_page(slot) {
            Some(pfn) if self.memory.frames.any(pfn, flag::LOCKED | flag::WRITEBACK) => {}
            Some(pfn) => {
                self.leave_swap_cache(pfn, slot);
                self.drop_page(pfn);
            }
            None => {
                if let Some(swap) = &mut self.memory.swap {
                    swap.release(slot);
                    self.hold_swap_lock();
                }
            }
        }
    }
}
