//! Data for pictures and charts: samples in a fixed order, cells of the page map, and profiles of the LRU lists.

mod frame;
mod page;

pub use frame::{FrameState, Owner, frame, place_on_list};
pub use page::{Page, Whereabouts, find_page, page_of};

use serde::Serialize;
use ts_rs::TS;

use crate::machine::Machine;
use crate::mm::page::{FREE, KERNEL, flag};
use crate::mm::zone::Lru;
use crate::observer::vmstat::Counter;
use crate::observer::watched::Watched;

/// Whether a figure goes up and down or only up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "FigureKind")]
pub enum Kind {
    /// A level, which rises and falls.
    Gauge,
    /// A count of events, which only rises.
    Counter,
}

/// One figure of a sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The kernel's name of the counter or gauge.
    pub name: &'static str,
    /// Index of the zone; `None` for the whole machine.
    pub zone: Option<usize>,
    /// Whether it is a gauge or a counter.
    pub kind: Kind,
}

/// Gauges of a zone with their explanations, in the order of a sample.
pub const ZONE_GAUGES: [(&str, &str); 9] = [
    ("nr_free_pages", "Free pages in the buddy allocator."),
    ("nr_inactive_anon", "Anonymous pages on the inactive list."),
    ("nr_active_anon", "Anonymous pages on the active list."),
    ("nr_inactive_file", "File pages on the inactive list."),
    ("nr_active_file", "File pages on the active list."),
    ("nr_unevictable", "Pages that reclaim may not take."),
    ("nr_isolated", "Pages that a reclaimer holds off the lists."),
    ("nr_dirty", "Dirty file pages."),
    ("nr_writeback", "Pages under writeback."),
];

/// Gauges of the machine only, with their explanations, in the order of a sample.
pub const MACHINE_GAUGES: [(&str, &str); 4] = [
    (
        "nr_dirty_threshold",
        "Dirty pages at which writers are stopped.",
    ),
    (
        "nr_dirty_background_threshold",
        "Dirty pages at which flushers start.",
    ),
    ("bytes_done", "Bytes that the workload has read or written."),
    (
        "kswapd_priority",
        "kswapd's scan priority; 12 while it sleeps.",
    ),
];

/// Colour of a frame in the page map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Colour {
    /// In the buddy allocator, or on a per-CPU list.
    Free = 0,
    /// Clean file page on the inactive list.
    Inactive = 1,
    /// Clean file page on the active list.
    Active = 2,
    /// Dirty file page.
    Dirty = 3,
    /// File page or anonymous page under writeback.
    Writeback = 4,
    /// Anonymous page.
    Anon = 5,
    /// Allocated by the kernel, or unevictable.
    Kernel = 6,
    /// Clean file page that is on no list: isolated, or in a pagevec.
    Aside = 7,
}

/// Number of colours.
pub const COLOURS: usize = Colour::ALL.len();

impl Colour {
    /// All colours, in the order of a palette.
    pub const ALL: [Colour; 8] = [
        Colour::Free,
        Colour::Inactive,
        Colour::Active,
        Colour::Dirty,
        Colour::Writeback,
        Colour::Anon,
        Colour::Kernel,
        Colour::Aside,
    ];

    /// Returns the name that the web page uses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Free => "free",
            Colour::Inactive => "cleanInactive",
            Colour::Active => "cleanActive",
            Colour::Dirty => "dirty",
            Colour::Writeback => "writeback",
            Colour::Anon => "anon",
            Colour::Kernel => "kernel",
            Colour::Aside => "isolated",
        }
    }
}

/// Returns the columns of a sample.
#[must_use]
pub fn columns(m: &Machine) -> Vec<Column> {
    let mut columns = Vec::new();
    let zones = (0..m.memory.zones.len()).map(Some).chain([None]);
    for zone in zones {
        columns.extend(ZONE_GAUGES.map(|(name, _)| Column {
            name,
            zone,
            kind: Kind::Gauge,
        }));
    }
    columns.extend(MACHINE_GAUGES.map(|(name, _)| Column {
        name,
        zone: None,
        kind: Kind::Gauge,
    }));
    for z in 0..m.memory.zones.len() {
        let counters = Counter::ALL.iter().filter(|c| c.by_zone());
        columns.extend(counters.map(|c| Column {
            name: c.name(),
            zone: Some(z),
            kind: Kind::Counter,
        }));
    }
    columns.extend(Counter::ALL.iter().map(|c| Column {
        name: c.name(),
        zone: None,
        kind: Kind::Counter,
    }));
    columns
}

