//! The kernel presets: the rules and the mechanisms of each one.

use super::rules::Rules;
use super::{Kernel, v2_6, v3};
use crate::mechanism::{Mechanism, MechanismSet};

/// A kernel that scenarios can name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Id in scenarios and links.
    pub id: &'static str,
    /// Its rules.
    pub rules: &'static Rules,
    /// Mechanisms that are on.
    pub mechanisms: MechanismSet,
}

/// Creates the preset of a kernel as released.
const fn row(
    id: &'static str,
    title: &'static str,
    kernel: &'static Kernel,
) -> (Preset, &'static str) {
    patched(id, title, kernel, &[], &[])
}

/// Creates the preset of a kernel with the mechanisms of some patches, and without those that other patches remove.
const fn patched(
    id: &'static str,
    title: &'static str,
    kernel: &'static Kernel,
    and: &[Mechanism],
    without: &[Mechanism],
) -> (Preset, &'static str) {
    let preset = Preset {
        id,
        rules: &kernel.rules,
        mechanisms: kernel.mechanisms.and(and).without(without),
    };
    (preset, title)
}

/// The presets, oldest first.
pub const PRESETS: &[Preset] = &{
    let mut presets = [TITLED[0].0; TITLED.len()];
    let mut at = 0;
    while at < TITLED.len() {
        presets[at] = TITLED[at].0;
        at += 1;
    }
    presets
};

