//! The flusher threads (fs/fs-writeback.c: wb_writeback, writeback_inodes_wb, writeback_single_inode).

use super::metadata::settle::write_inode;
use super::write_cache_pages::write_cache_pages;
use crate::block::Origin;
use crate::kernel::rules::{FlusherChunk, FlusherRefill};
use crate::machine::Machine;
use crate::mm::backing_dev::{Amount, Cause, Work};
use crate::mm::congestion::congestion_wait;
use crate::mm::page_cache::MappingId;
use crate::mm::page_writeback::Chunk;
use crate::sched::context::Cx;
use crate::sched::cost;
use crate::sched::task::Activity;

/// A pass over b_io ends after this time (3.1 on), nanoseconds.
const TURN: u64 = 100_000_000;

/// The flusher of a backing device: does queued work, writes old inodes, checks the background limit, then sleeps.
///
/// The machine has been up for a while when a run begins. If the flusher wakes periodically, its first period is
/// therefore shortened by a random time.
pub async fn flusher(cx: Cx, bdi: u8) {
    let mut period = cx.with(|m| m.random.phase(m.writeback.knobs.dirty_writeback).max(1));
    loop {
        while let Some(work) = cx.with(|m| m.io.bdis[bdi as usize].work.pop_front()) {
            wb_writeback(&cx, bdi, work).await;
        }
        let periodic = cx.m().periodic_work(bdi);
        if let Some(work) = periodic {
            wb_writeback(&cx, bdi, work).await;
        }
        if cx.with(|m| m.rules.flusher_checks_background && m.calls_for_background_work(bdi)) {
            let started = cx.m().now();
            let work = Work {
                cause: Cause::Background,
                amount: Amount::UntilBackground,
                from_start: false,
                started,
            };
            wb_writeback(&cx, bdi, work).await;
        }
        if cx.with(|m| !m.io.bdis[bdi as usize].work.is_empty()) {
            continue;
        }
        cx.prepare_to_wait();
        let timeout = cx.with(|m| {
            let device = &mut m.io.bdis[bdi as usize];
            device.flusher_idle = true;
            let has_timer = device.has_dirty_io() || !m.rules.flusher_sleeps_when_clean;
            (has_timer && m.writeback.knobs.dirty_writeback > 0).then_some(period)
        });
        cx.schedule(timeout, Activity::Idle).await;
        period = cx.with(|m| {
            m.io.bdis[bdi as usize].flusher_idle = false;
            m.writeback.knobs.dirty_writeback
        });
    }
}

/// wb_writeback: works until the work is done or nothing is left to write.
async fn wb_writeback(cx: &Cx, bdi: u8, mut work: Work) {
    let start = cx.with(|m| {
        work.started = m.now();
        m.jiffies()
    });
    loop {
        if work.amount == Amount::Pages(0) {
            let goes_on = work.cause == Cause::Reclaim
                && cx.with(|m| m.rules.pdflush && !m.background_is_done(bdi));
            if !goes_on {
                break;
            }
            // pdflush must do both: write its pages, and bring dirty memory below the limit.
            work.cause = Cause::Background;
            work.amount = Amount::UntilBackground;
            continue;
        }
        let yields = matches!(work.cause, Cause::Background | Cause::Periodic);
        let yields = yields && cx.with(|m| m.rules.flusher_yields);
        if yields && cx.with(|m| !m.io.bdis[bdi as usize].work.is_empty()) {
            break;
        }
        if work.cause == Cause::Background && cx.with(|m| m.background_is_done(bdi)) {
            break;
        }
        if cx.with(|m| m.rules.pdflush) && pass_over_congested(cx, bdi, &work).await {
            continue;
        }
        let Pass {
            written,
            used_up_chunk,
        } = write_inodes(cx, bdi, &mut work, Origin::Flusher).await;
        cx.charge(cost::EMPTY_TURN);
        cx.burn().await;
        cx.with(|m| {
            let limits = m.global_dirty_limits(false);
            m.update_bandwidth(bdi, start, limits, false);
        });
        if let Amount::Pages(left) = &mut work.amount {
            *left = left.saturating_sub(written);
        }
        let (more, jiffy) = cx.with(|m| {
            let device = &m.io.bdis[bdi as usize];
            (!device.b_more_io.is_empty(), m.sched.jiffy())
        });
        let goes_on = written > 0 && cx.with(|m| m.rules.flusher_goes_on);
        if goes_on || used_up_chunk {
            continue;
        }
        if !more {
            break;
        }
        if written == 0 {
            // Everything left is under writeback, and the kernel waits for the inode.
            cx.schedule_timeout(jiffy, Activity::WaitingForIo).await;
        }
    }
}

