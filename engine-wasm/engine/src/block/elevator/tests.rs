//! Tests of the elevator with queues that were worked out by hand.

use super::*;

/// A sync request that had to seek and was not delayed.
const SOUGHT: Ended = Ended {
    sync: true,
    queued_at: u64::MAX / 2,
    noidle: true,
    reader: None,
};

fn ended(sync: bool, queued_at: u64) -> Ended {
    Ended {
        sync,
        queued_at,
        noidle: false,
        reader: None,
    }
}

fn add(elevator: &mut Elevator, now: u64, sync: bool, block: u64, slot: u32) {
    let entry = Entry {
        block,
        pages: 1,
        slot,
    };
    elevator.add(now, sync, 0, entry);
}

/// Gives the drive a request, and returns its block.
fn give(elevator: &mut Elevator, now: u64) -> Option<u64> {
    match elevator.choose(now) {
        Choice::Serve(entry) => Some(entry.block),
        _ => None,
    }
}

/// Gives the drive a request that ends immediately, and returns its block.
fn serve(elevator: &mut Elevator, now: u64) -> Option<u64> {
    let block = give(elevator, now)?;
    let sync = elevator.in_drive[SYNC] > 0;
    elevator.completed(now, ended(sync, now));
    Some(block)
}

#[test]
fn goes_up_and_back_where_that_is_less_than_half_the_way() {
    let mut elevator = Elevator::new(ElevatorRules::default());
    for (slot, block) in [70, 10, 90, 30].into_iter().enumerate() {
        add(&mut elevator, 0, false, block, slot as u32);
    }
    assert_eq!(serve(&mut elevator, 0), Some(10));
    assert_eq!(serve(&mut elevator, 0), Some(30));
    add(&mut elevator, 0, false, 20, 9);
    let rest: Vec<_> = std::iter::from_fn(|| serve(&mut elevator, 0)).collect();
    // From block 31, block 20 is 11 blocks back, and block 70 is 39 blocks ahead.
    assert_eq!(rest, [20, 70, 90]);
}

#[test]
fn sync_has_100_ms_and_async_40_while_both_wait() {
    let mut elevator = Elevator::new(ElevatorRules::default());
    // Each request takes 10 ms, and requests of both classes keep arriving.
    let mut served = Vec::new();
    for step in 0..42u64 {
        let now = step * 10 * MS;
        add(&mut elevator, now, true, step, 2 * step as u32);
        add(&mut elevator, now, false, 1_000 + step, 2 * step as u32 + 1);
        served.push(serve(&mut elevator, now).map(|block| block < 1_000));
    }
    for (step, sync) in served.into_iter().enumerate() {
        assert_eq!(sync, Some(step % 14 < 10), "step {step}");
    }
}

#[test]
fn a_drive_with_a_queue_has_requests_of_one_kind_and_few_async_ones_after_a_late_sync_one() {
    let mut elevator = Elevator::new(ElevatorRules::default());
    for slot in 0..40 {
        add(&mut elevator, 0, false, 1_000 + u64::from(slot), slot);
    }
    let give_all =
        |elevator: &mut Elevator, now: u64| std::iter::from_fn(|| give(elevator, now)).count();
    // While no sync request waits, one async request is allowed for each 100 ms since a sync request was last delayed.
    // CFQ starts as if that had happened one second ago.
    assert_eq!(give_all(&mut elevator, 0), 10);
    assert_eq!(give_all(&mut elevator, 150 * MS), 1);
    // The sync request waits until all async ones have ended, and later async ones wait for it.
    add(&mut elevator, 160 * MS, true, 5, 50);
    for _ in 0..11 {
        assert_eq!(give(&mut elevator, 200 * MS), None);
        elevator.completed(200 * MS, ended(false, 0));
    }
    assert_eq!(give_all(&mut elevator, 200 * MS), 1);
    assert_eq!(elevator.in_drive, [0, 1]);
    // The sync request took 125 ms, so it was delayed. Now one async request is allowed, and two after 200 ms.
    elevator.completed(285 * MS, ended(true, 160 * MS));
    assert_eq!(give_all(&mut elevator, 285 * MS), 1);
    assert_eq!(give_all(&mut elevator, 484 * MS), 0);
    assert_eq!(give_all(&mut elevator, 485 * MS), 1);
    // While a sync request waits, four async requests are allowed in a turn that has just begun.
    elevator.completed(990 * MS, ended(false, 0));
    elevator.completed(990 * MS, ended(false, 0));
    add(&mut elevator, 990 * MS, true, 5, 50);
    assert_eq!(give_all(&mut elevator, 990 * MS), 1, "the sync one");
    add(&mut elevator, 1_000 * MS, true, 6, 51);
    elevator.completed(1_095 * MS, ended(true, 990 * MS));
    assert_eq!(give_all(&mut elevator, 1_095 * MS), 4);
    // One request has ended after 2 ms, so 38 ms of the turn are left. The elevator assumes 8 ms for each request in
    // the drive. Four need 32 ms, so a fifth is allowed. Five need 40 ms, so a sixth is not.
    elevator.completed(1_097 * MS, ended(false, 0));
    assert_eq!(give_all(&mut elevator, 1_097 * MS), 2);
    assert_eq!(elevator.in_drive, [5, 0]);
}

