//! All wait queues of a machine.

use super::task::TaskId;
use super::wait_queue::{PressureQueue, WaitEntries, WaitQueue};
use crate::block::Class;
use crate::mm::page::Pfn;
use crate::mm::zone::ZoneId;

/// A wait queue. A task stays on it until it is woken or its timeout expires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitFor {
    /// For a free request of a class in a queue of the block layer (get_request_wait).
    Request(u32, Class),
    /// For the end of congestion of a class (congestion_wait).
    Congestion(Class),
    /// For kswapd to refill the reserves (pfmemalloc_wait).
    Reserves,
    /// For a bio (mempool_alloc).
    Bio,
}

/// All wait queues.
#[derive(Clone, Debug)]
pub struct Waits {
    /// Links of the tasks on the queues of [`WaitFor`].
    entries: WaitEntries,
    requests: Vec<[WaitQueue; 2]>,
    congestion: [WaitQueue; 2],
    reserves: WaitQueue,
    bios: WaitQueue,
    /// For each zone: tasks that wait until the zone is above its low watermark (`zone_pressure_wait`).
    zones: Vec<PressureQueue>,
    /// Tasks that wait for a page's lock or writeback, sorted by page and then by arrival.
    pages: Vec<(Pfn, TaskId)>,
    /// Tasks that wait until an inode has been written.
    inodes: Vec<TaskId>,
}

impl Waits {
    /// Makes empty queues for a machine with `queues` queues of the block layer and `zones` zones.
    #[must_use]
    pub fn new(queues: usize, zones: usize) -> Self {
        Self {
            entries: WaitEntries::default(),
            requests: vec![Default::default(); queues],
            congestion: Default::default(),
            reserves: WaitQueue::default(),
            bios: WaitQueue::default(),
            zones: vec![PressureQueue::default(); zones],
            pages: Vec::new(),
            inodes: Vec::new(),
        }
    }

    fn queue(&self, what: WaitFor) -> &WaitQueue {
        match what {
            WaitFor::Request(queue, class) => &self.requests[queue as usize][class.index()],
            WaitFor::Congestion(class) => &self.congestion[class.index()],
            WaitFor::Reserves => &self.reserves,
            WaitFor::Bio => &self.bios,
        }
    }

    fn queue_mut(&mut self, what: WaitFor) -> (&mut WaitQueue, &mut WaitEntries) {
        let queue = match what {
            WaitFor::Request(queue, class) => &mut self.requests[queue as usize][class.index()],
            WaitFor::Congestion(class) => &mut self.congestion[class.index()],
            WaitFor::Reserves => &mut self.reserves,
            WaitFor::Bio => &mut self.bios,
        };
        (queue, &mut self.entries)
    }

    /// Adds a task that is on no queue, at the end.
    pub fn add(&mut self, what: WaitFor, id: TaskId) {
        let (queue, entries) = self.queue_mut(what);
        queue.add(entries, id);
    }

    /// Removes a task, unless its waker has already removed it (finish_wait).
    pub fn finish(&mut self, what: WaitFor, id: TaskId) {
        let (queue, entries) = self.queue_mut(what);
        queue.finish(entries, id);
    }

    /// Removes and returns the first task.
    pub fn pop(&mut self, what: WaitFor) -> Option<TaskId> {
        let (queue, entries) = self.queue_mut(what);
        queue.pop(entries)
    }

    /// Whether no task waits.
    #[inline]
    #[must_use]
    pub fn is_empty(&self, what: WaitFor) -> bool {
        self.queue(what).is_empty()
    }

    /// Returns the number of waiting tasks.
    #[must_use]
    pub fn len(&self, what: WaitFor) -> usize {
        self.queue(what).len()
    }

    /// Returns the waiting tasks in order of arrival.
    pub fn tasks(&self, what: WaitFor) -> impl Iterator<Item = TaskId> + '_ {
        self.queue(what).tasks(&self.entries)
    }

    /// Returns the tasks that wait for a zone.
    #[inline]
    #[must_use]
    pub fn zone(&self, z: ZoneId) -> &PressureQueue {
        &self.zones[z]
    }

    /// Returns the tasks that wait for a zone, mutable.
    #[inline]
    pub fn zone_mut(&mut self, z: ZoneId) -> &mut PressureQueue {
        &mut self.zones[z]
    }

    /// Adds a task to the end of the tasks that wait for a page.
    pub fn add_to_page(&mut self, pfn: Pfn, id: TaskId) {
        let behind = self.pages.partition_point(|&(page, _)| page <= pfn);
        self.pages.insert(behind, (pfn, id));
    }

    /// Removes and returns the first task that waits for a page.
    #[inline]
    pub fn pop_of_page(&mut self, pfn: Pfn) -> Option<TaskId> {
        let first = self.pages.partition_point(|&(page, _)| page < pfn);
        let waits = self.pages.get(first).is_some_and(|&(page, _)| page == pfn);
        waits.then(|| self.pages.remove(first).1)
    }

    /// Whether any task waits for any page.
    #[inline]
    #[must_use]
    pub fn any_for_page(&self) -> bool {
        !self.pages.is_empty()
    }

    /// Returns the tasks that wait for pages, sorted by page.
    #[must_use]
    pub fn for_pages(&self) -> &[(Pfn, TaskId)] {
        &self.pages
    }

    /// Adds a task to those that wait for inodes.
    pub fn add_to_inodes(&mut self, id: TaskId) {
        self.inodes.push(id);
    }

    /// Removes and returns all tasks that wait for inodes.
    pub fn take_all_of_inodes(&mut self) -> Vec<TaskId> {
        std::mem::take(&mut self.inodes)
    }

    /// Returns the tasks that wait for inodes.
    #[must_use]
    pub fn for_inodes(&self) -> &[TaskId] {
        &self.inodes
    }
}
