//! One request queue: merging, allocation, dispatch and completion.

mod merge;

use super::answer::{Completion, Dispatch, RequestView, Submit};
use super::bio::{Bio, Class, Op, Origin};
use super::counts::{Freed, RequestCounts};
use super::device::{Device, Service};
use super::drive_queue::{DriveQueue, Held};
use super::elevator::{Choice, Elevator, ElevatorRules, Sender};
use super::sorted::Entry;
use super::stats::QueueStats;
use crate::kernel::rules::QueueClass;
use crate::scenario::DeviceFigures;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Unused,
    Waiting,
    InDevice,
}

#[derive(Clone, Debug)]
struct Request {
    state: State,
    op: Op,
    sync: bool,
    /// A flush: the drive writes its cache. It has no data, is not counted, and never enters the elevator.
    flush: bool,
    class: Class,
    origin: Origin,
    origins: u16,
    /// The task that submitted its first bio.
    task: u32,
    block: u64,
    queued_at: u64,
    started_at: u64,
    service: Service,
    pages: Vec<u32>,
    bios: u32,
}

/// Number of pages for which a request has room from the start. Disks of those years transfer fewer pages in one
/// request. A larger number would take much memory, as a device in a scenario may have thousands of requests. The
/// number is the same for every device, because vectors of pages are swapped between requests.
const ROOM: usize = 256;

/// A queue with its elevator and its device.
#[derive(Clone, Debug)]
pub struct RequestQueue {
    class_rule: QueueClass,
    counts: RequestCounts,
    elevator: Elevator,
    device: Device,
    /// The drive's own queue, if it has one.
    drive: Option<DriveQueue>,
    requests: Vec<Request>,
    unused: Vec<u32>,
    /// Flushes that wait until the drive has no request, in order of arrival.
    flushes: Vec<u32>,
    /// Whether a flush is in the drive.
    flushing: bool,
    /// Whether the device serves other requests beside a flush.
    flushes_beside: bool,
    in_device: u32,
    busy_since: u64,
    stats: QueueStats,
}

impl RequestQueue {
    /// Makes an empty queue of one disk.
    pub fn new(figures: DeviceFigures, class_rule: QueueClass, rules: ElevatorRules) -> Self {
        let mut queue = RequestQueue {
            class_rule,
            counts: RequestCounts::new(figures.nr_requests),
            elevator: Elevator::new(rules),
            device: Device::new(figures),
            drive: (figures.ncq_depth > 1).then(|| DriveQueue::new(figures.ncq_depth)),
            requests: Vec::new(),
            unused: Vec::new(),
            flushes: Vec::with_capacity(4),
            flushing: false,
            flushes_beside: false,
            in_device: 0,
            busy_since: 0,
            stats: QueueStats::default(),
        };
        // A drive's own queue holds reads and writes in addition to the waiting requests. Make room for them now.
        for _ in 0..2 * figures.ncq_depth {
            queue.add_slot();
        }
        queue.unused.reverse();
        queue
    }

    /// Removes the elevator from the queue of a disk that serves several requests at once, as that of a virtual machine
    /// (drivers/block/virtio_blk.c: blk_mq_init_queue). A flush does not hold up other requests there
    /// (block/blk-flush.c: queue_flush_queueable). Called before there are any requests.
    pub fn use_multi_queue(&mut self) {
        if self.drive.is_none() && self.device.in_flight() > 1 {
            self.elevator.serve_by_age();
            self.counts.share_tags();
            self.flushes_beside = true;
        }
    }

    /// Returns the request counts of the queue.
    pub fn counts(&self) -> &RequestCounts {
        &self.counts
    }

    /// Returns the queue's device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Returns the queue's elevator, mutable.
    pub fn elevator_mut(&mut self) -> &mut Elevator {
        &mut self.elevator
    }

    /// Returns the queue's statistics.
    pub fn stats(&self) -> &QueueStats {
        &self.stats
    }

    /// Returns the number of requests in the device.
    pub fn in_device(&self) -> u32 {
        self.in_device
    }

    /// Whether the drive orders requests by itself.
    pub fn has_drive_queue(&self) -> bool {
        self.drive.is_some()
    }

