//! Random mixtures of all programs.

use reclaim_engine::scenario::program::Draw;
use reclaim_engine::scenario::{FilesystemKind, Program, Workload};

use super::Dice;

/// Draws programs that together read or write up to about twice `pages`; an `anon_hog` uses at most `room` pages.
pub fn workload(
    dice: &mut Dice,
    mounts: &[(&str, FilesystemKind)],
    pages: u32,
    room: u32,
) -> Vec<Workload> {
    let count = dice.within(1, 4);
    let mut entries: Vec<Workload> = Vec::new();
    for n in 0..count {
        let start_ms = u64::from(dice.pick(&[0u32, 0, 1, 40, 900]));
        let after = (n > 0 && dice.percent(20)).then(|| dice.within(0, n - 1));
        // A program that never ends cannot be awaited by `after`.
        let after = after.filter(|&other| entries[other as usize].run.ends());
        let awaited = dice.percent(85);
        let mut run = program(dice, mounts, (2 * pages / count).max(64), room);
        while n == 0 && !run.ends() {
            run = program(dice, mounts, (2 * pages / count).max(64), room);
        }
        entries.push(Workload {
            name: format!("p{n}"),
            start_ms,
            after: after.map(|other| format!("p{other}")),
            awaited,
            run,
        });
    }
    entries[0].awaited = true;
    entries
}

fn program(dice: &mut Dice, mounts: &[(&str, FilesystemKind)], pages: u32, room: u32) -> Program {
    let (filesystem, kind) = dice.pick(mounts);
    let call_kb = dice.pick(&[1, 4, 4, 64, 1_024]);
    let tasks = dice.within(1, 5);
    let data_kb = 4 * u64::from(dice.within(pages / 8 + 32, pages));
    // Sizes can be fractions of pages.
    let file_kb = (data_kb / u64::from(tasks) - u64::from(dice.within(0, 3))).max(4);
    Program::draw(&mut Draw {
        dice: &mut |least, most| dice.within(least, most),
        filesystem: filesystem.to_owned(),
        kind,
        pages,
        room,
        call_kb,
        tasks,
        data_kb,
        file_kb,
    })
}
