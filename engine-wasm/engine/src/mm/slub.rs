//! Slab caches of the kernel's own objects, which take pages as page cache and I/O grow and give them back (mm/slub.c,
//! 2.6.29 to 3.16; sizes of x86-64).
//!
//! Objects of a cache end in the order in which they began, more or less, so its oldest slab is the first to be empty.
//! Which object lies in which slab is not kept.

use std::collections::VecDeque;

use super::gfp::{AllocFlags, Gfp};
use super::migratetype::Migratetype;
use super::page::{MAPPING_LIMIT, Pfn, flag};
use super::zone::Mark;
use crate::kernel::rules::EmptySlabs;
use crate::machine::Machine;
use crate::sched::cost;

/// log2 of the pages of a slab at most (PAGE_ALLOC_COSTLY_ORDER).
const MAX_ORDER: u8 = 3;
const PAGE_SIZE: u32 = 4096;

/// A cache of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlabCacheId {
    /// buffer_head: one for each page of a filesystem that was written, until its buffers are dropped.
    BufferHead,
    /// radix_tree_node: one for each 64 pages of a file of which some are in the page cache.
    RadixTreeNode,
    /// bio-0, for bios with up to four vectors: from submission to completion.
    Bio,
}

impl SlabCacheId {
    /// All of them, by place.
    pub const ALL: [SlabCacheId; 3] = [Self::BufferHead, Self::RadixTreeNode, Self::Bio];

    /// Bytes of an object.
    const fn object_size(self) -> u32 {
        match self {
            Self::BufferHead => 104,
            Self::RadixTreeNode => 560,
            // struct bio and four bio_vecs, rounded up to cache lines.
            Self::Bio => 192,
        }
    }

    /// Empty slabs that a node's list keeps: the logarithm of the object's size, and 5 to 10 (kmem_cache_open,
    /// set_min_partial).
    fn min_partial(self) -> u32 {
        self.object_size().ilog2().clamp(5, 10)
    }

    /// Slabs that a CPU holds frozen before it moves them to the node's list: one object of each is free when it comes, and it
    /// is full with more than 30 of them, or 13 where an object has 256 bytes or more (kmem_cache_open, put_cpu_partial).
    fn cpu_partial(self) -> u32 {
        match self.object_size() {
            256.. => 14,
            _ => 31,
        }
    }

    /// SLAB_RECLAIM_ACCOUNT is what makes a cache's pages reclaimable.
    const fn migratetype(self) -> Migratetype {
        match self {
            Self::BufferHead | Self::RadixTreeNode => Migratetype::Reclaimable,
            Self::Bio => Migratetype::Unmovable,
        }
    }

    /// Objects of a machine with so many pages, more or less at most: there is room for their slabs from the start.
    const fn most(self, pages: usize) -> usize {
        match self {
            Self::BufferHead => pages,
            Self::RadixTreeNode => pages / 64,
            Self::Bio => pages / 2,
        }
    }

    /// Its name in /proc/slabinfo.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BufferHead => "buffer_head",
            Self::RadixTreeNode => "radix_tree_node",
            Self::Bio => "bio-0",
        }
    }
}

/// A slab.
#[derive(Clone, Copy, Debug)]
struct Slab {
    pfn: Pfn,
    order: u8,
}

/// A cache (struct kmem_cache).
#[derive(Clone, Debug)]
pub struct SlabCache {
    id: SlabCacheId,
    /// log2 of the pages of a slab, where so many are to be had together.
    order: u8,
    /// Objects in use.
    in_use: u64,
    /// Objects that there is room for beyond those in use. Negative where no page could be had.
    room: i64,
    /// Objects of the empty slabs that stay when others are given back.
    kept: i64,
    /// Objects without use from which on they are.
    full: i64,
    /// The oldest first.
    slabs: VecDeque<Slab>,
}

