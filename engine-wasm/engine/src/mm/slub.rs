//! Slab caches of the kernel's own objects, which allocate and free pages as page cache and I/O grow and shrink
//! (mm/slub.c, 2.6.29 to 3.16; sizes of x86-64).
//!
//! The model assumes that objects of a cache are freed roughly in the order of their allocation, so the oldest slab
//! becomes empty first. It does not record which slab an object is in.

use std::collections::VecDeque;

use super::gfp::{AllocFlags, Gfp};
use super::migratetype::Migratetype;
use super::page::{MAPPING_LIMIT, Pfn, flag};
use super::swap::SwapArea;
use super::zone::Mark;
use crate::kernel::rules::EmptySlabs;
use crate::machine::Machine;
use crate::sched::cost;

/// Number of bios that the mempool keeps for tasks that find no page for another one (BIO_POOL_SIZE).
const BIO_POOL: i64 = 2;
/// Maximum order of a slab (PAGE_ALLOC_COSTLY_ORDER).
const MAX_ORDER: u8 = 3;
const PAGE_SIZE: u32 = 4096;

/// Identifies a slab cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlabCacheId {
    /// buffer_head: one for each written page of a filesystem, until the page's buffers are dropped.
    BufferHead,
    /// radix_tree_node: one for each 64 pages of a file, if some of them are in the page cache.
    RadixTreeNode,
    /// bio-0, for bios with up to four vectors: from submission to completion.
    Bio,
}

impl SlabCacheId {
    /// All caches, indexed by number.
    pub const ALL: [SlabCacheId; 3] = [Self::BufferHead, Self::RadixTreeNode, Self::Bio];

    /// Returns the size of an object, bytes.
    const fn object_size(self) -> u32 {
        match self {
            Self::BufferHead => 104,
            Self::RadixTreeNode => 560,
            // struct bio and four bio_vecs, rounded up to cache lines.
            Self::Bio => 192,
        }
    }

    /// Returns how many empty slabs a node's list keeps: log2 of the object's size, but at least 5 and at most 10
    /// (kmem_cache_open, set_min_partial).
    fn min_partial(self) -> u32 {
        self.object_size().ilog2().clamp(5, 10)
    }

    /// Returns how many frozen slabs a CPU holds before it moves them to the node's list. One object of each slab is
    /// free when the CPU adds it. The CPU may hold 30 free objects, or 13 if an object has 256 bytes or more
    /// (kmem_cache_open, put_cpu_partial).
    fn cpu_partial(self) -> u32 {
        match self.object_size() {
            256.. => 14,
            _ => 31,
        }
    }

    /// Returns the migrate type of the cache's pages: SLAB_RECLAIM_ACCOUNT makes them reclaimable.
    const fn migratetype(self) -> Migratetype {
        match self {
            Self::BufferHead | Self::RadixTreeNode => Migratetype::Reclaimable,
            Self::Bio => Migratetype::Unmovable,
        }
    }

    /// Returns an estimate of the maximum number of objects on a machine with `pages` pages. Space to record their
    /// slabs is allocated at the start.
    const fn most(self, pages: usize) -> usize {
        match self {
            Self::BufferHead => pages,
            Self::RadixTreeNode => pages / 64,
            Self::Bio => pages / 2,
        }
    }

    /// Returns the cache's name in /proc/slabinfo.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BufferHead => "buffer_head",
            Self::RadixTreeNode => "radix_tree_node",
            Self::Bio => "bio-0",
        }
    }
}

