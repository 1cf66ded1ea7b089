//! A task that allocates blocks of pages now and then, as kernel stacks, slabs and drivers' rings do, with GFP_KERNEL:
//! it may sleep and reclaim for them.

use super::{Launch, Launcher};
use std::collections::VecDeque;

use crate::mm::gfp::Gfp;
use crate::mm::page::Pfn;
use crate::mm::slow_path::alloc_page;
use crate::scenario::program;
use crate::sched::context::Cx;
use crate::sched::task::Activity;

/// What the task allocates.
#[derive(Clone, Copy, Debug)]
pub struct TakeBlocks {
    /// log2 of the pages of a block.
    pub order: u8,
    /// Number of blocks that it keeps. The oldest one is freed when another one is allocated.
    pub held: u32,
    /// Time from one request to the next, nanoseconds.
    pub pause: u64,
    /// How long it runs, nanoseconds.
    pub run: u64,
}

impl Launch for program::TakeBlocks {
    fn launch(&self, on: &mut Launcher<'_>) {
        let spec = TakeBlocks {
            order: self.order,
            held: self.held,
            pause: 1_000_000_000 / u64::from(self.requests_per_s),
            run: self.run_ms * 1_000_000,
        };
        on.task(0, 1, |cx| take_blocks(cx, spec));
    }
}

/// Runs the task. At its end it frees the blocks that it holds.
pub async fn take_blocks(cx: Cx, spec: TakeBlocks) {
    let end = cx.with(|m| m.now()) + spec.run;
    let mut blocks: VecDeque<Pfn> = VecDeque::new();
    while cx.with(|m| m.now()) < end {
        let gfp = Gfp {
            order: spec.order,
            ..Gfp::KERNEL
        };
        if let Some(pfn) = alloc_page(&cx, gfp).await {
            cx.with(|m| {
                m.lend_to_kernel(pfn, spec.order);
                m.task_mut(cx.id).bytes_done += 4096 << spec.order;
            });
            blocks.push_back(pfn);
        }
        if blocks.len() > spec.held as usize {
            give_back(&cx, spec.order, blocks.pop_front());
        }
        cx.sleep(spec.pause, Activity::Idle).await;
    }
    while let Some(pfn) = blocks.pop_front() {
        give_back(&cx, spec.order, Some(pfn));
    }
    cx.burn().await;
}

fn give_back(cx: &Cx, order: u8, block: Option<Pfn>) {
    if let Some(pfn) = block {
        cx.with(|m| m.take_back_from_kernel(pfn, order));
    }
}
