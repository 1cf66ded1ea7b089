//! A flusher's lists of dirty inodes.

use crate::kernel::rules::FlusherRefill;
use crate::machine::Machine;
use crate::mm::page_cache::{InodeList, MappingId};

impl Machine {
    /// __mark_inode_dirty: adds a clean inode to b_dirty as the newest one. If it is the only one, and the flusher has no
    /// timer, sets a timer that wakes the flusher for periodic writeback (bdi_wakeup_thread_delayed).
    pub fn mark_inode_dirty(&mut self, id: MappingId) {
        let now = self.now();
        let mapping = self.io.cache.get_mut(id);
        if mapping.list != InodeList::None {
            return;
        }
        mapping.dirtied_when = now;
        mapping.list = InodeList::Dirty;
        let device = &mut self.io.bdis[mapping.bdi as usize];
        let first = !device.has_dirty_io();
        device.b_dirty.push_back(id);
        let sleeper = device.flusher.filter(|_| device.flusher_idle && first);
        let period = self.writeback.knobs.dirty_writeback;
        if let Some(flusher) = sleeper
            && self.rules.flusher_sleeps_when_clean
            && period > 0
        {
            self.set_tick_timeout(flusher, period);
        }
    }

    /// Removes an inode from its flusher's lists.
    pub fn forget_inode(&mut self, id: MappingId) {
        let mapping = self.io.cache.get_mut(id);
        let list = std::mem::replace(&mut mapping.list, InodeList::None);
        let bdi = &mut self.io.bdis[mapping.bdi as usize];
        let list = match list {
            InodeList::None => return,
            InodeList::Dirty => &mut bdi.b_dirty,
            InodeList::Io => &mut bdi.b_io,
            InodeList::MoreIo => &mut bdi.b_more_io,
        };
        // The usual case: a flusher removes the first inode, which needs no search.
        if list.front() == Some(&id) {
            list.pop_front();
        } else {
            list.retain(|&other| other != id);
        }
    }

    /// redirty_tail: makes the inode the newest of b_dirty.
    pub fn redirty_tail(&mut self, id: MappingId) {
        self.forget_inode(id);
        let bdi = self.io.cache.get(id).bdi;
        let newest = self.io.bdis[bdi as usize]
            .b_dirty
            .back()
            .map(|&other| self.io.cache.get(other).dirtied_when);
        let now = self.now();
        let mapping = self.io.cache.get_mut(id);
        if newest.is_some_and(|newest| mapping.dirtied_when < newest) {
            mapping.dirtied_when = now;
        }
        mapping.list = InodeList::Dirty;
        self.io.bdis[bdi as usize].b_dirty.push_back(id);
    }

    /// requeue_io: moves an inode that has more to write to b_more_io.
    pub fn requeue_io(&mut self, id: MappingId) {
        self.forget_inode(id);
        let mapping = self.io.cache.get_mut(id);
        mapping.list = InodeList::MoreIo;
        self.io.bdis[mapping.bdi as usize].b_more_io.push_back(id);
    }

    /// queue_io: fills b_io. With `dirtied_before` (nanoseconds), leaves younger inodes on b_dirty.
    pub fn queue_io(&mut self, bdi: u8, dirtied_before: Option<u64>) {
        let device = &mut self.io.bdis[bdi as usize];
        for &id in &device.b_more_io {
            self.io.cache.get_mut(id).list = InodeList::Io;
        }
        if self.rules.flusher_refill == FlusherRefill::EveryPassMoreFirst {
            std::mem::swap(&mut device.b_io, &mut device.b_more_io);
        }
        device.b_io.append(&mut device.b_more_io);
        while let Some(&id) = device.b_dirty.front() {
            if dirtied_before.is_some_and(|limit| self.io.cache.get(id).dirtied_when > limit) {
                break;
            }
            device.b_dirty.pop_front();
            device.b_io.push_back(id);
            self.io.cache.get_mut(id).list = InodeList::Io;
        }
    }
}
