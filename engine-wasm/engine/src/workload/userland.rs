//! The daemons and the desktop that run beside the workload. Each wakes up now and then and touches a part of its
//! memory, so that pages that were swapped out or evicted come back.
//!
//! Which part does a process touch? It mostly refers to a working set that hardly changes from one round to the next
//! (Denning, "The working set model for program behavior", 1968). The other references are to memory that an event
//! needs: adjacent pages, such as those of a few functions or of one allocation. So three quarters of the pages of a
//! round are the first pages of the memory, the same ones each time. The other pages are stretches of eight, drawn
//! anywhere behind them. Both numbers are assumptions. Anonymous pages are written, and file pages are read.

use std::ops::Range;

use super::files::{create, lay_out};
use super::{Launch, Launcher};
use crate::machine::Machine;
use crate::mm::anon::Pte;
use crate::mm::memory::fault::touch;
use crate::mm::mmap::read_shared;
use crate::mm::page::flag;
use crate::mm::page_cache::MappingId;
use crate::mm::readahead::Readahead;
use crate::mm::readahead::mapped::Mapped;
use crate::random::Random;
use crate::scenario::program;
use crate::sched::context::Cx;
use crate::sched::task::Activity;

/// Share of a round that is the working set, percent.
const WORKING_SET_PERCENT: u64 = 75;
/// Pages that an event touches together.
const STRETCH: u32 = 8;
/// CPU time of touching a mapped page, nanoseconds: a cache miss and the work on the data.
const TOUCH: u64 = 150;
/// Maximum number of pages to touch before the task lets its charged CPU time pass.
const AT_ONCE: u32 = 64;

/// The parameters of one process.
#[derive(Clone, Copy, Debug)]
pub struct Daemon {
    /// Index of the filesystem with its executable and libraries.
    pub filesystem: u8,
    /// Whether it was running before the run began.
    pub up: bool,
    /// Its executable and libraries, if it was running before.
    pub file: Option<MappingId>,
    /// Pages of these files.
    pub file_pages: u32,
    /// Its address space.
    pub space: u16,
    /// Number of anonymous pages.
    pub anon_pages: u32,
    /// Time from one round to the next, nanoseconds.
    pub every: u64,
    /// Share of its pages that it touches in a round, percent.
    pub percent: u32,
    /// Seed of the pages that it draws outside its working set.
    pub seed: u64,
}

impl Launch for program::Userland {
    fn launch(&self, on: &mut Launcher<'_>) {
        let filesystem = on.filesystem(&self.filesystem);
        let part = |kb: u64| (kb / u64::from(self.tasks) / 4) as u32;
        let (file_pages, anon_pages) = (part(self.file_kb), part(self.anon_kb));
        let up = on.starts_with_the_run();
        for n in 0..self.tasks {
            let space = on.space(anon_pages);
            let file = up.then(|| on.bring_in(filesystem, file_pages, space));
            let file = file.flatten();
            let spec = Daemon {
                filesystem,
                up,
                file,
                file_pages,
                space,
                anon_pages,
                every: u64::from(self.every_ms) * 1_000_000,
                percent: self.touched_percent,
                seed: on.seed_of(n),
            };
            on.task(n, self.tasks, |cx| daemon(cx, spec));
        }
    }
}

/// Runs the process, which ends only if it is killed.
async fn daemon(cx: Cx, spec: Daemon) {
    let file = if !spec.up && spec.file_pages > 0 {
        let Some(file) = create(&cx, spec.filesystem, 0) else {
            return;
        };
        cx.with(|m| m.map_executable(file, spec.file_pages));
        Some(file)
    } else {
        spec.file
    };
    let _killed = rounds(&cx, &spec, file).await;
    cx.with(|m| {
        if let Some(file) = file {
            m.unmap_shared(file);
        }
        m.exit_space(spec.space);
    });
    cx.burn().await;
}

async fn rounds(cx: &Cx, spec: &Daemon, file: Option<MappingId>) -> Option<()> {
    let mut random = Random::new(spec.seed);
    let file = file.map(|id| Mapped {
        id,
        size: spec.file_pages,
        sparse: false,
    });
    let mut ra = Readahead::default();
    // Processes do not all wake up at the same time.
    cx.sleep(random.phase(spec.every), Activity::Idle).await;
    if !spec.up {
        touch_all(cx, spec, file, &mut ra).await?;
    }
    let mut due = cx.with(|m| m.now());
    loop {
        if let Some(file) = file {
            for range in round(spec.file_pages, spec.percent, &mut random) {
                touch_file(cx, file, range, &mut ra).await?;
            }
        }
        for range in round(spec.anon_pages, spec.percent, &mut random) {
            touch_anon(cx, spec.space, range).await?;
        }
        cx.burn().await;
        // A timer that was missed expires once, however many periods have passed.
        let now = cx.with(|m| m.now());
        due += spec.every * ((now - due) / spec.every + 1);
        cx.sleep(due - now, Activity::Idle).await;
    }
}

