//! All wait queues of a machine.

use super::task::TaskId;
use super::wait_queue::{PressureQueue, WaitEntries, WaitQueue};
use crate::block::Class;
use crate::mm::page::Pfn;
use crate::mm::zone::ZoneId;

/// A wait queue that a task is on until it is woken or its time is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitFor {
    /// A free request of a class on a queue of the block layer (get_request_wait).
    Request(u32, Class),
    /// The end of congestion of a class (congestion_wait).
    Congestion(Class),
    /// Reserves that kswapd has filled (pfmemalloc_wait).
    Reserves,
}

/// The queues.
#[derive(Clone, Debug)]
pub struct Waits {
    /// Places of the tasks on the queues of [`WaitFor`].
    entries: WaitEntries,
    requests: Vec<[WaitQueue; 2]>,
    congestion: [WaitQueue; 2],
    reserves: WaitQueue,
    /// By zone: for it to be above low (`zone_pressure_wait`).
    zones: Vec<PressureQueue>,
    /// For a page's lock or writeback, by page, and of one page in the order in which they came.
    pages: Vec<(Pfn, TaskId)>,
    /// For an inode's write-out to end.
    inodes: Vec<TaskId>,
}

impl Waits {
    /// Nobody waits, on a machine with so many queues of the block layer and so many zones.
    #[must_use]
    pub fn new(queues: usize, zones: usize) -> Self {
        Self {
            entries: WaitEntries::default(),
            requests: vec![Default::default(); queues],
            congestion: Default::default(),
            reserves: WaitQueue::default(),
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
        }
    }

    fn queue_mut(&mut self, what: WaitFor) -> (&mut WaitQueue, &mut WaitEntries) {
        let queue = match what {
            WaitFor::Request(queue, class) => &mut self.requests[queue as usize][class.index()],
            WaitFor::Congestion(class) => &mut self.congestion[class.index()],
            WaitFor::Reserves => &mut self.reserves,
        };
        (queue, &mut self.entries)
    }

    /// Adds a task that is on no queue, behind those that came before.
    pub fn add(&mut self, what: WaitFor, id: TaskId) {
        let (queue, entries) = self.queue_mut(what);
        queue.add(entries, id);
    }

    /// Takes a task off, unless who woke it has done so (finish_wait).
    pub fn finish(&mut self, what: WaitFor, id: TaskId) {
        let (queue, entries) = self.queue_mut(what);
        queue.finish(entries, id);
    }

    /// Takes the first task off.
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

    /// How many wait.
    #[must_use]
    pub fn len(&self, what: WaitFor) -> usize {
        self.queue(what).len()
    }

    /// The tasks that wait, the first of them first.
    pub fn tasks(&self, what: WaitFor) -> impl Iterator<Item = TaskId> + '_ {
        self.queue(what).tasks(&self.entries)
    }

    /// The queue of a zone.
    #[inline]
    #[must_use]
    pub fn zone(&self, z: ZoneId) -> &PressureQueue {
        &self.zones[z]
    }

    /// The same, to change.
    #[inline]
    pub fn zone_mut(&mut self, z: ZoneId) -> &mut PressureQueue {
        &mut self.zones[z]
    }

    /// Adds a task to those that wait for a page, behind those that came before.
    pub fn add_to_page(&mut self, pfn: Pfn, id: TaskId) {
        let behind = self.pages.partition_point(|&(page, _)| page <= pfn);
        self.pages.insert(behind, (pfn, id));
    }

    /// Takes the first of those off that wait for a page.
    #[inline]
    pub fn pop_of_page(&mut self, pfn: Pfn) -> Option<TaskId> {
        let first = self.pages.partition_point(|&(page, _)| page < pfn);
        let waits = self.pages.get(first).is_some_and(|&(page, _)| page == pfn);
        waits.then(|| self.pages.remove(first).1)
    }

    /// Whether anybody waits for any page.
    #[inline]
    #[must_use]
    pub fn any_for_page(&self) -> bool {
        !self.pages.is_empty()
    }

    /// Tasks that wait for pages, by page.
    #[must_use]
    pub fn for_pages(&self) -> &[(Pfn, TaskId)] {
        &self.pages
    }

    /// Adds a task to those that wait for inodes.
    pub fn add_to_inodes(&mut self, id: TaskId) {
        self.inodes.push(id);
    }

    /// Takes all off that wait for inodes.
    pub fn take_all_of_inodes(&mut self) -> Vec<TaskId> {
        std::mem::take(&mut self.inodes)
    }

    /// Tasks that wait for inodes.
    #[must_use]
    pub fn for_inodes(&self) -> &[TaskId] {
        &self.inodes
    }
}
