//! A task's turn on a CPU ends at a tick. A task that wakes after a long sleep takes the CPU immediately.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use reclaim_engine::sched::context::Cx;
use reclaim_engine::sched::task::Activity;

use super::lab::{Lab, MS};

/// The turns of tasks on the CPU: the task's name, and the end of the first 10 us of the turn, nanoseconds.
type Turns = Rc<RefCell<Vec<(&'static str, u64)>>>;

/// Computes forever, 10 us at a time.
async fn compute(cx: Cx, name: &'static str, turns: Turns) {
    loop {
        cx.charge(10_000);
        cx.burn().await;
        let now = cx.m().now();
        let mut turns = turns.borrow_mut();
        if turns.last().is_none_or(|&(last, _)| last != name) {
            turns.push((name, now));
        }
    }
}

#[test]
fn two_that_compute_take_turns_that_end_at_ticks() {
    let mut lab = Lab::new("3.0");
    let turns = Turns::default();
    for name in ["a", "b"] {
        let turns = Rc::clone(&turns);
        lab.start(|cx| compute(cx, name, turns));
    }
    lab.run_until(100 * MS);
    // A slice lasts 3 ms. With 250 ticks a second, the first tick after 3 ms is at 4 ms.
    let begun: Vec<_> = turns.borrow().iter().map(|&(_, at)| at / MS).collect();
    assert_eq!(begun[..6], [0, 4, 8, 12, 16, 20]);
}

#[test]
fn a_sleeper_that_wakes_takes_the_cpu_of_one_that_computes() {
    let mut lab = Lab::new("3.0");
    let late = Rc::new(Cell::new(None));
    let seen = Rc::clone(&late);
    lab.start(|cx| compute(cx, "a", Turns::default()));
    lab.start(|cx| async move {
        let due = cx.m().now() + 50 * MS;
        cx.sleep(50 * MS, Activity::Idle).await;
        seen.set(Some(cx.m().now() - due));
    });
    lab.run_until(100 * MS);
    // The sleeper gets the CPU between two ticks, which are 4 ms apart.
    let late = late.get().expect("it woke");
    assert!(late < MS / 10, "{late} ns late");
}
