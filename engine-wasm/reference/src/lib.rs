//! An independent implementation of page reclaim for differential testing: decision tables and lists, written from the
//! model's text (docs/model) and not from the engine, with plain vectors of page numbers. It follows the engine's
//! record of a run entry by entry. It applies the events that reclaim does not decide, such as accesses to pages,
//! computes reclaim's decisions itself, and reports the first difference as an error with both values.
//!
//! It also follows each request queue: merges of bios, allocation of requests, and the next request for the device; and
//! each round of IO-less balance_dirty_pages (from 3.2): its pause, and the resulting state of the task and the device.
//!
//! It models lists and their order, pagevecs, the balance between anonymous and file pages, scan counts, the order of
//! the steps in a zone, the fate of each page, and the counters of all these. It does not model lumpy reclaim,
//! `instant_free`, the watermark at which kswapd continues, or times.

mod following;
mod judge;
mod kernel;
mod leaving;
mod pagevecs;
pub mod plain_lru;
mod queues;
mod reclaimer;
mod requests;
mod scan_counts;
mod state;
mod throttle;

use std::collections::BTreeMap;

pub use kernel::Kernel;
use pagevecs::Pagevecs;
use reclaimer::Reclaimer;
use requests::Batching;
pub use requests::{Queue, QueueFigures};
pub use state::{Counters, LISTS, Page, PageId, Zone};

/// The state of the reference.
#[derive(Debug)]
pub struct Reference {
    /// The kernel; its switches can change during the run.
    pub kernel: Kernel,
    /// Pages by frame.
    pub pages: Vec<Page>,
    /// Zones.
    pub zones: Vec<Zone>,
    /// First frame of each zone.
    starts: Vec<PageId>,
    /// Request queues.
    pub queues: Vec<Queue>,
    batches: BTreeMap<u32, Batching>,
    /// Whether requests are counted as sync and async (from 2.6.30); before, they are counted by direction.
    by_kind: bool,
    throttled: BTreeMap<u32, throttle::Call>,
    cpus: Vec<Pagevecs>,
    reclaimers: BTreeMap<u32, Reclaimer>,
    /// The zone whose anonymous pages this task ages next, at the end of a shrink_zone.
    ages_next: Option<(u32, usize)>,
    /// For each zone, whether inactive_anon was low before the pagevecs were drained. Set from the drain until pages
    /// are taken off a list.
    drained: Option<Vec<bool>>,
    /// Number of decisions on which engine and reference agreed.
    pub agreed: u64,
}

impl Reference {
    /// Makes a reference from the initial state of a machine: zones with their lists, and the page of each frame.
    #[must_use]
    pub fn new(
        kernel: Kernel,
        zones: Vec<(PageId, Zone)>,
        pages: Vec<Page>,
        queues: &[QueueFigures],
    ) -> Self {
        let (starts, zones) = zones.into_iter().unzip();
        Self {
            throttled: BTreeMap::new(),
            by_kind: kernel.on("sync_async_congestion"),
            cpus: vec![Pagevecs::default(); kernel.cpus],
            kernel,
            pages,
            zones,
            starts,
            queues: queues.iter().copied().map(Queue::new).collect(),
            batches: BTreeMap::new(),
            reclaimers: BTreeMap::new(),
            ages_next: None,
            drained: None,
            agreed: 0,
        }
    }

    fn page(&mut self, page: PageId) -> &mut Page {
        &mut self.pages[page as usize]
    }

    fn zone_of(&self, page: PageId) -> usize {
        self.starts.iter().filter(|&&start| start <= page).count() - 1
    }

    fn zone(&mut self, page: PageId) -> &mut Zone {
        let of = self.zone_of(page);
        &mut self.zones[of]
    }
}

/// Compares two values that must be equal.
fn same<T: PartialEq + std::fmt::Debug>(engine: T, reference: T, what: &str) -> Result<(), String> {
    if engine == reference {
        return Ok(());
    }
    Err(format!(
        "{what}: the engine says {engine:?}, the reference {reference:?}"
    ))
}
