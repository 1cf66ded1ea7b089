//! Files with a name. They outlive the program that uses them, so that another program, or the same one later, finds
//! their pages in the page cache and their blocks where they were written.

use super::files::{Stream, create};
use super::shared::NamedFiles;
use crate::machine::Machine;
use crate::mm::page_cache::MappingId;
use crate::sched::context::Cx;
use crate::sched::cost;

/// Opens the file of the `n`-th task, and creates it if it was not opened before. Without a name, the file belongs to
/// the task alone. `group` selects the place of a new file. `None`: there are too many files.
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
    /// Returns the index of a name, for a program whose files have `pages` pages.
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

    /// Returns the index of the file that represents a device itself, and the first of `pages` pages that no other
    /// program uses.
    pub fn take_part_of_device(&mut self, filesystem: u8, pages: u32) -> (u16, u32) {
        let at = self.name_files(filesystem, "", 0);
        let device = &mut self.programs.named_files[at as usize];
        let first = device.pages;
        device.pages = first.saturating_add(pages);
        (at, first)
    }

    /// Returns the size of a stream's file, pages. A named file may be larger than the part that the stream covers.
    #[must_use]
    pub fn file_pages(&self, stream: &Stream) -> u32 {
        let named = stream
            .named
            .map(|at| self.programs.named_files[at as usize].pages);
        named.map_or(stream.pages, |pages| pages.max(stream.pages))
    }
}
