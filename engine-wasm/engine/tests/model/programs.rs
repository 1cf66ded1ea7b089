//! Programs that wait for others, and what writing in another order does.

use reclaim_engine::catalogue;
use reclaim_engine::scenario::parse;
use reclaim_engine::sched::task::Standing;
use reclaim_engine::simulation::{RunStatus, Simulation};
use reclaim_engine::vmstat::Counter;

use super::lab::MS;

fn run(workload: &str) -> Simulation {
    let text = format!(
        r#"{{"version":1,"title":"case","machine":{{"cpus":1,"zones":[{{"name":"DMA32","present_pages":20000}}]}},
        "devices":[{{"name":"sda","hardware":"sata_2010"}}],
        "filesystems":[{{"name":"/","kind":"ext2","device":"sda"}}],"workload":[{workload}],"kernel":"3.0"}}"#
    );
    let scenario = parse(&text, &catalogue::of_engine()).expect("a sound scenario");
    Simulation::new(&scenario).expect("a machine")
}

fn write_file(more: &str) -> String {
    format!(
        r#"{{"name":"dd","run":{{"program":"write_file","filesystem":"/","tasks":2,"file_kb":8000,"call_kb":64{more}}}}}"#
    )
}

#[test]
fn a_program_that_comes_after_another_begins_once_all_tasks_of_that_one_have_ended() {
    let cat = r#"{"name":"cat","after":"dd","start_ms":200,"run":{"program":"read_file","filesystem":"/",
        "file_kb":4000,"call_kb":64}}"#;
    let mut simulation = run(&format!("{cat},{}", write_file("")));
    let mut dd_ended_at = None;
    let mut cat_began_at = None;
    while simulation.step() {
        let m = simulation.machine();
        let standing = |name: &str| {
            let tasks = m
                .tasks
                .iter()
                .filter(move |task| task.name.starts_with(name));
            tasks.map(|task| task.standing).collect::<Vec<_>>()
        };
        let done: u64 = m.tasks.iter().map(|task| task.bytes_done).sum();
        if done == 2 * 8_000 * 1_024 && standing("dd") == [Standing::Dead; 2] {
            dd_ended_at = dd_ended_at.or(Some(m.now));
        }
        if standing("cat") != [Standing::Dead] {
            cat_began_at = cat_began_at.or(Some(m.now));
        }
    }
    let waited = cat_began_at.expect("it runs") - dd_ended_at.expect("they end");
    assert!((200 * MS..=205 * MS).contains(&waited), "{waited}");
    assert!(simulation.finished() && !simulation.has_programs());
}

#[test]
fn a_file_that_is_written_in_random_order_is_written_whole_and_makes_the_disk_seek() {
    let [plain, random] = [write_file(""), write_file(r#","random":true"#)].map(|dd| {
        let synced = dd.replace(r#""tasks":2"#, r#""tasks":1,"fsync_kb":1024"#);
        let mut simulation = run(&synced);
        assert_eq!(simulation.run(u64::MAX, u64::MAX), RunStatus::Finished);
        let m = simulation.machine();
        assert_eq!(m.check(), Ok(()));
        let pages = m.vmstat.total(Counter::NrDirtied);
        let written = m.vmstat.total(Counter::PgPgOut);
        (pages, written, m.now)
    });
    assert_eq!((plain.0, plain.1), (2_000, 8_000));
    assert_eq!((random.0, random.1), (2_000, 8_000));
    assert!(2 * random.2 > 3 * plain.2, "{plain:?} {random:?}");
}
