//! Random vm.* knobs.

use reclaim_engine::scenario::VmKnobs;

use super::Dice;

/// Draws knobs for a machine with `pages` pages.
pub fn knobs(dice: &mut Dice, pages: u32) -> VmKnobs {
    let (ratio, bytes) = limit(dice);
    let (background_ratio, background_bytes) = limit(dice);
    VmKnobs {
        dirty_ratio: ratio,
        dirty_background_ratio: background_ratio,
        dirty_bytes: bytes,
        dirty_background_bytes: background_bytes,
        dirty_expire_centisecs: dice.sometimes(30, |dice| dice.within(0, 6_000)),
        dirty_writeback_centisecs: dice.sometimes(30, |dice| dice.pick(&[0, 1, 20, 500, 2_000])),
        swappiness: dice.sometimes(50, |dice| dice.within(0, 100)),
        min_free_kbytes: dice.sometimes(20, |dice| u64::from(dice.within(128, pages))),
        page_cluster: dice.sometimes(40, |dice| dice.within(0, 8)),
        read_ahead_kb: dice.sometimes(40, |dice| dice.pick(&[0, 4, 12, 16, 64, 512, 4_096])),
    }
}

/// Draws a dirty limit: the kernel's default, a ratio or a number of bytes.
fn limit(dice: &mut Dice) -> (Option<u32>, Option<u64>) {
    match dice.within(0, 9) {
        0..=4 => (None, None),
        5..=7 => (Some(dice.within(0, 100)), None),
        _ => (None, Some(4_096 * u64::from(dice.within(2, 4_000)))),
    }
}
