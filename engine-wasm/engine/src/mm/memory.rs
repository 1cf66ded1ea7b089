//! What mm/ keeps of a machine: frames, zones, what CPUs hold back of them, swap, anonymous address spaces, kswapd, and the
//! inode and dentry caches.

pub mod fault;
pub(super) mod swapin;

use super::anon::AnonSpace;
use super::page::{Frames, Pfn};
use super::pagevec::Pagevecs;
use super::per_cpu_pages::PerCpuPages;
use super::slub::SlabCaches;
use super::swap::SwapArea;
use super::swap_token::SwapToken;
use super::tree_lock::TreeLocks;
use super::zone::{Zone, ZoneId, ZoneStarts};
use crate::kernel::rules::EmptySlabs;
use crate::sched::task::TaskId;

/// Objects that a shrinker scans at once (SHRINK_BATCH).
const SHRINK_BATCH: u64 = 128;
/// Cost of making an object anew, in seeks (DEFAULT_SEEKS).
const SEEKS: u64 = 2;

/// The inode and dentry caches.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShrinkableObjects {
    objects: u64,
    due: u64,
}

impl ShrinkableObjects {
    /// shrink_slab after `scanned` pages (doubled for mapped ones) of `lru_pages`; objects scanned. None is freed, as those
    /// of a running system are in use. `cap_half`: what is due is capped at half of the objects while little comes to it.
    pub(super) fn shrink(&mut self, scanned: u64, lru_pages: u64, cap_half: bool) -> u64 {
        let scanned = if scanned == 0 { 32 } else { scanned };
        let objects = self.objects;
        let delta = (4 * scanned / SEEKS) * objects / (lru_pages + 1);
        self.due += delta;
        if cap_half && delta < objects / 4 {
            self.due = self.due.min(objects / 2);
        }
        self.due = self.due.min(2 * objects);
        let batches = self.due / SHRINK_BATCH;
        self.due %= SHRINK_BATCH;
        batches * SHRINK_BATCH
    }
}

/// What the allocator and kswapd say to each other.
#[derive(Clone, Debug, Default)]
pub struct KswapdState {
    pub(super) task: Option<TaskId>,
    /// It sleeps or naps on its own wait queue.
    pub(super) waits: bool,
    /// Order asked for (kswapd_max_order).
    pub(super) max_order: u8,
    /// Its present priority, for the picture.
    pub(super) priority: u32,
}

impl KswapdState {
    /// kswapd's task from now on.
    pub fn runs_as(&mut self, task: TaskId) {
        self.task = Some(task);
    }

    /// kswapd's task.
    #[must_use]
    pub fn task(&self) -> Option<TaskId> {
        self.task
    }

    /// Notes that kswapd waits for somebody to wake it.
    pub fn waits_for_work(&mut self) {
        self.waits = true;
    }

    /// Whether it sleeps or naps on its own wait queue.
    #[must_use]
    pub fn waits(&self) -> bool {
        self.waits
    }

    /// Asks for blocks of an order at least.
    pub fn ask_for(&mut self, order: u8) {
        self.max_order = self.max_order.max(order);
    }

    /// Order asked for (kswapd_max_order).
    #[must_use]
    pub fn order_asked(&self) -> u8 {
        self.max_order
    }

    /// Its present priority.
    #[must_use]
    pub fn priority(&self) -> u32 {
        self.priority
    }
}

/// What a CPU keeps of memory.
#[derive(Clone, Debug, Default)]
pub struct Cpu {
    /// Per-CPU page lists by zone.
    pub pcp: Vec<PerCpuPages>,
    /// Pagevecs.
    pub pagevecs: Pagevecs,
    /// Pages dirtied since balance_dirty_pages last ran here (bdp_ratelimits).
    pub(super) nr_dirtied: u64,
}

/// The vm.* knobs in force, but for those of dirty memory.
#[derive(Clone, Copy, Debug)]
pub struct VmKnobs {
    /// vm.swappiness.
    pub swappiness: u64,
    /// min_free_kbytes, kB.
    pub min_free_kbytes: u64,
    /// log2 of the slots read at a swap-in.
    pub page_cluster: u32,
    /// Readahead window, pages.
    pub ra_pages: u32,
}

