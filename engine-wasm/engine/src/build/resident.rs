//! Places the pages that are in memory before the workload starts.

use super::boot_memory::Boot;
use crate::machine::Machine;
use crate::mm::anon::AnonSpace;
use crate::mm::migratetype::Migratetype;
use crate::mm::page::{KERNEL, Pfn, flag};
use crate::mm::page_cache::MappingId;
use crate::mm::zone::{Lru, ZoneId};
use crate::scenario::{Resident, Spread};

impl Machine {
    /// Returns the zones from which user pages are allocated, highest first.
    fn ordinary_zones(&self) -> Vec<ZoneId> {
        let class = self.class_zone();
        let open = |&z: &ZoneId| {
            self.memory.zones[z].lowmem_reserve[class] + self.memory.zones[z].watermarks.high
                < self.memory.zones[z].present / 2
        };
        (0..self.memory.zones.len()).rev().filter(open).collect()
    }

    /// Allocates pages of a zone for the kernel.
    pub fn take_for_kernel(&mut self, z: ZoneId, pages: u64) {
        for _ in 0..pages {
            if self
                .take_resident(z, Migratetype::Unmovable)
                .map(|pfn| self.give_to_kernel(z, pfn))
                .is_none()
            {
                return;
            }
        }
    }

    fn take_resident(&mut self, z: ZoneId, of: Migratetype) -> Option<Pfn> {
        let pfn = self.memory.zones[z]
            .buddy
            .take(&mut self.memory.frames, 0, of)?;
        self.memory.zones[z].free -= 1;
        self.memory.frames.flags[pfn as usize] = 0;
        Some(pfn)
    }

    fn give_to_kernel(&mut self, z: ZoneId, pfn: Pfn) {
        self.memory.frames.mapping[pfn as usize] = KERNEL;
        self.memory.frames.flags[pfn as usize] = flag::UNEVICTABLE;
        self.memory.zones[z].kernel += 1;
    }

    /// Places the pages that are in use before the workload starts, in the order in which they were allocated.
    pub(super) fn place_resident(&mut self, resident: &Resident, boot: &mut Boot) {
        let zones = self.ordinary_zones();
        let space = (self.memory).add_space(AnonSpace::new(resident.anon_pages as u32));
        let file = self.io.cache.create(0, 0, false, 0);
        let ramfs = match resident.ramfs_active_pages + resident.ramfs_inactive_pages {
            0 => None,
            _ => self.io.cache.create_ramfs(),
        };
        let kinds: [(u64, Option<Lru>, Option<MappingId>); 7] = [
            (resident.kernel_pages, None, None),
            (resident.unevictable_pages, Some(Lru::Unevictable), file),
            // The pages of the ramfs are first on their lists, because the kernel unpacks an initramfs before anything
            // else runs.
            (resident.ramfs_active_pages, Some(Lru::ActiveFile), ramfs),
            (
                resident.ramfs_inactive_pages,
                Some(Lru::InactiveFile),
                ramfs,
            ),
            (resident.anon_pages, Some(Lru::ActiveAnon), None),
            (resident.active_file_pages, Some(Lru::ActiveFile), file),
            (resident.inactive_file_pages, Some(Lru::InactiveFile), file),
        ];
        let mut index = 0;
        for (pages, lru, file) in kinds {
            // The kernel has no permanent mapping of HighMem, so its own data is not there.
            let zones: Vec<ZoneId> = (zones.iter().copied())
                .filter(|&z| lru.is_some() || !self.memory.zones[z].highmem)
                .collect();
            let migratetype = match lru {
                None => Migratetype::Unmovable,
                Some(_) => Migratetype::Movable,
            };
            for n in 0..pages {
                let Some(z) = self.zone_for_resident(&zones, resident.spread, n, pages) else {
                    break;
                };
                self.free_gaps_if_short(z, boot);
                let Some(pfn) = self.take_resident(z, migratetype) else {
                    break;
                };
                match lru {
                    None => {
                        self.give_to_kernel(z, pfn);
                        continue;
                    }
                    Some(Lru::ActiveAnon) => {
                        self.memory.frames.mapping[pfn as usize] = space;
                        self.memory.frames.index[pfn as usize] = n as u32;
                        self.memory.frames.set(
                            pfn,
                            flag::SWAPBACKED | flag::MAPPED | flag::PTE_DIRTY | flag::ACTIVE,
                        );
                        self.memory.space_mut(space).set_present(n as u32, pfn);
                    }
                    Some(lru) => {
                        if lru.is_active() {
                            self.memory.frames.set(pfn, flag::ACTIVE | flag::REFERENCED);
                        } else if lru == Lru::Unevictable {
                            self.memory.frames.set(pfn, flag::UNEVICTABLE);
                        }
                        if let Some(file) = file {
                            self.memory.frames.mapping[pfn as usize] = file;
                            self.memory.frames.index[pfn as usize] = index;
                            self.io.cache.insert(file, index, pfn);
                            index += 1;
                        }
                    }
                }
                if let Some(lru) = lru {
                    self.add_to_list(z, lru, pfn, false);
                    self.leave_gap(z, boot);
                }
            }
        }
    }

