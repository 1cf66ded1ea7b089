//! Reads single pages of a file at random, popular pages more often, as benchmarks of caches usually do.

use super::files::{create, lay_out};
use super::zipf::{Exponent, Zipf};
use super::{Launch, Launcher};
use crate::machine::Machine;
use crate::mm::page_cache::MappingId;
use crate::mm::readahead::read_one_page;
use crate::random::Random;
use crate::scenario::program::ReadZipf;
use crate::sched::context::Cx;
use crate::sched::cost;

/// What the process does.
#[derive(Clone, Copy, Debug)]
pub struct PopularReads {
    /// Index of the filesystem.
    pub filesystem: u8,
    /// Pages of the file.
    pub pages: u32,
    /// Number of reads.
    pub requests: u64,
    /// Seed of the order of the reads.
    pub seed: u64,
}

/// Number of pages that the process draws at a time.
const DRAWN_AT_ONCE: usize = 64;

/// Returns the pages to read, in order. They do not depend on anything that the machine does.
pub fn order(pages: u32, requests: u64, seed: u64) -> impl Iterator<Item = u32> {
    let zipf = Zipf::new(pages, Exponent::One);
    let mut random = Random::new(seed);
    let mut drawn = [0; DRAWN_AT_ONCE];
    let mut next = DRAWN_AT_ONCE;
    (0..requests).map(move |_| {
        if next == DRAWN_AT_ONCE {
            zipf.fill(&mut random, &mut drawn);
            next = 0;
        }
        next += 1;
        drawn[next - 1]
    })
}

impl Launch for ReadZipf {
    fn launch(&self, on: &mut Launcher<'_>) {
        let file = on.stream(&self.filesystem, self.file_kb, 4, 1);
        let spec = PopularReads {
            filesystem: file.filesystem,
            pages: file.pages,
            requests: self.requests,
            seed: on.seed(),
        };
        on.task(0, 1, |cx| process(cx, spec));
    }
}

/// Runs the process.
pub async fn process(cx: Cx, spec: PopularReads) {
    let Some(id) = create(&cx, spec.filesystem, cx.id) else {
        return;
    };
    cx.with(|m| lay_out(m, id, spec.pages));
    let mut pages = order(spec.pages, spec.requests, spec.seed);
    loop {
        // Read pages in one go until one is not in memory.
        match cx.with(|m| read_those_there(m, id, &mut pages)) {
            Stop::Missing(page) => {
                if read_one_page(&cx, id, page).await.is_none() {
                    return;
                }
                cx.with(|m| m.task_mut(cx.id).bytes_done += 4096);
            }
            Stop::Relax => {}
            Stop::End => break,
        }
        cx.relax().await;
    }
    cx.burn().await;
}

/// The reason why [`read_those_there`] returns.
enum Stop {
    /// This page is not in memory.
    Missing(u32),
    /// CPU time must pass.
    Relax,
    /// All pages were read.
    End,
}

/// Reads pages until the task must wait for something.
fn read_those_there(m: &mut Machine, id: MappingId, pages: &mut impl Iterator<Item = u32>) -> Stop {
    for page in pages {
        m.charge(cost::SYSCALL);
        let Some(pfn) = m.page_to_read(id, page) else {
            return Stop::Missing(page);
        };
        m.copy_page_to_user(pfn);
        let task = m.sched.current_task_mut();
        task.bytes_done += 4096;
        if task.has_to_relax() {
            return Stop::Relax;
        }
    }
    Stop::End
}
