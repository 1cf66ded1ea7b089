//! A second opinion on page reclaim: its decision tables and lists, written from the model's text (docs/model) and not from
//! the engine, with vectors of page numbers and nothing clever. It follows the engine's record of a run entry by entry. What
//! happens to pages from outside it takes from there; what reclaim makes of it it works out itself, and the first thing
//! on which the two differ is an error that says what each of them holds.
//!
//! Beside that it follows each request queue: what a bio merges with, who gets a request, and what goes to the device next; and each
//! round of balance_dirty_pages without I/O (3.2 on): its pause, and what the task and the device keep of it.
//!
//! It knows lists and their order, pagevecs, the balance between anonymous and file pages, scan counts, the way through
//! a zone, each page's verdict, and the counters of all that. It does not know: blocks of pages (lumpy reclaim),
//! `instant_free`, which watermark makes kswapd go on, and how long anything takes.

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

/// The opinion.
#[derive(Debug)]
pub struct Reference {
    /// The kernel, whose switches may change while it runs.
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
    /// Requests are counted by kind, sync and async, from 2.6.30 on; before, by direction.
    by_kind: bool,
    throttled: BTreeMap<u32, throttle::Call>,
    cpus: Vec<Pagevecs>,
    reclaimers: BTreeMap<u32, Reclaimer>,
    /// The zone whose anonymous pages this task ages next, at the end of a shrink_zone.
    ages_next: Option<(u32, usize)>,
    /// The pagevecs of the CPU that is about to take pages off a list are empty; in which zones inactive_anon was low
    /// before that.
    drained: Option<Vec<bool>>,
    /// Decisions on which both agreed.
    pub agreed: u64,
}

impl Reference {
    /// From what a machine holds at its start: zones with their lists, and each frame's page.
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

/// Two opinions that have to be the same.
fn same<T: PartialEq + std::fmt::Debug>(engine: T, reference: T, what: &str) -> Result<(), String> {
    if engine == reference {
        return Ok(());
    }
    Err(format!(
        "{what}: the engine says {engine:?}, the reference {reference:?}"
    ))
}