/// Touches all pages once, as a process does when it starts.
async fn touch_all(cx: &Cx, spec: &Daemon, file: Option<Mapped>, ra: &mut Readahead) -> Option<()> {
    if let Some(file) = file {
        touch_file(cx, file, 0..file.size, ra).await?;
    }
    touch_anon(cx, spec.space, 0..spec.anon_pages).await
}

/// Returns the ranges that a round touches, of a memory of `pages` pages.
fn round(pages: u32, percent: u32, random: &mut Random) -> Vec<Range<u32>> {
    let touched = (u64::from(pages) * u64::from(percent)).div_ceil(100);
    let (working_set, mut left) = if touched >= u64::from(pages) {
        (pages, 0)
    } else {
        let same = (touched * WORKING_SET_PERCENT).div_ceil(100) as u32;
        (same, touched as u32 - same)
    };
    let mut ranges: Vec<Range<u32>> = std::iter::once(0..working_set).collect();
    while left > 0 {
        let len = STRETCH.min(left);
        let start = working_set + random.below(pages - working_set - len + 1);
        ranges.push(start..start + len);
        left -= len;
    }
    ranges
}

/// Writes to anonymous pages. `None`: the task was killed.
async fn touch_anon(cx: &Cx, space: u16, range: Range<u32>) -> Option<()> {
    let mut at = range.start;
    while at < range.end {
        let end = range.end.min(at + AT_ONCE);
        at = cx.with(|m| m.touch_present(space, at..end));
        if at < end {
            touch(cx, space, at).await?;
            at += 1;
        }
        cx.relax().await;
    }
    Some(())
}

/// Touches pages of a mapped file. `None`: the task was killed.
async fn touch_file(cx: &Cx, file: Mapped, range: Range<u32>, ra: &mut Readahead) -> Option<()> {
    let mut at = range.start;
    while at < range.end {
        let end = range.end.min(at + AT_ONCE);
        at = cx.with(|m| m.touch_mapped(file.id, at..end));
        if at < end {
            read_shared(cx, file, at, ra).await?;
            at += 1;
        }
        cx.relax().await;
    }
    Some(())
}

impl Machine {
    /// Allocates blocks for the file with the executable and libraries of a process, and maps the file.
    pub fn map_executable(&mut self, file: MappingId, pages: u32) {
        lay_out(self, file, pages);
        self.map_shared(file);
        self.io.cache.get_mut(file).executable = true;
    }

    /// Writes to anonymous pages until one needs a fault. Returns this page, or the end of the range.
    fn touch_present(&mut self, space: u16, range: Range<u32>) -> u32 {
        for vpn in range.clone() {
            let Pte::Present(pfn) = self.memory.space(space).pte(vpn) else {
                return vpn;
            };
            self.memory.frames.set(pfn, flag::YOUNG | flag::PTE_DIRTY);
            self.charge(TOUCH);
        }
        range.end
    }

    /// Reads pages of a mapping until one needs a fault. Returns this page, or the end of the range.
    fn touch_mapped(&mut self, file: MappingId, range: Range<u32>) -> u32 {
        for index in range.clone() {
            let Some(pfn) = self.io.cache.lookup(file, index) else {
                return index;
            };
            if !self.memory.frames.has(pfn, flag::MAPPED) {
                return index;
            }
            self.memory.frames.set(pfn, flag::YOUNG);
            self.charge(TOUCH);
        }
        range.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_is_three_quarters_the_same_pages_and_the_rest_drawn_behind_them() {
        let mut random = Random::new(4);
        let mut drawn = Vec::new();
        for _ in 0..200 {
            // A tenth of 1,000 pages: 75 of the working set, and 25 in stretches of 8, 8, 8 and 1.
            let ranges = round(1_000, 10, &mut random);
            assert_eq!(ranges[0], 0..75);
            let lengths: Vec<usize> = ranges[1..].iter().map(ExactSizeIterator::len).collect();
            assert_eq!(lengths, [8, 8, 8, 1]);
            assert!(
                ranges[1..]
                    .iter()
                    .all(|it| it.start >= 75 && it.end <= 1_000)
            );
            drawn.extend(ranges[1..].iter().flat_map(Clone::clone));
        }
        // 5,000 draws among 925 pages miss hardly any page.
        drawn.sort_unstable();
        drawn.dedup();
        assert!(drawn.len() > 880, "{}", drawn.len());
    }

    #[test]
    fn all_or_nothing_needs_no_draw() {
        let mut random = Random::new(4);
        let before = random.peek();
        for (pages, percent, all) in [(50, 100, 50), (50, 0, 0), (0, 100, 0)] {
            let ranges = round(pages, percent, &mut random);
            assert_eq!((ranges.len(), ranges[0].clone()), (1, 0..all));
        }
        assert_eq!(random.peek(), before);
    }
}
