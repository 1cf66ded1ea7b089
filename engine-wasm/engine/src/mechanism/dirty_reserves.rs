//! Exclude reserves from dirtyable memory: `dirty_reserves` (commit ab8fabd46f81, 3.3).

use crate::mm::zone::Zone;

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::DirtyReserves, "dirty_reserves")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "Exclude reserves from dirtyable memory",
    explanation: "Pages that the watermarks and lowmem_reserve hold back do not count as dirtyable memory.",
    source: "commit ab8fabd46f81, 3.3",
    posting: "weiner-2011",
    kernel: "3.3",
    assumed: false,
};

/// Decision point: the pages of a zone that are not dirtyable (zone->dirty_balance_reserve), at most its present pages.
#[must_use]
pub fn reserve(on: bool, zone: &Zone) -> u64 {
    if !on {
        return 0;
    }
    let largest = zone.lowmem_reserve.iter().copied().max().unwrap_or(0);
    (largest + zone.watermarks.high).min(zone.present)
}
