//! Searching the page cache: for dirty pages, for existing pages, and for blocks on the device.

use super::{Extent, MappingId, NO_NODE, PageCache, SHADOW, SLOTS};
use crate::mm::page::Pfn;

impl PageCache {
    /// Returns the first index at or after `from` whose page is tagged dirty.
    #[must_use]
    pub fn next_dirty(&self, id: MappingId, from: u32) -> Option<u32> {
        let mapping = &self.mappings[id as usize];
        if mapping.nr_dirty == 0 {
            return None;
        }
        let mut at = from as usize / SLOTS;
        if let Some(&node) = mapping.nodes.get(at)
            && node != NO_NODE
        {
            let rest = self.nodes[node as usize].dirty >> (from as usize % SLOTS);
            if rest != 0 {
                return Some(from + rest.trailing_zeros());
            }
        }
        at += 1;
        let mut word = at / 64;
        let mut bits = *mapping.dirty_nodes.get(word)? & (u64::MAX << (at % 64));
        while bits == 0 {
            word += 1;
            bits = *mapping.dirty_nodes.get(word)?;
        }
        let at = word * 64 + bits.trailing_zeros() as usize;
        let dirty = self.nodes[mapping.nodes[at] as usize].dirty;
        Some((at * SLOTS) as u32 + dirty.trailing_zeros())
    }

    /// Returns the pages from an index on, up to the first gap, the end of the node, or `most` pages.
    #[inline]
    #[must_use]
    pub fn pages_from(&self, id: MappingId, index: u32, most: u32) -> &[Pfn] {
        let mapping = &self.mappings[id as usize];
        let node = mapping.nodes.get(index as usize / SLOTS);
        let Some(&node) = node.filter(|&&node| node != NO_NODE) else {
            return &[];
        };
        let slots = &self.nodes[node as usize].slots[index as usize % SLOTS..];
        let slots = &slots[..slots.len().min(most as usize)];
        let missing = slots.iter().position(|&pfn| pfn >= SHADOW);
        &slots[..missing.unwrap_or(slots.len())]
    }

    /// Returns the first index at or after `from` that has a page, and this page.
    #[must_use]
    pub fn next_page(&self, id: MappingId, from: u32) -> Option<(u32, Pfn)> {
        let mapping = &self.mappings[id as usize];
        let first = from as usize / SLOTS;
        for at in first..mapping.nodes.len() {
            let number = mapping.nodes[at];
            if number == NO_NODE {
                continue;
            }
            let node = &self.nodes[number as usize];
            let start = if at == first {
                from as usize % SLOTS
            } else {
                0
            };
            if let Some(slot) = (start..SLOTS).find(|&slot| node.slots[slot] < SHADOW) {
                return Some(((at * SLOTS + slot) as u32, node.slots[slot]));
            }
        }
        None
    }

    /// Returns how many consecutive pages from `from` on are tagged dirty, at most `most`.
    #[must_use]
    pub fn dirty_run(&self, id: MappingId, from: u32, most: u32) -> u32 {
        let mapping = &self.mappings[id as usize];
        let mut run = 0;
        while run < most {
            let index = from + run;
            let node = mapping.nodes.get(index as usize / SLOTS);
            let Some(&node) = node.filter(|&&node| node != NO_NODE) else {
                break;
            };
            let slot = index % SLOTS as u32;
            let dirty = (self.nodes[node as usize].dirty >> slot).trailing_ones();
            run += dirty;
            if slot + dirty < SLOTS as u32 {
                break;
            }
        }
        run.min(most)
    }

    /// Returns how many consecutive pages directly before `end` are tagged dirty, counting back to `from` at most.
    #[must_use]
    pub fn dirty_run_before(&self, id: MappingId, end: u32, from: u32) -> u32 {
        let mapping = &self.mappings[id as usize];
        let mut start = end;
        while start > from {
            let node = mapping.nodes.get((start - 1) as usize / SLOTS);
            let Some(&node) = node.filter(|&&node| node != NO_NODE) else {
                break;
            };
            let slot = (start - 1) % SLOTS as u32;
            let above = SLOTS as u32 - 1 - slot;
            let dirty = (self.nodes[node as usize].dirty << above).leading_ones();
            start -= dirty;
            if dirty <= slot {
                break;
            }
        }
        end - start.max(from)
    }

