//! A process that touches all of its anonymous memory over and over.

use super::{Launch, Launcher};
use crate::mm::anon::Pte;
use crate::mm::memory::fault::touch;
use crate::mm::page::flag;
use crate::scenario::program::AnonHog;
use crate::sched::context::Cx;
use crate::sched::task::Activity;

/// CPU time of touching a mapped page, nanoseconds: a cache miss and one iteration of the loop.
const TOUCH: u64 = 150;

/// What the process does.
#[derive(Clone, Copy, Debug)]
pub struct Hog {
    /// Its address space.
    pub space: u16,
    /// Number of virtual pages.
    pub pages: u32,
    /// Pause after each pass, nanoseconds.
    pub pause: u64,
    /// How long it runs, nanoseconds.
    pub run: u64,
    /// Whether it reads a byte of a page before it writes it.
    pub reads_first: bool,
}

impl Launch for AnonHog {
    fn launch(&self, on: &mut Launcher<'_>) {
        let pages = (self.size_kb / 4) as u32;
        let spec = Hog {
            space: on.space(pages),
            pages,
            pause: u64::from(self.pause_ms) * 1_000_000,
            run: self.run_ms * 1_000_000,
            reads_first: self.reads_first,
        };
        on.task(0, 1, |cx| hog(cx, spec));
    }
}

/// Runs the process.
pub async fn hog(cx: Cx, hog: Hog) {
    let end = cx.with(|m| m.now()) + hog.run;
    'passes: while cx.with(|m| m.now()) < end {
        let mut vpn = 0;
        while vpn < hog.pages {
            vpn = cx.with(|m| {
                let mut at = vpn;
                // Touch pages that need no fault, until the next check of the clock.
                while at < hog.pages && at - vpn < 64 {
                    let Pte::Present(pfn) = m.memory.space(hog.space).pte(at) else {
                        break;
                    };
                    m.memory.frames.set(pfn, flag::YOUNG | flag::PTE_DIRTY);
                    m.charge(TOUCH);
                    at += 1;
                }
                m.task_mut(cx.id).bytes_done += u64::from(at - vpn) * 4096;
                at
            });
            if vpn < hog.pages
                && cx.with(|m| !matches!(m.memory.space(hog.space).pte(vpn), Pte::Present(_)))
            {
                if touch(&cx, hog.space, vpn).await.is_none() {
                    break 'passes;
                }
                cx.with(|m| {
                    if hog.reads_first {
                        // The page is present because of the read, so the fault of the write only has to allow writing.
                        m.count_fault(false);
                    }
                    m.task_mut(cx.id).bytes_done += 4096;
                });
                vpn += 1;
            }
            cx.relax().await;
            if cx.with(|m| m.now()) >= end {
                break 'passes;
            }
        }
        cx.sleep(hog.pause, Activity::Idle).await;
    }
    cx.with(|m| m.exit_space(hog.space));
    cx.burn().await;
}
