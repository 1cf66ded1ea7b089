//! Commits of a journal: what the journal's thread waits for, what it writes, and where (fs/jbd/commit.c and
//! fs/jbd2/commit.c, fs/xfs/xfs_sync.c and xfs_log.c, 3.0 to 3.3).

use super::super::submit::submit_pages;
use super::super::write_cache_pages::write_cache_pages;
use super::Style;
use super::delayed::redirty_delayed;
use crate::block::{Op, Origin};
use crate::machine::Machine;
use crate::mm::page::Pfn;
use crate::mm::page_cache::MappingId;
use crate::sched::context::Cx;
use crate::sched::cost;
use crate::sched::task::Activity;

/// Age at which ext3 and ext4 commit a transaction (JBD_DEFAULT_MAX_COMMIT_AGE), nanoseconds.
const COMMIT: u64 = 5_000_000_000;
const SECOND: u64 = 1_000_000_000;
/// Interval at which XFS forces its log and begins to write its metadata (xfs_syncd_centisecs), nanoseconds.
const SYNC: u64 = 30_000_000_000;
/// Interval between checks whether the data of a transaction is on the device, nanoseconds.
const LOOK: u64 = 20_000_000;
/// Frame numbers from here on represent metadata of a filesystem in a request. They have no page in the page cache.
const METADATA: Pfn = Pfn::MAX - 256;

/// The thread of a journal.
pub async fn journal_thread(cx: Cx, filesystem: u8) {
    let style = cx.with(|m| {
        let journal = m.io.filesystems[filesystem as usize].journal.as_mut()?;
        journal.task = Some(cx.id);
        Some(journal.style)
    });
    match style {
        Some(Style::Xfs) => xfssyncd(&cx, filesystem).await,
        Some(style) => kjournald(&cx, filesystem, style).await,
        None => {}
    }
}

/// The thread of the log of XFS (xfssyncd).
async fn xfssyncd(cx: &Cx, filesystem: u8) {
    // The machine has been up for a while when a run begins, so the first period is shortened by a random time.
    let mut period = cx.m().random.phase(SYNC);
    loop {
        cx.schedule_timeout(period, Activity::Idle).await;
        period = SYNC;
        if !cx.with(|m| {
            m.journal(filesystem)
                .is_some_and(|it| !it.groups.is_empty())
        }) {
            continue;
        }
        lock_transaction(cx, filesystem).await;
        let groups = cx.m().take_groups(filesystem);
        // Items that are logged together take a few sectors.
        write_record(cx, filesystem, true).await;
        for at in 0..groups {
            let start = cx.m().journal(filesystem).map_or(0, |it| it.committing[at]);
            // The two trees of free space, the header before them, and a cluster of inodes. Each is a separate buffer.
            for (block, blocks) in [(start + 1, 2), (start, 1), (start + 8, 2)] {
                write_metadata(cx, filesystem, block, blocks).await;
                wait_for_device(cx, filesystem).await;
            }
        }
    }
}