    /// Places the pages of a process that runs when the workload starts, as far as there is room: those of the file
    /// that it maps, and those of its address space. Returns the file, if it has one.
    pub fn place_process(
        &mut self,
        filesystem: u8,
        file_pages: u32,
        space: u16,
        spread: Spread,
    ) -> Option<MappingId> {
        let zones = self.ordinary_zones();
        let bdi = self.io.filesystem(filesystem).bdi;
        let file = (file_pages > 0)
            .then(|| self.io.cache.create(filesystem, bdi, false, 0))
            .flatten();
        if let Some(file) = file {
            self.map_executable(file, file_pages);
            for index in 0..file_pages {
                let flags = flag::MAPPED | flag::ACTIVE;
                let placed = self.place_one(&zones, spread, (index, file_pages), flags, file);
                let Some((z, pfn)) = placed else { break };
                self.io.cache.insert(file, index, pfn);
                self.add_to_list(z, Lru::ActiveFile, pfn, false);
            }
        }
        let anon_pages = self.memory.space(space).len();
        for vpn in 0..anon_pages {
            let flags = flag::SWAPBACKED | flag::MAPPED | flag::PTE_DIRTY | flag::ACTIVE;
            let placed = self.place_one(&zones, spread, (vpn, anon_pages), flags, space);
            let Some((z, pfn)) = placed else { break };
            self.memory.space_mut(space).set_present(vpn, pfn);
            self.add_to_list(z, Lru::ActiveAnon, pfn, false);
        }
        self.begin_slab_caches();
        file
    }

    /// Allocates the frame for page `at.0` of the `at.1` pages of a mapping or an address space.
    fn place_one(
        &mut self,
        zones: &[ZoneId],
        spread: Spread,
        at: (u32, u32),
        flags: u16,
        owner: u16,
    ) -> Option<(ZoneId, Pfn)> {
        let z = self.zone_for_resident(zones, spread, at.0.into(), at.1.into())?;
        let pfn = self.take_resident(z, Migratetype::Movable)?;
        self.memory.frames.mapping[pfn as usize] = owner;
        self.memory.frames.index[pfn as usize] = at.0;
        self.memory.frames.set(pfn, flags);
        Some((z, pfn))
    }

    /// Returns the zone for the `n`-th of `pages` pages, or `None` if no zone has room.
    fn zone_for_resident(
        &self,
        zones: &[ZoneId],
        spread: Spread,
        n: u64,
        pages: u64,
    ) -> Option<ZoneId> {
        let has_room =
            |&&z: &&ZoneId| self.memory.zones[z].free > self.memory.zones[z].watermarks.high;
        if spread == Spread::BySize {
            let total: u64 = zones.iter().map(|&z| self.memory.zones[z].present).sum();
            let mut at = n * total / pages.max(1);
            for &z in zones {
                if at < self.memory.zones[z].present {
                    // If this zone is full, use another one, so that the machine has all pages that the scenario asks
                    // for.
                    return Some(z)
                        .filter(|z| has_room(&z))
                        .or_else(|| zones.iter().find(has_room).copied());
                }
                at -= self.memory.zones[z].present;
            }
        }
        zones.iter().find(has_room).copied()
    }
}
