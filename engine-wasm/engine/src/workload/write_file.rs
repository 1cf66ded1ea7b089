//! dd to a file.

use super::files::{CallOrder, Stream, write_file};
use super::named::open;
use super::{Launch, Launcher};
use crate::scenario::program::WriteFile;
use crate::sched::context::Cx;

impl Launch for WriteFile {
    fn launch(&self, on: &mut Launcher<'_>) {
        let order = match (self.random, self.streams) {
            (true, _) => CallOrder::Random,
            (false, 1) => CallOrder::Sequential,
            (false, streams) => CallOrder::Streams(streams),
        };
        let stream = on.stream(&self.filesystem, self.file_kb, self.call_kb, self.passes);
        let stream = Stream {
            fsync_pages: self.fsync_kb.div_ceil(4) as u32,
            order,
            ..on.stream_over(stream, self.file.as_deref())
        };
        let device = match self.file {
            None => on.parts_of_device(stream, self.tasks),
            Some(_) => None,
        };
        for n in 0..self.tasks {
            let (stream, file) = match device {
                Some(device) => (device.part(n), 0),
                None => (stream, n),
            };
            on.task(n, self.tasks, |cx| writer(cx, stream, file));
        }
    }
}

/// Runs dd, which writes to a file in the same directory as the other tasks, or to a part of a device. `file` is the
/// number of the file.
async fn writer(cx: Cx, stream: Stream, file: u32) {
    let Some(id) = open(&cx, &stream, file, 0) else {
        return;
    };
    for _ in 0..stream.passes {
        if write_file(&cx, id, stream).await.is_none() {
            return;
        }
    }
    cx.burn().await;
}
