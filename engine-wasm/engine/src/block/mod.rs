//! The block layer: devices, their request queues, congestion, merging and service times.
//!
//! The block layer knows pages only as numbers. It does not know tasks, so its results say which tasks to wake.

mod answer;
mod bio;
mod cfq_queue;
mod counts;
mod device;
mod drive_queue;
mod elevator;
mod log;
pub mod models;
mod next_request;
mod parts;
mod plug;
mod queue;
mod sorted;
mod stats;
#[cfg(test)]
mod tests;

pub use answer::{Completion, Dispatch, RequestView, Submit};
pub use bio::{Bio, Class, Op, Origin};
pub use counts::{BATCH_NS, BATCH_REQUESTS, Batch, Freed, Room};
pub use device::{OpenUnit, Service};
pub use elevator::ElevatorRules;
pub use log::{REQUESTS_KEPT, Served};
pub use parts::Part;
pub use plug::{PLUG_REQUESTS, Plug, Plugged};
pub use stats::QueueStats;

use crate::kernel::rules::QueueClass;
use crate::scenario::DeviceFigures;
use queue::RequestQueue;

/// A range of blocks of a device that one request can cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The queue that serves it.
    pub queue: u32,
    /// First block on that queue's disk, 4 KiB.
    pub block: u64,
    /// Length, blocks.
    pub pages: u32,
}

#[derive(Clone, Debug)]
struct Stripes {
    name: String,
    first_queue: u32,
    members: u32,
    /// Blocks per chunk; unused with one member.
    chunk: u64,
    max_pages: u32,
}

impl Stripes {
    fn queues(&self) -> std::ops::Range<usize> {
        self.first_queue as usize..(self.first_queue + self.members) as usize
    }
}

/// All devices of the machine.
#[derive(Clone, Debug)]
pub struct BlockLayer {
    class_rule: QueueClass,
    devices: Vec<Stripes>,
    queues: Vec<RequestQueue>,
    congested: [u32; 2],
}

impl BlockLayer {
    /// Makes the machine's devices, numbered in this order. A RAID-0 array has one queue per member, and no queue for
    /// the array itself (md).
    pub fn new(devices: &[(String, DeviceFigures)], class_rule: QueueClass) -> Self {
        let mut layer = BlockLayer {
            class_rule,
            devices: Vec::new(),
            queues: Vec::new(),
            congested: [0; 2],
        };
        for (name, figures) in devices {
            let members = figures.members.max(1);
            let first_queue = layer.queues.len() as u32;
            for _ in 0..members {
                layer.queues.push(RequestQueue::new(
                    *figures,
                    class_rule,
                    ElevatorRules::default(),
                ));
            }
            layer.devices.push(Stripes {
                name: name.clone(),
                first_queue,
                members,
                chunk: (figures.chunk_kb as u64 / 4).max(1),
                max_pages: layer.queues[first_queue as usize].device().max_pages(),
            });
        }
        layer
    }

    /// Uses blk-mq for virtual disks.
    pub fn use_multi_queue(&mut self) {
        for queue in &mut self.queues {
            queue.use_multi_queue();
        }
    }

    /// Returns the number of a device.
    pub fn device(&self, name: &str) -> Option<u32> {
        self.devices
            .iter()
            .position(|device| device.name == name)
            .map(|index| index as u32)
    }

    /// Returns the size of a device, blocks of 4 KiB.
    pub fn device_blocks(&self, device: u32) -> u64 {
        let stripes = &self.devices[device as usize];
        let member = self.queues[stripes.first_queue as usize].device().blocks();
        if stripes.members == 1 {
            return member;
        }
        member / stripes.chunk * stripes.chunk * stripes.members as u64
    }

    /// Returns the queues of a device.
    pub fn device_queues(&self, device: u32) -> std::ops::Range<u32> {
        let stripes = &self.devices[device as usize];
        stripes.first_queue..stripes.first_queue + stripes.members
    }

    /// Returns the number of queues of all devices.
    pub fn queue_count(&self) -> u32 {
        self.queues.len() as u32
    }

    /// Returns the largest request of a queue, blocks of 4 KiB (max_sectors_kb).
    pub fn max_request_pages(&self, queue: u32) -> u32 {
        self.queues[queue as usize].device().max_pages()
    }

    /// Returns the first piece of `pages` blocks from `block` on a device. The piece does not cross the end of a chunk,
    /// and fits into one request. The caller continues with the rest (raid0_make_request, bio_add_page).
    pub fn split(&self, device: u32, block: u64, pages: u32) -> Piece {
        let stripes = &self.devices[device as usize];
        let pages = pages.min(stripes.max_pages);
        if stripes.members == 1 {
            return Piece {
                queue: stripes.first_queue,
                block,
                pages,
            };
        }
        let (chunk, offset) = (block / stripes.chunk, block % stripes.chunk);
        let members = stripes.members as u64;
        Piece {
            queue: stripes.first_queue + (chunk % members) as u32,
            block: chunk / members * stripes.chunk + offset,
            pages: pages.min((stripes.chunk - offset) as u32),
        }
    }

