//! A kernel build (`make -jN`): compilations that share the compiler's text and the headers, links of directories, of
//! the image and of modules, then `make clean`. This is the workload of Minchan Kim's posting of 2014. The posting
//! gives only totals, so the sizes and times of compilations are assumptions. The seeded generator draws the memory and
//! the CPU time of each compilation.

mod linking;

use std::ops::Range;

use self::linking::{DIRECTORY, link_directory, link_image, link_module};
use super::barrier::{leave, meet};
use super::files::{CallOrder, Stream, create, unlink, write_file};
use super::zipf::{Exponent, Zipf};
use super::{Launch, Launcher};
use crate::mm::memory::fault::touch;
use crate::mm::mmap::read_shared;
use crate::mm::page_cache::MappingId;
use crate::mm::readahead::mapped::Mapped;
use crate::mm::readahead::{Readahead, read_page};
use crate::scenario::program;
use crate::sched::context::Cx;
use crate::sched::cost;

/// Number of stretches of a compilation. In each, it computes, uses its text, and allocates memory. In the second half,
/// the compiler's passes also use the parser's memory again, in order: gcc parses a whole file before it generates
/// code.
const STRETCHES: u32 = 8;
/// CPU time that a compilation uses at a time, nanoseconds: a scheduler's slice with a few runnable tasks.
const SLICE: u64 = 6_000_000;
/// Pages per header.
const HEADER_PAGES: u32 = 3;
/// Quantiles of a lognormal distribution with σ = 0.3 (an assumption) at 1/32, 3/32 … 31/32, thousandths of the median.
const LOGNORMAL: [u64; 16] = [
    572, 673, 739, 792, 840, 886, 931, 977, 1_024, 1_074, 1_128, 1_190, 1_262, 1_354, 1_485, 1_749,
];

/// Pages with the code of ld and its library: 2 MB (an assumption).
const LINKER_TEXT: u32 = 512;

/// Index of each shared file in the list of the barrier's files; objects follow.
#[derive(Clone, Copy)]
enum Shared {
    Text,
    Headers,
    Sources,
    Linker,
}

/// Number of shared files, which come before the objects.
const SHARED: usize = 4;

/// The parameters of a build. Sizes are in pages.
#[derive(Clone, Copy, Debug)]
pub struct KernelBuild {
    /// Index of the filesystem with sources and objects.
    pub filesystem: u8,
    /// Number of compilations in a build.
    pub jobs: u32,
    /// Number of builds, one after the other.
    pub builds: u32,
    /// Text that every compilation maps.
    pub text: u32,
    /// All headers together.
    pub headers: u32,
    /// Source and headers that one compilation reads.
    pub reads: u32,
    /// Median of the anonymous memory of a compilation.
    pub anon: u32,
    /// Median of its CPU time, nanoseconds.
    pub cpu: u64,
    /// Mean size of the object that it writes.
    pub object: u32,
    /// Anonymous memory of the linker.
    pub link_anon: u32,
    /// The image that the linker writes.
    pub image: u32,
}

impl KernelBuild {
    /// Returns the largest number of anonymous pages of a compilation.
    #[must_use]
    pub fn most_anon(&self) -> u32 {
        let most = LOGNORMAL[LOGNORMAL.len() - 1];
        (u64::from(self.anon) * most / 1_000) as u32 + 1
    }

    /// Returns the pages of a compilation's object: from a third of the mean to five thirds.
    fn object_of(&self, job: u32) -> u32 {
        // Weyl's sequence: the golden ratio spreads job numbers evenly.
        let spread = u64::from(job.wrapping_mul(0x9E37_79B9));
        let range = u64::from(self.object) * 4 / 3 + 1;
        (self.object / 3 + ((spread * range) >> 32) as u32).max(1)
    }

    /// Returns the pages of a compilation's own source: a tenth of what it reads.
    fn source(&self) -> u32 {
        (self.reads / 10).max(1)
    }
}

/// One of the slots of `make -jN`.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// The build that it works on.
    pub build: KernelBuild,
    /// Its address space, which each compilation reuses. That of slot 0 has room for the linker.
    pub space: u16,
    /// The barrier of all slots.
    pub barrier: usize,
    /// Its number; the first one links.
    pub number: u32,
}

