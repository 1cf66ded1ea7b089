//! Lists and counters as text.

use std::collections::BTreeMap;

use reclaim_engine::machine::Machine;
use reclaim_engine::mm::page::flag;
use reclaim_engine::observer::vmstat::Counter;
use reclaim_engine::observer::watched::Watched;

/// Letters of page flags. Letters that are not in the table: `n`: without buffers; `x`: an additional reference is
/// held; `y`, `u`: mapped by a PTE that is young (`y`) or not (`u`); `p`: this PTE is dirty.
pub const LETTERS: [(char, u16); 10] = [
    ('d', flag::DIRTY),
    ('w', flag::WRITEBACK),
    ('r', flag::REFERENCED),
    ('R', flag::RECLAIM),
    ('a', flag::ACTIVE),
    ('s', flag::SWAPCACHE),
    ('y', flag::MAPPED | flag::YOUNG),
    ('u', flag::MAPPED),
    ('p', flag::PTE_DIRTY),
    ('l', flag::LOCKED),
];

/// Parses `A(d r) B` as names with their letters.
pub fn parse(text: &str) -> Vec<(String, Vec<char>)> {
    let mut pages = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = rest.find([' ', '(']).unwrap_or(rest.len());
        let name = rest[..end].to_owned();
        rest = &rest[end..];
        let mut letters = Vec::new();
        if rest.starts_with('(') {
            let close = rest.find(')').expect("a closing parenthesis");
            letters = rest[1..close].chars().filter(|&c| c != ' ').collect();
            rest = &rest[close + 1..];
        }
        pages.push((name, letters));
        rest = rest.trim_start();
    }
    pages
}

/// Returns the flags of a page as letters, in the order of [`LETTERS`].
pub fn letters(m: &Machine, pfn: u32) -> String {
    let mut shown = Vec::new();
    for (letter, mask) in LETTERS {
        let mapped_old = letter == 'u' && m.memory.frames.has(pfn, flag::YOUNG);
        if m.memory.frames.has(pfn, mask) && !mapped_old {
            shown.push(letter.to_string());
        }
    }
    if !m.memory.frames.any(pfn, flag::PRIVATE | flag::SWAPBACKED) {
        shown.push("n".into());
    }
    if m.memory.frames.pagevec_references(pfn) > 0 {
        shown.push("x".into());
    }
    shown.join(" ")
}

/// Counters whose events another counter includes, and a counter of calls. [`figures`] omits them.
const PARTS: [Counter; 3] = [
    Counter::WritepageKswapd,
    Counter::WritepageDirect,
    Counter::WaitIffCongested,
];

/// Returns everything that is counted: the counters of /proc/vmstat and the figures of the highest zone.
pub fn figures(m: &Watched) -> BTreeMap<&'static str, i64> {
    let mut figures: BTreeMap<_, _> = Counter::ALL
        .iter()
        .filter(|counter| !PARTS.contains(counter))
        .map(|&counter| (counter.name(), m.observed().vmstat.total(counter) as i64))
        .collect();
    let zone = m.memory.zones.last().expect("a zone");
    let more = [
        ("nr_free_pages", zone.free),
        ("pcp", zone.pcp),
        ("nr_dirty", zone.dirty),
        ("nr_writeback", zone.writeback),
        ("scanned_anon", zone.recent_scanned[0]),
        ("scanned_file", zone.recent_scanned[1]),
        ("rotated_anon", zone.recent_rotated[0]),
        ("rotated_file", zone.recent_rotated[1]),
        ("pages_scanned", zone.pages_scanned),
        ("congested", u64::from(zone.congested)),
        ("all_unreclaimable", u64::from(zone.all_unreclaimable)),
        ("isolated", zone.isolated[0] + zone.isolated[1]),
        ("swap_free", m.memory.swap().map_or(0, |swap| swap.free)),
    ];
    figures.extend(more.map(|(name, value)| (name, value as i64)));
    figures
}

/// Parses `pgscan_direct 5, nr_dirty -1` as figures. Values of a name that occurs twice are added.
pub fn changes(text: &str) -> BTreeMap<String, i64> {
    let mut changes = BTreeMap::new();
    for part in text
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let (name, by) = part.split_once(' ').expect("a name and a number");
        *changes.entry(name.to_owned()).or_insert(0) += by.parse::<i64>().expect("a number");
    }
    changes.retain(|_, by| *by != 0);
    changes
}