    /// Submits a bio at `now` nanoseconds. `batcher` is [`Batch::is_active`] of the task. If the result is `Full`,
    /// nothing has changed.
    pub fn submit(&mut self, now: u64, queue: u32, bio: &Bio, batcher: bool) -> Submit {
        let class = Class::of(self.class_rule, bio.op, bio.sync);
        let queue = &mut self.queues[queue as usize];
        let before = queue.counts().congested(class);
        let answer = queue.submit(now, bio, batcher);
        let after = queue.counts().congested(class);
        self.congestion_changed(class, before, after);
        answer
    }

    /// Submits a flush to a queue's drive. `token` is the page frame number that its completion returns. If the drive
    /// has no write cache, nothing happens and the result is false (generic_make_request).
    #[must_use]
    pub fn submit_flush(&mut self, now: u64, queue: u32, token: u32) -> bool {
        let queue = &mut self.queues[queue as usize];
        let caches = queue.device().caches_writes();
        if caches {
            queue.submit_flush(now, token);
        }
        caches
    }

    /// Whether a flush waits for a queue's drive, or is in the drive.
    pub fn flushes(&self, queue: u32) -> bool {
        self.queues[queue as usize].flushes()
    }

    /// Whether a queue's drive orders requests by itself.
    pub fn has_drive_queue(&self, queue: u32) -> bool {
        self.queues[queue as usize].has_drive_queue()
    }

    /// Gives a queue's device its next request. After each submission and completion, call this repeatedly until no
    /// more requests start. `rng(n)` draws uniformly from 0 to n - 1.
    pub fn dispatch(&mut self, now: u64, queue: u32, rng: &mut impl FnMut(u32) -> u32) -> Dispatch {
        self.queues[queue as usize].dispatch(now, rng)
    }

    /// Completes a request at the time that `dispatch` returned. Fills `pages` with its page frames in block order.
    pub fn complete(
        &mut self,
        now: u64,
        queue: u32,
        slot: u32,
        pages: &mut Vec<u32>,
    ) -> Completion {
        let queue = &mut self.queues[queue as usize];
        let before = Class::ALL.map(|class| queue.counts().congested(class));
        let completion = queue.complete(now, slot, pages);
        let class = completion.freed.class;
        let after = queue.counts().congested(class);
        self.congestion_changed(class, before[class.index()], after);
        completion
    }

    /// Whether a device is congested in a class, because any of its members is (bdi_congested, raid0_congested).
    pub fn device_congested(&self, device: u32, class: Class) -> bool {
        let queues = self.devices[device as usize].queues();
        self.queues[queues]
            .iter()
            .any(|queue| queue.counts().congested(class))
    }

    /// Returns the number of queues congested in a class (nr_bdi_congested, 2.6.37 on).
    pub fn congested_queues(&self, class: Class) -> u32 {
        self.congested[class.index()]
    }

    /// Returns the class under which a request is counted.
    pub fn class_of(&self, op: Op, sync: bool) -> Class {
        Class::of(self.class_rule, op, sync)
    }

    /// Returns the number of requests of a class in a queue, waiting or in the device.
    pub fn count(&self, queue: u32, class: Class) -> u32 {
        self.queues[queue as usize].counts().count(class)
    }

    /// Returns the number of requests in a queue's device.
    pub fn in_device(&self, queue: u32) -> u32 {
        self.queues[queue as usize].in_device()
    }

    /// Returns the counters of a queue.
    pub fn stats(&self, queue: u32) -> &QueueStats {
        self.queues[queue as usize].stats()
    }

    /// Returns the allocation units that a queue's flash controller has open, the most recently written one last, and
    /// the number of pages in a unit. Other devices have none.
    pub fn open_units(&self, queue: u32) -> (&[OpenUnit], u32) {
        self.queues[queue as usize].device().open_units()
    }

    /// Returns every request of a queue, in the order of slots, for display.
    pub fn requests(&self, queue: u32) -> impl Iterator<Item = RequestView> + '_ {
        self.queues[queue as usize].requests()
    }

    /// Changes the elevator's tunables on every queue.
    pub fn set_elevator_rules(&mut self, rules: ElevatorRules) {
        for queue in &mut self.queues {
            queue.elevator_mut().set_rules(rules);
        }
    }

    fn congestion_changed(&mut self, class: Class, before: bool, after: bool) {
        let count = &mut self.congested[class.index()];
        *count = *count + after as u32 - before as u32;
    }
}
