//! The page cache: mappings whose pages are in nodes of 64 slots, as in the radix tree (lib/radix-tree.c), with the
//! dirty tag that writeback searches for.

mod neighbours;
mod search;

use super::migratetype::Migratetype;
use super::page::{NO_PFN, Pfn};
use crate::fs::inode::{Branch, Placement};
use crate::mechanism::workingset::Shadow;
use crate::scenario::FilesystemKind;
use crate::sched::task::TaskId;

/// Identifies a mapping.
pub type MappingId = u16;

/// Slots of a node (RADIX_TREE_MAP_SIZE).
const SLOTS: usize = 64;
const NO_NODE: u32 = u32::MAX;
/// Marks a slot that holds the shadow of an evicted page. Frame numbers are always smaller.
const SHADOW: u32 = 1 << 31;

#[derive(Clone, Debug)]
struct Node {
    slots: [Pfn; SLOTS],
    dirty: u64,
    used: u32,
    shadows: u32,
}

/// One extent: consecutive pages of a file on consecutive blocks of the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// First page of the file.
    pub index: u32,
    /// Block of the first page on the device. A block has the size of a page.
    pub block: u64,
    /// Number of pages.
    pub len: u32,
}

/// The flusher's list that an inode is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InodeList {
    /// On no list: clean.
    None,
    /// b_dirty.
    Dirty,
    /// b_io.
    Io,
    /// b_more_io.
    MoreIo,
}

/// The task that created a mapping. Identifies the mapping on another machine that runs the same tasks but assigns ids
/// in another order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Birth {
    /// The task, or `None` for a mapping that existed before all tasks.
    pub task: Option<TaskId>,
    /// How many mappings the task had created before.
    pub nth: u32,
}

/// A mapping: a file or a block device, with the flusher's state of its inode.
#[derive(Clone, Debug)]
pub struct Mapping {
    /// Whether the id is in use.
    pub live: bool,
    /// Index of the filesystem.
    pub filesystem: u8,
    /// Index of the backing device info.
    pub bdi: u8,
    /// Whether the pages belong to the block device itself, not to a file.
    pub block_device: bool,
    /// Migrate type of its pages (mapping_gfp_mask). Pages of files (GFP_HIGHUSER_MOVABLE) and block device pages that
    /// the filesystem itself reads (__getblk) are movable. Block device pages that a program uses (GFP_USER) are
    /// unmovable.
    pub migratetype: Migratetype,
    /// Whether a process maps it executable (VM_EXEC).
    pub executable: bool,
    /// Number of processes that map it (mapping_mapped).
    pub mappers: u32,
    /// Number of processes that execute its code.
    pub executed_by: u32,
    /// Pages in the cache.
    pub nr_pages: u32,
    /// Pages tagged dirty.
    pub nr_dirty: u32,
    /// Index at which the next cyclic writeback starts.
    pub writeback_index: u32,
    /// Index after the last page that was ever written to the device. Blocks from there on are only reserved.
    pub written_end: u32,
    /// Virtual time at which the inode went from clean to dirty, nanoseconds.
    pub dirtied_when: u64,
    /// The flusher's list that the inode is on.
    pub list: InodeList,
    /// Whether its pages are being written at the moment (I_SYNC).
    pub syncing: bool,
    /// Its directory, which determines the allocation group.
    pub group: u32,
    /// Where its next blocks are allocated.
    pub placement: Placement,
    /// The task that created it. No decision depends on this.
    pub birth: Birth,
    /// Extents by page index.
    pub extents: Vec<Extent>,
    /// Its indirect blocks or extent-tree leaves.
    pub branch: Branch,
    nodes: Vec<u32>,
    dirty_nodes: Vec<u64>,
}

