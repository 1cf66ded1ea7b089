//! The swap area and its slots (mm/swapfile.c).

use super::page::{NO_PFN, Pfn};

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
    pub(super) fn take(&mut self) -> Option<u32> {
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
