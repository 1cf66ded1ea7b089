//! Tests of the elevator with queues that were worked out by hand.

use super::*;

/// A task that reads.
const READER: Sender = reader(1);
/// The tasks whose data is written back.
const WRITERS: Sender = Sender {
    task: 9,
    sync: false,
    reads: false,
};

const fn reader(task: u32) -> Sender {
    Sender {
        task,
        sync: true,
        reads: true,
    }
}

fn elevator() -> Elevator {
    Elevator::new(ElevatorRules::default())
}

fn add(elevator: &mut Elevator, now: u64, of: Sender, block: u64, slot: u32) {
    let entry = Entry {
        block,
        pages: 1,
        slot,
    };
    elevator.add(now, of, entry);
}

/// Gives the drive a request, and returns its block.
fn give(elevator: &mut Elevator, now: u64) -> Option<u64> {
    match elevator.choose(now) {
        Choice::Serve(entry) => Some(entry.block),
        _ => None,
    }
}

/// Gives the drive as many requests as it may have, and returns their number.
fn give_all(elevator: &mut Elevator, now: u64) -> usize {
    std::iter::from_fn(|| give(elevator, now)).count()
}

/// Gives the drive a request of a sender that ends immediately, and returns its block.
fn serve(elevator: &mut Elevator, of: Sender, now: u64) -> Option<u64> {
    let block = give(elevator, now)?;
    elevator.completed(now, of, now);
    Some(block)
}

#[test]
fn goes_up_and_back_where_that_is_less_than_half_the_way() {
    let mut elevator = elevator();
    for (slot, block) in [70, 10, 90, 30].into_iter().enumerate() {
        add(&mut elevator, 0, WRITERS, block, slot as u32);
    }
    assert_eq!(serve(&mut elevator, WRITERS, 0), Some(10));
    assert_eq!(serve(&mut elevator, WRITERS, 0), Some(30));
    add(&mut elevator, 0, WRITERS, 20, 9);
    let rest: Vec<_> = std::iter::from_fn(|| serve(&mut elevator, WRITERS, 0)).collect();
    // From block 31, block 20 is 11 blocks back, and block 70 is 39 blocks ahead.
    assert_eq!(rest, [20, 70, 90]);
}

/// Simulates readers that always have two requests waiting and, if `writers`, the writers. Each request takes 1 ms.
/// Returns the task of each request; that of the writers is 0.
fn play(rules: ElevatorRules, readers: u32, writers: bool) -> Vec<u32> {
    let mut elevator = Elevator::new(rules);
    let mut block = 0;
    let mut more = |elevator: &mut Elevator, ms: u64, task: u32, slot: u32| {
        let of = if task == 0 { WRITERS } else { reader(task) };
        block += 1;
        add(
            elevator,
            ms * MS,
            of,
            10_000 * u64::from(task) + block,
            slot,
        );
    };
    let tasks = u32::from(!writers)..=readers;
    for task in tasks.chain(1..=readers) {
        let slot = task + 100 * u32::from(task > 0 && elevator.waiting > readers);
        more(&mut elevator, 0, task, slot);
    }
    let mut served = Vec::new();
    for ms in 0..4_000 {
        let Choice::Serve(entry) = elevator.choose(ms * MS) else {
            panic!("requests wait");
        };
        let task = (entry.block / 10_000) as u32;
        served.push(task);
        more(&mut elevator, ms, task, entry.slot);
        let of = if task == 0 { WRITERS } else { reader(task) };
        elevator.completed((ms + 1) * MS, of, ms * MS);
    }
    served
}

/// Returns the length of each turn: the number of consecutive requests of the same task.
fn turns(served: &[u32]) -> Vec<usize> {
    served
        .chunk_by(|one, other| one == other)
        .map(<[u32]>::len)
        .collect()
}