/// pdflush waits for a while instead of writing to a congested queue. Returns true if it has waited.
async fn pass_over_congested(cx: &Cx, bdi: u8, work: &Work) -> bool {
    let nap = cx.with(|m| {
        let class = m.async_class();
        let device = m.io.bdis[bdi as usize].device?;
        (work.cause != Cause::Balance && m.io.block.device_congested(device, class))
            .then(|| (m.wait_class(), m.jiffies_of(10)))
    });
    let Some((class, timeout)) = nap else {
        return false;
    };
    congestion_wait(cx, class, timeout).await;
    true
}

/// Result of one pass over the inodes.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Number of pages that the pass wrote.
    pub written: u64,
    /// Whether the pass has written all pages of the chunk that its inodes share (up to 3.0).
    used_up_chunk: bool,
}

/// One pass over the inodes (writeback_inodes_wb).
pub async fn write_inodes(cx: &Cx, bdi: u8, work: &mut Work, origin: Origin) -> Pass {
    let began = cx.with(|m| {
        m.refill(bdi, work);
        m.now()
    });
    let mut written = 0;
    let mut pass_left = cx.m().pass_chunk(bdi, work);
    while let Some(id) = cx.with(|m| m.io.bdis[bdi as usize].b_io.front().copied()) {
        if cx.m().ends_at(id, work) {
            break;
        }
        if cx.m().skip_syncing(id) {
            continue;
        }
        let chunk = cx.m().inode_chunk(id, work, written, pass_left);
        let got = write_cache_pages(cx, id, chunk, work.from_start, origin).await;
        write_inode(cx, id).await;
        cx.m().end_sync(id);
        written += got;
        pass_left = pass_left.map(|left| left.saturating_sub(got));
        cx.m().requeue_after_write(id, got >= chunk, work.cause);
        let enough = match pass_left {
            Some(left) => left == 0,
            None => cx.m().now() - began > TURN || work.amount.is_reached(written),
        };
        if enough {
            break;
        }
        cx.relax().await;
    }
    Pass {
        written,
        used_up_chunk: pass_left == Some(0),
    }
}

impl Machine {
    /// Whether dirty memory is above the background limit.
    fn over_background_limit(&self) -> bool {
        self.memory.nr_dirty() > self.global_dirty_limits(false).background
    }

    /// over_bground_thresh: whether dirty memory is above the background limit, or a device is above its share of it.
    /// The second test was added together with the pauses of 3.2 ("writeback: per-bdi background threshold").
    fn calls_for_background_work(&self, bdi: u8) -> bool {
        self.over_background_limit() || self.over_own_background_limit(bdi)
    }

    fn over_own_background_limit(&self, bdi: u8) -> bool {
        self.balance_form().pauses()
            && self.io.bdi(bdi).reclaimable
                > self.bdi_dirty_limit(bdi, self.global_dirty_limits(false).background)
    }

    /// Whether background work has done enough.
    fn background_is_done(&self, bdi: u8) -> bool {
        let (dirty, limit) = (
            self.memory.nr_dirty(),
            self.global_dirty_limits(false).background,
        );
        let below = dirty < limit || (dirty == limit && self.rules.background_ends_at_limit);
        below && !self.over_own_background_limit(bdi)
    }

    fn periodic_work(&mut self, bdi: u8) -> Option<Work> {
        let now = self.now();
        let period = self.writeback.knobs.dirty_writeback;
        let device = &mut self.io.bdis[bdi as usize];
        if period == 0
            || device
                .last_old_flush
                .is_some_and(|last| now < last + period)
        {
            return None;
        }
        device.last_old_flush = Some(now);
        let pages = self.memory.nr_dirty();
        (pages > 0).then_some(Work {
            cause: Cause::Periodic,
            amount: Amount::Pages(pages),
            from_start: false,
            started: now,
        })
    }

    fn refill(&mut self, bdi: u8, work: &Work) {
        let when_empty =
            self.rules.flusher_refill == FlusherRefill::WhenEmpty || work.cause == Cause::Periodic;
        if when_empty && !self.io.bdis[bdi as usize].b_io.is_empty() {
            return;
        }
        let before = match work.cause {
            Cause::Periodic => Some(self.now().saturating_sub(self.writeback.knobs.dirty_expire)),
            Cause::Background if self.rules.background_takes_new_inodes => None,
            _ if self.rules.flusher_refill == FlusherRefill::WhenEmpty => Some(work.started),
            _ => None,
        };
        self.queue_io(bdi, before);
    }

