//! Operations on several adjacent pages of a file in one node.

use std::ops::Range;

use super::{Mapping, MappingId, NO_NODE, Node, PageCache, SLOTS};
use crate::mm::page::{NO_PFN, Pfn};

/// Returns the bits of `places` adjacent slots of a node, from `slot` on.
fn neighbours(slot: usize, places: u32) -> u64 {
    u64::MAX >> (SLOTS as u32 - places) << slot
}

impl Mapping {
    /// Clears the dirty tags of the slots in `mask`, in the node at position `at` of the file.
    #[inline]
    fn clean_all(&mut self, node: &mut Node, at: usize, mask: u64) {
        self.nr_dirty -= (node.dirty & mask).count_ones();
        node.dirty &= !mask;
        if node.dirty == 0 {
            self.dirty_nodes[at / 64] &= !(1 << (at % 64));
        }
    }
}

impl PageCache {
    /// Returns the indices from `index` to the end of its node.
    #[must_use]
    pub fn places_from(index: u32) -> Range<u32> {
        index..(index | (SLOTS as u32 - 1)).saturating_add(1)
    }

    /// Returns how many slots from an index on are known to hold neither a page nor a shadow, up to `most`.
    #[inline]
    #[must_use]
    pub fn free_places(&self, id: MappingId, index: u32, most: u32) -> u32 {
        let slot = index as usize % SLOTS;
        let room = most.min(Self::places_from(index).len() as u32);
        let nodes = &self.mappings[id as usize].nodes;
        match nodes.get(index as usize / SLOTS) {
            None | Some(&NO_NODE) => room,
            Some(&node) => {
                let slots = &self.nodes[node as usize].slots[slot..slot + room as usize];
                let taken = slots.iter().position(|&slot| slot != NO_PFN);
                taken.map_or(room, |at| at as u32)
            }
        }
    }

    /// Counts new pages in free slots of one node, and tags them if they are dirty. Returns the slots, for the caller
    /// to fill.
    #[inline(always)]
    pub fn insert_new(&mut self, id: MappingId, first: u32, pages: u32, dirty: bool) -> &mut [Pfn] {
        let node = self.node_for(id, first);
        let mapping = &mut self.mappings[id as usize];
        let node = &mut self.nodes[node];
        let (at, slot) = (first as usize / SLOTS, first as usize % SLOTS);
        node.used += pages;
        mapping.nr_pages += pages;
        if dirty {
            node.dirty |= neighbours(slot, pages);
            mapping.nr_dirty += pages;
            mapping.dirty_nodes[at / 64] |= 1 << (at % 64);
        }
        &mut node.slots[slot..slot + pages as usize]
    }

    /// Removes adjacent pages of one node, and their dirty tags.
    pub fn remove_neighbours(&mut self, id: MappingId, first: u32, pages: u32) {
        let mapping = &mut self.mappings[id as usize];
        let (at, slot) = (first as usize / SLOTS, first as usize % SLOTS);
        let number = mapping.nodes[at];
        let node = &mut self.nodes[number as usize];
        node.slots[slot..slot + pages as usize].fill(NO_PFN);
        mapping.clean_all(node, at, neighbours(slot, pages));
        node.used -= pages;
        mapping.nr_pages -= pages;
        if node.used == 0 && node.shadows == 0 {
            mapping.nodes[at] = NO_NODE;
            self.free_nodes.push(number);
        }
    }

    /// Clears the dirty tags of `len` pages from `first` on. All of these pages must exist.
    pub fn clear_dirty_run(&mut self, id: MappingId, first: u32, len: u32) {
        let mapping = &mut self.mappings[id as usize];
        let (mut index, end) = (first, first + len);
        while index < end {
            let at = index as usize / SLOTS;
            let here = end.min(Self::places_from(index).end) - index;
            let node = &mut self.nodes[mapping.nodes[at] as usize];
            mapping.clean_all(node, at, neighbours(index as usize % SLOTS, here));
            index += here;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Returns everything about a file that a decision can depend on.
    fn seen(cache: &PageCache, id: MappingId) -> (Vec<(u32, Pfn)>, Vec<u32>, u32, u32) {
        let mapping = cache.get(id);
        let mut pages = Vec::new();
        while let Some(page) = cache.next_page(id, pages.last().map_or(0, |&(at, _)| at + 1)) {
            pages.push(page);
        }
        let mut dirty = Vec::new();
        while let Some(at) = cache.next_dirty(id, dirty.last().map_or(0, |at| at + 1)) {
            dirty.push(at);
        }
        (pages, dirty, mapping.nr_pages, mapping.nr_dirty)
    }

    #[test]
    fn neighbours_come_and_go_together_as_one_by_one() {
        const SIZE: u32 = 400;
        let mut random = Random::new(5);
        let mut caches = [(); 2].map(|()| PageCache::default());
        let [one, all] = &mut caches;
        let (id, same) = (one.create(0, 0, false, 0), all.create(0, 0, false, 0));
        assert_eq!(id, same);
        let id = id.unwrap();
        let (mut came, mut went) = (0, 0);
        for round in 0..20_000 {
            let first = random.below(SIZE);
            let wanted = 1 + random.below(70);
            let free = all.free_places(id, first, wanted);
            let pages = first..first + free;
            assert!(free <= wanted && pages.end <= PageCache::places_from(first).end);
            assert!(pages.clone().all(|at| one.lookup(id, at).is_none()));
            if free > 0 {
                let dirty = random.below(2) == 0;
                let places = all.insert_new(id, first, free, dirty);
                for (place, at) in places.iter_mut().zip(pages.clone()) {
                    *place = round + at;
                }
                for at in pages {
                    one.insert(id, at, round + at);
                    if dirty {
                        one.set_dirty(id, at);
                    }
                }
                came += u32::from(free > 1);
                continue;
            }
            let there =
                PageCache::places_from(first).take_while(|&at| one.lookup(id, at).is_some());
            let pages = (there.count() as u32).min(wanted);
            match random.below(3) {
                0 => {
                    all.clear_dirty_run(id, first, pages);
                    for at in first..first + pages {
                        one.clear_dirty(id, at);
                    }
                }
                _ => {
                    all.remove_neighbours(id, first, pages);
                    for at in first..first + pages {
                        one.remove(id, at, None);
                    }
                    went += u32::from(pages > 1);
                }
            }
            if round % 16 == 0 {
                assert_eq!(seen(one, id), seen(all, id), "{round}");
            }
        }
        assert!(came > 1_000 && went > 1_000, "{came} {went}");
    }

    #[test]
    fn a_place_with_a_shadow_is_not_free() {
        use crate::mechanism::workingset::Shadow;
        let mut cache = PageCache::default();
        let id = cache.create(0, 0, false, 0).unwrap();
        cache.insert(id, 3, 7);
        cache.remove(id, 3, Some(Shadow::new(0, 1)));
        assert_eq!(cache.free_places(id, 0, 64), 3);
        assert_eq!(cache.free_places(id, 3, 64), 0);
        assert_eq!(cache.free_places(id, 4, 64), 60);
    }
}