/// How deep into the reserves the allocation of a slab may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Depth {
    /// To the min watermark. A task that reclaims ignores watermarks.
    Task,
    /// To the min watermark, even for a task that reclaims, because the mempool has a reserve of its own (mempool_alloc:
    /// __GFP_NOMEMALLOC, without __GFP_WAIT).
    Pool,
    /// To half of the min watermark (__GFP_HIGH with __GFP_NOMEMALLOC).
    High,
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
    /// log2 of the number of pages in a slab. If no such block can be allocated, a slab is a single page.
    order: u8,
    /// Objects in use.
    in_use: u64,
    /// Free objects in the slabs. Negative if no page could be allocated for some objects in use: bios of the mempool, and
    /// other objects without a page.
    room: i64,
    /// Number of objects in the empty slabs that the cache keeps. It frees its other empty slabs.
    kept: i64,
    /// Number of free objects at which the cache frees its other empty slabs.
    full: i64,
    /// The slabs, oldest first.
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

    /// Returns the number of objects in use.
    #[must_use]
    pub fn in_use(&self) -> u64 {
        self.in_use
    }

    /// Returns how many objects can be allocated without a new slab.
    #[inline]
    #[must_use]
    pub fn room(&self) -> u32 {
        self.room.clamp(0, i64::from(u32::MAX)) as u32
    }

    /// Whether no more objects are in use than the slabs and the mempool hold.
    #[must_use]
    pub fn keeps_to_pool(&self) -> bool {
        self.room >= -BIO_POOL
    }

    /// Returns the number of pages in its slabs.
    #[must_use]
    pub fn pages(&self) -> u64 {
        self.slabs.iter().map(|slab| 1 << slab.order).sum()
    }

    fn objects(&self, order: u8) -> i64 {
        i64::from((PAGE_SIZE << order) / self.id.object_size())
    }

    /// Removes and returns the oldest slab, if it is empty and the cache does not keep it.
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

