//! Terminal output: each write to a pty goes through flip buffers (drivers/char/tty_buffer.c, 2.6.29 to 2.6.34).

use super::{Launch, Launcher};
use crate::mechanism::{Mechanism, pty_high_order_atomic as mechanism};
use crate::mm::gfp::Gfp;
use crate::mm::page::Pfn;
use crate::mm::slow_path::alloc_page;
use crate::scenario::program::PtyWriter;
use crate::sched::context::Cx;
use crate::sched::task::Activity;

/// The parameters of the writer.
#[derive(Clone, Copy, Debug)]
pub struct Pty {
    /// Time from one write() to the next, nanoseconds.
    pub pause: u64,
    /// Bytes per write().
    pub bytes: u64,
    /// How long the writer runs, nanoseconds.
    pub run: u64,
}

impl Launch for PtyWriter {
    fn launch(&self, on: &mut Launcher<'_>) {
        let spec = Pty {
            pause: 1_000_000_000 / u64::from(self.writes_per_s),
            bytes: u64::from(self.write_bytes),
            run: self.run_ms * 1_000_000,
        };
        on.task(0, 1, |cx| pty(cx, spec));
    }
}

/// Runs the writer.
pub async fn pty(cx: Cx, pty: Pty) {
    let end = cx.with(|m| m.now()) + pty.run;
    while cx.with(|m| m.now()) < end {
        let mut left = pty.bytes;
        while left > 0 && cx.with(|m| m.now()) < end {
            let piece = cx.with(|m| {
                m.on.decide(Mechanism::PtyHighOrderAtomic, |on| {
                    left.min(mechanism::piece_bytes(on))
                })
            });
            let jiffy = cx.with(|m| m.sched.jiffy());
            if let Some((pfn, order)) = take_buffer(&cx, piece).await {
                // The line discipline empties the buffer at the next tick.
                cx.schedule_timeout(jiffy, Activity::WaitingForIo).await;
                cx.with(|m| {
                    m.take_back_from_kernel(pfn, order);
                    m.task_mut(cx.id).bytes_done += piece;
                });
                left -= piece;
            } else {
                // No buffer was allocated: the writer tries again.
                cx.schedule_timeout(jiffy, Activity::WaitingForIo).await;
            }
        }
        cx.sleep(pty.pause, Activity::Idle).await;
    }
    cx.burn().await;
}

/// tty_buffer_alloc: allocates a buffer for a piece of a write() without sleeping. Returns its first frame and its
/// order.
pub async fn take_buffer(cx: &Cx, piece: u64) -> Option<(Pfn, u8)> {
    let order = mechanism::buffer_order(piece);
    let gfp = Gfp {
        order,
        ..Gfp::ATOMIC
    };
    let pfn = alloc_page(cx, gfp).await?;
    cx.with(|m| m.lend_to_kernel(pfn, order));
    Some((pfn, order))
}
