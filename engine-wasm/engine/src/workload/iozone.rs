//! iozone -i 0 -i 1: write, rewrite, read and re-read by 1, 2, 4 … processes, on ext2 (Mel Gorman and Christian
//! Ehrhardt, 2010). The processes also look up ext2's metadata in the block device's mapping.

use std::ops::Range;

use super::barrier::{leave, meet};
use super::ext2_metadata::{BLOCKS_PER_BITMAP, PAGES_PER_INDIRECT, change, look_up, open};
use super::files::{create, unlink};
use super::{Launch, Launcher};
use crate::mm::anon::Pte;
use crate::mm::filemap::write_page;
use crate::mm::memory::fault::touch;
use crate::mm::page::flag;
use crate::mm::page_cache::MappingId;
use crate::mm::readahead::{Readahead, read_page};
use crate::scenario::program;
use crate::sched::context::Cx;
use crate::sched::cost;
use crate::sched::task::Activity;

/// Number of data pages whose blocks a read looks up at a time: ext2 allocates blocks in runs of this length.
const PAGES_PER_MAP: u32 = 8;
/// Interval at which mkfs checks at its end whether everything is written, nanoseconds.
const SYNC_POLL: u64 = 100_000_000;

/// What a process does.
#[derive(Clone, Copy, Debug)]
pub struct Iozone {
    /// Index of the filesystem.
    pub filesystem: u8,
    /// Pages of all files of a step.
    pub total_pages: u32,
    /// Number of steps. Each has twice as many processes as the one before.
    pub steps: u32,
    /// Pages per record.
    pub record_pages: u32,
    /// Pages that mkfs writes through the block device before the first step; 0: no mkfs.
    pub mkfs_pages: u32,
    /// Metadata pages left over from deleted files, active at the start.
    pub meta_pages: u32,
    /// The barrier of all processes.
    pub barrier: usize,
    /// Number of this process.
    pub process: u32,
    /// Its address space: `buffer_pages`, then the record buffer, if it is simulated.
    pub space: u16,
    /// Pages that it fills when a step starts.
    pub buffer_pages: u32,
}

/// Where the metadata of a step's files is in the block device's mapping. Each step has new indirect blocks; those of
/// unlinked files stay in memory as clean pages.
#[derive(Clone, Copy, Debug)]
struct Layout {
    device: MappingId,
    /// Number of pages of the mapping.
    pages: u32,
    /// First indirect block of the file.
    indirect: u32,
    /// First data block of the file, to find its bitmap.
    block: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Test {
    Write,
    Rewrite,
    Read,
}

impl Iozone {
    fn bitmaps(&self) -> u32 {
        self.total_pages.div_ceil(BLOCKS_PER_BITMAP)
    }

    /// Returns the maximum number of indirect blocks of a step: those of the data, rounded up for each file, and one
    /// double indirect block per file.
    fn indirect(&self) -> u32 {
        self.total_pages.div_ceil(PAGES_PER_INDIRECT) + 2 * (1 << (self.steps - 1))
    }

