//! The current state of a page frame, shown when a user points at it.

use crate::machine::Machine;
use crate::mm::page::{FREE, KERNEL, MAPPING_LIMIT, NO_PFN, ORPHAN, Pfn, SWAP_CACHE, flag};
use crate::mm::zone::Lru;
use crate::sched::task::TaskId;

/// Owner of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The buddy allocator.
    Buddy,
    /// A CPU's list of free pages.
    PerCpuList,
    /// The kernel itself.
    Kernel,
    /// A file or a block device.
    File {
        /// Number of the mapping.
        mapping: u16,
        /// Index of the page in it.
        index: u32,
        /// Whether the mapping is that of the block device itself.
        block_device: bool,
        /// Index of the filesystem.
        filesystem: u8,
    },
    /// Memory of a task.
    Anon {
        /// Number of the address space.
        space: u16,
        /// Number of the virtual page.
        vpn: u32,
    },
    /// The swap cache.
    SwapCache {
        /// Slot of the swap area.
        slot: u32,
    },
    /// A truncated page that still has a reference.
    Orphan,
}

/// State of a frame.
#[derive(Clone, Debug)]
pub struct FrameState {
    /// Its owner.
    pub owner: Owner,
    /// The kernel's names of its flags.
    pub flags: Vec<&'static str>,
    /// The LRU list that it is on.
    pub list: Option<Lru>,
    /// Tasks that wait for it.
    pub waiters: Vec<TaskId>,
}

/// Flags with the kernel's names. The last two are in the page tables.
const NAMES: [(u16, &str); 13] = [
    (flag::LOCKED, "PG_locked"),
    (flag::DIRTY, "PG_dirty"),
    (flag::WRITEBACK, "PG_writeback"),
    (flag::RECLAIM, "PG_reclaim"),
    (flag::REFERENCED, "PG_referenced"),
    (flag::ACTIVE, "PG_active"),
    (flag::SWAPCACHE, "PG_swapcache"),
    (flag::SWAPBACKED, "PG_swapbacked"),
    (flag::LRU, "PG_lru"),
    (flag::PRIVATE, "PG_private"),
    (flag::UNEVICTABLE, "PG_unevictable"),
    (flag::MAPPED, "mapped"),
    (flag::MAPPED | flag::YOUNG, "young PTE"),
];

/// Returns the state of a frame.
#[must_use]
pub fn frame(m: &Machine, pfn: Pfn) -> FrameState {
    let at = pfn as usize;
    let flags = m.memory.frames.flags[at];
    let owner = owner(m, pfn);
    let free = matches!(owner, Owner::Buddy | Owner::PerCpuList);
    let names = NAMES
        .iter()
        .filter(|(mask, _)| !free && flags & mask == *mask);
    let on_list = !free && flags & flag::LRU != 0;
    FrameState {
        owner,
        flags: names.map(|&(_, name)| name).collect(),
        list: on_list.then(|| m.lru_of(pfn)),
        waiters: (m.waits.for_pages().iter())
            .filter(|waiter| waiter.0 == pfn)
            .map(|waiter| waiter.1)
            .collect(),
    }
}

/// Returns the owner of a frame.
pub(super) fn owner(m: &Machine, pfn: Pfn) -> Owner {
    let at = pfn as usize;
    let (mapping, index) = (m.memory.frames.mapping[at], m.memory.frames.index[at]);
    match mapping {
        FREE if m.memory.frames.flags[at] & flag::BUDDY_HEAD == flag::PCP => Owner::PerCpuList,
        FREE => Owner::Buddy,
        KERNEL => Owner::Kernel,
        ORPHAN => Owner::Orphan,
        SWAP_CACHE => Owner::SwapCache { slot: index },
        _ if mapping >= MAPPING_LIMIT => Owner::Kernel,
        _ if m.memory.frames.has(pfn, flag::SWAPBACKED) => Owner::Anon {
            space: mapping,
            vpn: index,
        },
        _ => {
            let owner = m.io.cache.get(mapping);
            Owner::File {
                mapping,
                index,
                block_device: owner.block_device,
                filesystem: owner.filesystem,
            }
        }
    }
}

/// Returns the number of pages between a page and the tail of its list, and the length of the list. Walks the list, so
/// it is meant for one page at a time.
#[must_use]
pub fn place_on_list(m: &Machine, pfn: Pfn) -> Option<(u64, u64)> {
    let lru = frame(m, pfn).list?;
    let list = &m.memory.zones[m.zone_of(pfn)].lru[lru as usize];
    let mut behind = 0;
    let mut at = m.memory.frames.links[pfn as usize].next;
    while at != NO_PFN {
        behind += 1;
        at = m.memory.frames.links[at as usize].next;
    }
    Some((behind, u64::from(list.len)))
}

#[cfg(test)]
mod tests {
    use super::{Owner, frame, place_on_list};
    use crate::mm::zone::Lru;
    use crate::scenario::gallery_scenario;
    use crate::simulation::Simulation;

    #[test]
    fn every_frame_has_an_owner_and_those_on_lists_a_place() {
        let scenario = gallery_scenario("weiner-usb-small").expect("in the gallery");
        let mut simulation = Simulation::new(&scenario).expect("valid");
        simulation.run(5_000_000_000, u64::MAX);
        let m = simulation.machine();
        for (z, zone) in m.memory.zones.iter().enumerate() {
            let free = (zone.start..zone.end())
                .filter(|&pfn| matches!(frame(&m, pfn).owner, Owner::Buddy | Owner::PerCpuList))
                .count() as u64;
            assert_eq!(free, zone.free + zone.pcp, "zone {z}");
            let list = &zone.lru[Lru::InactiveFile as usize];
            for (behind, pfn) in list.from_tail(&m.memory.frames).take(50).enumerate() {
                let state = frame(&m, pfn);
                assert_eq!(state.list, Some(Lru::InactiveFile));
                assert!(state.flags.contains(&"PG_lru"));
                let place = place_on_list(&m, pfn);
                assert_eq!(place, Some((behind as u64, u64::from(list.len))));
            }
        }
    }
}