/// The thread of the journal of ext3 or ext4 (kjournald, kjournald2). It commits a transaction five seconds after the
/// transaction's first change, at the next whole second (round_jiffies_up).
async fn kjournald(cx: &Cx, filesystem: u8, style: Style) {
    // The machine's whole seconds since it was started are not those of the run.
    let phase = cx.m().random.phase(SECOND);
    loop {
        cx.prepare_to_wait();
        let started = cx.with(|m| m.journal(filesystem).and_then(|it| it.started));
        let Some(started) = started else {
            cx.schedule(None, Activity::Idle).await;
            continue;
        };
        let due = (started + COMMIT - phase).next_multiple_of(SECOND) + phase;
        let now = cx.m().now();
        if now < due {
            cx.sleep(due - now, Activity::Idle).await;
        }
        lock_transaction(cx, filesystem).await;
        let (groups, changed) =
            cx.with(|m| (m.take_groups(filesystem), m.begin_commit(filesystem)));
        if style == Style::Jbd {
            write_ordered_data(cx, filesystem).await;
            wait_for_data(cx, filesystem).await;
        } else {
            redirty_delayed(cx, filesystem).await;
        }
        // The descriptor, the group descriptors, and the changed blocks.
        cx.m().shadow(filesystem, true);
        write_log(cx, filesystem, 2 + changed).await;
        if style == Style::Jbd2 {
            // The blocks stay unchangeable while the data that got its blocks in the transaction is written.
            if !cx.with(|m| m.rules.shadow_until_data) {
                wait_for_device(cx, filesystem).await;
                cx.m().shadow(filesystem, false);
            }
            if groups > 0 {
                wait_for_data(cx, filesystem).await;
            }
        }
        wait_for_device(cx, filesystem).await;
        cx.m().shadow(filesystem, false);
        let flushes = style == Style::Jbd2 || cx.with(|m| m.rules.ext3_barriers);
        write_record(cx, filesystem, flushes).await;
        cx.m().end_commit(filesystem);
    }
}

/// Closes the transaction to new handles and waits until the open ones have ended (journal_commit_transaction).
async fn lock_transaction(cx: &Cx, filesystem: u8) {
    cx.with(|m| {
        if let Some(journal) = m.journal(filesystem) {
            journal.locked = true;
        }
    });
    while cx.m().journal(filesystem).is_some_and(|it| it.handles > 0) {
        cx.prepare_to_wait();
        cx.schedule(None, Activity::WaitingForIo).await;
    }
    cx.with(|m| {
        if let Some(journal) = m.journal(filesystem) {
            journal.locked = false;
            journal.started = None;
        }
        m.wake_journal_waiters(filesystem);
    });
}

/// Writes the data of a transaction of ext3: all dirty pages that have blocks.
async fn write_ordered_data(cx: &Cx, filesystem: u8) {
    let files = cx.with(|m| {
        let kept = m.journal(filesystem).map(|it| &mut it.ordered);
        let mut files = kept.map(std::mem::take).unwrap_or_default();
        files.extend(m.io.cache.files_with_dirty_data(filesystem));
        files
    });
    for &id in &files {
        if cx.m().begin_ordered(id) {
            write_cache_pages(cx, id, u64::MAX, true, Origin::Flusher).await;
            cx.with(|m| {
                m.end_sync(id);
                if m.io.cache.get(id).nr_dirty == 0 {
                    m.forget_inode(id);
                }
            });
        }
    }
    cx.with(|m| {
        if let Some(journal) = m.journal(filesystem) {
            journal.ordered = files;
            journal.ordered.clear();
        }
    });
}

/// Waits until the data that was under writeback at the start is written.
async fn wait_for_data(cx: &Cx, filesystem: u8) {
    let progress = |m: &mut Machine| {
        let bdi = &m.io.bdis[m.io.filesystems[filesystem as usize].bdi as usize];
        (bdi.written, bdi.writeback)
    };
    let (written, waits) = cx.with(progress);
    while cx.with(progress).0 < written + waits && cx.with(progress).1 > 0 {
        cx.sleep(LOOK, Activity::WaitingForIo).await;
    }
}

/// Writes the last block of a record of the log. It is written only after everything before it is on the medium, and
/// must then reach the medium too: on devices without FUA, a flush precedes it and another one follows it
/// (journal_submit_commit_record, xlog_sync).
async fn write_record(cx: &Cx, filesystem: u8, flushes: bool) {
    for flush in [true, false, true] {
        if !flush {
            write_log(cx, filesystem, 1).await;
        } else if flushes {
            cx.m().flush_device(filesystem);
        }
        wait_for_device(cx, filesystem).await;
    }
}

async fn write_log(cx: &Cx, filesystem: u8, blocks: u32) {
    let at = cx.m().journal(filesystem).map(|it| it.next_record(blocks));
    if let Some(at) = at {
        write_metadata(cx, filesystem, at, blocks).await;
    }
}