/// calculate_order of a cache without alignment: returns log2 of the number of pages in a slab. The slab holds enough objects for
/// `cpus` CPUs, and wastes no more than a sixteenth, an eighth or a quarter of its space.
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
    /// Creates empty caches for a machine with `cpus` CPUs and `pages` pages.
    #[must_use]
    pub fn new(cpus: u32, pages: usize, empty: EmptySlabs) -> Self {
        Self(SlabCacheId::ALL.map(|id| SlabCache::new(id, cpus, pages, empty)))
    }

    /// Returns a cache.
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
    /// kmem_cache_alloc of `objects` objects. If no page can be allocated for them immediately, the objects are counted
    /// without a page, and the next allocation tries again. The kernel would reclaim or wait instead.
    #[inline]
    pub fn slab_alloc(&mut self, id: SlabCacheId, objects: u32) {
        let cache = self.memory.slab_caches.get_mut(id);
        cache.in_use += u64::from(objects);
        cache.room -= i64::from(objects);
        if cache.room < 0 {
            let depth = match id {
                SlabCacheId::Bio => Depth::Pool,
                _ => Depth::Task,
            };
            self.add_slabs(id, depth);
        }
    }

    /// bio_alloc with GFP_NOIO, of up to `wanted` bios. Returns how many there are: if no page can be allocated for more of
    /// them, those of the mempool, possibly none. The task then waits until a bio is freed (mempool_alloc).
    pub fn alloc_bios(&mut self, wanted: u32) -> u32 {
        let id = SlabCacheId::Bio;
        self.slab_alloc(id, wanted);
        let cache = self.memory.slab_caches.get_mut(id);
        let missing = (-BIO_POOL - cache.room).max(0);
        cache.room += missing;
        cache.in_use -= missing as u64;
        wanted - missing as u32
    }

    /// kmem_cache_free of `objects` objects.
    #[inline]
    pub fn slab_free(&mut self, id: SlabCacheId, objects: u32) {
        let cache = self.memory.slab_caches.get_mut(id);
        cache.in_use -= u64::from(objects);
        cache.room += i64::from(objects);
        if cache.room >= cache.full {
            self.give_back_slabs(id);
        }
    }

    /// Returns the number of nodes in the radix trees of the page cache and the swap cache.
    #[inline]
    #[must_use]
    pub fn tree_nodes(&self) -> u64 {
        let swap = self.memory.swap.as_ref();
        self.io.cache.nodes_in_use() + swap.map_or(0, SwapArea::nodes_in_use)
    }

    /// Allocates a node for a page that reclaim adds to the swap cache, if the page needs one (add_to_swap_cache with
    /// __GFP_HIGH and __GFP_NOMEMALLOC).
    pub fn count_swap_cache_nodes(&mut self) {
        let id = SlabCacheId::RadixTreeNode;
        let new = self.tree_nodes() - self.memory.slab_caches.get(id).in_use;
        let cache = self.memory.slab_caches.get_mut(id);
        cache.in_use += new;
        cache.room -= new as i64;
        if cache.room < 0 {
            self.add_slabs(id, Depth::High);
        }
    }

    /// Allocates or frees radix_tree_nodes until their number equals the number of nodes in the page cache and the swap
    /// cache.
    #[inline]
    pub fn count_tree_nodes(&mut self) {
        let id = SlabCacheId::RadixTreeNode;
        let (now, then) = (self.tree_nodes(), self.memory.slab_caches.get(id).in_use);
        if now > then {
            self.slab_alloc(id, (now - then) as u32);
        } else if now < then {
            self.slab_free(id, (then - now) as u32);
        }
    }

    /// Counts the objects that exist before anything runs. Their slabs, and one empty slab of each cache, are among the
    /// pages that the kernel holds from the start.
    pub fn begin_slab_caches(&mut self) {
        let frames = &self.memory.frames;
        let with_buffers = (frames.flags.iter().zip(&frames.mapping))
            .filter(|&(flags, &owner)| flags & flag::PRIVATE != 0 && owner < MAPPING_LIMIT)
            .count() as u64;
        let nodes = self.tree_nodes();
        let caches = &mut self.memory.slab_caches;
        caches.get_mut(SlabCacheId::BufferHead).in_use = with_buffers;
        caches.get_mut(SlabCacheId::RadixTreeNode).in_use = nodes;
        for cache in &mut caches.0 {
            cache.room = cache.objects(cache.order);
        }
    }

    /// Allocates slabs until all objects have room (new_slab): of the cache's order if possible, otherwise of single
    /// pages.
    #[cold]
    fn add_slabs(&mut self, id: SlabCacheId, depth: Depth) {
        while self.memory.slab_caches.get(id).room < 0 {
            let order = self.memory.slab_caches.get(id).order;
            let slab = self
                .new_slab(id, order, depth)
                .or_else(|| (order > 0).then(|| self.new_slab(id, 0, depth)).flatten());
            let Some(slab) = slab else { return };
            let cache = self.memory.slab_caches.get_mut(id);
            cache.room += cache.objects(slab.order);
            cache.slabs.push_back(slab);
        }
    }

    /// Frees the empty slabs that the cache does not keep (discard_slab).
    #[cold]
    fn give_back_slabs(&mut self, id: SlabCacheId) {
        while let Some(slab) = self.memory.slab_caches.get_mut(id).empty_slab() {
            self.take_back_from_kernel(slab.pfn, slab.order);
        }
    }

    /// allocate_slab: tries above the low watermark, then wakes kswapd and tries at the depth of the allocation.
    fn new_slab(&mut self, id: SlabCacheId, order: u8, depth: Depth) -> Option<Slab> {
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
                let mark = match depth {
                    Depth::Task if self.is_memalloc() => Mark::None,
                    _ => Mark::Min,
                };
                let flags = AllocFlags {
                    mark,
                    harder: depth != Depth::Task && self.rules.nomemalloc_goes_harder,
                    high: depth == Depth::High,
                };
                self.page_from_freelist(gfp, flags)?
            }
        };
        self.lend_to_kernel(pfn, order);
        Some(Slab { pfn, order })
    }

    /// Returns whether the running task reclaims memory (PF_MEMALLOC).
    fn is_memalloc(&self) -> bool {
        let current = self.sched.current();
        self.memory.kswapd.task() == Some(current) || self.task(current).memalloc
    }

    /// create_empty_buffers, unless the page has buffers already. A page gets one buffer, because a block is as large
    /// as a page.
    #[inline]
    pub fn create_buffers(&mut self, pfn: Pfn) {
        if !self.memory.frames.has(pfn, flag::PRIVATE) {
            self.memory.frames.set(pfn, flag::PRIVATE);
            self.slab_alloc(SlabCacheId::BufferHead, 1);
        }
    }

    /// try_to_free_buffers, for a page with or without buffers.
    #[inline]
    pub fn drop_buffers(&mut self, pfn: Pfn) {
        if self.memory.frames.has(pfn, flag::PRIVATE) {
            self.memory.frames.clear(pfn, flag::PRIVATE);
            self.slab_free(SlabCacheId::BufferHead, 1);
        }
    }
}