    fn metadata_pages(&self) -> u32 {
        let own = 1 + self.bitmaps() + self.meta_pages + self.steps * self.indirect();
        own.max(1 + self.mkfs_pages)
    }
}

impl Launch for program::Iozone {
    fn launch(&self, on: &mut Launcher<'_>) {
        let stream = on.stream(&self.filesystem, self.total_kb, self.record_kb, 1);
        let processes = 1 << self.steps.saturating_sub(1);
        let barrier = on.barrier(processes);
        for n in 0..processes {
            // The first process fills the buffer and then forks the others.
            let (buffer_pages, record_buffer) = match (self.buffer_kb, n) {
                (0, _) => (0, 0),
                (kb, 0) => ((kb / 4) as u32, stream.call_pages),
                _ => (0, stream.call_pages),
            };
            let spec = Iozone {
                filesystem: stream.filesystem,
                total_pages: stream.pages,
                steps: self.steps,
                record_pages: stream.call_pages,
                mkfs_pages: (self.mkfs_kb / 4) as u32,
                meta_pages: self.meta_pages,
                barrier,
                process: n,
                space: on.space(buffer_pages + record_buffer),
                buffer_pages,
            };
            on.task(n, processes, |cx| process(cx, spec));
        }
    }
}

/// Runs a process. The first one prepares the disk.
pub async fn process(cx: Cx, spec: Iozone) {
    let killed = steps(&cx, &spec).await.is_none();
    cx.with(|m| m.exit_space(spec.space));
    if killed {
        leave(&cx, spec.barrier);
    }
}

/// Runs all steps. `None`: the task was killed.
async fn steps(cx: &Cx, spec: &Iozone) -> Option<()> {
    if spec.process == 0 {
        prepare(cx, spec).await?;
    }
    meet(cx, spec.barrier).await;
    let device = cx.with(|m| m.programs.barriers[spec.barrier].files.first().copied())?;
    for step in 0..spec.steps {
        let started = cx.with(|m| m.now());
        let processes = 1 << step;
        let pages = spec.total_pages / processes;
        let layout = Layout {
            device,
            pages: spec.metadata_pages(),
            indirect: 1
                + spec.bitmaps()
                + spec.meta_pages
                + step * spec.indirect()
                + spec.process * (pages.div_ceil(PAGES_PER_INDIRECT) + 1),
            block: spec.process * pages,
        };
        let mut file = None;
        fill(cx, spec, 0..spec.buffer_pages).await?;
        for test in [Test::Write, Test::Rewrite, Test::Read, Test::Read] {
            if spec.process < processes {
                if test == Test::Write {
                    file = create(cx, spec.filesystem, spec.process);
                }
                run(cx, spec, file?, pages, layout, test).await?;
            }
            cx.burn().await;
            meet(cx, spec.barrier).await;
        }
        if let Some(id) = file {
            unlink(cx, id).await;
        }
        cx.with(|m| m.exit_space(spec.space));
        meet(cx, spec.barrier).await;
        if spec.process == 0 {
            cx.with(|m| m.end_lap("iozone", started, u64::from(processes)));
        }
    }
    Some(())
}

/// Runs mkfs, and reads the metadata pages that files of earlier runs left over. `None`: the task was killed.
async fn prepare(cx: &Cx, spec: &Iozone) -> Option<()> {
    // This program looks up its metadata itself, so the filesystem must not.
    let started = cx.with(|m| {
        if let Some(metadata) = &mut m.io.filesystem_mut(spec.filesystem).metadata {
            metadata.left_to_program = true;
        }
        m.now()
    });
    let pages = spec.metadata_pages();
    if spec.mkfs_pages > 0 {
        let device = open(cx, spec.filesystem, pages)?;
        for index in 0..spec.mkfs_pages {
            write_page(cx, device, index).await?;
            cx.relax().await;
        }
        // When the device is closed, its pages are written and dropped.
        while cx.with(|m| m.io.cache.get(device).nr_dirty > 0) {
            cx.with(|m| m.wakeup_flusher_threads(u64::from(spec.mkfs_pages)));
            cx.sleep(SYNC_POLL, Activity::WaitingForIo).await;
        }
        unlink(cx, device).await;
        cx.burn().await;
        cx.with(|m| m.end_lap("mkfs", started, u64::from(spec.mkfs_pages)));
    }
    let device = open(cx, spec.filesystem, pages)?;
    cx.with(|m| m.programs.barriers[spec.barrier].files.push(device));
    let first = 1 + spec.bitmaps();
    let mut ra = Readahead::default();
    for _ in 0..2 {
        for index in first..first + spec.meta_pages {
            read_page(cx, device, index, 1, pages, &mut ra).await?;
            cx.relax().await;
        }
    }
    Some(())
}

/// Runs one test on a file. `None`: the task was killed.
async fn run(
    cx: &Cx,
    spec: &Iozone,
    id: MappingId,
    pages: u32,
    layout: Layout,
    test: Test,
) -> Option<()> {
    let bdi = cx.with(|m| m.io.filesystem(spec.filesystem).bdi);
    let mut ra = Readahead::default();
    let mut at = 0;
    while at < pages {
        let end = (at + spec.record_pages).min(pages);
        let buffers = cx.with(|m| m.memory.space(spec.space).len());
        fill(cx, spec, spec.buffer_pages..buffers).await?;
        cx.with(|m| {
            m.charge(cost::SYSCALL);
            m.task_mut(cx.id).writes_to_bdi = (test != Test::Read).then_some(bdi);
        });
        for index in at..end {
            let indirect = layout.indirect + index / PAGES_PER_INDIRECT;
            match test {
                Test::Write => {
                    // A block is allocated, so its bitmap and the file's indirect block change.
                    change(cx, layout.device, indirect).await?;
                    let bitmap = 1 + (layout.block + index) / BLOCKS_PER_BITMAP;
                    change(cx, layout.device, bitmap).await?;
                    write_page(cx, id, index).await?;
                }
                Test::Rewrite => {
                    if cx.with(|m| m.io.cache.lookup(id, index).is_none()) {
                        look_up(cx, layout.device, indirect, layout.pages).await?;
                    }
                    write_page(cx, id, index).await?;
                }
                Test::Read => {
                    if index % PAGES_PER_MAP == 0 {
                        look_up(cx, layout.device, indirect, layout.pages).await?;
                    }
                    read_page(cx, id, index, end - index, pages, &mut ra).await?;
                }
            }
        }
        cx.with(|m| {
            let task = m.task_mut(cx.id);
            task.writes_to_bdi = None;
            task.bytes_done += u64::from(end - at) * 4096;
        });
        at = end;
        cx.relax().await;
    }
    Some(())
}

/// Writes to pages of the process's memory. `None`: the task was killed.
async fn fill(cx: &Cx, spec: &Iozone, vpns: Range<u32>) -> Option<()> {
    for vpn in vpns {
        let present = cx.with(|m| match m.memory.space(spec.space).pte(vpn) {
            Pte::Present(pfn) => {
                m.memory.frames.set(pfn, flag::YOUNG | flag::PTE_DIRTY);
                true
            }
            Pte::None | Pte::Swapped(_) => false,
        });
        if !present {
            touch(cx, spec.space, vpn).await?;
            cx.relax().await;
        }
    }
    Some(())
}