#[test]
fn sync_goes_before_async_that_ran_alone() {
    let mut elevator = Elevator::new(ElevatorRules::default());
    add(&mut elevator, 0, false, 500, 0);
    add(&mut elevator, 0, false, 501, 1);
    assert_eq!(serve(&mut elevator, 0), Some(500));
    add(&mut elevator, 0, true, 5, 2);
    assert_eq!(serve(&mut elevator, MS), Some(5));
    assert_eq!(serve(&mut elevator, 2 * MS), Some(501));
}

#[test]
fn a_stream_ahead_of_the_head_starves_nobody() {
    for (sync, limit_ms) in [(false, 250 + 40), (true, 125 + 100)] {
        let mut elevator = Elevator::new(ElevatorRules::default());
        add(&mut elevator, 0, sync, 1_000, 0);
        assert_eq!(serve(&mut elevator, 0), Some(1_000));
        add(&mut elevator, 0, sync, 3, 1);
        let mut ms = 0;
        loop {
            add(&mut elevator, ms * MS, sync, 2_000 + ms, 2 + ms as u32);
            if serve(&mut elevator, ms * MS) == Some(3) {
                break;
            }
            ms += 1;
            assert!(ms <= limit_ms, "starved");
        }
        assert!(ms >= limit_ms / 2);
    }
}

#[test]
fn only_one_aged_request_a_slice() {
    let mut elevator = Elevator::new(ElevatorRules::default());
    for (slot, block) in [1_000, 500, 990, 980, 970].into_iter().enumerate() {
        add(&mut elevator, slot as u64, false, block, slot as u32);
    }
    let now = 1_000 * MS;
    assert_eq!(
        serve(&mut elevator, now),
        Some(1_000),
        "the oldest, out of order"
    );
    assert_eq!(serve(&mut elevator, now + MS), Some(990), "then by block");
    assert_eq!(serve(&mut elevator, now + 39 * MS), Some(980));
    assert_eq!(
        serve(&mut elevator, now + 40 * MS),
        Some(500),
        "the oldest again"
    );
}

#[test]
fn a_slice_begins_to_run_when_its_first_request_ends() {
    let mut elevator = Elevator::new(ElevatorRules::default());
    for (slot, block) in [1_000, 500, 990, 980].into_iter().enumerate() {
        add(&mut elevator, slot as u64, false, block, slot as u32);
    }
    let next = |elevator: &mut Elevator, ms: u64| match elevator.choose(ms * MS) {
        Choice::Serve(entry) => entry.block,
        _ => 0,
    };
    assert_eq!(next(&mut elevator, 1_000), 1_000, "the oldest");
    // The device takes half a second for the request.
    elevator.completed(1_500 * MS, ended(false, 0));
    assert_eq!(next(&mut elevator, 1_500), 990);
    elevator.completed(1_539 * MS, ended(false, 0));
    assert_eq!(next(&mut elevator, 1_539), 980);
    elevator.completed(1_541 * MS, ended(false, 0));
    add(&mut elevator, 1_541 * MS, false, 979, 9);
    assert_eq!(next(&mut elevator, 1_541), 500, "the oldest again");
}

#[test]
fn holding_is_off_by_default_and_ends_by_itself() {
    let mut elevator = Elevator::new(ElevatorRules::default());
    elevator.completed(0, SOUGHT);
    add(&mut elevator, 0, false, 1, 0);
    assert_eq!(serve(&mut elevator, 0), Some(1));

    let rules = ElevatorRules {
        sync_hold_ns: 8 * MS,
        ..ElevatorRules::default()
    };
    let mut elevator = Elevator::new(rules);
    elevator.completed(0, SOUGHT);
    add(&mut elevator, 0, false, 1, 0);
    assert_eq!(elevator.choose(MS), Choice::HoldUntil(8 * MS));
    add(&mut elevator, 0, true, 7, 1);
    assert_eq!(serve(&mut elevator, 2 * MS), Some(7));
    assert_eq!(serve(&mut elevator, 8 * MS), Some(1));
}

/// Simulates a disk whose last sync request ended at 100 ms. Ten async requests of 10 ms arrived at 50 ms, and a sync
/// request of 4 ms arrives at each of the given times. Returns the start of each request, milliseconds, and whether the
/// request is sync.
fn play(hold_ms: u64, arrivals: &[u64], until: u64) -> Vec<(u64, bool)> {
    let rules = ElevatorRules {
        sync_hold_ns: hold_ms * MS,
        ..ElevatorRules::default()
    };
    let mut elevator = Elevator::new(rules);
    for slot in 0..10 {
        add(&mut elevator, 50 * MS, false, 1_000 + u64::from(slot), slot);
    }
    elevator.completed(100 * MS, SOUGHT);
    let mut arrivals = arrivals.iter().copied().peekable();
    let (mut now, mut slot, mut started) = (100, 10, Vec::new());
    while now < until {
        while arrivals.peek().is_some_and(|&at| at <= now) {
            arrivals.next();
            add(&mut elevator, now * MS, true, u64::from(slot), slot);
            slot += 1;
        }
        let next = arrivals.peek().copied().unwrap_or(until);
        match elevator.choose(now * MS) {
            Choice::Serve(entry) => {
                let sync = entry.block < 1_000;
                started.push((now, sync));
                now += if sync { 4 } else { 10 };
                let queued_at = now * MS;
                elevator.completed(
                    now * MS,
                    Ended {
                        sync,
                        queued_at,
                        noidle: sync,
                        reader: None,
                    },
                );
            }
            Choice::HoldUntil(at) => now = next.min(at / MS),
            Choice::Nothing => now = next,
        }
    }
    started
}