#[test]
fn readers_take_turns_of_100_ms_or_less_if_there_are_many() {
    // The slice begins when its first request ends.
    let two = play(ElevatorRules::default(), 2, false);
    assert!(
        turns(&two)[..30].iter().all(|&it| it == 101),
        "{:?}",
        turns(&two)
    );
    let rules = ElevatorRules {
        target_latency_ns: 300 * MS,
        ..ElevatorRules::default()
    };
    assert!(
        turns(&play(rules, 3, false))[..10]
            .iter()
            .all(|&it| it == 101)
    );
    // 300 ms for 6 readers, and 16 ms at least.
    assert!(
        turns(&play(rules, 6, false))[..50]
            .iter()
            .all(|&it| it == 51)
    );
    assert!(
        turns(&play(rules, 30, false))[..50]
            .iter()
            .all(|&it| it == 17)
    );
    let order: Vec<u32> = play(rules, 6, false)
        .chunk_by(|a, b| a == b)
        .map(|it| it[0])
        .collect();
    assert!(
        order.windows(7).all(|seven| seven[0] == seven[6]),
        "{order:?}"
    );
}

#[test]
fn beside_readers_the_writers_get_a_slice_in_each_round_and_16_requests_at_most() {
    let served = play(ElevatorRules::default(), 2, true);
    let of_writers: Vec<usize> = served
        .chunk_by(|one, other| one == other)
        .filter(|of| of[0] == 0)
        .map(<[u32]>::len)
        .collect();
    assert!(of_writers.len() >= 9, "{:?}", turns(&served));
    assert!(of_writers.iter().all(|&it| it <= 16), "{of_writers:?}");
}

#[test]
fn a_drive_with_a_queue_has_requests_of_one_kind_and_few_async_ones_after_a_late_sync_one() {
    let mut elevator = elevator();
    for slot in 0..40 {
        add(&mut elevator, 0, WRITERS, 1_000 + u64::from(slot), slot);
    }
    // While no sync request waits, one async request is allowed for each 100 ms since a sync request was last delayed.
    elevator.delayed_sync = UNDELAYED_BEFORE - 1_000 * MS;
    assert_eq!(give_all(&mut elevator, 0), 10);
    assert_eq!(give_all(&mut elevator, 150 * MS), 1);
    // The sync request waits until all async ones have ended, and later async ones wait for it.
    add(&mut elevator, 160 * MS, READER, 5, 50);
    for _ in 0..11 {
        assert_eq!(give(&mut elevator, 200 * MS), None);
        elevator.completed(200 * MS, WRITERS, 0);
    }
    assert_eq!(give_all(&mut elevator, 200 * MS), 1);
    assert_eq!(elevator.in_drive, [0, 1]);
    // The sync request took 125 ms, so it was delayed. After the wait for another one, one async request is allowed,
    // and two once 200 ms have passed.
    elevator.completed(285 * MS, READER, 160 * MS);
    assert_eq!(elevator.choose(285 * MS), Choice::HoldUntil(293 * MS));
    assert_eq!(give_all(&mut elevator, 293 * MS), 1);
    assert_eq!(give_all(&mut elevator, 484 * MS), 0);
    assert_eq!(give_all(&mut elevator, 485 * MS), 1);
    elevator.completed(990 * MS, WRITERS, 0);
    elevator.completed(990 * MS, WRITERS, 0);
    // The slice of the reader ends at 1,100 ms, while another request of it waits. Then the writers have the drive, and
    // four requests are allowed in a slice that has just begun.
    add(&mut elevator, 990 * MS, READER, 5, 50);
    assert_eq!(give_all(&mut elevator, 990 * MS), 1);
    elevator.completed(1_000 * MS, READER, 990 * MS);
    add(&mut elevator, 1_001 * MS, READER, 6, 51);
    assert_eq!(give_all(&mut elevator, 1_100 * MS), 4);
    // One has ended, so the slice ends after 40 ms. The elevator assumes 8 ms for each request in the drive. Five need 40
    // ms, so a sixth is allowed. Six need 48 ms.
    elevator.completed(1_102 * MS, WRITERS, 0);
    assert_eq!(give_all(&mut elevator, 1_102 * MS), 3);
    assert_eq!(elevator.in_drive, [6, 0]);
}