    /// Returns every request that waits or is in the device, in the order of slots.
    pub fn requests(&self) -> impl Iterator<Item = RequestView> + '_ {
        let held = self
            .requests
            .iter()
            .enumerate()
            .filter(|(_, request)| request.state != State::Unused);
        held.map(|(slot, request)| RequestView {
            slot: slot as u32,
            block: request.block,
            pages: request.pages.len() as u32,
            op: request.op,
            sync: request.sync,
            flush: request.flush,
            origin: request.origin,
            queued_at: request.queued_at,
            in_device: request.state == State::InDevice,
            held_by_drive: self.drive.as_ref().is_some_and(|it| it.holds(slot as u32)),
        })
    }

    /// Submits a bio (__make_request, 2.6.29 to 3.16). Merging is tried first and needs no request.
    pub fn submit(&mut self, now: u64, bio: &Bio, batcher: bool) -> Submit {
        debug_assert!(!bio.pages.is_empty() && bio.pages.len() as u32 <= self.device.max_pages());
        if let Some(freed) = self.merge(bio) {
            self.take_in(bio);
            self.stats.merged += 1;
            return Submit::Merged(freed);
        }
        let class = Class::of(self.class_rule, bio.op, bio.sync);
        let Some(room) = self.counts.allocate(class, batcher) else {
            return Submit::Full;
        };
        self.take_in(bio);
        let slot = self.unused_slot();
        let request = &mut self.requests[slot as usize];
        request.state = State::Waiting;
        request.op = bio.op;
        request.sync = bio.is_sync();
        request.flush = false;
        request.class = class;
        request.origin = bio.origin;
        request.origins = bio.origins();
        request.task = bio.task;
        request.block = bio.block;
        request.queued_at = now;
        request.pages.clear();
        request.pages.extend_from_slice(bio.pages);
        request.bios = bio.bios;
        let entry = Entry {
            block: bio.block,
            pages: bio.pages.len() as u32,
            slot,
        };
        self.elevator.add(now, sender(bio), entry);
        Submit::Queued(room)
    }

    /// Submits a flush. `token` is a page frame number that represents the waiting task and is returned at completion.
    /// The flush is dispatched before everything in the elevator. The drive first ends its other requests, then serves
    /// only the flush (blk_insert_flush; ata_std_qc_defer, because FLUSH CACHE is not a queued command).
    pub fn submit_flush(&mut self, now: u64, token: u32) {
        let slot = self.unused_slot();
        let request = &mut self.requests[slot as usize];
        request.state = State::Waiting;
        request.op = Op::Write;
        request.sync = true;
        request.flush = true;
        request.class = Class::SYNC;
        request.origin = Origin::Fsync;
        request.origins = Origin::Fsync.bit();
        request.block = self.device.head();
        request.queued_at = now;
        request.pages.clear();
        request.pages.push(token);
        request.bios = 0;
        self.flushes.push(slot);
    }

    /// Whether a flush waits or is in the drive. Nothing else is dispatched until it ends.
    pub fn flushes(&self) -> bool {
        self.flushing || !self.flushes.is_empty()
    }

    fn dispatch_flush(&mut self, now: u64, rng: &mut impl FnMut(u32) -> u32) -> Dispatch {
        if self.in_device > 0 && !self.flushes_beside {
            return self.dispatch_held(now, Dispatch::Idle, rng);
        }
        let slot = self.flushes.remove(0);
        let (until, service) = self.device.flush(now, rng);
        let request = &mut self.requests[slot as usize];
        request.state = State::InDevice;
        request.started_at = now;
        request.service = service;
        self.flushing = !self.flushes_beside;
        if self.in_device == 0 {
            self.busy_since = now;
        }
        self.in_device += 1;
        self.stats.flushes += 1;
        Dispatch::Started { slot, until }
    }

    /// Gives the device its next request, if it can take one.
    pub fn dispatch(&mut self, now: u64, rng: &mut impl FnMut(u32) -> u32) -> Dispatch {
        if self.flushes() {
            return self.dispatch_flush(now, rng);
        }
        let room = match &self.drive {
            Some(drive) => drive.depth(),
            None => self.device.in_flight(),
        };
        let mut nothing = Dispatch::Idle;
        if self.in_device < room {
            match self.elevator.choose(now) {
                Choice::Serve(entry) => return self.give(now, entry, rng),
                Choice::HoldUntil(until) => nothing = Dispatch::WaitUntil(until),
                Choice::Nothing => {}
            }
        }
        self.dispatch_held(now, nothing, rng)
    }

    /// Starts the request that the drive's own queue serves next. Returns `nothing` if there is none.
    fn dispatch_held(
        &mut self,
        now: u64,
        nothing: Dispatch,
        rng: &mut impl FnMut(u32) -> u32,
    ) -> Dispatch {
        let (device, requests) = (&self.device, &self.requests);
        let next = self.drive.as_mut().and_then(|drive| {
            drive.next(|held| {
                let op = requests[held.slot as usize].op;
                device.positioning_ns(now, op, held.block)
            })
        });
        match next {
            Some(held) => self.start(now, held, rng),
            None => nothing,
        }
    }

    /// Passes the request that the elevator chose to the device.
    fn give(&mut self, now: u64, entry: Entry, rng: &mut impl FnMut(u32) -> u32) -> Dispatch {
        let request = &mut self.requests[entry.slot as usize];
        debug_assert!(request.state == State::Waiting && request.block == entry.block);
        request.state = State::InDevice;
        if self.in_device == 0 {
            self.busy_since = now;
        }
        self.in_device += 1;
        let held = Held {
            slot: entry.slot,
            block: entry.block,
            pages: entry.pages,
        };
        match &mut self.drive {
            Some(drive) => {
                drive.add(held);
                Dispatch::Given { slot: entry.slot }
            }
            None => self.start(now, held, rng),
        }
    }

    fn start(&mut self, now: u64, held: Held, rng: &mut impl FnMut(u32) -> u32) -> Dispatch {
        let request = &mut self.requests[held.slot as usize];
        request.started_at = now;
        let (until, service) = self
            .device
            .start(now, request.op, held.block, held.pages, rng);
        request.service = service;
        self.stats.started(&service);
        Dispatch::Started {
            slot: held.slot,
            until,
        }
    }

    /// Completes a request. Fills `pages` with the request's page frames in block order.
    pub fn complete(&mut self, now: u64, slot: u32, pages: &mut Vec<u32>) -> Completion {
        let request = &mut self.requests[slot as usize];
        debug_assert!(
            request.state == State::InDevice,
            "a request ends that did not start"
        );
        request.state = State::Unused;
        pages.clear();
        // Swapping keeps the capacity of both vectors.
        std::mem::swap(pages, &mut request.pages);
        self.unused.push(slot);
        let waited_ns = now - request.queued_at;
        if !request.flush {
            self.stats
                .completed(request.op, pages.len() as u32, waited_ns);
        }
        self.stats
            .served(&request.service, now - request.started_at);
        self.stats.busy_ns += now - self.busy_since;
        self.busy_since = now;
        self.in_device = self.in_device.saturating_sub(1);
        let freed = if request.flush {
            self.flushing = false;
            Freed::nobody(request.class)
        } else {
            if let Some(drive) = &mut self.drive {
                drive.ended();
            }
            let of = Sender {
                task: request.task,
                sync: request.sync,
                reads: request.op == Op::Read,
            };
            self.elevator.completed(now, of, request.queued_at);
            self.counts.free(request.class)
        };
        Completion {
            block: request.block,
            op: request.op,
            sync: request.sync,
            flush: request.flush,
            origin: request.origin,
            origins: request.origins,
            queued_at: request.queued_at,
            started_at: request.started_at,
            waited_ns,
            service: request.service,
            bios: request.bios,
            freed,
        }
    }

    fn take_in(&mut self, bio: &Bio) {
        for (origin, pages) in bio.senders() {
            self.stats.blocks_by_origin[origin.index()] += pages;
        }
    }

    fn unused_slot(&mut self) -> u32 {
        if self.unused.is_empty() {
            self.add_slot();
        }
        self.unused.pop().unwrap_or(0)
    }

    /// Adds a slot with room for the pages of a request.
    fn add_slot(&mut self) {
        self.unused.push(self.requests.len() as u32);
        self.requests.push(Request {
            state: State::Unused,
            op: Op::Read,
            sync: true,
            flush: false,
            class: Class::SYNC,
            origin: Origin::Read,
            origins: 0,
            task: 0,
            block: 0,
            queued_at: 0,
            started_at: 0,
            service: Service::default(),
            pages: Vec::with_capacity(ROOM),
            bios: 0,
        });
    }
}

/// Returns the sender of a bio.
fn sender(bio: &Bio) -> Sender {
    Sender {
        task: bio.task,
        sync: bio.is_sync(),
        reads: bio.op == Op::Read,
    }
}
