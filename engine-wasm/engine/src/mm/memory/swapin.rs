//! Reading pages from swap together with the slots around them (mm/swap_state.c: swapin_readahead, 2.6.29 to 3.16).

use std::ops::RangeInclusive;

use super::super::gfp::Gfp;
use super::super::page::{NO_PFN, Pfn, SWAP_CACHE, flag};
use super::super::slow_path::alloc_page;
use super::super::zone::Lru;
use crate::block::{Op, Origin};
use crate::fs::submit::submit_pages;
use crate::kernel::rules::SwapinReadahead;
use crate::machine::Machine;
use crate::observer::trace::Reason;
use crate::observer::vmstat::Counter;
use crate::sched::context::Cx;

/// Reads a slot and others around it. Returns `None` if the task was killed.
pub async fn swapin_readahead(cx: &Cx, slot: u32) -> Option<()> {
    let (window, device) = cx.m().swapin_window(slot)?;
    let mut pages = cx.with(|m| m.memory.take_batch());
    let mut slots = cx.with(|m| m.memory.take_batch());
    let singly = cx.m().rules.swapin_reads_singly;
    let mut killed = false;
    for at in window.clone() {
        if !cx.m().is_swapped_out(at) {
            continue;
        }
        let Some(pfn) = alloc_page(cx, Gfp::USER).await else {
            killed = true;
            break;
        };
        cx.with(|m| {
            if m.is_swapped_out(at) {
                m.read_into_swap_cache(at, pfn, at != slot);
                pages.push(pfn);
                slots.push(at);
            } else {
                m.free_page(pfn, false);
            }
        });
        if singly {
            read_slots(cx, device, &slots, &pages).await;
            pages.clear();
            slots.clear();
        }
    }
    read_slots(cx, device, &slots, &pages).await;
    cx.with(|m| {
        if window.end() > window.start() || m.rules.swapin_readahead != SwapinReadahead::ByHits {
            m.lru_add_drain();
        }
        m.memory.put_batch(pages);
        m.memory.put_batch(slots);
    });
    // The page may have been evicted again by now, so the fault looks it up once more.
    (!killed).then_some(())
}

/// Reads pages from their slots, adjacent ones together.
async fn read_slots(cx: &Cx, device: u32, slots: &[u32], pages: &[Pfn]) {
    let mut at = 0;
    while at < pages.len() {
        let run = (at + 1..pages.len())
            .take_while(|&n| slots[n] == slots[at] + (n - at) as u32)
            .count()
            + 1;
        let block = u64::from(slots[at]);
        let run_of_pages = &pages[at..at + run];
        submit_pages(
            cx,
            device,
            block,
            Op::Read,
            Origin::SwapIn,
            run_of_pages,
            None,
        )
        .await;
        at += run;
    }
}

impl Machine {
    /// Returns the page of a slot, if it is in the swap cache. The first lookup of a page that was read ahead counts as
    /// a hit (lookup_swap_cache).
    pub(super) fn lookup_swap_cache(&mut self, slot: u32) -> Option<Pfn> {
        let swap = self.memory.swap.as_mut()?;
        let pfn = swap.cached(slot)?;
        if std::mem::take(&mut swap.slot_mut(slot).readahead) {
            swap.readahead.hits += 1;
        }
        Some(pfn)
    }

    fn is_swapped_out(&self, slot: u32) -> bool {
        self.memory.swap.as_ref().is_some_and(|swap| {
            let slot = swap.slot(slot);
            slot.needed && slot.pfn == NO_PFN
        })
    }

    /// Returns the slots to read for a fault on one slot, and the swap device.
    fn swapin_window(&mut self, slot: u32) -> Option<(RangeInclusive<u32>, u32)> {
        let most = 1 << self.memory.knobs.page_cluster;
        let swap = self.memory.swap.as_mut()?;
        let window = match self.rules.swapin_readahead {
            SwapinReadahead::Neighbours => {
                let around = swap.cluster(slot, most);
                let used = |&at: &u32| swap.is_used(at);
                let below = (*around.start()..slot).rev().take_while(used).count() as u32;
                let above = (slot + 1..=*around.end()).take_while(used).count() as u32;
                slot - below..=slot + above
            }
            SwapinReadahead::Cluster => swap.cluster(slot, most),
            SwapinReadahead::ByHits => {
                let pages = swap.readahead.pages(slot, most);
                swap.cluster(slot, pages)
            }
        };
        Some((window, swap.device))
    }

    fn read_into_swap_cache(&mut self, slot: u32, pfn: Pfn, ahead: bool) {
        self.memory.frames.mapping[pfn as usize] = SWAP_CACHE;
        self.memory.frames.index[pfn as usize] = slot;
        self.memory
            .frames
            .set(pfn, flag::SWAPBACKED | flag::SWAPCACHE | flag::LOCKED);
        if let Some(swap) = &mut self.memory.swap {
            swap.enter_cache(slot, pfn);
            swap.slot_mut(slot).readahead = ahead;
        }
        self.count_tree_nodes();
        self.observer.count_global(Counter::PswpIn, 1);
        self.note_event(pfn, Reason::SwappedIn);
        self.lru_cache_add(pfn, Lru::InactiveAnon);
    }
}
