//! kswapd sleeps by timer: `zone_pressure_kswapd` (patch 3 of the RFC of 8 March 2010 on 2.6.34-rc, never merged).

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::ZonePressureKswapd, "zone_pressure_kswapd")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "kswapd sleeps by timer",
    explanation: "At the end of a pass, kswapd sleeps until a timeout or a wake-up, instead of until an I/O completes.",
    source: "RFC of 8 March 2010 on 2.6.34-rc, patch 3",
    posting: "gorman-2010",
    kernel: "2.6.34 RFC",
    assumed: false,
};

/// Decision point at the end of a pass of balance_pgdat: whether kswapd naps on its own wait queue.
#[must_use]
pub fn naps_on_own_queue(on: bool) -> bool {
    on
}
