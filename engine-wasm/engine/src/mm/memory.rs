//! The memory management state of a machine: frames, zones, per-CPU page lists and pagevecs, swap, anonymous address
//! spaces, kswapd, and the inode and dentry caches.

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

/// Objects that a shrinker scans in one batch (SHRINK_BATCH).
const SHRINK_BATCH: u64 = 128;
/// Cost of recreating an object, in seeks (DEFAULT_SEEKS).
const SEEKS: u64 = 2;

/// The inode and dentry caches.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShrinkableObjects {
    objects: u64,
    due: u64,
}

impl ShrinkableObjects {
    /// shrink_slab after `scanned` of `lru_pages` pages were scanned (mapped pages count twice). Returns the number of
    /// objects scanned. None is freed, because a running system uses them all. With `cap_half`, the number of objects
    /// due is limited to half of all objects as long as few become due.
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

/// State shared by the page allocator and kswapd.
#[derive(Clone, Debug, Default)]
pub struct KswapdState {
    pub(super) task: Option<TaskId>,
    /// Whether kswapd sleeps or naps on its own wait queue.
    pub(super) waits: bool,
    /// Requested order (kswapd_max_order).
    pub(super) max_order: u8,
    /// kswapd's current scan priority, for display only.
    pub(super) priority: u32,
}

impl KswapdState {
    /// Sets kswapd's task.
    pub fn runs_as(&mut self, task: TaskId) {
        self.task = Some(task);
    }

    /// Returns kswapd's task.
    #[must_use]
    pub fn task(&self) -> Option<TaskId> {
        self.task
    }

    /// Notes that kswapd sleeps on its wait queue.
    pub fn waits_for_work(&mut self) {
        self.waits = true;
    }

    /// Returns whether kswapd sleeps or naps on its own wait queue.
    #[must_use]
    pub fn waits(&self) -> bool {
        self.waits
    }

    /// Requests free blocks of at least this order.
    pub fn ask_for(&mut self, order: u8) {
        self.max_order = self.max_order.max(order);
    }

    /// Returns the requested order (kswapd_max_order).
    #[must_use]
    pub fn order_asked(&self) -> u8 {
        self.max_order
    }

    /// Returns kswapd's current scan priority.
    #[must_use]
    pub fn priority(&self) -> u32 {
        self.priority
    }
}

/// Memory management state of a CPU.
#[derive(Clone, Debug, Default)]
pub struct Cpu {
    /// Per-CPU page lists by zone.
    pub pcp: Vec<PerCpuPages>,
    /// The CPU's pagevecs.
    pub pagevecs: Pagevecs,
    /// Pages dirtied since balance_dirty_pages last ran here (bdp_ratelimits).
    pub(super) nr_dirtied: u64,
}

/// The vm.* settings of the machine, except those for dirty memory.
#[derive(Clone, Copy, Debug)]
pub struct VmKnobs {
    /// vm.swappiness.
    pub swappiness: u64,
    /// min_free_kbytes, kB.
    pub min_free_kbytes: u64,
    /// vm.page-cluster: log2 of the slots read at a swap-in.
    pub page_cluster: u32,
    /// Readahead window, pages.
    pub ra_pages: u32,
}

/// The memory of a machine.
pub struct Memory {
    /// vm.* settings.
    pub knobs: VmKnobs,
    /// Page frames.
    pub frames: Frames,
    /// Zones, lowest address first.
    pub zones: Vec<Zone>,
    /// First frames of the zones, kept together because they are looked up very often.
    pub(super) zone_starts: ZoneStarts,
    /// State of each CPU.
    pub cpus: Vec<Cpu>,
    /// State that the page allocator and kswapd share.
    pub kswapd: KswapdState,
    /// Inodes and dentries.
    pub(super) shrinkable: ShrinkableObjects,
    /// Caches of kernel objects that page cache and I/O need.
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
    /// Creates the memory of a machine with `zones` and `cpus` CPUs. All frames are in use, and `slab_objects` inodes
    /// and dentries are cached.
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

    /// Returns the slab caches of the kernel's own objects.
    #[must_use]
    pub fn slab_caches(&self) -> &SlabCaches {
        &self.slab_caches
    }

    /// Starts swapping to `pages` slots of a device (swapon).
    pub fn swap_on(&mut self, device: u32, pages: u64) {
        self.swap = Some(SwapArea::new(device, pages));
    }

    /// Returns the swap area, if there is one.
    #[must_use]
    pub fn swap(&self) -> Option<&SwapArea> {
        self.swap.as_ref()
    }

    /// Returns a mutable reference to the swap area, if there is one.
    pub fn swap_mut(&mut self) -> Option<&mut SwapArea> {
        self.swap.as_mut()
    }

    /// Returns NR_FILE_DIRTY, summed over all zones.
    #[must_use]
    pub fn nr_dirty(&self) -> u64 {
        self.zones.iter().map(|zone| zone.dirty).sum()
    }

    /// Returns NR_WRITEBACK, summed over all zones.
    #[must_use]
    pub fn nr_writeback(&self) -> u64 {
        self.zones.iter().map(|zone| zone.writeback).sum()
    }

    /// Returns whether a swap slot is free.
    #[must_use]
    pub fn swap_free(&self) -> bool {
        self.swap.as_ref().is_some_and(|swap| swap.free > 0)
    }

    /// Adds an address space, and returns its number.
    pub fn add_space(&mut self, space: AnonSpace) -> u16 {
        self.spaces.push(space);
        self.spaces.len() as u16 - 1
    }

    /// Returns the address spaces in the order of their numbers.
    #[must_use]
    pub fn spaces(&self) -> &[AnonSpace] {
        &self.spaces
    }

    /// Returns an address space by number.
    #[inline]
    #[must_use]
    pub fn space(&self, space: u16) -> &AnonSpace {
        &self.spaces[space as usize]
    }

    /// Returns a mutable reference to an address space.
    #[inline]
    pub fn space_mut(&mut self, space: u16) -> &mut AnonSpace {
        &mut self.spaces[space as usize]
    }

    /// Returns an empty vector for a reclaim batch. The caller must return it with [`Memory::put_batch`].
    pub fn take_batch(&mut self) -> Vec<Pfn> {
        // The number of pages in a reclaim batch (SWAP_CLUSTER_MAX).
        (self.batches.pop()).unwrap_or_else(|| Vec::with_capacity(32))
    }

    /// Empties the vector of a batch and keeps it for reuse.
    pub fn put_batch(&mut self, mut batch: Vec<Pfn>) {
        batch.clear();
        self.batches.push(batch);
    }
}
