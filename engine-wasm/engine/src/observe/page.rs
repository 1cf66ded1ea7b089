//! Names of pages that are valid on every machine with the same workload, and the location of a named page on a
//! machine.

use serde::Serialize;
use ts_rs::TS;

use crate::machine::Machine;
use crate::mm::anon::Pte;
use crate::mm::page::Pfn;
use crate::observe::Owner;
use crate::observe::frame::owner;
use crate::scenario::tagged;

tagged! {
    tag = "kind", called = "Page";
    /// A page of a workload, independent of the frame that holds it.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
    #[ts(rename = "PageName")]
    pub enum Page {
        /// A page of a file.
        File {
            /// Name of the task that created the file; `None` for a file that existed before all tasks.
            by: Option<String>,
            /// Number of files that this task had created before; number of the mapping if there is no task.
            nth: u32,
            /// Index of the page in the file.
            index: u32,
        },
        /// A page of a block device itself.
        BlockDevice {
            /// Index of the scenario's filesystem that represents the block device.
            filesystem: u8,
            /// Index of the page in it.
            index: u32,
        },
        /// A page of a task's memory. Address spaces have the same numbers on every machine of a workload.
        Anon {
            /// Number of the address space.
            space: u16,
            /// Number of the virtual page.
            vpn: u32,
        },
    }
}

/// Location of a page on a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    /// It is in a frame.
    InMemory(Pfn),
    /// It is only in the swap area.
    Swapped {
        /// Slot of the swap area.
        slot: u32,
    },
    /// Its file or its address space exists, but the page is not in memory.
    NotInMemory,
    /// The file does not exist: it was unlinked, or has not been created yet.
    NoFile,
}

/// Returns the page in a frame; `None` if the frame has no page with a name.
#[must_use]
pub fn page_of(m: &Machine, pfn: Pfn) -> Option<Page> {
    match owner(m, pfn) {
        Owner::File {
            index,
            block_device: true,
            filesystem,
            ..
        } => Some(Page::BlockDevice { filesystem, index }),
        Owner::File { mapping, index, .. } => {
            let birth = m.io.cache.get(mapping).birth;
            let task = birth.task.and_then(|id| m.sched.tasks().get(id as usize));
            Some(Page::File {
                by: task.map(|task| task.name.clone()),
                nth: birth.nth,
                index,
            })
        }
        Owner::Anon { space, vpn } => Some(Page::Anon { space, vpn }),
        Owner::SwapCache { slot } => {
            let slot = m.memory.swap()?.slot(slot);
            Some(Page::Anon {
                space: slot.space,
                vpn: slot.vpn,
            })
        }
        Owner::Buddy | Owner::PerCpuList | Owner::Kernel | Owner::Orphan => None,
    }
}

/// Returns the location of a page on this machine.
#[must_use]
pub fn find_page(m: &Machine, page: &Page) -> Whereabouts {
    match page {
        Page::File { by, nth, index } => {
            let file = m.io.cache.live().find(|(_, mapping)| {
                let task = mapping
                    .birth
                    .task
                    .and_then(|id| m.sched.tasks().get(id as usize));
                mapping.birth.nth == *nth && task.map(|task| &task.name) == by.as_ref()
            });
            file.map_or(Whereabouts::NoFile, |(id, _)| {
                let pfn = m.io.cache.lookup(id, *index);
                pfn.map_or(Whereabouts::NotInMemory, Whereabouts::InMemory)
            })
        }
        Page::BlockDevice { filesystem, index } => {
            let device =
                m.io.cache
                    .live()
                    .find(|(_, mapping)| mapping.block_device && mapping.filesystem == *filesystem);
            device.map_or(Whereabouts::NoFile, |(id, _)| {
                let pfn = m.io.cache.lookup(id, *index);
                pfn.map_or(Whereabouts::NotInMemory, Whereabouts::InMemory)
            })
        }
        Page::Anon { space, vpn } => {
            let entries = m.memory.spaces().get(usize::from(*space));
            let entry = entries.filter(|entries| *vpn < entries.len());
            match entry.map_or(Pte::None, |entries| entries.pte(*vpn)) {
                Pte::None => Whereabouts::NotInMemory,
                Pte::Present(pfn) => Whereabouts::InMemory(pfn),
                Pte::Swapped(slot) => match m.memory.swap().and_then(|swap| swap.cached(slot)) {
                    Some(pfn) => Whereabouts::InMemory(pfn),
                    None => Whereabouts::Swapped { slot },
                },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Page, Whereabouts, find_page, page_of};
    use crate::mm::page::flag;
    use crate::scenario::gallery_scenario;
    use crate::simulation::Simulation;

    fn run(id: &str, seconds: u64) -> Simulation {
        let scenario = gallery_scenario(id).expect("in the gallery");
        let mut simulation = Simulation::new(&scenario).expect("valid");
        simulation.run(seconds * 1_000_000_000, u64::MAX);
        simulation
    }

    #[test]
    fn a_page_is_found_in_the_frame_that_holds_it() {
        let mut swap_cache = false;
        for (id, seconds) in [
            ("weiner-usb-small", 5),
            ("real-anon-hog-120pct-swap", 40),
            ("simple-wb-512m", 3),
        ] {
            let simulation = run(id, seconds);
            let m = simulation.machine();
            let mut named = 0;
            for pfn in 0..m.memory.frames.len() as u32 {
                if let Some(page) = page_of(&m, pfn) {
                    named += 1;
                    assert_eq!(
                        find_page(&m, &page),
                        Whereabouts::InMemory(pfn),
                        "{id} {page:?}"
                    );
                }
            }
            assert!(named > 1_000, "{id}");
            swap_cache |= (0..m.memory.frames.len() as u32)
                .any(|pfn| m.memory.frames.has(pfn, flag::SWAPCACHE));
        }
        assert!(swap_cache);
    }

    #[test]
    fn files_have_the_names_of_their_makers_whatever_their_numbers() {
        let simulation = run("simple-wb-512m", 3);
        let m = simulation.machine();
        let names: std::collections::BTreeSet<_> =
            m.io.cache
                .live()
                .filter_map(|(_, mapping)| mapping.birth.task.map(|task| (task, mapping.birth.nth)))
                .collect();
        let made =
            m.io.cache
                .live()
                .filter(|(_, file)| file.birth.task.is_some());
        assert!(names.len() > 1);
        assert_eq!(names.len(), made.count());
    }

    #[test]
    fn what_is_not_in_memory_is_said_to_be_elsewhere() {
        let simulation = run("real-anon-hog-120pct-swap", 40);
        let m = simulation.machine();
        let swapped = (m.memory.spaces().iter().enumerate()).find_map(|(space, entries)| {
            (0..entries.len()).find_map(|vpn| {
                let page = Page::Anon {
                    space: space as u16,
                    vpn,
                };
                matches!(find_page(&m, &page), Whereabouts::Swapped { .. }).then_some(page)
            })
        });
        assert!(swapped.is_some());
        let nowhere = |page| find_page(&m, &page);
        let file = |by: Option<&str>, nth| Page::File {
            by: by.map(str::to_owned),
            nth,
            index: u32::MAX,
        };
        assert_eq!(nowhere(file(Some("nobody"), 0)), Whereabouts::NoFile);
        assert_eq!(nowhere(file(None, 0)), Whereabouts::NotInMemory);
        let beyond = Page::Anon {
            space: u16::MAX,
            vpn: 0,
        };
        assert_eq!(nowhere(beyond), Whereabouts::NotInMemory);
    }
}
