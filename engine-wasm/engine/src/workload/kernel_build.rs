//! A kernel build (`make -jN`): compilations that share the compiler's text and the headers, a link at the end, then
//! `make clean`. This is the workload of Minchan Kim's posting of 2014. The posting gives only totals, so the sizes and
//! times of a compilation are assumptions, drawn by the seeded generator.

use super::barrier::{leave, meet};
use super::files::{CallOrder, Stream, create, unlink, write_file};
use super::zipf::{Exponent, Zipf};
use super::{Launch, Launcher};
use crate::mm::memory::fault::touch;
use crate::mm::mmap::read_shared;
use crate::mm::page_cache::MappingId;
use crate::mm::readahead::{Readahead, read_page};
use crate::scenario::program;
use crate::sched::context::Cx;
use crate::sched::cost;

/// Number of stretches of a compilation. In each, it computes, uses its text, and allocates and uses memory.
const STRETCHES: u32 = 8;
/// CPU time that is used at a time, nanoseconds: a scheduler's slice with a few runnable tasks.
const SLICE: u64 = 6_000_000;
/// Share of its memory that a compilation uses again, percent.
const USED_AGAIN_PERCENT: u64 = 30;
/// Pages per header.
const HEADER_PAGES: u32 = 3;
/// Quantiles of a lognormal distribution with σ = 0.5 at 1/32, 3/32 … 31/32, thousandths of the median.
const LOGNORMAL: [u64; 16] = [
    394, 517, 604, 678, 749, 818, 888, 962, 1_040, 1_126, 1_223, 1_336, 1_474, 1_657, 1_933, 2_538,
];

/// Index of each shared file in the list of the barrier's files; objects follow.
#[derive(Clone, Copy)]
enum Shared {
    Text,
    Headers,
    Sources,
}

/// Number of shared files, which come before the objects.
const SHARED: usize = 3;

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
        while let Some(job) = cx.with(|m| {
            let barrier = &mut m.programs.barriers[slot.barrier];
            let job = barrier.handed_out;
            barrier.handed_out += 1;
            (job < slot.build.jobs).then_some(job)
        }) {
            let text = SharedFiles::of(cx, slot).text;
            cx.with(|m| m.map_shared(text));
            let done = compile(cx, slot, job, &headers).await;
            cx.with(|m| m.unmap_one_of_many(text));
            done?;
        }
        meet(cx, slot.barrier).await;
        if slot.number == 0 {
            link(cx, slot).await?;
            cx.with(|m| m.end_lap("build", started, u64::from(slot.build.jobs)));
            make_clean(cx, slot).await;
        }
        meet(cx, slot.barrier).await;
    }
    Some(())
}

/// Creates the files that exist before the first build. Their blocks follow one another.
fn shared_files(cx: &Cx, build: &KernelBuild) -> Option<Vec<MappingId>> {
    let sizes = [build.text, build.headers, build.jobs * build.source()];
    let mut files = Vec::new();
    for pages in sizes {
        let id = create(cx, build.filesystem, 0)?;
        cx.with(|m| m.map_block(id, 0, pages));
        files.push(id);
    }
    cx.with(|m| m.io.cache.get_mut(files[Shared::Text as usize]).executable = true);
    Some(files)
}