/// The memory of a machine.
pub struct Memory {
    /// Knobs.
    pub knobs: VmKnobs,
    /// Page frames.
    pub frames: Frames,
    /// Zones, lowest address first.
    pub zones: Vec<Zone>,
    /// Where they start, kept together because it is asked for all the time.
    pub(super) zone_starts: ZoneStarts,
    /// What each CPU keeps of memory.
    pub cpus: Vec<Cpu>,
    /// kswapd.
    pub kswapd: KswapdState,
    /// Inodes and dentries.
    pub(super) shrinkable: ShrinkableObjects,
    /// The kernel's own objects that come with page cache and I/O.
    pub(super) slab_caches: SlabCaches,
    /// The highest zone that is not HighMem.
    pub(super) lowmem_class: ZoneId,
    pub(super) swap: Option<SwapArea>,
    pub(super) swap_token: SwapToken,
    pub(super) spaces: Vec<AnonSpace>,
    pub(super) tree_locks: TreeLocks,
    batches: Vec<Vec<Pfn>>,
}

impl Memory {
    /// These zones of a machine with so many CPUs, all of their frames in use, and so many inodes and dentries cached.
    #[must_use]
    pub fn new(
        zones: Vec<Zone>,
        cpus: u32,
        knobs: VmKnobs,
        slab_objects: u64,
        empty_slabs: EmptySlabs,
    ) -> Self {
        let present: Vec<u64> = zones.iter().map(|zone| zone.present).collect();
        let lowmem_class = zones.iter().rposition(|zone| !zone.highmem).unwrap_or(0);
        let cpu = Cpu {
            pcp: vec![PerCpuPages::default(); present.len()],
            ..Cpu::default()
        };
        Self {
            knobs,
            frames: Frames::new(present.iter().sum::<u64>() as usize),
            zone_starts: ZoneStarts::of(&present),
            zones,
            cpus: vec![cpu; cpus as usize],
            kswapd: KswapdState::default(),
            shrinkable: ShrinkableObjects {
                objects: slab_objects,
                due: 0,
            },
            slab_caches: SlabCaches::new(cpus, present.iter().sum::<u64>() as usize, empty_slabs),
            lowmem_class,
            swap: None,
            swap_token: SwapToken::default(),
            spaces: Vec::new(),
            tree_locks: TreeLocks::default(),
            batches: Vec::new(),
        }
    }

    /// Caches of the kernel's own objects.
    #[must_use]
    pub fn slab_caches(&self) -> &SlabCaches {
        &self.slab_caches
    }

    /// Swaps to `pages` slots of a device from now on (swapon).
    pub fn swap_on(&mut self, device: u32, pages: u64) {
        self.swap = Some(SwapArea::new(device, pages));
    }

    /// The swap area.
    #[must_use]
    pub fn swap(&self) -> Option<&SwapArea> {
        self.swap.as_ref()
    }

    /// The swap area, to change.
    pub fn swap_mut(&mut self) -> Option<&mut SwapArea> {
        self.swap.as_mut()
    }

    /// NR_FILE_DIRTY over all zones.
    #[must_use]
    pub fn nr_dirty(&self) -> u64 {
        self.zones.iter().map(|zone| zone.dirty).sum()
    }

    /// NR_WRITEBACK over all zones.
    #[must_use]
    pub fn nr_writeback(&self) -> u64 {
        self.zones.iter().map(|zone| zone.writeback).sum()
    }

    /// Whether a swap slot is free.
    #[must_use]
    pub fn swap_free(&self) -> bool {
        self.swap.as_ref().is_some_and(|swap| swap.free > 0)
    }

    /// Adds an address space; its number.
    pub fn add_space(&mut self, space: AnonSpace) -> u16 {
        self.spaces.push(space);
        self.spaces.len() as u16 - 1
    }

    /// Address spaces in order of their numbers.
    #[must_use]
    pub fn spaces(&self) -> &[AnonSpace] {
        &self.spaces
    }

    /// An address space.
    #[inline]
    #[must_use]
    pub fn space(&self, space: u16) -> &AnonSpace {
        &self.spaces[space as usize]
    }

    /// An address space, to change.
    #[inline]
    pub fn space_mut(&mut self, space: u16) -> &mut AnonSpace {
        &mut self.spaces[space as usize]
    }

    /// A vector for a reclaim batch; give it back with [`Memory::put_batch`].
    pub fn take_batch(&mut self) -> Vec<Pfn> {
        // As much as reclaim takes off a list at once (SWAP_CLUSTER_MAX).
        (self.batches.pop()).unwrap_or_else(|| Vec::with_capacity(32))
    }

    /// Takes a batch's vector back.
    pub fn put_batch(&mut self, mut batch: Vec<Pfn>) {
        batch.clear();
        self.batches.push(batch);
    }
}