    /// Returns the size of the chunk that the inodes of a pass share, pages; `None` if each inode has its own chunk.
    fn pass_chunk(&self, bdi: u8, work: &Work) -> Option<u64> {
        if self.rules.flusher_chunk != FlusherChunk::PerPass {
            return None;
        }
        if let (Cause::Balance, Amount::Pages(pages)) = (work.cause, work.amount) {
            return Some(pages);
        }
        let device = &self.io.bdis[bdi as usize];
        let first = device
            .b_io
            .front()
            .map(|&id| self.io.cache.get(id).filesystem as usize);
        let multiple = first.map_or(1, |at| self.io.filesystems[at].chunk_multiple(&self.rules));
        Some(
            self.chunk(bdi, u64::MAX, multiple)
                .pages(FlusherChunk::PerPass),
        )
    }

    fn inode_chunk(&self, id: MappingId, work: &Work, written: u64, pass_left: Option<u64>) -> u64 {
        if let Some(left) = pass_left {
            return left;
        }
        let left = match work.amount {
            Amount::Pages(pages) => pages.saturating_sub(written),
            Amount::UntilBackground => u64::MAX,
        };
        self.chunk(self.io.cache.get(id).bdi, left, 1)
            .pages(FlusherChunk::PerInode)
    }

    fn chunk(&self, bdi: u8, left: u64, multiple: u32) -> Chunk {
        Chunk {
            avg_bw: self.io.bdis[bdi as usize].bandwidth.avg_bw,
            global_dirty_limit: self.writeback.global_limit.limit,
            left,
            multiple,
        }
    }

    /// Returns whether work ends before this inode, because the inode was dirtied after the work began
    /// (inode_dirtied_after, which compares jiffies).
    fn ends_at(&self, id: MappingId, work: &Work) -> bool {
        let jiffy = self.sched.jiffy();
        self.rules.flusher_work_ends_at_new_inode
            && self.io.cache.get(id).dirtied_when / jiffy > work.started / jiffy
    }

    /// Marks an inode as being written. If another task is already writing it, requeues the inode and returns true.
    fn skip_syncing(&mut self, id: MappingId) -> bool {
        if self.io.cache.get(id).syncing {
            self.requeue_io(id);
            return true;
        }
        self.io.cache.get_mut(id).syncing = true;
        false
    }

    /// inode_sync_complete: ends the write of an inode, and wakes the tasks that wait for it.
    pub(super) fn end_sync(&mut self, id: MappingId) {
        self.io.cache.get_mut(id).syncing = false;
        let waiters = self.waits.take_all_of_inodes();
        for &task in &waiters {
            self.wake(task);
        }
    }

    /// Moves an inode to the list where it belongs after its chunk was written.
    fn requeue_after_write(&mut self, id: MappingId, used_up: bool, cause: Cause) {
        let first = used_up && (self.rules.used_up_inodes_first || cause == Cause::Periodic);
        match (self.io.cache.get(id).nr_dirty > 0, first) {
            (false, _) => self.forget_inode(id),
            (true, true) => self.requeue_io(id),
            (true, false) => self.redirty_tail(id),
        }
    }

    /// bdi_start_background_writeback, if dirty memory is above the background limit and the flusher sleeps.
    pub fn start_background_writeback_if_needed(&mut self, bdi: u8) {
        if self.io.bdis[bdi as usize].flusher_idle && self.over_background_limit() {
            self.start_background_writeback(bdi);
        }
    }

    /// Starts background writeback for a writer that is about to pause, if a background limit is exceeded and the
    /// flusher sleeps.
    pub fn start_background_writeback_before_pause(&mut self, bdi: u8) {
        if self.io.bdis[bdi as usize].flusher_idle && self.calls_for_background_work(bdi) {
            self.start_background_writeback(bdi);
        }
    }

    fn start_background_writeback(&mut self, bdi: u8) {
        if !self.rules.flusher_checks_background {
            let started = self.now();
            let work = Work {
                cause: Cause::Background,
                amount: Amount::UntilBackground,
                from_start: false,
                started,
            };
            // One work item is enough: it continues until dirty memory is low.
            let queued = &mut self.io.bdis[bdi as usize].work;
            if queued.is_empty() {
                queued.push_back(work);
            }
        }
        self.wake_flusher(bdi);
    }

    /// wakeup_flusher_threads: asks each device with dirty inodes to write `pages` pages.
    pub fn wakeup_flusher_threads(&mut self, pages: u64) {
        for bdi in 0..self.io.bdis.len() as u8 {
            let started = self.now();
            let device = &mut self.io.bdis[bdi as usize];
            if !device.has_dirty_io() {
                continue;
            }
            let work = Work {
                cause: Cause::Reclaim,
                amount: Amount::Pages(pages),
                from_start: !self.rules.pdflush,
                started,
            };
            device.work.push_back(work);
            if device.flusher_idle {
                self.wake_flusher(bdi);
            }
        }
    }

    fn wake_flusher(&mut self, bdi: u8) {
        if let Some(id) = self.io.bdis[bdi as usize].flusher {
            self.wake(id);
        }
    }
}