/// Submits blocks that no page of the page cache holds.
async fn write_metadata(cx: &Cx, filesystem: u8, block: u64, blocks: u32) {
    let (device, pages) = cx.with(|m| {
        if let Some(journal) = m.journal(filesystem) {
            journal.in_flight += blocks;
        }
        let mut pages = m.memory.take_batch();
        pages.resize(blocks as usize, METADATA + Pfn::from(filesystem));
        (m.io.filesystems[filesystem as usize].device, pages)
    });
    submit_pages(cx, device, block, Op::Write, Origin::Fsync, &pages, None).await;
    cx.m().memory.put_batch(pages);
}

/// Waits until the journal's requests have ended.
async fn wait_for_device(cx: &Cx, filesystem: u8) {
    while cx
        .m()
        .journal(filesystem)
        .is_some_and(|it| it.in_flight > 0)
    {
        cx.prepare_to_wait();
        cx.schedule(None, Activity::WaitingForIo).await;
    }
}

impl Machine {
    /// Moves the groups of the running transaction to the committing one, and returns their number.
    fn take_groups(&mut self, filesystem: u8) -> usize {
        self.journal(filesystem).map_or(0, |journal| {
            journal.committing.clear();
            journal.committing.append(&mut journal.groups);
            journal.committing.len()
        })
    }

    /// Sets whether the blocks of the committing transaction must not change. At the end, wakes the tasks that wait for
    /// them.
    fn shadow(&mut self, filesystem: u8, shadow: bool) {
        if let Some(journal) = self.journal(filesystem) {
            journal.shadow = shadow;
        }
        if !shadow {
            self.wake_journal_waiters(filesystem);
        }
    }

    /// Makes each disk of the device write its cache, if it has one (blkdev_issue_flush, md_flush_request). The
    /// controller of a USB stick reports no cache, so a commit does not make it close an allocation unit.
    fn flush_device(&mut self, filesystem: u8) {
        for queue in (self.io.block).device_queues(self.io.filesystems[filesystem as usize].device)
        {
            let (now, token) = (self.now(), METADATA + Pfn::from(filesystem));
            if !self.io.block.submit_flush(now, queue, token) {
                continue;
            }
            if let Some(journal) = self.journal(filesystem) {
                journal.in_flight += 1;
            }
            self.charge(cost::SUBMIT_REQUEST);
            self.kick_queue(queue);
        }
    }

    /// Removes the metadata blocks from the pages of a request that has ended. Wakes the journal's thread if none of
    /// its requests is left.
    pub fn end_metadata(&mut self, pages: &mut Vec<Pfn>) {
        let is_awaited = |fs: &super::super::filesystem::Filesystem| {
            fs.journal.as_ref().is_some_and(|it| it.in_flight > 0)
        };
        if !self.io.filesystems.iter().any(is_awaited) {
            return;
        }
        for &pfn in pages.iter().filter(|&&pfn| pfn >= METADATA) {
            self.end_journal_request(pfn, 1);
        }
        pages.retain(|&pfn| pfn < METADATA);
    }

    /// Ends a flush. The only page of its request is a token for the journal.
    pub fn end_flush(&mut self, pages: &mut Vec<Pfn>) {
        for &pfn in pages.iter() {
            self.end_journal_request(pfn, 0);
        }
        pages.clear();
    }

    fn end_journal_request(&mut self, pfn: Pfn, written: u64) {
        let Some(journal) = self.journal((pfn - METADATA) as u8) else {
            return;
        };
        journal.in_flight -= 1;
        journal.written += written;
        if journal.in_flight == 0
            && let Some(task) = journal.task
        {
            self.wake(task);
        }
    }

    /// Marks an inode as being written and returns true. Returns false if a task is writing it or the file is gone.
    fn begin_ordered(&mut self, id: MappingId) -> bool {
        let file = self.io.cache.get_mut(id);
        let free = file.live && !file.syncing;
        file.syncing |= free;
        free
    }
}

#[cfg(test)]
mod tests;