impl Launch for program::KernelBuild {
    /// Adds the slots, each with its own memory, and the barrier at which they meet.
    fn launch(&self, on: &mut Launcher<'_>) {
        let pages = |kb: u64| kb.div_ceil(4) as u32;
        let build = KernelBuild {
            filesystem: on.filesystem(&self.filesystem),
            jobs: self.jobs,
            builds: self.builds,
            text: pages(self.text_kb),
            headers: pages(self.headers_kb),
            reads: pages(self.read_kb),
            anon: pages(self.anon_kb),
            cpu: u64::from(self.cpu_ms) * 1_000_000,
            object: pages(self.object_kb),
            link_anon: pages(self.link_anon_kb),
            image: pages(self.image_kb),
        };
        let barrier = on.barrier(self.slots);
        for number in 0..self.slots {
            let link = if number == 0 { build.link_anon } else { 0 };
            let spec = Slot {
                build,
                space: on.space(build.most_anon().max(link)),
                barrier,
                number,
            };
            on.task(number, self.slots, |cx| slot(cx, spec));
        }
    }
}

/// Runs a slot: it takes the next compilation until none is left.
pub async fn slot(cx: Cx, slot: Slot) {
    if run(&cx, slot).await.is_none() {
        cx.with(|m| m.exit_space(slot.space));
        leave(&cx, slot.barrier);
    }
    cx.burn().await;
}

async fn run(cx: &Cx, slot: Slot) -> Option<()> {
    if slot.number == 0 {
        let files = shared_files(cx, &slot.build)?;
        cx.with(|m| m.programs.barriers[slot.barrier].files = files);
    }
    meet(cx, slot.barrier).await;
    let headers = Zipf::new(
        (slot.build.headers / HEADER_PAGES).max(1),
        Exponent::SevenEighths,
    );
    for _ in 0..slot.build.builds {
        let started = cx.with(|m| m.now());
        while let Some(job) = next(cx, slot, slot.build.jobs) {
            let text = SharedFiles::of(cx, slot).text;
            cx.with(|m| m.execute(text));
            let object = compile(cx, slot, job, &headers).await;
            cx.with(|m| m.exit_executable(text));
            link_directory(cx, slot, job / DIRECTORY, object?).await?;
        }
        meet(cx, slot.barrier).await;
        if slot.number == 0 {
            link_image(cx, slot).await?;
            cx.with(|m| m.programs.barriers[slot.barrier].handed_out = 0);
        }
        meet(cx, slot.barrier).await;
        while let Some(directory) = next(cx, slot, slot.build.directories()) {
            link_module(cx, slot, directory).await?;
        }
        meet(cx, slot.barrier).await;
        if slot.number == 0 {
            cx.with(|m| m.end_lap("build", started, u64::from(slot.build.jobs)));
            make_clean(cx, slot).await;
        }
        meet(cx, slot.barrier).await;
    }
    Some(())
}

/// Takes the next piece of work; `None` if all `pieces` are handed out.
fn next(cx: &Cx, slot: Slot, pieces: u32) -> Option<u32> {
    cx.with(|m| {
        let barrier = &mut m.programs.barriers[slot.barrier];
        let piece = barrier.handed_out;
        barrier.handed_out += 1;
        (piece < pieces).then_some(piece)
    })
}

/// Creates the files that exist before the first build. Their blocks follow one another.
fn shared_files(cx: &Cx, build: &KernelBuild) -> Option<Vec<MappingId>> {
    let sizes = [
        build.text,
        build.headers,
        build.jobs * build.source(),
        LINKER_TEXT,
    ];
    let mut files = Vec::new();
    for pages in sizes {
        let id = create(cx, build.filesystem, 0)?;
        cx.with(|m| m.map_block(id, 0, pages));
        files.push(id);
    }
    for code in [Shared::Text, Shared::Linker] {
        cx.with(|m| m.io.cache.get_mut(files[code as usize]).executable = true);
    }
    Some(files)
}