    /// Returns the block of a page, if it has one.
    #[must_use]
    pub fn block(&self, id: MappingId, index: u32) -> Option<u64> {
        self.extent_from(id, index).map(|extent| extent.block)
    }

    /// Returns how many pages from `index` on are stored contiguously on the device. Returns `None` for a hole, and for
    /// a page whose block was reserved but never written.
    #[must_use]
    pub fn on_device(&self, id: MappingId, index: u32) -> Option<u32> {
        let written = self.mappings[id as usize].written_end.checked_sub(index)?;
        let run = self.extent_from(id, index)?.len.min(written);
        (run > 0).then_some(run)
    }

    /// Returns the index of the first page from `index` on that has a block.
    #[must_use]
    pub fn next_extent(&self, id: MappingId, index: u32) -> Option<u32> {
        let extents = &self.mappings[id as usize].extents;
        let at = extents.partition_point(|e| e.index + e.len <= index);
        Some(extents.get(at)?.index.max(index))
    }

    /// Returns the rest of the extent that a page is in, starting with this page.
    #[must_use]
    pub fn extent_from(&self, id: MappingId, index: u32) -> Option<Extent> {
        let extents = &self.mappings[id as usize].extents;
        let after = extents.partition_point(|e| e.index <= index);
        let extent = extents[..after].last()?;
        let into = index - extent.index;
        (into < extent.len).then(|| Extent {
            index,
            block: extent.block + u64::from(into),
            len: extent.len - into,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::workingset::Shadow;

    #[test]
    fn runs_of_dirty_pages_go_over_nodes_and_are_cleaned_as_one() {
        let mut cache = PageCache::default();
        let id = cache.create(0, 0, false, 0).unwrap();
        for index in (10..200).chain(201..230) {
            cache.insert(id, index, 1_000 + index);
            cache.set_dirty(id, index);
        }
        for (from, most, run) in [
            (10, 1_000, 190),
            (64, 1_000, 136),
            (63, 40, 40),
            (199, 9, 1),
            (200, 9, 0),
            (228, 9, 2),
            (5_000, 9, 0),
        ] {
            assert_eq!(cache.dirty_run(id, from, most), run, "{from} {most}");
        }
        for (end, from, run) in [
            (200, 0, 190),
            (200, 150, 50),
            (100, 64, 36),
            (11, 0, 1),
            (10, 0, 0),
            (201, 0, 0),
            (230, 0, 29),
            (231, 0, 0),
        ] {
            assert_eq!(cache.dirty_run_before(id, end, from), run, "{end} {from}");
        }
        cache.clear_dirty_run(id, 60, 100);
        assert_eq!(cache.get(id).nr_dirty, 50 + 40 + 29);
        assert_eq!(cache.next_dirty(id, 60), Some(160));
        assert_eq!(cache.dirty_run(id, 10, 1_000), 50);
        cache.clear_dirty_run(id, 10, 50);
        assert_eq!(cache.next_dirty(id, 0), Some(160));
    }

    #[test]
    fn pages_are_found_up_to_a_gap_or_the_end_of_their_node() {
        let mut cache = PageCache::default();
        let id = cache.create(0, 0, false, 0).unwrap();
        for index in [3, 4, 5, 62, 63, 64] {
            cache.insert(id, index, index);
        }
        for (from, most, pages) in [
            (3, 64, &[3, 4, 5][..]),
            (3, 2, &[3, 4]),
            (5, 64, &[5]),
            (6, 64, &[]),
            (62, 64, &[62, 63]),
            (64, 64, &[64]),
            (9_000, 64, &[]),
        ] {
            assert_eq!(cache.pages_from(id, from, most), pages, "{from}");
        }
        cache.remove(id, 4, Some(Shadow::new(1, 77)));
        assert_eq!(cache.pages_from(id, 3, 64), [3], "a shadow is no page");
    }
}
