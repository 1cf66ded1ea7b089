//! Waiting requests of one CFQ queue, sorted by block and linked by age.

/// No slot: the end of the list by age.
const NONE: u32 = u32::MAX;

/// A waiting request as the elevator sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// First block, 4 KiB.
    pub block: u64,
    /// Length, blocks.
    pub pages: u32,
    /// Slot of the request in its queue.
    pub slot: u32,
}

impl Entry {
    /// Returns the block after its last one.
    pub fn end(&self) -> u64 {
        self.block + self.pages as u64
    }
}

#[derive(Clone, Copy, Debug)]
struct Link {
    older: u32,
    newer: u32,
    since: u64,
    block: u64,
}

const LOOSE: Link = Link {
    older: NONE,
    newer: NONE,
    since: 0,
    block: 0,
};

/// Requests sorted by block, and linked in order of age.
///
/// A sorted Vec is used because a queue holds only a few hundred requests. A lookup is a binary search, an insertion is
/// one short memmove, and no nodes are allocated.
#[derive(Clone, Debug)]
pub struct Sorted {
    entries: Vec<Entry>,
    links: Vec<Link>,
    oldest: u32,
    newest: u32,
}

impl Sorted {
    /// Makes an empty list.
    pub fn new() -> Self {
        Sorted {
            entries: Vec::new(),
            links: Vec::new(),
            oldest: NONE,
            newest: NONE,
        }
    }

    /// Whether no request waits.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the waiting requests in block order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the index of the first request that starts after `block`.
    pub fn index_after(&self, block: u64) -> usize {
        self.entries.partition_point(|entry| entry.block <= block)
    }

    /// Returns the index of the waiting request in a slot.
    pub fn index_of(&self, slot: u32) -> Option<usize> {
        let block = self.links.get(slot as usize)?.block;
        let first = self.entries.partition_point(|entry| entry.block < block);
        (first..self.entries.len()).find(|&i| self.entries[i].slot == slot)
    }

    /// Returns the index of the oldest request and the time of its arrival.
    pub fn oldest(&self) -> Option<(usize, u64)> {
        let since = self.links.get(self.oldest as usize)?.since;
        Some((self.index_of(self.oldest)?, since))
    }

    /// Adds a request that arrives now. Requests that start at the same block stay in order of arrival.
    pub fn insert(&mut self, now: u64, entry: Entry) {
        let index = self.index_after(entry.block);
        self.entries.insert(index, entry);
        let place = entry.slot as usize;
        if self.links.len() <= place {
            self.links.resize(place + 1, LOOSE);
        }
        self.links[place] = Link {
            older: self.newest,
            newer: NONE,
            since: now,
            block: entry.block,
        };
        match self.links.get_mut(self.newest as usize) {
            Some(link) => link.newer = entry.slot,
            None => self.oldest = entry.slot,
        }
        self.newest = entry.slot;
    }

    /// Extends a request at its end.
    pub fn grow_back(&mut self, index: usize, pages: u32) {
        self.entries[index].pages += pages;
    }

    /// Extends a request at its start. The caller guarantees that no other request starts in the added blocks.
    pub fn grow_front(&mut self, index: usize, pages: u32) {
        let entry = &mut self.entries[index];
        entry.block -= pages as u64;
        entry.pages += pages;
        self.links[entry.slot as usize].block = entry.block;
    }

    /// Joins the request after `index` to the one at `index`. In the list by age, the joined request takes the place of
    /// the older of the two (cfq_merged_requests). Returns the slot that is no longer used.
    pub fn join(&mut self, index: usize) -> u32 {
        let gone = self.entries.remove(index + 1);
        let kept = &mut self.entries[index];
        kept.pages += gone.pages;
        let (kept, block) = (kept.slot, kept.block);
        if self.links[gone.slot as usize].since < self.links[kept as usize].since {
            self.unlink(kept);
            let place = self.links[gone.slot as usize];
            self.links[kept as usize] = Link { block, ..place };
            match self.links.get_mut(place.older as usize) {
                Some(link) => link.newer = kept,
                None => self.oldest = kept,
            }
            match self.links.get_mut(place.newer as usize) {
                Some(link) => link.older = kept,
                None => self.newest = kept,
            }
            self.links[gone.slot as usize] = LOOSE;
        } else {
            self.unlink(gone.slot);
        }
        gone.slot
    }

    /// Removes and returns a request.
    pub fn take(&mut self, index: usize) -> Entry {
        let entry = self.entries.remove(index);
        self.unlink(entry.slot);
        entry
    }

    fn unlink(&mut self, slot: u32) {
        let Link { older, newer, .. } = self.links[slot as usize];
        match self.links.get_mut(older as usize) {
            Some(link) => link.newer = newer,
            None => self.oldest = newer,
        }
        match self.links.get_mut(newer as usize) {
            Some(link) => link.older = older,
            None => self.newest = older,
        }
        self.links[slot as usize] = LOOSE;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(blocks: &[u64]) -> Sorted {
        let mut sorted = Sorted::new();
        for (slot, &block) in blocks.iter().enumerate() {
            sorted.insert(
                slot as u64,
                Entry {
                    block,
                    pages: 1,
                    slot: slot as u32,
                },
            );
        }
        sorted
    }

    fn by_age(mut sorted: Sorted) -> Vec<u32> {
        let mut slots = Vec::new();
        while let Some((index, _)) = sorted.oldest() {
            slots.push(sorted.take(index).slot);
        }
        assert!(sorted.is_empty());
        slots
    }

    #[test]
    fn finds_by_block_and_by_age() {
        let sorted = list(&[50, 10, 30, 30, 20]);
        let blocks: Vec<u64> = sorted.entries().iter().map(|entry| entry.block).collect();
        assert_eq!(blocks, [10, 20, 30, 30, 50]);
        assert_eq!(sorted.index_of(3), Some(3));
        assert_eq!(sorted.index_of(9), None);
        assert_eq!(sorted.index_after(30), 4);
        assert_eq!(by_age(sorted), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_joined_request_takes_the_older_place() {
        let mut sorted = list(&[11, 50, 10]);
        assert_eq!(sorted.join(0), 0);
        assert_eq!(
            sorted.entries()[0],
            Entry {
                block: 10,
                pages: 2,
                slot: 2
            }
        );
        assert_eq!(sorted.oldest(), Some((0, 0)));
        assert_eq!(by_age(sorted), [2, 1]);
        let mut sorted = list(&[10, 50, 11]);
        assert_eq!(sorted.join(0), 2);
        assert_eq!(by_age(sorted), [0, 1]);
    }

    #[test]
    fn growth_keeps_both_orders() {
        let mut sorted = list(&[50, 20]);
        sorted.grow_front(1, 5);
        sorted.grow_back(0, 3);
        assert_eq!(
            sorted.entries()[0],
            Entry {
                block: 20,
                pages: 4,
                slot: 1
            }
        );
        assert_eq!(
            sorted.entries()[1],
            Entry {
                block: 45,
                pages: 6,
                slot: 0
            }
        );
        assert_eq!(sorted.oldest(), Some((1, 0)));
    }
}
