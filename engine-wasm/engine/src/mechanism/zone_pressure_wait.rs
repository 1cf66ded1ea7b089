//! Waiting for a zone: `zone_pressure_wait` (patches 1 and 2 of the RFC of 8 March 2010 on 2.6.34-rc, never merged).

use super::{Docs, Info, Mechanism, Shortcut};

/// What it is called and needs.
pub const INFO: Info = Info {
    excludes: &[Mechanism::WaitIffCongested],
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::ZonePressureWait, "zone_pressure_wait")
};

/// What is said of it.
pub const DOCS: Docs = Docs {
    title: "Wait for the zone's watermark",
    explanation: "When direct reclaim frees nothing, the allocator waits until the zone is above its low watermark, instead of until an I/O completes.",
    source: "RFC of 8 March 2010 on 2.6.34-rc, patches 1 and 2",
    posting: "gorman-2010",
    kernel: "2.6.34 RFC",
    assumed: false,
};

/// Decision point where pages have come to a zone: whether its waiters are woken.
#[must_use]
pub fn wakes(on: bool, above_low: bool) -> bool {
    on && above_low
}
