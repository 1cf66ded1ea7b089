//! mmap-strm: streaming writes to a large mapping, then to a mixture of anonymous and file mappings (the micro
//! benchmark of Mel Gorman's mmtests, 2011).

use super::barrier::{leave, meet};
use super::files::{create, unlink};
use super::{Launch, Launcher};
use crate::mm::memory::fault::touch;
use crate::mm::mmap::write_shared;
use crate::mm::readahead::Readahead;
use crate::mm::readahead::mapped::Mapped;
use crate::scenario::program;
use crate::sched::context::Cx;
use crate::sched::task::Activity;

/// CPU time of writing to the next page of a mapping, nanoseconds: a cache miss and one iteration of the loop.
const STORE: u64 = 150;
/// Number of passes over a file of the mixture.
const FILE_PASSES: u32 = 10;
/// Number of passes over anonymous memory.
const ANON_PASSES: u32 = 5;
/// Threads start within this time of one another, milliseconds.
const STAGGER_MS: u32 = 50;

/// What a thread writes to.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// First a file of the stream, then a file of the mixture.
    File {
        /// Index of the filesystem.
        filesystem: u8,
        /// Pages of the stream's file.
        stream_pages: u32,
        /// Pages of the mixture's file.
        mixed_pages: u32,
        /// Whether the thread keeps the files instead of unlinking them.
        keep: bool,
    },
    /// Anonymous memory, in the mixture.
    Anon {
        /// Its address space.
        space: u16,
        /// Number of virtual pages.
        pages: u32,
    },
}

/// What a thread does.
#[derive(Clone, Copy, Debug)]
pub struct MmapStream {
    /// The memory that it writes to.
    pub part: Part,
    /// The barrier of all threads.
    pub barrier: usize,
    /// Number of this thread; the first one records the laps.
    pub thread: u32,
}

impl Launch for program::MmapStream {
    fn launch(&self, on: &mut Launcher<'_>) {
        let threads = self.threads;
        let stream = on.stream(&self.filesystem, self.stream_kb, 4, 1);
        let barrier = on.barrier(2 * threads);
        let pages = |kb: u64| (kb / u64::from(threads) / 4) as u32;
        for n in 0..2 * threads {
            let part = if n < threads {
                Part::File {
                    filesystem: stream.filesystem,
                    stream_pages: stream.pages / threads,
                    mixed_pages: pages(self.mixed_kb - self.anon_kb()),
                    keep: self.keep_files,
                }
            } else {
                let pages = pages(self.anon_kb());
                Part::Anon {
                    space: on.space(pages),
                    pages,
                }
            };
            let spec = MmapStream {
                part,
                barrier,
                thread: n,
            };
            on.task(n, 2 * threads, |cx| thread(cx, spec));
        }
    }
}

/// Runs a thread.
pub async fn thread(cx: Cx, spec: MmapStream) {
    let delay = cx.with(|m| m.random.below(STAGGER_MS));
    cx.sleep(u64::from(delay) * 1_000_000, Activity::Idle).await;
    for mixed in [false, true] {
        let started = cx.with(|m| m.now());
        let alive = match spec.part {
            Part::File {
                filesystem,
                stream_pages,
                mixed_pages,
                keep,
            } => {
                let (pages, passes) = if mixed {
                    (mixed_pages, FILE_PASSES)
                } else {
                    (stream_pages, 1)
                };
                let file = (filesystem, spec.thread);
                stream(&cx, file, pages, passes, keep).await
            }
            Part::Anon { space, pages } if mixed => anonymous(&cx, space, pages).await,
            Part::Anon { .. } => Some(()),
        };
        if alive.is_none() {
            return leave(&cx, spec.barrier);
        }
        cx.burn().await;
        meet(&cx, spec.barrier).await;
        if spec.thread == 0 {
            let name = if mixed { "mmap_mixed" } else { "mmap_stream" };
            cx.with(|m| m.end_lap(name, started, 1));
        }
    }
}

/// Maps a sparse file, writes to each of its pages in turn, and unmaps it. `file` is its filesystem and its directory.
/// The file is unlinked, unless `keep` is set. `None`: the task was killed.
async fn stream(cx: &Cx, file: (u8, u32), pages: u32, passes: u32, keep: bool) -> Option<()> {
    let id = create(cx, file.0, file.1)?;
    cx.with(|m| m.map_shared(id));
    let mapped = Mapped {
        id,
        size: pages,
        sparse: true,
    };
    let mut ra = Readahead::default();
    for _ in 0..passes {
        for index in 0..pages {
            cx.charge(STORE);
            write_shared(cx, mapped, index, &mut ra).await?;
            done(cx);
            cx.relax().await;
        }
    }
    cx.with(|m| m.unmap_shared(id));
    if !keep {
        unlink(cx, id).await;
    }
    Some(())
}

/// Writes to each page of anonymous memory in turn, several times. `None`: the task was killed.
async fn anonymous(cx: &Cx, space: u16, pages: u32) -> Option<()> {
    for _ in 0..ANON_PASSES {
        for vpn in 0..pages {
            cx.charge(STORE);
            if touch(cx, space, vpn).await.is_none() {
                cx.with(|m| m.exit_space(space));
                return None;
            }
            done(cx);
            cx.relax().await;
        }
    }
    cx.with(|m| m.exit_space(space));
    Some(())
}

fn done(cx: &Cx) {
    cx.with(|m| m.task_mut(cx.id).bytes_done += 4096);
}
