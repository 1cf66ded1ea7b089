//! Checks that an idle machine has no pending work.

use reclaim_engine::block::{Class, Origin};
use reclaim_engine::machine::Machine;
use reclaim_engine::mm::anon::{AnonSpace, Pte};
use reclaim_engine::mm::page::{FREE, flag};
use reclaim_engine::observer::vmstat::Counter;
use reclaim_engine::observer::watched::Watched;
use reclaim_engine::sched::waits::WaitFor;

use super::super::fault::{Fault, Kind};
use super::{SECOND, submitted};

/// Checks that there is no I/O, no waiting task, and no anonymous memory except the pages resident from the start.
pub fn check(m: &Watched, resident: u64) -> Result<(), Fault> {
    let mapped = |pfn: &u32| m.memory.frames.mapping[*pfn as usize] < FREE;
    let locked = (0..m.memory.frames.len() as u32)
        .filter(mapped)
        .filter(|&pfn| m.memory.frames.has(pfn, flag::LOCKED) && !m.transaction_holds(pfn));
    let requests: u32 = (0..m.io.block.queue_count())
        .flat_map(|queue| Class::ALL.map(|class| m.io.block.count(queue, class)))
        .sum();
    let of_queue = |queue| Class::ALL.map(|class| WaitFor::Request(queue, class));
    let for_requests = (0..m.io.block.queue_count()).flat_map(of_queue);
    let waiting: usize = for_requests.map(|free| m.waits.len(free)).sum();
    let naps = Class::ALL.map(|class| m.waits.len(WaitFor::Congestion(class)));
    let naps: usize = naps.into_iter().sum();
    let pressed: usize = (0..m.memory.zones.len())
        .map(|z| m.waits.zone(z).len())
        .sum();
    let flushed =
        m.writeback.knobs.dirty_writeback > 0 && m.writeback.knobs.dirty_writeback < 30 * SECOND;
    let left = [
        ("pages under writeback", m.memory.nr_writeback()),
        ("locked pages", locked.count() as u64),
        ("requests", u64::from(requests)),
        (
            "tasks that wait for a page",
            m.waits.for_pages().len() as u64,
        ),
        (
            "tasks that wait for an inode",
            m.waits.for_inodes().len() as u64,
        ),
        ("tasks that wait for a request", waiting as u64),
        ("tasks that wait for congestion", naps as u64),
        ("tasks that wait for a zone", pressed as u64),
        (
            "tasks that wait for the reserves",
            m.waits.len(WaitFor::Reserves) as u64,
        ),
        ("dirty pages", if flushed { m.memory.nr_dirty() } else { 0 }),
        (
            "anonymous pages of ended tasks",
            anonymous(m).saturating_sub(resident),
        ),
        (
            "missing anonymous pages",
            resident.saturating_sub(anonymous(m)),
        ),
    ];
    if let Some((what, n)) = left.iter().find(|(_, n)| *n > 0) {
        return Err(Fault::new(
            Kind::Rest,
            format!("an idle machine has {n} {what}"),
        ));
    }
    let written = submitted(m, Origin::SwapOut);
    if written > m.observed().vmstat.total(Counter::NrVmscanWrite) {
        return Err(Fault::new(
            Kind::Rest,
            format!("nr_vmscan_write is less than {written} pages to swap"),
        ));
    }
    Ok(())
}

/// Anonymous pages of all tasks, in RAM and in swap.
pub fn anonymous(m: &Machine) -> u64 {
    let there = |space: &AnonSpace| {
        let ptes = (0..space.len()).map(|vpn| space.pte(vpn));
        ptes.filter(|pte| *pte != Pte::None).count() as u64
    };
    m.memory.spaces().iter().map(there).sum()
}
