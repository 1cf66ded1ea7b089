//! Random kernels: a preset, any allowed combination of mechanisms, and interventions.

use std::collections::BTreeMap;

use reclaim_engine::kernel::presets::PRESETS;
use reclaim_engine::mechanism::{CATALOGUE, Info, Mechanism, MechanismSet};
use reclaim_engine::scenario::{Intervention, Lane};
use reclaim_engine::simulation::conflicts;

use super::Dice;

/// Draws a lane.
pub fn lane(dice: &mut Dice) -> Lane {
    let preset = dice.pick(PRESETS);
    let set = match dice.within(0, 99) {
        0..=34 => preset.mechanisms,
        35..=64 => switched(dice, preset.mechanisms),
        _ => any(dice),
    };
    let differs = |info: &&Info| set.has(info.mechanism) != preset.mechanisms.has(info.mechanism);
    let mechanisms: BTreeMap<String, bool> = CATALOGUE
        .iter()
        .filter(differs)
        .map(|info| (info.id.to_owned(), set.has(info.mechanism)))
        .collect();
    Lane {
        kernel: preset.id.to_owned(),
        mechanisms,
        interventions: interventions(dice, set),
    }
}

/// Draws a set that satisfies the rules between mechanisms. Switches each mechanism on with a probability of 50 %, then
/// switches off mechanisms that violate the rules.
fn any(dice: &mut Dice) -> MechanismSet {
    let mut set = MechanismSet::default();
    for info in CATALOGUE.iter().filter(|_| dice.percent(50)) {
        set = set.with(info.mechanism, true);
    }
    // Of two mechanisms that exclude each other, a random one stays.
    while !conflicts(set).is_empty() {
        let at = dice.within(0, CATALOGUE.len() as u32 - 1) as usize;
        let info = &CATALOGUE[at];
        if set.has(info.mechanism) && is_in_conflict(info, set) {
            set = set.with(info.mechanism, false);
        }
    }
    set
}

fn is_in_conflict(info: &Info, set: MechanismSet) -> bool {
    let excluded = |of: &Info, other: Mechanism| of.excludes.contains(&other);
    info.requires.iter().any(|&needed| !set.has(needed))
        || set
            .iter()
            .any(|other| excluded(info, other) || excluded(other.info(), info.mechanism))
}

/// Tries to switch one to eight random mechanisms, one after the other, and skips a switch that violates the rules.
fn switched(dice: &mut Dice, mut set: MechanismSet) -> MechanismSet {
    for _ in 0..dice.within(1, 8) {
        set = flipped(dice, set, 1).map_or(set, |(_, set)| set);
    }
    set
}

/// Draws switches of `count` mechanisms at one time, if the resulting set satisfies the rules.
fn flipped(
    dice: &mut Dice,
    set: MechanismSet,
    count: u32,
) -> Option<(Vec<Mechanism>, MechanismSet)> {
    let mut next = set;
    let mut flips = Vec::new();
    for _ in 0..count {
        let at = dice.within(0, CATALOGUE.len() as u32 - 1) as usize;
        let mechanism = CATALOGUE[at].mechanism;
        if !flips.contains(&mechanism) {
            next = next.with(mechanism, !next.has(mechanism));
            flips.push(mechanism);
        }
    }
    conflicts(next).is_empty().then_some((flips, next))
}

/// Draws interventions: one or several at a time, and not always listed in order of time.
fn interventions(dice: &mut Dice, mut set: MechanismSet) -> Vec<Intervention> {
    let mut interventions = Vec::new();
    if dice.percent(60) {
        return interventions;
    }
    let mut at_ns = 0;
    let moments = dice.within(1, 6);
    for moment in 0..moments {
        // The first can be at time 0, before any event.
        if moment > 0 || dice.percent(80) {
            at_ns += u64::from(dice.within(1, 2_000)) * 997_000;
        }
        let count = dice.pick(&[1, 1, 1, 2, 3]);
        if let Some((flips, next)) = flipped(dice, set, count) {
            set = next;
            interventions.extend(flips.into_iter().map(|mechanism| Intervention {
                at_ns,
                mechanism: mechanism.info().id.to_owned(),
                on: set.has(mechanism),
            }));
        }
    }
    if dice.percent(10) {
        interventions.reverse();
    }
    interventions
}
