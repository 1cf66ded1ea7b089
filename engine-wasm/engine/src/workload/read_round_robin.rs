//! Reads many files in turn, one page of each at a time, so that adjacent pages on the LRU list belong to different
//! files (the first test of the posting on removal in batches, 2013).

use super::files::{Stream, create};
use super::{Launch, Launcher};
use crate::mm::readahead::{Readahead, read_one_page, read_page};
use crate::scenario::program::ReadRoundRobin;
use crate::sched::context::Cx;
use crate::sched::cost;

/// What the process does.
#[derive(Clone, Copy, Debug)]
pub struct RoundRobin {
    /// One of the files.
    pub file: Stream,
    /// Number of files.
    pub files: u32,
    /// Whether the kernel reads ahead. If not, the process has called posix_fadvise with POSIX_FADV_RANDOM.
    pub readahead: bool,
}

impl Launch for ReadRoundRobin {
    fn launch(&self, on: &mut Launcher<'_>) {
        let spec = RoundRobin {
            file: on.stream(&self.filesystem, self.file_kb, 4, self.passes),
            files: self.files,
            readahead: self.readahead,
        };
        on.task(0, 1, |cx| process(cx, spec));
    }
}

/// Runs the process: it reads one page of each file, then the next page of each.
pub async fn process(cx: Cx, spec: RoundRobin) {
    let mut files = Vec::new();
    for n in 0..spec.files {
        let Some(id) = create(&cx, spec.file.filesystem, n) else {
            return;
        };
        // The files were written one after the other before the run.
        cx.with(|m| m.map_block(id, 0, spec.file.pages));
        files.push((id, Readahead::default()));
    }
    for _ in 0..spec.file.passes {
        for page in 0..spec.file.pages {
            for (id, ra) in &mut files {
                cx.charge(cost::SYSCALL);
                let read = if spec.readahead {
                    read_page(&cx, *id, page, 1, spec.file.pages, ra).await
                } else {
                    read_one_page(&cx, *id, page).await
                };
                if read.is_none() {
                    return;
                }
                cx.with(|m| m.task_mut(cx.id).bytes_done += 4096);
                cx.relax().await;
            }
        }
        for (_, ra) in &mut files {
            *ra = Readahead::default();
        }
    }
    cx.burn().await;
}
