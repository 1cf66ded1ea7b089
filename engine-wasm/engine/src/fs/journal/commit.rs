//! Commits of a journal: what the journal's thread waits for, what it writes, and where (fs/jbd/commit.c and
//! fs/jbd2/commit.c, fs/xfs/xfs_sync.c and xfs_log.c, 3.0 to 3.3).

use super::super::submit::submit_pages;
use super::super::write_cache_pages::write_cache_pages;
use super::Style;
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
        cx.sleep(period, Activity::Idle).await;
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
mod tests {
    use super::*;
    use crate::block::Served;
    use crate::observer::vmstat::Counter;
    use crate::scenario::read;
    use crate::simulation::Simulation;

    /// Returns the requests without file data that the device served in a run that writes one file of 4 MiB at 2 s.
    fn served(kind: &str, kernel: &str, cache_kb: u32, until_s: u64) -> Vec<Served> {
        let text = format!(
            r#"{{"version":1,"title":"case","machine":{{"cpus":1,"zones":[{{"name":"DMA32","present_pages":60000}}]}},
            "devices":[{{"name":"sda","hardware":{{"read_kb_per_s":100000,"write_kb_per_s":100000,"jitter_percent":0,
              "write_cache_kb":{cache_kb},"capacity_mib":4096}}}}],
            "filesystems":[{{"name":"/","kind":"{kind}","device":"sda"}}],
            "workload":[{{"name":"dd","awaited":false,"start_ms":2000,"run":{{"program":"write_file","filesystem":"/",
              "tasks":1,"file_kb":4096,"call_kb":64,"passes":1}}}}],"until_ms":100000,"kernel":"{kernel}"}}"#
        );
        let mut run = Simulation::new(&read(&text).expect("a scenario")).expect("a machine");
        run.run(until_s * 1_000_000_000, u64::MAX);
        let sync = Origin::Fsync.index() as u8;
        let machine = run.machine();
        let requests = machine.observed().requests.since(0);
        requests.filter(|request| request.origin == sync).collect()
    }

    /// Returns, for each request that `served` finds, its first block, its number of blocks, and the second in which it
    /// started.
    fn metadata(kind: &str, until_s: u64) -> Vec<(u64, u32, u64)> {
        let served = served(kind, "3.0", 0, until_s).into_iter();
        served
            .map(|request| (request.block, request.pages, request.start / 1_000_000_000))
            .collect()
    }

    #[test]
    fn a_commit_flushes_the_device_s_cache_before_and_behind_its_last_record() {
        // Blocks of each request; a flush has none.
        let blocks = |kind, kernel, cache_kb| -> Vec<u32> {
            let served = served(kind, kernel, cache_kb, 80).into_iter();
            served.map(|request| request.pages).collect()
        };
        // ext4 commits the new inode, and later the blocks.
        assert_eq!(blocks("ext4", "3.0", 65_536), [4, 0, 1, 0, 4, 0, 1, 0]);
        assert_eq!(blocks("ext4", "3.0", 0), [4, 1, 4, 1], "no cache, no flush");
        assert_eq!(blocks("ext3", "3.0", 65_536), [6, 1], "barrier=0");
        assert_eq!(blocks("ext3", "3.1", 65_536), [6, 0, 1, 0], "barrier=1");
        assert_eq!(blocks("xfs", "3.0", 65_536), [0, 1, 0, 2, 1, 2]);
        assert!(blocks("ext2", "3.0", 65_536).is_empty());
    }

    #[test]
    fn ext3_commits_five_seconds_after_a_write_and_ext4_after_blocks_are_chosen() {
        // 4 GiB: the middle group is the seventeenth, and its first 514 blocks are its own metadata. The log has a
        // descriptor, the group descriptors, both bitmaps, a block of the inode table and the indirect block; then the
        // commit block.
        let log = 16 * 32_768 + 514;
        assert_eq!(metadata("ext3", 20), [(log, 6, 7), (log + 6, 1, 7)]);
        // The flusher allocates blocks for delayed pages in its first period after they are 30 s old.
        let ext4 = metadata("ext4", 60);
        let blocks: Vec<u32> = ext4.iter().map(|&(_, blocks, _)| blocks).collect();
        // The inode's bitmap and block; then the bitmap of the blocks, and the inode again.
        assert_eq!(blocks, [4, 1, 4, 1]);
        assert_eq!(ext4[0].2, 7);
        assert!((37..=43).contains(&ext4[2].2), "{ext4:?}");
        assert_eq!(metadata("ext2", 60), []);
    }

    /// Returns the longest time, in tenths of a second, for which nothing is written to files while one writer keeps a
    /// device of 20 MB/s busy for 15 s.
    fn longest_stand(kind: &str, kernel: &str) -> u32 {
        let text = format!(
            r#"{{"version":1,"title":"case","machine":{{"cpus":1,"zones":[{{"name":"DMA32","present_pages":60000}}]}},
            "devices":[{{"name":"sda","hardware":{{"read_kb_per_s":20000,"write_kb_per_s":20000,"jitter_percent":0,
              "capacity_mib":4096}}}}],
            "filesystems":[{{"name":"/","kind":"{kind}","device":"sda"}}],
            "workload":[{{"name":"dd","run":{{"program":"write_file","filesystem":"/",
              "tasks":1,"file_kb":1048576,"call_kb":64,"passes":1}}}}],"until_ms":15000,"kernel":"{kernel}"}}"#
        );
        let mut run = Simulation::new(&read(&text).expect("a scenario")).expect("a machine");
        let (mut longest, mut stands, mut before) = (0, 0, 0);
        for tenths in 1..=150_u64 {
            run.run(tenths * 100_000_000, u64::MAX);
            let dirtied = (run.machine().observed().vmstat).total(Counter::NrDirtied);
            stands = if dirtied == before { stands + 1 } else { 0 };
            longest = longest.max(stands);
            before = dirtied;
        }
        longest
    }

    #[test]
    fn writers_on_ext4_stand_still_while_a_commit_waits_for_data() {
        // Some 9,000 pages are under writeback at a commit, and a second's worth of writing is 4,900 pages.
        let stands = ["3.0", "3.10"].map(|kernel| longest_stand("ext4", kernel));
        assert!(
            stands.iter().all(|stand| (10..25).contains(stand)),
            "{stands:?}"
        );
        // No inode in the log, or a log that does not wait for data.
        let others = [
            ("ext2", "3.0"),
            ("ext3", "3.0"),
            ("xfs", "3.0"),
            ("ext4", "3.16"),
        ];
        let others = others.map(|(kind, kernel)| longest_stand(kind, kernel));
        assert!(others.iter().all(|&stand| stand < 5), "{others:?}");
    }

    #[test]
    fn xfs_writes_its_log_and_then_each_changed_group_s_metadata() {
        // Four groups. The log is behind the headers of the third, and the file is in the first. The flusher chooses
        // the file's blocks when it is 30 s old, and the next sync is at most one period later.
        let log = 2 * 262_144 + 12;
        let writes = metadata("xfs", 80);
        let at = writes[0].2;
        assert!((32..=68).contains(&at), "{writes:?}");
        assert_eq!(writes, [(log, 1, at), (1, 2, at), (0, 1, at), (8, 2, at)]);
    }
}
