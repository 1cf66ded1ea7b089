//! The links of a kernel build: of each directory, of the image, and of the modules.

use std::ops::Range;
use std::pin::Pin;

use super::{
    KernelBuild, LINKER_TEXT, SHARED, SharedFiles, Slot, read_range, run_code, touch_range, whole,
};
use crate::mm::page_cache::MappingId;
use crate::sched::context::Cx;
use crate::workload::files::{Stream, create, write_file};

/// Number of compilations in a directory. `ld -r` links their objects into one file. An assumption.
pub(super) const DIRECTORY: u32 = 16;
/// Links of the image: vmlinux.o for modpost, two to number the symbols, and vmlinux (scripts/link-vmlinux.sh, 3.16).
const IMAGE_LINKS: u32 = 4;
/// Group of images and modules. The lower groups are the compilations, each with its object, and then the directories,
/// each with its linked file.
const OTHERS: u32 = u32::MAX;

impl KernelBuild {
    /// Returns the number of directories.
    pub(super) fn directories(&self) -> u32 {
        self.jobs.div_ceil(DIRECTORY)
    }

    /// Returns the compilations of a directory.
    fn jobs_of(&self, directory: u32) -> Range<u32> {
        let first = directory * DIRECTORY;
        first..(first + DIRECTORY).min(self.jobs)
    }

    /// Returns the pages of all objects of a directory together.
    fn linked_of(&self, directory: u32) -> u32 {
        self.jobs_of(directory).map(|job| self.object_of(job)).sum()
    }

    /// Returns the pages of a file of a group: an object, or the linked file of a directory.
    fn pages_of(&self, group: u32) -> u32 {
        match group.checked_sub(self.jobs) {
            None => self.object_of(group),
            Some(directory) => self.linked_of(directory),
        }
    }
}

/// Creates a file of a group, which `make clean` removes.
fn create_output(cx: &Cx, slot: Slot, group: u32) -> Option<MappingId> {
    let id = create(cx, slot.build.filesystem, group)?;
    cx.with(|m| m.programs.barriers[slot.barrier].files.push(id));
    Some(id)
}

/// Returns the newest file of each group, and its pages; `None` if a group has no file.
fn outputs(cx: &Cx, slot: Slot, groups: Range<u32>) -> Option<Vec<(MappingId, u32)>> {
    cx.with(|m| {
        let files = &m.programs.barriers[slot.barrier].files[SHARED..];
        let mut outputs = Vec::with_capacity(groups.len());
        for group in groups {
            // On a block device, all files are one file, which has no group of its own.
            let is_of_group = |&&id: &&MappingId| {
                let file = m.io.cache.get(id);
                file.group == group || file.block_device
            };
            let newest = *files.iter().rev().find(is_of_group)?;
            outputs.push((newest, slot.build.pages_of(group)));
        }
        Some(outputs)
    })
}

/// Adds a compilation's object. If it was the last one of a directory, links the directory's objects: a `built-in.o`,
/// or a module of several objects.
pub(super) async fn link_directory(
    cx: &Cx,
    slot: Slot,
    directory: u32,
    object: MappingId,
) -> Option<()> {
    let build = slot.build;
    cx.with(|m| m.programs.barriers[slot.barrier].files.push(object));
    match outputs(cx, slot, build.jobs_of(directory)) {
        Some(inputs) => {
            let id = create_output(cx, slot, build.jobs + directory)?;
            let pages = build.linked_of(directory);
            link(
                cx,
                slot,
                inputs,
                pages.min(build.most_anon()),
                Some((id, pages)),
            )
            .await
        }
        None => Some(()),
    }
}

/// Links the image from the linked files of the first directories, as many as fill its size. Then modpost reads the
/// linked files of the other directories.
pub(super) async fn link_image(cx: &Cx, slot: Slot) -> Option<()> {
    let build = slot.build;
    let mut builtin = outputs(cx, slot, build.jobs..build.jobs + build.directories())?;
    let (mut count, mut left) = (0, build.image);
    while left > 0 && count < builtin.len() {
        left = left.saturating_sub(builtin[count].1);
        count += 1;
    }
    let modules = builtin.split_off(count);
    for _ in 0..IMAGE_LINKS {
        let image = create_output(cx, slot, OTHERS)?;
        let output = Some((image, build.image.max(1)));
        link(cx, slot, builtin.clone(), build.link_anon, output).await?;
    }
    link(cx, slot, modules, 0, None).await
}

/// Links a module from the linked file of a directory.
pub(super) async fn link_module(cx: &Cx, slot: Slot, directory: u32) -> Option<()> {
    let group = slot.build.jobs + directory;
    let inputs = outputs(cx, slot, group..group + 1)?;
    let module = create_output(cx, slot, OTHERS)?;
    let pages = slot.build.linked_of(directory);
    link(
        cx,
        slot,
        inputs,
        pages.min(slot.build.most_anon()),
        Some((module, pages)),
    )
    .await
}

/// Starts the linker; `None` if it was killed. See [`run_linker`].
///
/// Boxed, so that its code is not repeated in each of its callers.
fn link(
    cx: &Cx,
    slot: Slot,
    inputs: Vec<(MappingId, u32)>,
    anon: u32,
    output: Option<(MappingId, u32)>,
) -> Pin<Box<dyn Future<Output = Option<()>> + '_>> {
    Box::pin(async move {
        let linker = SharedFiles::of(cx, slot).linker;
        cx.with(|m| m.execute(linker));
        let linked = run_linker(cx, slot, inputs, anon, output).await;
        cx.with(|m| m.exit_executable(linker));
        linked
    })
}

/// Runs the linker. It reads its inputs twice, in the same order. First it reads symbols and relocations, which it
/// keeps in memory (ld(1), `--no-keep-memory`): two thirds of `anon` pages. Then it uses that memory again, needs the
/// last third for the output's symbols and relocations, and writes the output's pages (assumptions). If there is no output, it reads the inputs only once, as modpost does.
async fn run_linker(
    cx: &Cx,
    slot: Slot,
    inputs: Vec<(MappingId, u32)>,
    anon: u32,
    output: Option<(MappingId, u32)>,
) -> Option<()> {
    let build = slot.build;
    let pages = output.map_or(0, |(_, pages)| pages);
    let parts = inputs.len() as u64;
    let kept = match output {
        Some(_) => anon - anon / 3,
        None => anon,
    };
    let share = |of: u32, n: usize| (u64::from(of) * n as u64 / parts) as u32;
    for writes in [false, true] {
        for (n, &(input, size)) in inputs.iter().enumerate() {
            run_code(cx, SharedFiles::of(cx, slot).linker, LINKER_TEXT).await?;
            read_range(cx, input, 0, size).await?;
            touch_range(cx, slot, share(kept, n)..share(kept, n + 1)).await?;
            if writes {
                let more = |n: usize| kept + share(anon - kept, n);
                touch_range(cx, slot, more(n)..more(n + 1)).await?;
            }
            if let (true, Some((output, _))) = (writes, output) {
                let first = share(pages, n);
                let stretch = Stream {
                    first,
                    ..whole(build.filesystem, share(pages, n + 1) - first)
                };
                write_file(cx, output, stretch).await?;
            }
        }
        if output.is_none() {
            break;
        }
    }
    cx.with(|m| {
        m.exit_space(slot.space);
        m.task_mut(cx.id).bytes_done += u64::from(pages) * 4096;
    });
    cx.burn().await;
    Some(())
}
