//! Invariants of time and of waiting: the check reports machines that violate them.

use reclaim_engine::block::{Bio, Op, Origin};
use reclaim_engine::sched::task::{Activity, TaskState};

use super::lab::Lab;

/// Returns a machine whose first task sleeps in WaitingForIo, although there is no I/O.
fn sleeping() -> Lab {
    let lab = Lab::with_zones("3.0", &[("DMA32", 2_000)], 1);
    assert_eq!(lab.m().check(), Ok(()));
    lab.m().task_mut(0).state = TaskState::Blocked;
    lab.m().set_activity(0, Activity::WaitingForIo);
    lab
}

#[track_caller]
fn told(lab: &Lab, words: &str) {
    let sentence = lab.m().check().expect_err("something is wrong");
    assert!(sentence.contains(words), "{sentence}");
}

#[test]
fn a_sleep_that_nobody_ends_is_told() {
    let lab = sleeping();
    told(&lab, "nothing will wake setup, which is WaitingForIo");
    lab.m().set_timeout(0, 1_000);
    assert_eq!(lab.m().check(), Ok(()));
    lab.m().task_mut(0).token += 1;
    told(&lab, "nothing will wake setup");
}

#[test]
fn a_page_that_nobody_holds_wakes_nobody() {
    let lab = sleeping();
    lab.m().await_page(7, 0);
    told(&lab, "nothing will wake setup");
}

#[test]
fn a_task_on_a_cpu_whose_time_never_ends_is_told() {
    let lab = sleeping();
    lab.m().task_mut(0).state = TaskState::OnCpu(0);
    lab.m().sched.give_cpu(0, 0);
    told(&lab, "setup holds a CPU for ever");
}

#[test]
fn time_that_is_spent_twice_is_told() {
    let lab = Lab::with_zones("3.0", &[("DMA32", 2_000)], 1);
    lab.m().task_mut(0).runtime += 5;
    told(&lab, "task setup: CPU time");
    lab.m().task_mut(0).runtime -= 5;
    lab.m().observer.note_state(0, Activity::Idle, 0, 1);
    told(&lab, "task setup: time in all states");
}

#[test]
fn a_request_that_nobody_serves_is_told() {
    let lab = Lab::with_zones("3.0", &[("DMA32", 2_000)], 1);
    let bio = Bio {
        block: 100,
        op: Op::Read,
        sync: true,
        origin: Origin::Read,
        others: &[],
        task: 0,
        pages: &[5],
        bios: 0,
    };
    lab.m().io.block.submit(0, 0, &bio, false);
    told(&lab, "1 requests wait, but no dispatch is scheduled");
    lab.m().io.block.dispatch(0, 0, &mut |_| 0);
    told(&lab, "queue 0: completion events of the request in slot 0");
}