#[test]
fn one_of_several_readers_fills_the_drive_only_while_its_slice_lasts() {
    let mut elevator = elevator();
    for slot in 0..20 {
        add(&mut elevator, 0, READER, 1_000 + u64::from(slot), slot);
    }
    assert_eq!(give_all(&mut elevator, 0), 20, "no other one");
    (0..20).for_each(|_| elevator.completed(MS, READER, 0));
    for slot in 0..20 {
        add(&mut elevator, MS, READER, 2_000 + u64::from(slot), slot);
    }
    add(&mut elevator, MS, reader(2), 9_000, 50);
    assert_eq!(give_all(&mut elevator, MS), 8);
    elevator.completed(80 * MS, READER, MS);
    // 21 ms of the slice are left, and the seven requests need 56.
    assert_eq!(give_all(&mut elevator, 80 * MS), 0);
}

#[test]
fn sync_goes_before_async_that_ran_alone() {
    let mut elevator = elevator();
    add(&mut elevator, 0, WRITERS, 500, 0);
    add(&mut elevator, 0, WRITERS, 501, 1);
    assert_eq!(serve(&mut elevator, WRITERS, 0), Some(500));
    let fsync = Sender {
        reads: false,
        ..READER
    };
    add(&mut elevator, 0, fsync, 5, 2);
    assert_eq!(serve(&mut elevator, fsync, MS), Some(5));
    // The drive is not kept for a task that writes.
    assert_eq!(serve(&mut elevator, WRITERS, 2 * MS), Some(501));
}

#[test]
fn the_awaited_reader_or_one_close_to_it_ends_the_wait() {
    let wait = |of: Sender, block: u64| {
        let mut elevator = elevator();
        add(&mut elevator, 0, READER, 10_000, 0);
        assert_eq!(serve(&mut elevator, READER, 0), Some(10_000));
        add(&mut elevator, MS, of, block, 1);
        elevator.choose(MS)
    };
    let served = |of, block| matches!(wait(of, block), Choice::Serve(_));
    assert!(served(READER, 10_001));
    assert!(served(READER, 90_000));
    assert!(served(reader(2), 10_001 + 1_024));
    assert_eq!(wait(reader(2), 10_001 + 1_025), Choice::HoldUntil(8 * MS));
    assert_eq!(wait(WRITERS, 90_000), Choice::HoldUntil(8 * MS));
}

