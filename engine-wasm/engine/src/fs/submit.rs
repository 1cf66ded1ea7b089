//! Submits pages to the block layer and completes their I/O (block/blk-core.c: generic_make_request, get_request_wait).

use crate::block::{Bio, Class, Dispatch, Freed, Op, Origin, Plug, Plugged, Served, Submit};
use crate::machine::Machine;
use crate::mm::page::{Pfn, SWAP_CACHE};
use crate::mm::page_cache::MappingId;
use crate::mm::slub::SlabCacheId;
use crate::observer::vmstat::Counter;
use crate::sched::context::Cx;
use crate::sched::cost;
use crate::sched::event::Event;
use crate::sched::task::{Activity, TaskId};
use crate::sched::waits::WaitFor;

/// How long a task waits for a bio before it tries again, nanoseconds (mempool_alloc).
const BIO_TIMEOUT: u64 = 5_000_000_000;

/// Submits pages that are on consecutive blocks of a device. Sleeps while the queue is full, and while there is no memory
/// for a bio.
pub async fn submit_pages(
    cx: &Cx,
    device: u32,
    block: u64,
    op: Op,
    origin: Origin,
    pages: &[Pfn],
    mut plug: Option<&mut Plug>,
) {
    let mut done = 0;
    while done < pages.len() {
        let (piece, max) = cx.with(|m| {
            let piece =
                m.io.block
                    .split(device, block + done as u64, (pages.len() - done) as u32);
            (piece, m.io.block.max_request_pages(piece.queue))
        });
        let part = &pages[done..done + piece.pages as usize];
        let (bios, carried) = cx.with(|m| m.alloc_bios_for(op, part));
        if bios == 0 {
            if let Some(plug) = plug.as_deref_mut() {
                flush_plug(cx, plug).await;
            }
            wait_for_bio(cx).await;
            continue;
        }
        let part = &part[..carried];
        let bio = Bio {
            block: piece.block,
            op,
            // REQ_SYNC: a task waits for it.
            sync: op == Op::Read || origin == Origin::Fsync,
            origin,
            others: &[],
            task: cx.id,
            pages: part,
            bios,
        };
        match plug.as_deref_mut() {
            Some(plug) => {
                while plug.add(piece.queue, &bio, max) == Plugged::Full {
                    flush_plug(cx, plug).await;
                }
            }
            None => submit_bio(cx, piece.queue, &bio).await,
        }
        done += carried;
    }
}

/// Waits until a bio of any device is freed.
async fn wait_for_bio(cx: &Cx) {
    cx.prepare_to_wait();
    cx.with(|m| m.waits.add(WaitFor::Bio, cx.id));
    cx.schedule(Some(BIO_TIMEOUT), Activity::WaitingForIo).await;
    cx.with(|m| m.waits.finish(WaitFor::Bio, cx.id));
}

/// Submits everything that a plug holds.
pub async fn flush_plug(cx: &Cx, plug: &mut Plug) {
    while let Some((queue, bio)) = plug.first() {
        submit_bio(cx, queue, &bio).await;
        plug.pop();
    }
}

async fn submit_bio(cx: &Cx, queue: u32, bio: &Bio<'_>) {
    while !cx.m().try_submit(cx.id, queue, bio) {
        cx.prepare_to_wait();
        let free = cx.with(|m| {
            let free = WaitFor::Request(queue, m.io.block.class_of(bio.op, bio.sync));
            m.waits.add(free, cx.id);
            free
        });
        cx.schedule(None, Activity::WaitingForIo).await;
        cx.with(|m| {
            m.waits.finish(free, cx.id);
            let now = m.now();
            m.task_mut(cx.id).batch.begin(now);
        });
    }
}

impl Machine {
    /// bio_alloc for pages that are adjacent on a device. Returns the number of bios and of the pages that they carry: one
    /// bio for all pages if the submitting code gathers them, otherwise one for each page (submit_bh of fs/buffer.c,
    /// get_swap_bio), for as many as there is memory.
    fn alloc_bios_for(&mut self, op: Op, pages: &[Pfn]) -> (u32, usize) {
        let one_each = match self.memory.frames.mapping.get(pages[0] as usize) {
            // Blocks of a journal, which have no page in the page cache.
            None => true,
            Some(&SWAP_CACHE) => true,
            Some(&id) => self.sends_pages_singly(op, id),
        };
        if one_each {
            let bios = self.alloc_bios(pages.len() as u32);
            (bios, bios as usize)
        } else {
            (self.alloc_bios(1), pages.len())
        }
    }

