//! The number of objects in slab caches matches the number of things that they represent.

use super::expect;
use crate::machine::Machine;
use crate::mm::page::{FREE, KERNEL, flag};
use crate::mm::slub::SlabCacheId;

impl Machine {
    /// Checks buffer heads against pages with buffers, radix tree nodes against the page cache, and slab pages against
    /// the kernel's pages.
    pub(super) fn check_slab_caches(&self) -> Result<(), String> {
        let frames = &self.memory.frames;
        let with_buffers = (0..frames.len())
            .filter(|&pfn| !matches!(frames.mapping[pfn], FREE | KERNEL))
            .filter(|&pfn| frames.flags[pfn] & flag::PRIVATE != 0)
            .count() as u64;
        for (id, expected) in [
            (SlabCacheId::BufferHead, with_buffers),
            (SlabCacheId::RadixTreeNode, self.tree_nodes()),
        ] {
            let in_use = self.memory.slab_caches().get(id).in_use();
            expect(in_use, expected, || format!("objects of {}", id.name()))?;
        }
        if !self
            .memory
            .slab_caches()
            .get(SlabCacheId::Bio)
            .keeps_to_pool()
        {
            return Err("more bios than the slabs and the mempool hold".to_owned());
        }
        let slabs: u64 = (SlabCacheId::ALL.iter())
            .map(|&id| self.memory.slab_caches().get(id).pages())
            .sum();
        let kernel: u64 = self.memory.zones.iter().map(|zone| zone.kernel).sum();
        if slabs > kernel {
            return Err(format!("{slabs} pages of slabs, {kernel} of the kernel"));
        }
        Ok(())
    }
}
