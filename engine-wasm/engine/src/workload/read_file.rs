//! dd from a file.

use super::files::{PAGE, Stream};
use super::named::open;
use super::{Launch, Launcher};
use crate::mm::readahead::{Readahead, read_pages};
use crate::scenario::program::ReadFile;
use crate::sched::context::Cx;
use crate::sched::cost;

impl Launch for ReadFile {
    fn launch(&self, on: &mut Launcher<'_>) {
        let stream = on.stream(&self.filesystem, self.file_kb, self.call_kb, self.passes);
        let stream = on.stream_over(stream, self.file.as_deref());
        for n in 0..self.tasks {
            on.task(n, self.tasks, |cx| reader(cx, stream, n));
        }
    }
}

/// Runs dd from a file.
async fn reader(cx: Cx, stream: Stream, n: u32) {
    let Some(id) = open(&cx, &stream, n, cx.id) else {
        return;
    };
    for _ in 0..stream.passes {
        let mut ra = Readahead::default();
        let mut index = 0;
        while index < stream.pages {
            let end = (index + stream.call_pages).min(stream.pages);
            cx.charge(cost::SYSCALL);
            let read = read_pages(&cx, id, index..end, end, stream.pages, &mut ra);
            if read.await.is_none() {
                return;
            }
            cx.with(|m| m.task_mut(cx.id).bytes_done += u64::from(end - index) * PAGE);
            index = end;
            cx.relax().await;
        }
    }
    cx.burn().await;
}
