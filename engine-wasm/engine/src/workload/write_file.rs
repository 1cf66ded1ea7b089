//! dd to a file.

use super::files::{Stream, create, write_file};
use super::{Launch, Launcher};
use crate::scenario::program::WriteFile;
use crate::sched::context::Cx;

impl Launch for WriteFile {
    fn launch(&self, on: &mut Launcher<'_>) {
        let stream = Stream {
            fsync_pages: self.fsync_kb.div_ceil(4) as u32,
            random: self.random,
            ..on.stream(&self.filesystem, self.file_kb, self.call_kb, self.passes)
        };
        for n in 0..self.tasks {
            on.task(n, self.tasks, |cx| writer(cx, stream));
        }
    }
}

/// dd to a file, in the same directory as the others.
async fn writer(cx: Cx, stream: Stream) {
    let Some(id) = create(&cx, stream.filesystem, 0) else {
        return;
    };
    for _ in 0..stream.passes {
        if write_file(&cx, id, stream).await.is_none() {
            return;
        }
    }
    cx.burn().await;
}
