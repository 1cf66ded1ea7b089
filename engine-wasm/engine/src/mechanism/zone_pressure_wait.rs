//! Waiting for a zone: `zone_pressure_wait` (patches 1 and 2 of the RFC of 8 March 2010 on 2.6.34-rc, never merged).

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    excludes: &[Mechanism::WaitIffCongested],
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::ZonePressureWait, "zone_pressure_wait")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "Wait for the zone's watermark",
    explanation: "When direct reclaim frees nothing, the allocator waits until the zone is above its low watermark, instead of until an I/O completes.",
    source: "RFC of 8 March 2010 on 2.6.34-rc, patches 1 and 2",
    posting: "gorman-2010",
    kernel: "2.6.34 RFC",
    assumed: false,
};

/// Decision point where pages are freed to a zone: whether the tasks that wait for the zone are woken.
#[must_use]
pub fn wakes(on: bool, above_low: bool) -> bool {
    on && above_low
}