impl Mapping {
    /// Returns the number of the extent that a page is in. Always 0 except on ext4, because only extent trees need it.
    #[inline]
    #[must_use]
    pub fn extent_number(&self, kind: FilesystemKind, index: u32) -> u32 {
        if kind != FilesystemKind::Ext4 {
            return 0;
        }
        let after = self.extents.partition_point(|e| e.index <= index);
        after.saturating_sub(1) as u32
    }

    /// Clears the dirty tag of a page in its node.
    #[inline]
    fn clean(&mut self, node: &mut Node, index: u32) {
        let bit = 1 << (index as usize % SLOTS);
        if node.dirty & bit != 0 {
            node.dirty &= !bit;
            self.nr_dirty -= 1;
            if node.dirty == 0 {
                let at = index as usize / SLOTS;
                self.dirty_nodes[at / 64] &= !(1 << (at % 64));
            }
        }
    }
}

/// All mappings and the pool of nodes.
#[derive(Clone, Debug, Default)]
pub struct PageCache {
    mappings: Vec<Mapping>,
    free_mappings: Vec<MappingId>,
    nodes: Vec<Node>,
    free_nodes: Vec<u32>,
    /// Number of mappings that each task has created.
    made: Vec<u32>,
    /// The mapping that represents all files of a ramfs. Its pages cannot be freed (AS_UNEVICTABLE).
    ramfs: Option<MappingId>,
}

impl PageCache {
    /// Creates a page cache without mappings, with capacity for the nodes of `pages` pages. A vector that grows by
    /// doubling could take twice the memory.
    #[must_use]
    pub fn with_room_for(pages: usize) -> Self {
        Self {
            nodes: Vec::with_capacity(pages.div_ceil(SLOTS)),
            ..Self::default()
        }
    }

    /// Creates a mapping without pages. Returns `None` if no id is free.
    pub fn create(
        &mut self,
        filesystem: u8,
        bdi: u8,
        block_device: bool,
        group: u32,
    ) -> Option<MappingId> {
        let id = match self.free_mappings.pop() {
            Some(id) => id,
            None => {
                let id = u16::try_from(self.mappings.len())
                    .ok()
                    .filter(|&id| id < super::page::MAPPING_LIMIT)?;
                self.mappings.push(Mapping {
                    live: false,
                    filesystem,
                    bdi,
                    block_device,
                    migratetype: Migratetype::Movable,
                    executable: false,
                    mappers: 0,
                    executed_by: 0,
                    nr_pages: 0,
                    nr_dirty: 0,
                    writeback_index: 0,
                    written_end: 0,
                    dirtied_when: 0,
                    list: InodeList::None,
                    syncing: false,
                    group,
                    placement: Placement::default(),
                    birth: Birth { task: None, nth: 0 },
                    extents: Vec::new(),
                    branch: Branch::default(),
                    nodes: Vec::new(),
                    dirty_nodes: Vec::new(),
                });
                id
            }
        };
        let mapping = &mut self.mappings[id as usize];
        mapping.live = true;
        mapping.filesystem = filesystem;
        mapping.bdi = bdi;
        mapping.block_device = block_device;
        mapping.migratetype = match block_device {
            true => Migratetype::Unmovable,
            false => Migratetype::Movable,
        };
        mapping.executable = false;
        mapping.mappers = 0;
        mapping.executed_by = 0;
        mapping.writeback_index = 0;
        mapping.written_end = 0;
        mapping.group = group;
        mapping.placement = Placement::default();
        mapping.birth = Birth {
            task: None,
            nth: u32::from(id),
        };
        mapping.extents.clear();
        mapping.branch.clear();
        Some(id)
    }

    /// Records which task has just created a mapping.
    pub fn made_by(&mut self, id: MappingId, task: TaskId) {
        let at = task as usize;
        if self.made.len() <= at {
            self.made.resize(at + 1, 0);
        }
        self.mappings[id as usize].birth = Birth {
            task: Some(task),
            nth: self.made[at],
        };
        self.made[at] += 1;
    }

