//! The mechanisms of the kernels before 3.0: for each, two small runs that differ only in this mechanism.

use reclaim_engine::catalogue;
use reclaim_engine::mechanism::Mechanism::{
    self, ActiveScanFallthrough, AsyncConfusionBug, CfqSyncNoidleFairness, EvictOnceRatio,
    FsReclaimWarnings, PtyHighOrderAtomic, ZonePressureKswapd,
};
use reclaim_engine::observer::vmstat::Counter;
use reclaim_engine::observer::watched::Watched;
use reclaim_engine::scenario::parse;
use reclaim_engine::simulation::{RunStatus, Simulation};

const WRITERS: &str = r#"{"name":"dd","run":{"program":"write_file","filesystem":"/","tasks":4,"file_kb":40000,
    "call_kb":64}}"#;
const READERS: &str = r#"{"name":"cat","run":{"program":"read_file","filesystem":"/","tasks":4,"file_kb":30000,
    "call_kb":64,"passes":2}}"#;
const SEEKY_READER: &str = r#"{"name":"db","run":{"program":"read_zipf","filesystem":"/","file_kb":400000,
    "requests":400}}"#;
const TERMINAL: &str = r#"{"name":"tty","awaited":false,"run":{"program":"pty_writer","writes_per_s":100,
    "write_bytes":2048,"run_ms":20000}}"#;

/// Runs a workload for at most 20 s with 47 MiB of RAM and one disk.
fn run(kernel: &str, mechanism: Mechanism, on: bool, workload: &[&str]) -> Simulation {
    let mechanisms = format!(r#"{{"{}":{on}}}"#, mechanism.info().id);
    let text = format!(
        r#"{{"version":1,"title":"case","machine":{{"cpus":1,"zones":[{{"name":"DMA32","present_pages":12000}}],
            "resident":{{"active_file_pages":3500,"inactive_file_pages":3000}}}},
        "devices":[{{"name":"sda","hardware":"sata_2010"}}],
        "filesystems":[{{"name":"/","kind":"ext2","device":"sda"}}],
        "workload":[{}],"kernel":"{kernel}","mechanisms":{mechanisms},"until_ms":20000}}"#,
        workload.join(",")
    );
    let scenario = parse(&text, &catalogue::of_engine()).expect("a sound scenario");
    let mut simulation = Simulation::new(&scenario).expect("a machine");
    assert_eq!(simulation.run(u64::MAX, u64::MAX), RunStatus::Finished);
    assert_eq!(simulation.machine().check(), Ok(()));
    simulation
}

/// Returns a figure of a run without and with a mechanism.
fn without_and_with(
    kernel: &str,
    mechanism: Mechanism,
    workload: &[&str],
    figure: impl Fn(&Watched) -> u64,
) -> [u64; 2] {
    [false, true].map(|on| {
        let simulation = run(kernel, mechanism, on, workload);
        let machine = simulation.machine();
        figure(&machine)
    })
}

fn total(m: &Watched, counter: Counter) -> u64 {
    m.observed().vmstat.total(counter)
}

#[test]
fn in_2_6_30_kswapd_naps_its_whole_time_while_only_writes_end() {
    let naps = without_and_with("2.6.30", AsyncConfusionBug, &[WRITERS], |m| {
        assert!(total(m, Counter::KswapdStall) > 10);
        total(m, Counter::KswapdWaitJiffies) / total(m, Counter::KswapdStall)
    });
    assert!(naps[0] < 5, "{naps:?} jiffies");
    // A nap can last 25 jiffies. Some naps end early, when reads of metadata complete.
    assert!(naps[1] >= 20, "{naps:?} jiffies");
}

#[test]
fn the_fall_through_looks_at_more_inactive_pages() {
    let scanned = without_and_with("2.6.31", ActiveScanFallthrough, &[WRITERS], |m| {
        assert!(total(m, Counter::PgDeactivate) < 10, "evict-once holds");
        total(m, Counter::PgScanKswapd)
    });
    assert!(scanned[1] > scanned[0], "{scanned:?}");
}

#[test]
fn with_a_smaller_protected_part_old_active_pages_go() {
    let deactivated = without_and_with("2.6.32.10", EvictOnceRatio, &[WRITERS], |m| {
        total(m, Counter::PgDeactivate)
    });
    assert!(deactivated[1] > 500, "{deactivated:?}");
    assert!(deactivated[0] < deactivated[1] / 5, "{deactivated:?}");
}

#[test]
fn large_terminal_buffers_take_a_whole_write() {
    let printed = without_and_with(
        "2.6.34-rc1",
        PtyHighOrderAtomic,
        &[WRITERS, TERMINAL],
        |m| {
            let task = m.sched.tasks().iter().find(|task| task.name == "tty");
            task.expect("a terminal").bytes_done
        },
    );
    assert_eq!(printed[1] % 2_048, 0);
    assert!(printed[1] > printed[0], "a tick a buffer: {printed:?}");
}

#[test]
fn a_nap_on_its_own_queue_ends_with_a_wake_up() {
    let naps = without_and_with("2.6.34-rc1", ZonePressureKswapd, &[WRITERS, READERS], |m| {
        total(m, Counter::KswapdStall)
    });
    assert!(naps[1] > 2 * naps[0], "{naps:?}");
}

#[test]
fn filesystems_that_complain_change_nothing() {
    let ends = without_and_with("3.2", FsReclaimWarnings, &[WRITERS, READERS], |m| {
        assert_eq!(m.observed().fs_reclaim_warnings, 0);
        m.now()
    });
    assert_eq!(ends[0], ends[1]);
}

#[test]
fn held_idle_a_disk_writes_later() {
    let ends = without_and_with(
        "2.6.34-rc1",
        CfqSyncNoidleFairness,
        &[WRITERS, SEEKY_READER],
        |m| m.now(),
    );
    assert_ne!(ends[0], ends[1]);
}