#[test]
fn held_idle_a_disk_starts_background_writes_8_ms_after_the_last_sync_request() {
    let first_async = |hold, arrivals: &[u64]| {
        let started = play(hold, arrivals, 400);
        started.iter().find(|&&(_, sync)| !sync).map(|&(at, _)| at)
    };
    assert_eq!(first_async(0, &[]), Some(100));
    assert_eq!(first_async(8, &[]), Some(108));
    assert_eq!(
        play(0, &[105], 200)[1],
        (110, true),
        "it waits for the write"
    );
    assert_eq!(play(8, &[105], 200)[0], (105, true));
    assert_eq!(first_async(8, &[105]), Some(117));
}

#[test]
fn held_idle_a_disk_gives_old_background_writes_one_slice() {
    let arrivals: Vec<u64> = (100..600).step_by(5).collect();
    let starts = |hold| -> Vec<u64> {
        let started = play(hold, &arrivals, 600);
        let writes = started.into_iter().filter(|&(_, sync)| !sync);
        writes.map(|(at, _)| at).collect()
    };
    assert!(starts(0)[0] <= 105, "in the first gap");
    let held = starts(8);
    // The oldest async request is 250 ms old at 300 ms.
    assert!((300..305).contains(&held[0]), "{held:?}");
    assert!(held[1..4].iter().all(|&at| at < held[0] + 40), "{held:?}");
    assert!(held.get(4).is_none_or(|&at| at > held[0] + 100), "{held:?}");
}

/// Simulates a task that reads 300 times, `stride` blocks apart, beside a full queue of async requests of 25 ms each. A
/// read takes 2 ms, and the task thinks for `think` us before the next one. Returns what the drive does in each
/// millisecond: `r`, `w`, or `-` if it idles.
fn read_beside_writes(stride: u64, think: u64, followed: bool) -> String {
    let mut elevator = Elevator::new(ElevatorRules::default());
    for slot in 0..400 {
        add(
            &mut elevator,
            0,
            false,
            1_000_000 + 200 * u64::from(slot),
            slot,
        );
    }
    let (mut now, mut next_read, mut reads) = (0, 100, 0);
    let mut done = String::new();
    while reads < 300 {
        if next_read <= now {
            add(
                &mut elevator,
                now * 1_000,
                true,
                5_000 + reads * stride,
                1_000,
            );
            next_read = u64::MAX;
        }
        let (what, ends) = match elevator.choose(now * 1_000) {
            Choice::Serve(entry) if entry.block < 1_000_000 => ('r', now + 2_000),
            Choice::Serve(_) => ('w', now + 25_000),
            Choice::HoldUntil(until) => ('-', next_read.min(until / 1_000)),
            Choice::Nothing => ('-', next_read),
        };
        let from = now / 1_000;
        (from..ends / 1_000).for_each(|_| done.push(what));
        let arrives = what == 'w' && next_read < ends;
        if arrives {
            add(
                &mut elevator,
                next_read * 1_000,
                true,
                5_000 + reads * stride,
                1_000,
            );
            next_read = u64::MAX;
        }
        now = ends;
        if what != '-' {
            let sync = what == 'r';
            let ended = Ended {
                reader: Some(0).filter(|_| followed && sync),
                ..ended(sync, now * 1_000)
            };
            elevator.completed(now * 1_000, ended);
            if sync {
                reads += 1;
                next_read = now + think;
            }
        }
    }
    done
}

#[test]
fn a_reader_keeps_the_drive_for_a_slice_although_none_of_its_requests_waits() {
    let share = |done: &str| {
        let count = |what| done.chars().filter(|&it| it == what).count();
        100 * count('r') / (count('r') + count('w'))
    };
    let reader = read_beside_writes(1, 300, true);
    assert!(
        (75..85).contains(&share(&reader)),
        "100 ms of reads for each write of 25: {reader}"
    );
    // Without the window, a write of 25 ms follows each read of 2.
    assert_eq!(share(&read_beside_writes(1, 300, false)), 7);
    // From the end of one request to the next one are 100 blocks, then 101, which is a seek.
    assert!(share(&read_beside_writes(101, 300, true)) > 70);
    assert!(share(&read_beside_writes(102, 300, true)) < 12);
    // After two long pauses the drive waits no more.
    let thinks = read_beside_writes(1, 20_000, true);
    assert!(thinks.matches('-').count() < 40, "{thinks}");
}