impl SlabCache {
    fn new(id: SlabCacheId, cpus: u32, pages: usize, empty: EmptySlabs) -> Self {
        let order = slab_order(id.object_size(), cpus);
        let (kept, frozen) = match empty {
            EmptySlabs::GivenBack => (0, 0),
            EmptySlabs::KeptOnNode => (id.min_partial(), 0),
            EmptySlabs::KeptByCpu => (id.min_partial(), id.cpu_partial()),
        };
        let objects = i64::from((PAGE_SIZE << order) / id.object_size());
        Self {
            id,
            order,
            kept: objects * i64::from(kept),
            full: objects * i64::from(kept + frozen + 1),
            in_use: 0,
            room: 0,
            slabs: VecDeque::with_capacity(
                1 + id.most(pages) / (PAGE_SIZE / id.object_size()) as usize,
            ),
        }
    }

    /// Objects in use.
    #[must_use]
    pub fn in_use(&self) -> u64 {
        self.in_use
    }

    /// Objects that come without a new slab.
    #[inline]
    #[must_use]
    pub fn room(&self) -> u32 {
        self.room.clamp(0, i64::from(u32::MAX)) as u32
    }

    /// Pages of its slabs.
    #[must_use]
    pub fn pages(&self) -> u64 {
        self.slabs.iter().map(|slab| 1 << slab.order).sum()
    }

    fn objects(&self, order: u8) -> i64 {
        i64::from((PAGE_SIZE << order) / self.id.object_size())
    }

    /// The oldest slab, if it is empty and beyond those that the cache keeps.
    fn empty_slab(&mut self) -> Option<Slab> {
        let &oldest = self.slabs.front()?;
        let objects = self.objects(oldest.order);
        if self.room < objects + self.kept {
            return None;
        }
        self.room -= objects;
        self.slabs.pop_front()
    }
}

/// calculate_order of a cache without alignment: log2 of the pages of a slab that holds enough objects for so many CPUs, and
/// of which no more than a sixteenth, an eighth or a quarter is left over.
#[must_use]
pub fn slab_order(object_size: u32, cpus: u32) -> u8 {
    let fls = u32::BITS - cpus.leading_zeros();
    let most = (PAGE_SIZE << MAX_ORDER) / object_size;
    for enough in (2..=most.min(4 * (fls + 1))).rev() {
        for fraction in [16, 8, 4] {
            let fits = |&order: &u8| {
                let slab = PAGE_SIZE << order;
                slab >= enough * object_size && slab % object_size <= slab / fraction
            };
            if let Some(order) = (0..=MAX_ORDER).find(fits) {
                return order;
            }
        }
    }
    0
}

/// All caches of a machine.
#[derive(Clone, Debug)]
pub struct SlabCaches([SlabCache; 3]);

impl SlabCaches {
    /// Empty caches of a machine with so many CPUs and pages.
    #[must_use]
    pub fn new(cpus: u32, pages: usize, empty: EmptySlabs) -> Self {
        Self(SlabCacheId::ALL.map(|id| SlabCache::new(id, cpus, pages, empty)))
    }

    /// A cache.
    #[inline]
    #[must_use]
    pub fn get(&self, id: SlabCacheId) -> &SlabCache {
        &self.0[id as usize]
    }

    #[inline]
    fn get_mut(&mut self, id: SlabCacheId) -> &mut SlabCache {
        &mut self.0[id as usize]
    }
}

impl Machine {
    /// kmem_cache_alloc of so many objects. Where no page is to be had for them at once they come without one, and the
    /// next that are allocated look for it: the kernel would reclaim or wait.
    #[inline]
    pub fn slab_alloc(&mut self, id: SlabCacheId, objects: u32) {
        let cache = self.memory.slab_caches.get_mut(id);
        cache.in_use += u64::from(objects);
        cache.room -= i64::from(objects);
        if cache.room < 0 {
            self.add_slabs(id);
        }
    }

    /// kmem_cache_free of so many objects.
    #[inline]
    pub fn slab_free(&mut self, id: SlabCacheId, objects: u32) {
        let cache = self.memory.slab_caches.get_mut(id);
        cache.in_use -= u64::from(objects);
        cache.room += i64::from(objects);
        if cache.room >= cache.full {
            self.give_back_slabs(id);
        }
    }