/// The presets with their titles for the user interface. They are separate from [`PRESETS`], so that code that only
/// runs machines does not include the titles.
const TITLED: &[(Preset, &str)] = &[
    row("2.6.29", "Linux 2.6.29", &v2_6::V2_6_29),
    row("2.6.30", "Linux 2.6.30", &v2_6::V2_6_30),
    patched(
        "2.6.30-asyncconfusion",
        "Linux 2.6.30, waiting in the right queue",
        &v2_6::V2_6_30,
        &[],
        v2_6::CONFUSION,
    ),
    row("2.6.30.10", "Linux 2.6.30.10", &v2_6::V2_6_30),
    patched(
        "2.6.30.10-asyncconfusion",
        "Linux 2.6.30.10, waiting in the right queue",
        &v2_6::V2_6_30,
        &[],
        v2_6::CONFUSION,
    ),
    row("2.6.31", "Linux 2.6.31", &v2_6::V2_6_31),
    patched(
        "2.6.31-revertevict",
        "Linux 2.6.31, evict-once reverted",
        &v2_6::V2_6_31,
        &[],
        v2_6::EVICT,
    ),
    patched(
        "2.6.31-ttyfix",
        "Linux 2.6.31, small tty buffers",
        &v2_6::V2_6_31,
        &[],
        v2_6::TTY,
    ),
    patched(
        "2.6.31-ttyfix-revertevict",
        "Linux 2.6.31, small tty buffers, evict-once reverted",
        &v2_6::V2_6_31,
        &[],
        v2_6::TTY_EVICT,
    ),
    row("2.6.31.12", "Linux 2.6.31.12", &v2_6::V2_6_31),
    patched(
        "2.6.31.12-revertevict",
        "Linux 2.6.31.12, evict-once reverted",
        &v2_6::V2_6_31,
        &[],
        v2_6::EVICT,
    ),
    patched(
        "2.6.31.12-ttyfix",
        "Linux 2.6.31.12, small tty buffers",
        &v2_6::V2_6_31,
        &[],
        v2_6::TTY,
    ),
    patched(
        "2.6.31.12-ttyfix-revertevict",
        "Linux 2.6.31.12, small tty buffers, evict-once reverted",
        &v2_6::V2_6_31,
        &[],
        v2_6::TTY_EVICT,
    ),
    row("2.6.32", "Linux 2.6.32", &v2_6::V2_6_32),
    patched(
        "2.6.32-revertevict",
        "Linux 2.6.32, evict-once reverted",
        &v2_6::V2_6_32,
        &[],
        v2_6::EVICT,
    ),
    patched(
        "2.6.32-ttyfix",
        "Linux 2.6.32, small tty buffers",
        &v2_6::V2_6_32,
        &[],
        v2_6::TTY,
    ),
    patched(
        "2.6.32-ttyfix-revertevict",
        "Linux 2.6.32, small tty buffers, evict-once reverted",
        &v2_6::V2_6_32,
        &[],
        v2_6::TTY_EVICT,
    ),
    row("2.6.32.10", "Linux 2.6.32.10", &v2_6::V2_6_32_10),
    row(
        "2.6.32.10-revertevict",
        "Linux 2.6.32.10, evict-once reverted as posted",
        &v2_6::V2_6_32_10_REVERTED,
    ),
    patched(
        "2.6.32.10-ttyfix",
        "Linux 2.6.32.10, small tty buffers",
        &v2_6::V2_6_32_10,
        &[],
        v2_6::TTY,
    ),
    patched(
        "2.6.32.10-ttyfix-revertevict",
        "Linux 2.6.32.10, small tty buffers, evict-once reverted as posted",
        &v2_6::V2_6_32_10_REVERTED,
        &[],
        v2_6::TTY,
    ),
    row("2.6.33", "Linux 2.6.33", &v2_6::V2_6_33),
    row(
        "2.6.33-revertevict",
        "Linux 2.6.33, evict-once reverted as posted",
        &v2_6::V2_6_33_REVERTED,
    ),
    patched(
        "2.6.33-ttyfix",
        "Linux 2.6.33, small tty buffers",
        &v2_6::V2_6_33,
        &[],
        v2_6::TTY,
    ),
    patched(
        "2.6.33-ttyfix-revertevict",
        "Linux 2.6.33, small tty buffers, evict-once reverted as posted",
        &v2_6::V2_6_33_REVERTED,
        &[],
        v2_6::TTY,
    ),
    row("2.6.33.1", "Linux 2.6.33.1", &v2_6::V2_6_33),
    row(
        "2.6.33.1-revertevict",
        "Linux 2.6.33.1, evict-once reverted as posted",
        &v2_6::V2_6_33_REVERTED,
    ),
    patched(
        "2.6.33.1-ttyfix",
        "Linux 2.6.33.1, small tty buffers",
        &v2_6::V2_6_33,
        &[],
        v2_6::TTY,
    ),
    patched(
        "2.6.33.1-ttyfix-revertevict",
        "Linux 2.6.33.1, small tty buffers, evict-once reverted as posted",
        &v2_6::V2_6_33_REVERTED,
        &[],
        v2_6::TTY,
    ),
    row("2.6.34-rc1", "Linux 2.6.34-rc1", &v2_6::V2_6_34),
    row(
        "2.6.34-rc1-revertevict",
        "Linux 2.6.34-rc1, evict-once reverted as posted",
        &v2_6::V2_6_34_REVERTED,
    ),
    patched(
        "2.6.34-rc1-ttyfix",
        "Linux 2.6.34-rc1, small tty buffers",
        &v2_6::V2_6_34,
        &[],
        v2_6::TTY,
    ),
    patched(
        "2.6.34-rc1-ttyfix-revertevict",
        "Linux 2.6.34-rc1, small tty buffers, evict-once reverted as posted",
        &v2_6::V2_6_34_REVERTED,
        &[],
        v2_6::TTY,
    ),
    row("2.6.35", "Linux 2.6.35", &v2_6::V2_6_35),
    row("2.6.36", "Linux 2.6.36", &v2_6::V2_6_36),
    row("2.6.37", "Linux 2.6.37", &v2_6::V2_6_37),
    row("2.6.38", "Linux 2.6.38", &v2_6::V2_6_38),
    row("3.0", "Linux 3.0", &v3::V3_0),
    patched(
        "3.0-per-zone-dirty",
        "Linux 3.0 + per-zone dirty limits",
        &v3::V3_0,
        v3::PER_ZONE_DIRTY_RFC,
        &[],
    ),
    row(
        "3.0.101",
        "Linux 3.0.101 (3.0 with its stable fixes)",
        &v3::V3_0_101,
    ),
    row("3.1", "Linux 3.1", &v3::V3_1),
    row(
        "3.2-base",
        "Linux 3.1 rules, before the writeback series",
        &v3::V3_1,
    ),
    patched(
        "3.2-writeback-series",
        "Linux 3.1 rules + writeback series",
        &v3::V3_1,
        v3::WRITEBACK_SERIES,
        &[],
    ),
    row("3.2", "Linux 3.2", &v3::V3_2),
    row("3.3", "Linux 3.3", &v3::V3_3),
    row("3.4", "Linux 3.4", &v3::V3_4),
    row("3.5", "Linux 3.5", &v3::V3_5),
    row("3.6", "Linux 3.6", &v3::V3_6),
    row("3.7", "Linux 3.7 (the rules of 3.6)", &v3::V3_6),
    row("3.8", "Linux 3.8", &v3::V3_8),
    row("3.9", "Linux 3.9", &v3::V3_9),
    row("3.10", "Linux 3.10", &v3::V3_10),
    patched(
        "3.10+batch",
        "Linux 3.10 + removal in batches",
        &v3::V3_10,
        &[Mechanism::BatchRemoveMapping],
        &[],
    ),
    row("3.16", "Linux 3.16", &v3::V3_16),
    patched(
        "3.16+instant-free",
        "Linux 3.16 + free at I/O completion",
        &v3::V3_16,
        &[Mechanism::InstantFree],
        &[],
    ),
];

impl Preset {
    /// Returns the preset with an id.
    #[must_use]
    pub fn by_id(id: &str) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| preset.id == id)
    }

    /// Returns the title for the user interface.
    #[must_use]
    pub fn title(&self) -> &'static str {
        let titled = TITLED.iter().find(|(preset, _)| preset.id == self.id);
        titled.map_or(self.id, |&(_, title)| title)
    }
}