#[test]
fn a_stream_ahead_of_the_head_starves_nobody() {
    for (of, limit_ms) in [(WRITERS, 250 + 40), (READER, 125 + 100)] {
        let mut elevator = elevator();
        add(&mut elevator, 0, of, 1_000, 0);
        assert_eq!(serve(&mut elevator, of, 0), Some(1_000));
        add(&mut elevator, 0, of, 3, 1);
        let mut ms = 0;
        loop {
            add(&mut elevator, ms * MS, of, 2_000 + ms, 2 + ms as u32);
            if serve(&mut elevator, of, ms * MS) == Some(3) {
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
    let mut elevator = elevator();
    for (slot, block) in [1_000, 500, 990, 980, 970].into_iter().enumerate() {
        add(&mut elevator, slot as u64, WRITERS, block, slot as u32);
    }
    let mut at = |ms: u64| serve(&mut elevator, WRITERS, ms * MS);
    assert_eq!(at(1_000), Some(1_000), "the oldest, out of order");
    assert_eq!(at(1_001), Some(990), "then by block");
    assert_eq!(at(1_039), Some(980));
    assert_eq!(at(1_040), Some(500), "the oldest again");
}

#[test]
fn a_slice_begins_to_run_when_its_first_request_ends() {
    let mut elevator = elevator();
    for (slot, block) in [1_000, 500, 990, 980].into_iter().enumerate() {
        add(&mut elevator, slot as u64, WRITERS, block, slot as u32);
    }
    assert_eq!(give(&mut elevator, 1_000 * MS), Some(1_000), "the oldest");
    // The device takes half a second for the request.
    elevator.completed(1_500 * MS, WRITERS, 0);
    assert_eq!(give(&mut elevator, 1_500 * MS), Some(990));
    elevator.completed(1_539 * MS, WRITERS, 0);
    assert_eq!(give(&mut elevator, 1_539 * MS), Some(980));
    elevator.completed(1_541 * MS, WRITERS, 0);
    add(&mut elevator, 1_541 * MS, WRITERS, 979, 9);
    assert_eq!(
        give(&mut elevator, 1_541 * MS),
        Some(500),
        "the oldest again"
    );
}

/// Simulates a task that reads 300 times, `stride` blocks apart, beside a full queue of async requests of 25 ms each. A
/// read takes 2 ms, and the task thinks for `think` us before the next one. Returns what the drive does in each
/// millisecond: `r`, `w`, or `-` if it idles.
fn read_beside_writes(rules: ElevatorRules, of: Sender, stride: u64, think: u64) -> String {
    let mut elevator = Elevator::new(rules);
    for slot in 0..400 {
        add(
            &mut elevator,
            0,
            WRITERS,
            1_000_000 + 200 * u64::from(slot),
            slot,
        );
    }
    let (mut now, mut next_read, mut reads) = (0, 100, 0);
    let mut done = String::new();
    let ask = |elevator: &mut Elevator, us: u64, reads: u64| {
        add(elevator, us * 1_000, of, 5_000 + reads * stride, 1_000);
    };
    while reads < 300 {
        if next_read <= now {
            ask(&mut elevator, now, reads);
            next_read = u64::MAX;
        }
        let (what, ends) = match elevator.choose(now * 1_000) {
            Choice::Serve(entry) if entry.block < 1_000_000 => ('r', now + 2_000),
            Choice::Serve(_) => ('w', now + 25_000),
            Choice::HoldUntil(until) => ('-', next_read.min(until / 1_000)),
            Choice::Nothing => ('-', next_read),
        };
        (now / 1_000..ends / 1_000).for_each(|_| done.push(what));
        if what == 'w' && next_read < ends {
            ask(&mut elevator, next_read, reads);
            next_read = u64::MAX;
        }
        now = ends;
        if what != '-' {
            let of = if what == 'r' { of } else { WRITERS };
            elevator.completed(now * 1_000, of, now * 1_000);
            if what == 'r' {
                reads += 1;
                next_read = now + think;
            }
        }
    }
    done
}

/// Returns the share of reads in the time of the drive, percent, without the time in which it idles.
fn share_of_reads(done: &str) -> usize {
    let count = |what| done.chars().filter(|&it| it == what).count();
    100 * count('r') / (count('r') + count('w'))
}

#[test]
fn a_reader_keeps_the_drive_for_a_slice_although_none_of_its_requests_waits() {
    let play = |of, stride, think| read_beside_writes(ElevatorRules::default(), of, stride, think);
    let share = |stride| share_of_reads(&play(READER, stride, 300));
    assert!(
        (75..85).contains(&share(1)),
        "100 ms of reads for each write of 25"
    );
    // Without the window, a write of 25 ms follows each sync request of 2.
    let syncs = Sender {
        reads: false,
        ..READER
    };
    assert_eq!(share_of_reads(&play(syncs, 1, 300)), 7);
    // The gap between two requests is 100 blocks, then 101, which is a seek.
    assert!(share(101) > 70);
    assert!(share(102) < 12);
    // After two long pauses the drive no longer waits.
    let thinks = play(READER, 1, 20_000);
    assert!(thinks.matches('-').count() < 40, "{thinks}");
}

#[test]
fn the_drive_is_kept_for_the_only_seeky_reader_if_the_rule_is_on() {
    let share = |idles_for_last| {
        let rules = ElevatorRules {
            idles_for_last,
            ..ElevatorRules::default()
        };
        share_of_reads(&read_beside_writes(rules, READER, 2_000, 300))
    };
    assert!(share(false) < 12);
    assert!(share(true) > 70);
}

/// Simulates a task whose first sync write ended at 0. Ten async requests of 10 ms wait, and the task writes for 4 ms at
/// each of the given times, ms. Returns the start of each async request, ms.
fn starts_of_writeback(idles_for_last: bool, arrivals: &[u64]) -> Vec<u64> {
    let syncs = Sender {
        reads: false,
        ..READER
    };
    let rules = ElevatorRules {
        idles_for_last,
        ..ElevatorRules::default()
    };
    let mut elevator = Elevator::new(rules);
    add(&mut elevator, 0, syncs, 1, 100);
    assert_eq!(serve(&mut elevator, syncs, 0), Some(1));
    for slot in 0..10 {
        add(&mut elevator, 0, WRITERS, 100_000 + u64::from(slot), slot);
    }
    let mut arrivals = arrivals.iter().copied().peekable();
    let (mut now, mut slot, mut starts) = (0, 101, Vec::new());
    let mut arrive = |elevator: &mut Elevator, until: u64| {
        while let Some(at) = arrivals.next_if(|&at| at <= until) {
            add(elevator, at * MS, syncs, u64::from(slot), slot);
            slot += 1;
        }
        arrivals.peek().copied()
    };
    while now < 400 {
        let next = arrive(&mut elevator, now).unwrap_or(400);
        let (of, ends) = match elevator.choose(now * MS) {
            Choice::Serve(entry) if entry.block < 100_000 => (syncs, now + 4),
            Choice::Serve(_) => {
                starts.push(now);
                (WRITERS, now + 10)
            }
            Choice::HoldUntil(at) => {
                now = next.min(at / MS);
                continue;
            }
            Choice::Nothing => {
                now = next;
                continue;
            }
        };
        arrive(&mut elevator, ends);
        elevator.completed(ends * MS, of, now * MS);
        now = ends;
    }
    starts
}

#[test]
fn cfq_sync_noidle_fairness_matches_the_hand_worked_check() {
    assert_eq!(starts_of_writeback(false, &[])[0], 0);
    assert_eq!(starts_of_writeback(true, &[])[0], 8);
    assert_eq!(starts_of_writeback(false, &[5])[..2], [0, 14]);
    assert_eq!(starts_of_writeback(true, &[5])[0], 17);
    let steady: Vec<u64> = (5..400).step_by(5).collect();
    assert!(starts_of_writeback(false, &steady).len() >= 8);
    let held = starts_of_writeback(true, &steady);
    assert_eq!(held[0], 99, "{held:?}");
    assert!(held.windows(2).all(|two| two[1] - two[0] > 100), "{held:?}");
}

#[test]
fn without_an_elevator_the_oldest_request_is_served_first() {
    let mut elevator = elevator();
    elevator.serve_by_age();
    add(&mut elevator, 0, WRITERS, 900, 1);
    add(&mut elevator, 1, READER, 5, 2);
    add(&mut elevator, 2, WRITERS, 100, 3);
    for block in [900, 5, 100] {
        assert_eq!(give(&mut elevator, 3), Some(block));
    }
    // The disk is not kept for the reader, and a sync request does not wait for the async ones in the drive.
    elevator.completed(4, READER, 1);
    add(&mut elevator, 5, WRITERS, 300, 4);
    assert_eq!(give(&mut elevator, 5), Some(300));
}

#[test]
fn the_disk_is_not_kept_for_queues_that_think_too_long() {
    for (tests_think_time, kept) in [(false, true), (true, false)] {
        let mut elevator = Elevator::new(ElevatorRules {
            idles_for_last: true,
            tests_think_time,
            ..ElevatorRules::default()
        });
        let mut now = 0;
        // A seeky reader whose next request comes 12 ms after the last one.
        for n in 0..12 {
            let block = 50_000 * (n % 7);
            add(&mut elevator, now, READER, block, n as u32);
            assert_eq!(give(&mut elevator, now), Some(block));
            elevator.completed(now + MS, READER, now);
            now += 13 * MS;
        }
        add(&mut elevator, now, READER, 9_000, 90);
        add(&mut elevator, now, WRITERS, 900_000, 91);
        assert_eq!(give(&mut elevator, now), Some(9_000));
        elevator.completed(now + MS, READER, now);
        let holds = matches!(elevator.choose(now + MS), Choice::HoldUntil(_));
        assert_eq!(holds, kept, "tests_think_time: {tests_think_time}");
    }
}