/// Writes a sample to `out`, in the order of [`columns`].
pub fn sample(m: &Watched, out: &mut Vec<u64>) {
    out.clear();
    let mut total = [0; ZONE_GAUGES.len()];
    for zone in &m.memory.zones {
        let gauges = [
            zone.free,
            zone.size(Lru::InactiveAnon),
            zone.size(Lru::ActiveAnon),
            zone.size(Lru::InactiveFile),
            zone.size(Lru::ActiveFile),
            zone.size(Lru::Unevictable),
            zone.isolated[0] + zone.isolated[1],
            zone.dirty,
            zone.writeback,
        ];
        for (sum, gauge) in total.iter_mut().zip(gauges) {
            *sum += gauge;
        }
        out.extend(gauges);
    }
    out.extend(total);
    let limits = m.global_dirty_limits(false);
    out.extend([
        limits.dirty,
        limits.background,
        m.bytes_done(),
        u64::from(m.memory.kswapd.priority()),
    ]);
    for z in 0..m.memory.zones.len() {
        out.extend(
            Counter::ALL
                .iter()
                .filter(|c| c.by_zone())
                .map(|&c| m.observed().vmstat.of_zone(z, c)),
        );
    }
    out.extend(Counter::ALL.iter().map(|&c| m.observed().vmstat.total(c)));
}

/// Returns the colour of a frame from its flags and its mapping.
#[inline]
#[must_use]
pub fn colour(flags: u16, mapping: u16) -> Colour {
    if mapping == FREE {
        return Colour::Free;
    }
    if mapping == KERNEL || flags & flag::UNEVICTABLE != 0 {
        return Colour::Kernel;
    }
    if flags & flag::WRITEBACK != 0 {
        return Colour::Writeback;
    }
    if flags & flag::SWAPBACKED != 0 {
        return Colour::Anon;
    }
    if flags & flag::DIRTY != 0 {
        return Colour::Dirty;
    }
    match flags & (flag::LRU | flag::ACTIVE) {
        0 | flag::ACTIVE => Colour::Aside,
        flag::LRU => Colour::Inactive,
        _ => Colour::Active,
    }
}

/// Number of colours whose shares fill one word: the top byte is always 255.
const SHARES_IN_WORD: usize = 3;

/// Number of words for each cell of the page map.
pub const MAP_PLANES: usize = COLOURS.div_ceil(SHARES_IN_WORD);

/// Number of combinations of the lowest flags. All flags that decide a colour are among them.
const COLOURED_FLAGS: usize = flag::UNEVICTABLE as usize * 2;

/// Writes the shares of all colours in the frames of each cell, in 255ths, rounded down. `planes` holds [`MAP_PLANES`]
/// planes of one word for each cell: colour c is byte c mod 3 of plane c / 3, lowest byte first.
///
/// Cell n starts at frame n × frames / cells, so that every frame of the range counts once.
pub fn draw_map(m: &Machine, zone: usize, first: u32, frames: u32, planes: &mut [u32]) {
    let of_flags: [Colour; COLOURED_FLAGS] = std::array::from_fn(|flags| colour(flags as u16, 0));
    let zone = &m.memory.zones[zone];
    let start = u64::from(zone.start + first.min(zone.present as u32));
    let frames = u64::from(frames.min(zone.present as u32 - first.min(zone.present as u32)));
    let cells = planes.len() / MAP_PLANES;
    let count = cells as u64;
    for cell in 0..cells {
        let n = cell as u64;
        let from = (start + n * frames / count) as usize;
        let to = ((start + (n + 1) * frames / count) as usize)
            .max(from + 1)
            .min(m.memory.frames.len());
        let mut shares = [0u32; COLOURS];
        for (&flags, &mapping) in m.memory.frames.flags[from..to]
            .iter()
            .zip(&m.memory.frames.mapping[from..to])
        {
            let colour = if mapping == FREE || mapping == KERNEL {
                colour(flags, mapping)
            } else {
                of_flags[flags as usize % COLOURED_FLAGS]
            };
            shares[colour as usize] += 1;
        }
        let total = (to - from).max(1) as u32;
        for (plane, shares) in shares.chunks(SHARES_IN_WORD).enumerate() {
            let mut word = 0xff << 24;
            for (at, &share) in shares.iter().enumerate() {
                word |= (share * 255 / total) << (8 * at);
            }
            planes[plane * cells + cell] = word;
        }
    }
}

/// Counts of one stretch of an LRU list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stretch {
    /// Number of pages.
    pub pages: u32,
    /// Dirty pages.
    pub dirty: u32,
    /// Pages under writeback.
    pub writeback: u32,
    /// Referenced pages.
    pub referenced: u32,
}

/// Returns the profile of a list from head to tail, in `bins` stretches of equal length.
#[must_use]
pub fn list_profile(m: &Machine, zone: usize, lru: Lru, bins: usize) -> Vec<Stretch> {
    let list = &m.memory.zones[zone].lru[lru as usize];
    let mut profile = vec![Stretch::default(); bins];
    let len = u64::from(list.len).max(1);
    for (at, pfn) in list.from_head(&m.memory.frames).enumerate() {
        let bin = (at as u64 * bins as u64 / len) as usize;
        let flags = m.memory.frames.flags[pfn as usize];
        let stretch = &mut profile[bin.min(bins - 1)];
        stretch.pages += 1;
        stretch.dirty += u32::from(flags & flag::DIRTY != 0);
        stretch.writeback += u32::from(flags & flag::WRITEBACK != 0);
        stretch.referenced += u32::from(flags & flag::REFERENCED != 0);
    }
    profile
}