/// Runs a compilation; returns the object. `None`: the task was killed.
async fn compile(cx: &Cx, slot: Slot, job: u32, headers: &Zipf) -> Option<MappingId> {
    let build = slot.build;
    let draw = cx.with(|m| LOGNORMAL[m.random.below(LOGNORMAL.len() as u32) as usize]);
    let anon = (u64::from(build.anon) * draw / 1_000) as u32;
    let cpu = build.cpu * draw / 1_000;
    let object = build.object_of(job);
    cx.charge(cost::SYSCALL);
    read_sources(cx, slot, job, headers).await?;
    for stretch in 0..STRETCHES {
        run_code(cx, SharedFiles::of(cx, slot).text, build.text).await?;
        compute(cx, cpu / u64::from(STRETCHES)).await;
        use_memory(cx, slot, anon, stretch).await?;
    }
    let id = create(cx, build.filesystem, job)?;
    write_file(cx, id, whole(build.filesystem, object)).await?;
    cx.with(|m| {
        m.exit_space(slot.space);
        m.task_mut(cx.id).bytes_done += u64::from(object) * 4096;
    });
    cx.burn().await;
    Some(id)
}

fn whole(filesystem: u8, pages: u32) -> Stream {
    Stream {
        filesystem,
        first: 0,
        pages,
        call_pages: 8,
        passes: 1,
        fsync_pages: 0,
        order: CallOrder::Sequential,
        named: None,
    }
}

async fn read_sources(cx: &Cx, slot: Slot, job: u32, headers: &Zipf) -> Option<()> {
    let build = slot.build;
    let source = build.source();
    let files = SharedFiles::of(cx, slot);
    let mut left = build.reads - source.min(build.reads);
    let (mut file, mut first, mut pages) = (files.sources, job * source, source);
    loop {
        read_range(cx, file, first, pages).await?;
        if left == 0 {
            return Some(());
        }
        let header = cx.with(|m| headers.draw(&mut m.random));
        file = files.headers;
        first = header * HEADER_PAGES;
        pages = HEADER_PAGES.min(left).min(build.headers);
        left -= pages;
    }
}

struct SharedFiles {
    text: MappingId,
    headers: MappingId,
    sources: MappingId,
    linker: MappingId,
}

impl SharedFiles {
    fn of(cx: &Cx, slot: Slot) -> Self {
        cx.with(|m| {
            let files = &m.programs.barriers[slot.barrier].files;
            Self {
                text: files[Shared::Text as usize],
                headers: files[Shared::Headers as usize],
                sources: files[Shared::Sources as usize],
                linker: files[Shared::Linker as usize],
            }
        })
    }
}

/// Reads pages of one small file. Readahead ends at the last of these pages.
async fn read_range(cx: &Cx, file: MappingId, first: u32, pages: u32) -> Option<()> {
    let mut ra = Readahead::default();
    cx.charge(cost::SYSCALL);
    for index in first..first + pages {
        read_page(
            cx,
            file,
            index,
            first + pages - index,
            first + pages,
            &mut ra,
        )
        .await?;
        cx.relax().await;
    }
    Some(())
}

/// Executes all the code of a compiler or a linker.
async fn run_code(cx: &Cx, text: MappingId, size: u32) -> Option<()> {
    let mapped = Mapped {
        id: text,
        size,
        sparse: false,
    };
    let mut ra = Readahead::default();
    let mut index = 0;
    while index < size {
        index = cx.with(|m| m.touch_shared(text, index, size));
        if index < size {
            read_shared(cx, mapped, index, &mut ra).await?;
            index += 1;
        }
        cx.relax().await;
    }
    Some(())
}

async fn compute(cx: &Cx, mut left: u64) {
    while left > 0 {
        let slice = left.min(SLICE);
        left -= slice;
        cx.charge(slice);
        cx.burn().await;
    }
}

/// Allocates the memory of one stretch. In the second half of the stretches, also uses the memory of one stretch of the
/// first half again.
async fn use_memory(cx: &Cx, slot: Slot, pages: u32, stretch: u32) -> Option<()> {
    let part = |n: u32| (u64::from(pages) * u64::from(n) / u64::from(STRETCHES)) as u32;
    let mut used = stretch;
    loop {
        touch_range(cx, slot, part(used)..part(used + 1)).await?;
        if used < STRETCHES / 2 {
            return Some(());
        }
        used -= STRETCHES / 2;
    }
}

async fn touch_range(cx: &Cx, slot: Slot, range: Range<u32>) -> Option<()> {
    for vpn in range {
        touch(cx, slot.space, vpn).await?;
        cx.relax().await;
    }
    Some(())
}

async fn make_clean(cx: &Cx, slot: Slot) {
    let made = cx.with(|m| {
        let barrier = &mut m.programs.barriers[slot.barrier];
        barrier.handed_out = 0;
        barrier.files.split_off(SHARED)
    });
    for file in made {
        unlink(cx, file).await;
    }
}