    /// Frees the id of an empty mapping.
    pub fn destroy(&mut self, id: MappingId) {
        let mapping = &mut self.mappings[id as usize];
        debug_assert!(mapping.live && mapping.nr_pages == 0 && mapping.list == InodeList::None);
        mapping.live = false;
        // Shadows remain when their pages are removed, but are dropped with their file.
        for &node in mapping.nodes.iter().filter(|&&node| node != NO_NODE) {
            self.nodes[node as usize].slots = [NO_PFN; SLOTS];
            self.nodes[node as usize].shadows = 0;
            self.free_nodes.push(node);
        }
        mapping.nodes.clear();
        mapping.dirty_nodes.clear();
        self.free_mappings.push(id);
    }

    /// Returns a mapping by id.
    #[inline]
    #[must_use]
    pub fn get(&self, id: MappingId) -> &Mapping {
        &self.mappings[id as usize]
    }

    /// Returns a mutable reference to a mapping.
    #[inline]
    pub fn get_mut(&mut self, id: MappingId) -> &mut Mapping {
        &mut self.mappings[id as usize]
    }

    /// Creates the mapping for the files of a ramfs (ramfs_get_inode, mapping_set_unevictable). Returns `None` if no id
    /// is free.
    pub fn create_ramfs(&mut self) -> Option<MappingId> {
        self.ramfs = self.create(0, 0, false, 0);
        self.ramfs
    }

    /// Returns whether a mapping's pages cannot be freed (mapping_unevictable). Such pages stay on the evictable lists
    /// until reclaim scans them.
    #[inline]
    #[must_use]
    pub fn is_ramfs(&self, mapping: MappingId) -> bool {
        self.ramfs == Some(mapping)
    }

    /// Iterates over the mappings in use, by id.
    pub fn live(&self) -> impl Iterator<Item = (MappingId, &Mapping)> {
        self.mappings
            .iter()
            .enumerate()
            .filter(|(_, m)| m.live)
            .map(|(id, m)| (id as MappingId, m))
    }

    /// Iterates over the files of a filesystem that have dirty pages. The filesystem's block device is not included.
    pub fn files_with_dirty_data(&self, filesystem: u8) -> impl Iterator<Item = MappingId> {
        self.live()
            .filter(move |(_, file)| file.filesystem == filesystem && file.nr_dirty > 0)
            .filter(|(_, file)| !file.block_device)
            .map(|(id, _)| id)
    }

    /// Returns the page at an index.
    #[inline]
    #[must_use]
    pub fn lookup(&self, id: MappingId, index: u32) -> Option<Pfn> {
        let mapping = &self.mappings[id as usize];
        let node = *mapping.nodes.get(index as usize / SLOTS)?;
        if node == NO_NODE {
            return None;
        }
        let pfn = self.nodes[node as usize].slots[index as usize % SLOTS];
        (pfn < SHADOW).then_some(pfn)
    }

    /// Returns the position in the pool of the node for an index. Creates the node if it is missing.
    #[inline(always)]
    fn node_for(&mut self, id: MappingId, index: u32) -> usize {
        let mapping = &mut self.mappings[id as usize];
        let at = index as usize / SLOTS;
        if at >= mapping.nodes.len() {
            mapping.nodes.resize(at + 1, NO_NODE);
            mapping.dirty_nodes.resize(at / 64 + 1, 0);
        }
        if mapping.nodes[at] == NO_NODE {
            mapping.nodes[at] = match self.free_nodes.pop() {
                Some(node) => node,
                None => {
                    self.nodes.push(Node {
                        slots: [NO_PFN; SLOTS],
                        dirty: 0,
                        used: 0,
                        shadows: 0,
                    });
                    self.nodes.len() as u32 - 1
                }
            };
        }
        mapping.nodes[at] as usize
    }