    fn sends_pages_singly(&self, op: Op, id: MappingId) -> bool {
        let mapping = self.io.cache.get(id);
        let filesystem = &self.io.filesystems[mapping.filesystem as usize];
        mapping.block_device || op == Op::Write && filesystem.writes_pages_singly(&self.rules)
    }

    fn try_submit(&mut self, id: TaskId, queue: u32, bio: &Bio<'_>) -> bool {
        let now = self.now();
        let batcher = self.task(id).batch.is_active(now);
        let answer = self.io.block.submit(now, queue, bio, batcher);
        self.record_submit(id, queue, bio, answer);
        match answer {
            Submit::Full => return false,
            Submit::Merged(freed) => {
                self.charge(cost::SUBMIT_REQUEST / 4);
                if let Some(freed) = freed {
                    self.request_freed(queue, freed);
                }
            }
            Submit::Queued(room) => {
                self.charge(cost::SUBMIT_REQUEST);
                self.task_mut(id).batch.note(now, room);
            }
        }
        let counter = if bio.op == Op::Read {
            Counter::PgPgIn
        } else {
            Counter::PgPgOut
        };
        self.observer
            .count_global(counter, 4 * bio.pages.len() as u64);
        self.kick_queue(queue);
        true
    }

    /// Dispatches requests of a queue until its device accepts no more.
    pub fn kick_queue(&mut self, queue: u32) {
        loop {
            let random = &mut self.random;
            let answer = self
                .io
                .block
                .dispatch(self.sched.now(), queue, &mut |n| random.below(n));
            self.record_dispatch(queue, answer);
            match answer {
                Dispatch::Started { slot, until } => {
                    self.sched.set_event(until, Event::Served(queue, slot))
                }
                Dispatch::Given { .. } => {}
                Dispatch::WaitUntil(at) => {
                    self.sched.set_event(at, Event::Kick(queue));
                    return;
                }
                Dispatch::Idle => return,
            }
        }
    }

    /// Ends the I/O of the pages of a served request, and wakes the tasks that wait for it.
    pub fn request_served(&mut self, queue: u32, slot: u32) {
        let mut pages = std::mem::take(&mut self.io.finished);
        let done = self.io.block.complete(self.now(), queue, slot, &mut pages);
        self.record_completion(queue, &done, pages.len());
        self.enter_interrupt();
        self.slab_free(SlabCacheId::Bio, done.bios);
        while let Some(id) = self.waits.pop(WaitFor::Bio) {
            self.wake(id);
        }
        self.charge_end_of_io(if done.flush { 0 } else { pages.len() });
        let served = if done.flush { 0 } else { pages.len() as u32 };
        match done.op {
            Op::Write if done.flush => self.end_flush(&mut pages),
            Op::Write => {
                self.end_metadata(&mut pages);
                self.end_writes(&pages);
            }
            Op::Read => self.unlock_pages(&pages),
        }
        let device = self.io.device_of_queue(queue);
        self.io.finished = pages;
        let lane = self.sched.tasks().len() as u32 + device;
        let served = Served::new(device, served, &done, self.now());
        self.observer.note_request(lane, served);
        self.request_freed(queue, done.freed);
        self.kick_queue(queue);
    }

    fn request_freed(&mut self, queue: u32, freed: Freed) {
        if freed.below_congestion_off {
            self.wake_congestion_waiters(freed.class);
        }
        if !freed.may_wake_waiter {
            return;
        }
        let of_other = || Class::ALL.into_iter().find(|&class| class != freed.class);
        let waiter = (self.waits.pop(WaitFor::Request(queue, freed.class))).or_else(|| {
            let other = of_other().filter(|_| freed.may_wake_other_class)?;
            self.waits.pop(WaitFor::Request(queue, other))
        });
        if let Some(id) = waiter {
            self.wake(id);
        }
    }
}
