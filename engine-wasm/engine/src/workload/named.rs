//! Files with a name: they outlive the program that uses them, so that another, or the same again, finds their pages in
//! the page cache and their blocks where they were written.

use super::files::{Stream, create};
use super::shared::NamedFiles;
use crate::machine::Machine;
use crate::mm::page_cache::MappingId;
use crate::sched::context::Cx;
use crate::sched::cost;

/// Opens the file of the `n`-th task, which is created if it has not been opened before; without a name it is a file of the
/// task's own. `group` chooses where a new one lies. `None` when there are too many files.
pub fn open(cx: &Cx, stream: &Stream, n: u32, group: u32) -> Option<MappingId> {
    let Some(at) = stream.named else {
        return create(cx, stream.filesystem, group);
    };
    let (at, n) = (at as usize, n as usize);
    let known = cx.with(|m| m.programs.named_files[at].opened.get(n).copied().flatten());
    if let Some(id) = known {
        cx.charge(cost::SYSCALL);
        return Some(id);
    }
    let id = create(cx, stream.filesystem, group)?;
    cx.with(|m| {
        let opened = &mut m.programs.named_files[at].opened;
        if opened.len() <= n {
            opened.resize(n + 1, None);
        }
        opened[n] = Some(id);
    });
    Some(id)
}

impl Machine {
    /// Where a name stands; a program that uses it has files of `pages` pages.
    pub fn name_files(&mut self, filesystem: u8, name: &str, pages: u32) -> u16 {
        let mut known = self.programs.named_files.iter();
        let at = known
            .position(|files| files.filesystem == filesystem && files.name == name)
            .unwrap_or_else(|| {
                self.programs.named_files.push(NamedFiles {
                    filesystem,
                    name: name.to_owned(),
                    pages: 0,
                    opened: Vec::new(),
                });
                self.programs.named_files.len() - 1
            });
        let files = &mut self.programs.named_files[at];
        files.pages = files.pages.max(pages);
        at as u16
    }

    /// Where the file stands that a device itself is, and the first of `pages` pages of it that no other program writes.
    pub fn take_part_of_device(&mut self, filesystem: u8, pages: u32) -> (u16, u32) {
        let at = self.name_files(filesystem, "", 0);
        let device = &mut self.programs.named_files[at as usize];
        let first = device.pages;
        device.pages = first.saturating_add(pages);
        (at, first)
    }

    /// The size of a stream's file, pages: a named one may be larger than what the stream goes through.
    #[must_use]
    pub fn file_pages(&self, stream: &Stream) -> u32 {
        let named = stream
            .named
            .map(|at| self.programs.named_files[at as usize].pages);
        named.map_or(stream.pages, |pages| pages.max(stream.pages))
    }
}