/// Runs a compilation. `None`: the task was killed.
async fn compile(cx: &Cx, slot: Slot, job: u32, headers: &Zipf) -> Option<()> {
    let build = slot.build;
    let draw = cx.with(|m| LOGNORMAL[m.random.below(LOGNORMAL.len() as u32) as usize]);
    let anon = (u64::from(build.anon) * draw / 1_000) as u32;
    let cpu = build.cpu * draw / 1_000;
    let object = build.object_of(job);
    cx.charge(cost::SYSCALL);
    read_sources(cx, slot, job, headers).await?;
    for stretch in 0..STRETCHES {
        run_text(cx, slot).await?;
        compute(cx, cpu / u64::from(STRETCHES)).await;
        use_memory(cx, slot, anon, stretch).await?;
    }
    // The directory number of the object says which compilation it belongs to.
    let id = create(cx, build.filesystem, job)?;
    write_file(cx, id, whole(build.filesystem, object)).await?;
    cx.with(|m| {
        m.exit_space(slot.space);
        m.programs.barriers[slot.barrier].files.push(id);
        let text = m.programs.barriers[slot.barrier].files[Shared::Text as usize];
        m.zap_young(text);
        m.task_mut(cx.id).bytes_done += u64::from(object) * 4096;
    });
    cx.burn().await;
    Some(())
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
    read_range(cx, files.sources, job * source, source).await?;
    let mut left = build.reads - source.min(build.reads);
    while left > 0 {
        let header = cx.with(|m| headers.draw(&mut m.random));
        let pages = HEADER_PAGES.min(left).min(build.headers);
        read_range(cx, files.headers, header * HEADER_PAGES, pages).await?;
        left -= pages;
    }
    Some(())
}

struct SharedFiles {
    text: MappingId,
    headers: MappingId,
    sources: MappingId,
}

impl SharedFiles {
    fn of(cx: &Cx, slot: Slot) -> Self {
        cx.with(|m| {
            let files = &m.programs.barriers[slot.barrier].files;
            Self {
                text: files[Shared::Text as usize],
                headers: files[Shared::Headers as usize],
                sources: files[Shared::Sources as usize],
            }
        })
    }
}

/// Reads pages of one small file. Nothing beyond them is read ahead.
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

async fn run_text(cx: &Cx, slot: Slot) -> Option<()> {
    let text = SharedFiles::of(cx, slot).text;
    let mut ra = Readahead::default();
    let mut index = 0;
    while index < slot.build.text {
        index = cx.with(|m| m.touch_shared(text, index, slot.build.text));
        if index < slot.build.text {
            read_shared(cx, text, index, slot.build.text, &mut ra).await?;
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

/// Allocates a share of the memory, and uses some of the allocated memory again.
async fn use_memory(cx: &Cx, slot: Slot, pages: u32, stretch: u32) -> Option<()> {
    let part = |n: u32| (u64::from(pages) * u64::from(n) / u64::from(STRETCHES)) as u32;
    let (from, to) = (part(stretch), part(stretch + 1));
    for vpn in from..to {
        touch(cx, slot.space, vpn).await?;
        cx.relax().await;
    }
    let again = u64::from(to - from) * USED_AGAIN_PERCENT / 100;
    for _ in 0..again {
        let vpn = cx.with(|m| m.random.below(to));
        touch(cx, slot.space, vpn).await?;
        cx.relax().await;
    }
    Some(())
}

/// Reads every object, allocates the linker's memory, and writes the image.
async fn link(cx: &Cx, slot: Slot) -> Option<()> {
    let objects = cx.with(|m| m.programs.barriers[slot.barrier].files[SHARED..].to_vec());
    let count = objects.len() as u64;
    for (n, object) in objects.into_iter().enumerate() {
        let size = cx.with(|m| slot.build.object_of(m.io.cache.get(object).group));
        read_range(cx, object, 0, size).await?;
        let part = |n: u64| (u64::from(slot.build.link_anon) * n / count) as u32;
        for vpn in part(n as u64)..part(n as u64 + 1) {
            touch(cx, slot.space, vpn).await?;
            cx.relax().await;
        }
    }
    let image = create(cx, slot.build.filesystem, 0)?;
    write_file(
        cx,
        image,
        whole(slot.build.filesystem, slot.build.image.max(1)),
    )
    .await?;
    cx.with(|m| {
        m.exit_space(slot.space);
        m.programs.barriers[slot.barrier].files.push(image);
        m.task_mut(cx.id).bytes_done += u64::from(slot.build.image) * 4096;
    });
    cx.burn().await;
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
