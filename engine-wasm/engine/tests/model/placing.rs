//! Puts pages on the lists of a [`Lab`], and requests in its queue.

use reclaim_engine::block::{Bio, Op, Origin, Submit};
use reclaim_engine::mm::anon::AnonSpace;
use reclaim_engine::mm::migratetype::Migratetype::Movable;
use reclaim_engine::mm::page::{Pfn, flag};
use reclaim_engine::mm::zone::Lru;

use super::drawing;
use super::lab::Lab;

impl Lab {
    /// Draws pages onto a list of the highest zone, tail first.
    pub fn list(self, lru: Lru, text: &str) -> Self {
        let z = self.m().memory.zones.len() - 1;
        self.list_in(z, lru, text)
    }

    /// Draws pages onto a list of a zone, tail first.
    pub fn list_in(mut self, z: usize, lru: Lru, text: &str) -> Self {
        for (name, letters) in drawing::parse(text) {
            let pfn = self.place(z, lru, &letters);
            let other = self.names.insert(name, pfn);
            assert_eq!(other, None, "a name comes twice");
        }
        self.mark();
        self
    }

    /// Draws pages onto inactive_file.
    pub fn inactive(self, text: &str) -> Self {
        self.list(Lru::InactiveFile, text)
    }

    /// Places `count` identical pages without names.
    pub fn fill(self, lru: Lru, count: u64, letters: &str) -> Self {
        let z = self.m().memory.zones.len() - 1;
        self.fill_in(z, lru, count, letters)
    }

    /// Places `count` identical pages without names in a zone.
    pub fn fill_in(mut self, z: usize, lru: Lru, count: u64, letters: &str) -> Self {
        let letters: Vec<char> = letters.chars().collect();
        for _ in 0..count {
            self.place(z, lru, &letters);
        }
        self.mark();
        self
    }

    fn place(&mut self, z: usize, lru: Lru, letters: &[char]) -> Pfn {
        let mut m = self.machine.borrow_mut();
        let m = &mut **m;
        m.sched.run_as(0);
        let pfn = m.memory.zones[z]
            .buddy
            .take(&mut m.memory.frames, 0, Movable)
            .expect("a free frame");
        m.memory.zones[z].free -= 1;
        m.memory.frames.flags[pfn as usize] = 0;
        let has = |letter| letters.contains(&letter);
        if lru.is_file() || lru == Lru::Unevictable {
            m.memory.frames.mapping[pfn as usize] = self.file;
            m.memory.frames.index[pfn as usize] = self.next_index;
            m.io.cache.insert(self.file, self.next_index, pfn);
            self.next_index += 1;
            if !has('n') {
                m.memory.frames.set(pfn, flag::PRIVATE);
            }
        } else {
            let mut space = AnonSpace::new(1);
            space.set_present(0, pfn);
            m.memory.frames.mapping[pfn as usize] = m.memory.add_space(space);
            m.memory.frames.index[pfn as usize] = 0;
            m.memory.frames.set(pfn, flag::SWAPBACKED);
            if has('s') {
                m.memory.frames.set(pfn, flag::MAPPED);
                assert!(m.add_to_swap(pfn), "a free slot");
                m.try_to_unmap(pfn);
                m.memory.frames.clear(pfn, flag::DIRTY);
            }
        }
        if lru.is_active() {
            m.memory.frames.set(pfn, flag::ACTIVE);
        }
        if lru == Lru::Unevictable {
            m.memory.frames.set(pfn, flag::UNEVICTABLE);
        }
        m.add_to_list(z, lru, pfn, false);
        if has('d') {
            m.set_page_dirty(pfn);
        }
        if has('w') {
            m.set_page_writeback(pfn);
        }
        for (letter, mask) in drawing::LETTERS {
            if has(letter) && !matches!(letter, 'd' | 'w' | 's') {
                m.memory.frames.set(pfn, mask);
            }
        }
        if has('x') {
            m.memory.frames.get_for_pagevec(pfn);
        }
        pfn
    }

    /// Adds async writes of one page each to the disk's queue, far apart. They wait until the queue is kicked.
    pub fn queue_writes(mut self, count: u64) -> Self {
        for n in 0..count {
            let z = self.m().memory.zones.len() - 1;
            let pfn = self.place(z, Lru::Unevictable, &['w']);
            let bio = Bio {
                block: 1_000_000 + 1000 * n,
                op: Op::Write,
                sync: false,
                origin: Origin::Flusher,
                others: &[],
                task: 0,
                pages: &[pfn],
                bios: 0,
            };
            let room = self.m().io.block.submit(0, 0, &bio, true);
            assert!(matches!(room, Submit::Queued(_)), "no merging");
        }
        self.mark();
        self
    }
}
