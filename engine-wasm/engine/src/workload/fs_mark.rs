//! fs_mark: loops in which each thread writes its files. The files are kept, or unlinked at the end of the loop.

use super::barrier::{leave, meet};
use super::files::{Stream, create, unlink, write_file};
use super::{Launch, Launcher};
use crate::scenario::program;
use crate::sched::context::Cx;

/// What a thread does.
#[derive(Clone, Copy, Debug)]
pub struct FsMark {
    /// One of the files.
    pub file: Stream,
    /// Files per loop.
    pub files: u32,
    /// Number of loops.
    pub loops: u32,
    /// Whether the files of a loop are kept.
    pub keep: bool,
    /// The barrier of all threads.
    pub barrier: usize,
    /// Number of this thread; the first one unlinks the files.
    pub thread: u32,
}

impl Launch for program::FsMark {
    fn launch(&self, on: &mut Launcher<'_>) {
        let file = on.stream(&self.filesystem, self.file_kb, self.call_kb, 1);
        let barrier = on.barrier(self.threads);
        for n in 0..self.threads {
            let mark = FsMark {
                file,
                files: self.files_per_thread,
                loops: self.loops,
                keep: self.keep_files,
                barrier,
                thread: n,
            };
            on.task(n, self.threads, |cx| thread(cx, mark));
        }
    }
}

/// Runs a thread of fs_mark.
pub async fn thread(cx: Cx, mark: FsMark) {
    for _ in 0..mark.loops {
        let started = cx.with(|m| m.now());
        for _ in 0..mark.files {
            let written = match create(&cx, mark.file.filesystem, mark.thread) {
                Some(id) => {
                    cx.with(|m| m.programs.barriers[mark.barrier].files.push(id));
                    write_file(&cx, id, mark.file).await
                }
                None => None,
            };
            if written.is_none() {
                return leave(&cx, mark.barrier);
            }
        }
        cx.burn().await;
        meet(&cx, mark.barrier).await;
        if mark.thread == 0 {
            let files = cx.with(|m| {
                let files = std::mem::take(&mut m.programs.barriers[mark.barrier].files);
                m.end_lap("fs_mark", started, files.len() as u64);
                files
            });
            if !mark.keep {
                for id in files {
                    unlink(&cx, id).await;
                }
            }
            cx.burn().await;
        }
        meet(&cx, mark.barrier).await;
    }
}