    /// Adds a page. Returns the shadow that was in its slot.
    pub fn insert(&mut self, id: MappingId, index: u32, pfn: Pfn) -> Option<Shadow> {
        let node = self.node_for(id, index);
        let mapping = &mut self.mappings[id as usize];
        let node = &mut self.nodes[node];
        let old = std::mem::replace(&mut node.slots[index as usize % SLOTS], pfn);
        debug_assert!(old >= SHADOW, "two pages at one place");
        let shadow = (old != NO_PFN).then(|| Shadow::from_bits(old & !SHADOW));
        node.shadows -= u32::from(shadow.is_some());
        node.used += 1;
        mapping.nr_pages += 1;
        shadow
    }

    /// Removes a page and its dirty tag. Stores `shadow` in its slot, if there is one.
    #[inline(always)]
    pub fn remove(&mut self, id: MappingId, index: u32, shadow: Option<Shadow>) {
        let mapping = &mut self.mappings[id as usize];
        let at = index as usize / SLOTS;
        let number = mapping.nodes[at];
        let node = &mut self.nodes[number as usize];
        mapping.clean(node, index);
        node.slots[index as usize % SLOTS] = shadow.map_or(NO_PFN, |s| s.bits() | SHADOW);
        node.shadows += u32::from(shadow.is_some());
        node.used -= 1;
        mapping.nr_pages -= 1;
        if node.used == 0 && node.shadows == 0 {
            mapping.nodes[at] = NO_NODE;
            self.free_nodes.push(number);
        }
    }

    /// Tags a page dirty.
    pub fn set_dirty(&mut self, id: MappingId, index: u32) {
        let mapping = &mut self.mappings[id as usize];
        let at = index as usize / SLOTS;
        let node = &mut self.nodes[mapping.nodes[at] as usize];
        let bit = 1 << (index as usize % SLOTS);
        if node.dirty & bit == 0 {
            node.dirty |= bit;
            mapping.nr_dirty += 1;
            mapping.dirty_nodes[at / 64] |= 1 << (at % 64);
        }
    }

    /// Clears a page's dirty tag, and returns its mapping.
    pub fn clear_dirty(&mut self, id: MappingId, index: u32) -> &Mapping {
        let mapping = &mut self.mappings[id as usize];
        let node = mapping.nodes[index as usize / SLOTS];
        mapping.clean(&mut self.nodes[node as usize], index);
        mapping
    }

    /// Returns the number of nodes that hold a page or a shadow.
    #[inline]
    #[must_use]
    pub fn nodes_in_use(&self) -> u64 {
        (self.nodes.len() - self.free_nodes.len()) as u64
    }

    /// Returns whether the node for an index exists.
    #[inline]
    #[must_use]
    pub fn has_node(&self, id: MappingId, index: u32) -> bool {
        let nodes = &self.mappings[id as usize].nodes;
        (nodes.get(index as usize / SLOTS)).is_some_and(|&node| node != NO_NODE)
    }

    /// Returns the bytes of memory that the nodes take.
    #[must_use]
    pub fn node_bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dirty_pages_are_found_in_index_order() {
        let mut cache = PageCache::default();
        let id = cache.create(0, 0, false, 0).unwrap();
        for index in [0, 63, 64, 5000, 300_000] {
            cache.insert(id, index, index + 1);
            cache.set_dirty(id, index);
        }
        let mut found = Vec::new();
        let mut from = 0;
        while let Some(index) = cache.next_dirty(id, from) {
            found.push(index);
            from = index + 1;
        }
        assert_eq!(found, [0, 63, 64, 5000, 300_000]);
        cache.clear_dirty(id, 5000);
        assert_eq!(cache.next_dirty(id, 65), Some(300_000));
        cache.remove(id, 300_000, None);
        assert_eq!(cache.next_dirty(id, 65), None);
        assert_eq!(cache.next_page(id, 65), Some((5000, 5001)));
        assert_eq!(cache.get(id).nr_dirty, 3);
    }
}