    /// The nodes of the page cache's trees are as many as they are: takes or gives what has come or gone since.
    #[inline]
    pub fn count_tree_nodes(&mut self) {
        let id = SlabCacheId::RadixTreeNode;
        let (now, then) = (
            self.io.cache.nodes_in_use(),
            self.memory.slab_caches.get(id).in_use,
        );
        if now > then {
            self.slab_alloc(id, (now - then) as u32);
        } else if now < then {
            self.slab_free(id, (then - now) as u32);
        }
    }

    /// Counts the objects that exist before anything runs. Their slabs, and an empty one of each cache, are among the pages
    /// that the kernel holds from the start.
    pub fn begin_slab_caches(&mut self) {
        let frames = &self.memory.frames;
        let with_buffers = (frames.flags.iter().zip(&frames.mapping))
            .filter(|&(flags, &owner)| flags & flag::PRIVATE != 0 && owner < MAPPING_LIMIT)
            .count() as u64;
        let nodes = self.io.cache.nodes_in_use();
        let caches = &mut self.memory.slab_caches;
        caches.get_mut(SlabCacheId::BufferHead).in_use = with_buffers;
        caches.get_mut(SlabCacheId::RadixTreeNode).in_use = nodes;
        for cache in &mut caches.0 {
            cache.room = cache.objects(cache.order);
        }
    }

    /// new_slab, as often as there are objects without room: of the cache's order if that is to be had, else of single pages.
    #[cold]
    fn add_slabs(&mut self, id: SlabCacheId) {
        while self.memory.slab_caches.get(id).room < 0 {
            let order = self.memory.slab_caches.get(id).order;
            let slab = self
                .new_slab(id, order)
                .or_else(|| (order > 0).then(|| self.new_slab(id, 0)).flatten());
            let Some(slab) = slab else { return };
            let cache = self.memory.slab_caches.get_mut(id);
            cache.room += cache.objects(slab.order);
            cache.slabs.push_back(slab);
        }
    }

    /// discard_slab of the empty slabs that the cache does not keep.
    #[cold]
    fn give_back_slabs(&mut self, id: SlabCacheId) {
        while let Some(slab) = self.memory.slab_caches.get_mut(id).empty_slab() {
            self.take_back_from_kernel(slab.pfn, slab.order);
        }
    }

    /// allocate_slab: above low, then after a wake-up of kswapd above min, and whatever there is for a reclaimer. A bio does
    /// not take of the reserves, as its mempool holds some back (mempool_alloc: __GFP_NOMEMALLOC, without __GFP_WAIT).
    fn new_slab(&mut self, id: SlabCacheId, order: u8) -> Option<Slab> {
        self.charge(cost::ALLOC_PAGE);
        let gfp = Gfp {
            order,
            migratetype: id.migratetype(),
            ..Gfp::KERNEL
        };
        let pfn = match self.first_page_from_freelist(gfp) {
            Some(pfn) => pfn,
            None => {
                self.wake_kswapd_for(order);
                let pooled = id == SlabCacheId::Bio;
                let mark = match self.is_memalloc() && !pooled {
                    true => Mark::None,
                    false => Mark::Min,
                };
                let flags = AllocFlags {
                    harder: pooled,
                    ..AllocFlags::at(mark)
                };
                self.page_from_freelist(gfp, flags)?
            }
        };
        self.lend_to_kernel(pfn, order);
        Some(Slab { pfn, order })
    }

    /// Whether the task that runs reclaims memory (PF_MEMALLOC).
    fn is_memalloc(&self) -> bool {
        let current = self.sched.current();
        self.memory.kswapd.task() == Some(current) || self.task(current).memalloc
    }

    /// create_empty_buffers, unless the page has its buffers: one, as blocks are of the size of a page.
    #[inline]
    pub fn create_buffers(&mut self, pfn: Pfn) {
        if !self.memory.frames.has(pfn, flag::PRIVATE) {
            self.memory.frames.set(pfn, flag::PRIVATE);
            self.slab_alloc(SlabCacheId::BufferHead, 1);
        }
    }

    /// try_to_free_buffers, of a page that may have none.
    #[inline]
    pub fn drop_buffers(&mut self, pfn: Pfn) {
        if self.memory.frames.has(pfn, flag::PRIVATE) {
            self.memory.frames.clear(pfn, flag::PRIVATE);
            self.slab_free(SlabCacheId::BufferHead, 1);
        }
    }
}
