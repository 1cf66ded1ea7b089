//! The swap area and the swap cache (mm/swapfile.c, mm/swap_state.c).

use super::page::{NO_PFN, Pfn, SWAP_CACHE, flag};
use crate::machine::Machine;
use crate::record::Entry;
use crate::sched::cost;
use crate::trace::Reason;

/// Slots of a cluster (SWAPFILE_CLUSTER).
pub const CLUSTER: usize = 256;

/// A slot.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// Holds a page or is kept by a page table or the swap cache.
    pub used: bool,
    /// A page table entry refers to it.
    pub needed: bool,
    /// The address space whose page it holds.
    pub space: u16,
    /// Virtual page number there.
    pub vpn: u32,
    /// The page in the swap cache.
    pub pfn: Pfn,
}

const EMPTY: Slot = Slot {
    used: false,
    needed: false,
    space: 0,
    vpn: 0,
    pfn: NO_PFN,
};

/// A stretch of time in which a CPU holds the area's lock (swap_info_struct.lock).
#[derive(Clone, Copy, Debug, Default)]
pub struct LockHold {
    /// The CPU.
    pub cpu: u8,
    /// From, nanoseconds.
    pub start: u64,
    /// To, nanoseconds.
    pub end: u64,
}

/// The swap area.
#[derive(Clone, Debug)]
pub struct SwapArea {
    /// The device it lies on.
    pub device: u32,
    /// Free slots.
    pub free: u64,
    /// The last time that somebody held its lock. Nobody waits for it here; `instant_free` goes away where it is held.
    pub lock: LockHold,
    slots: Vec<Slot>,
    used_in_cluster: Vec<u16>,
    next: usize,
    left_in_cluster: usize,
}

impl SwapArea {
    /// An empty area of `pages` slots.
    #[must_use]
    pub fn new(device: u32, pages: u64) -> Self {
        let pages = pages as usize;
        Self {
            device,
            free: pages as u64,
            lock: LockHold::default(),
            slots: vec![EMPTY; pages],
            used_in_cluster: vec![0; pages.div_ceil(CLUSTER)],
            next: 0,
            left_in_cluster: 0,
        }
    }

    /// A slot.
    #[must_use]
    pub fn slot(&self, at: u32) -> &Slot {
        &self.slots[at as usize]
    }

    /// A slot, to change.
    pub fn slot_mut(&mut self, at: u32) -> &mut Slot {
        &mut self.slots[at as usize]
    }

    /// Slots in use by cluster.
    #[must_use]
    pub fn used_in_cluster(&self) -> &[u16] {
        &self.used_in_cluster
    }

    /// Number of slots.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.slots.len() as u64
    }

    /// Whether there is no slot at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Takes the next slot: clusters that are all free first, in order (scan_swap_map).
    fn take(&mut self) -> Option<u32> {
        if self.free == 0 {
            return None;
        }
        if self.left_in_cluster == 0 {
            match self.used_in_cluster.iter().position(|&used| used == 0) {
                Some(cluster) => {
                    self.next = cluster * CLUSTER;
                    self.left_in_cluster = CLUSTER.min(self.slots.len() - self.next);
                }
                None => self.left_in_cluster = CLUSTER,
            }
        }
        let len = self.slots.len();
        while self.slots[self.next % len].used {
            self.next += 1;
        }
        let at = self.next % len;
        self.next = at + 1;
        self.left_in_cluster -= 1;
        self.slots[at].used = true;
        self.used_in_cluster[at / CLUSTER] += 1;
        self.free -= 1;
        Some(at as u32)
    }

    /// The page of a slot that is in the swap cache.
    #[must_use]
    pub fn cached(&self, at: u32) -> Option<Pfn> {
        Some(self.slot(at).pfn).filter(|&pfn| pfn != NO_PFN)
    }

    /// Gives a slot back.
    pub fn release(&mut self, at: u32) {
        self.slots[at as usize] = EMPTY;
        self.used_in_cluster[at as usize / CLUSTER] -= 1;
        self.free += 1;
    }
}

