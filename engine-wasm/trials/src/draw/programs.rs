//! Random mixtures of every kind of program.

use reclaim_engine::scenario::{FilesystemKind, Program, Workload};

use super::Dice;

/// Programs that together move up to about twice the memory of `pages`; a hog takes at most `room` pages.
pub fn workload(
    dice: &mut Dice,
    mounts: &[(&str, FilesystemKind)],
    pages: u32,
    room: u32,
) -> Vec<Workload> {
    let count = dice.within(1, 4);
    let mut entries: Vec<Workload> = (0..count)
        .map(|n| Workload {
            name: format!("p{n}"),
            start_ms: u64::from(dice.pick(&[0u32, 0, 1, 40, 900])),
            awaited: dice.percent(85),
            run: program(dice, mounts, (2 * pages / count).max(64), room),
        })
        .collect();
    entries[0].awaited = true;
    entries
}

fn program(dice: &mut Dice, mounts: &[(&str, FilesystemKind)], pages: u32, room: u32) -> Program {
    let (filesystem, kind) = dice.pick(mounts);
    let filesystem = filesystem.to_owned();
    let call_kb = dice.pick(&[1, 4, 4, 64, 1_024]);
    let tasks = dice.within(1, 5);
    let data_kb = 4 * u64::from(dice.within(pages / 8 + 32, pages));
    // Sizes need not be whole pages.
    let file_kb = (data_kb / u64::from(tasks) - u64::from(dice.within(0, 3))).max(4);
    // Some programs go past the daemon of a fuse filesystem.
    let kinds = if kind == FilesystemKind::FuseNtfs {
        7
    } else {
        11
    };
    match dice.within(0, kinds) {
        0 | 1 => Program::WriteFile {
            filesystem,
            tasks,
            file_kb,
            call_kb,
            passes: dice.within(1, 2),
            fsync_kb: if kind == FilesystemKind::FuseNtfs {
                0
            } else {
                dice.pick(&[0, 0, 0, 4, 1_000])
            },
        },
        2 => Program::ReadFile {
            filesystem,
            tasks,
            file_kb,
            call_kb,
            passes: dice.within(1, 3),
        },
        3 => Program::AnonHog {
            size_kb: 4 * u64::from(dice.within(1, room.min(2 * pages))),
            pause_ms: dice.pick(&[0, 1, 50, 700]),
            run_ms: u64::from(dice.pick(&[1u32, 30, 400, 3_000])),
        },
        6 if dice.percent(50) => {
            let order = dice.within(0, 6);
            Program::TakeBlocks {
                order: order as u8,
                held: dice.within(0, (room / 4) >> order),
                requests_per_s: dice.pick(&[3, 100, 1_000]),
                run_ms: u64::from(dice.pick(&[30u32, 400, 3_000])),
            }
        }
        7 => Program::PtyWriter {
            writes_per_s: dice.pick(&[2, 100, 1_000]),
            write_bytes: dice.pick(&[1, 1_792, 2_048, 8_192]),
            run_ms: u64::from(dice.pick(&[30u32, 400, 3_000])),
        },
        4 if dice.percent(30) => Program::ReadZipf {
            filesystem,
            file_kb,
            requests: u64::from(dice.within(1, 2 * pages)),
        },
        4 => {
            let files = dice.within(1, 40);
            Program::ReadRoundRobin {
                filesystem,
                files,
                file_kb: (data_kb / u64::from(files)).max(4),
                passes: dice.within(1, 2),
                readahead: dice.percent(50),
            }
        }
        5 => {
            let files = dice.within(1, 12);
            let loops = dice.within(1, 3);
            Program::FsMark {
                filesystem,
                threads: tasks,
                files_per_thread: files,
                file_kb: (file_kb / u64::from(files * loops)).max(4),
                call_kb,
                loops,
            }
        }
        8 => Program::MmapStream {
            filesystem,
            threads: tasks,
            stream_kb: data_kb.max(128),
            mixed_kb: (4 * u64::from(room.min(pages))).max(128),
        },
        9 => Program::Iozone {
            filesystem,
            steps: dice.within(1, 3),
            total_kb: data_kb.max(128),
            record_kb: call_kb,
            mkfs_kb: u64::from(dice.pick(&[0u32, 0, 3_000])),
            meta_pages: dice.pick(&[0, 10, pages / 4]),
        },
        10 => Program::Desktop {
            filesystem,
            file_kb,
            anon_kb: 4 * u64::from(dice.within(1, room.min(pages))),
            every_ms: dice.pick(&[0, 100, 2_000]),
            hold_ms: dice.pick(&[0, 50, 3_000]),
            launches: dice.within(1, 3),
        },
        11 => Program::KernelBuild {
            filesystem,
            slots: tasks,
            jobs: dice.within(1, 12),
            builds: dice.within(1, 2),
            text_kb: dice.pick(&[4, 400, 2_000]),
            headers_kb: u64::from(pages / 4).max(4),
            read_kb: dice.pick(&[4, 48, 400]),
            anon_kb: 4 * u64::from(dice.within(1, (room.min(pages) / 4).max(1))),
            cpu_ms: dice.pick(&[1, 20, 300]),
            object_kb: dice.pick(&[4, 100]),
            link_anon_kb: 4 * u64::from(dice.within(1, room.min(pages))),
            image_kb: dice.pick(&[4, 1_000]),
        },
        _ => {
            let steps = dice.within(1, 3);
            Program::SimpleWriteback {
                filesystem,
                first_jobs: tasks,
                steps,
                total_kb: data_kb / u64::from(steps) + 64 * 4,
                call_kb,
            }
        }
    }
}