impl Machine {
    /// add_to_swap: gives an anonymous page a slot; false if none is free.
    pub fn add_to_swap(&mut self, pfn: Pfn) -> bool {
        let (space, vpn) = (
            self.frames.mapping[pfn as usize],
            self.frames.index[pfn as usize],
        );
        let Some(swap) = &mut self.swap else {
            return false;
        };
        let Some(at) = swap.take() else { return false };
        self.hold_swap_lock();
        let Some(swap) = &mut self.swap else {
            return false;
        };
        let slot = swap.slot_mut(at);
        slot.space = space;
        slot.vpn = vpn;
        slot.pfn = pfn;
        self.frames.mapping[pfn as usize] = SWAP_CACHE;
        self.frames.index[pfn as usize] = at;
        self.frames.set(pfn, flag::SWAPCACHE | flag::DIRTY);
        self.note_event(pfn, Reason::GetsSlot);
        true
    }

    /// try_to_unmap: the page tables let go of a page; a dirty PTE makes it Dirty.
    pub fn try_to_unmap(&mut self, pfn: Pfn) {
        let dirty = self.frames.has(pfn, flag::PTE_DIRTY);
        self.frames
            .clear(pfn, flag::MAPPED | flag::YOUNG | flag::PTE_DIRTY);
        if self.frames.has(pfn, flag::SWAPCACHE) {
            let at = self.frames.index[pfn as usize];
            if let Some(swap) = &mut self.swap {
                let slot = swap.slot_mut(at);
                slot.needed = true;
                let (space, vpn) = (slot.space, slot.vpn);
                self.anon[space as usize].set_swapped(vpn, at);
            }
            if dirty {
                self.frames.set(pfn, flag::DIRTY);
            }
        } else if dirty {
            self.set_page_dirty(pfn);
        }
    }

    /// Whether a page table entry still refers to a swap-cache page's slot.
    #[must_use]
    pub fn slot_is_needed(&self, pfn: Pfn) -> bool {
        let at = self.frames.index[pfn as usize];
        self.swap.as_ref().is_some_and(|swap| swap.slot(at).needed)
    }

    /// vm_swap_full.
    #[must_use]
    pub fn swap_is_full(&self) -> bool {
        self.swap
            .as_ref()
            .is_some_and(|swap| swap.free * 2 < swap.len())
    }

    /// Takes a page that is to be freed out of the swap cache; a slot that nobody refers to goes back.
    pub fn leave_swap_cache(&mut self, pfn: Pfn, at: u32) {
        self.frames.clear(pfn, flag::SWAPCACHE);
        if let Some(swap) = &mut self.swap {
            let slot = swap.slot_mut(at);
            slot.pfn = NO_PFN;
            if !slot.needed {
                swap.release(at);
                self.hold_swap_lock();
            }
        }
    }

    /// The current task takes the swap area's lock for as long as a slot takes to find or to give back.
    pub fn hold_swap_lock(&mut self) {
        let start = self.now + self.tasks[self.current as usize].charge;
        let round = self.cpu_speed.time(cost::TREE_LOCK);
        if let Some(swap) = &mut self.swap {
            swap.lock = LockHold {
                cpu: self.cpu,
                start,
                end: start + round,
            };
        }
    }

    /// Whether another CPU holds the swap area's lock now.
    #[must_use]
    pub fn swap_lock_is_held(&self) -> bool {
        self.swap.as_ref().is_some_and(|swap| {
            let LockHold { cpu, start, end } = swap.lock;
            cpu != self.cpu && (start..end).contains(&self.now)
        })
    }

    /// try_to_free_swap: a page that no longer needs its slot leaves the swap cache, dirty.
    pub fn try_to_free_swap(&mut self, pfn: Pfn) {
        let at = self.frames.index[pfn as usize];
        if !self.frames.has(pfn, flag::SWAPCACHE)
            || self.frames.has(pfn, flag::WRITEBACK)
            || self.slot_is_needed(pfn)
        {
            return;
        }
        let Some(swap) = &mut self.swap else { return };
        let slot = *swap.slot(at);
        swap.release(at);
        self.hold_swap_lock();
        self.charge(cost::TREE_LOCK);
        self.frames.clear(pfn, flag::SWAPCACHE);
        self.frames.set(pfn, flag::DIRTY);
        self.record(|m| Entry::LeavesSwap {
            page: pfn,
            mapped: m.frames.has(pfn, flag::MAPPED),
        });
        if self.frames.has(pfn, flag::MAPPED) {
            self.frames.mapping[pfn as usize] = slot.space;
            self.frames.index[pfn as usize] = slot.vpn;
        } else {
            self.frames.mapping[pfn as usize] = super::page::ORPHAN;
        }
    }
}
