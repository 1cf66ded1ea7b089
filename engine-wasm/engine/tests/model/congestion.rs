//! congestion_wait and wait_iff_congested: which tasks sleep, and what wakes them.

use reclaim_engine::block::{Bio, Op, Origin, Submit};
use reclaim_engine::mechanism::Mechanism::{SyncAsyncCongestion, WaitIffCongested};
use reclaim_engine::mm::congestion::{congestion_wait, wait_iff_congested};
use reclaim_engine::mm::zone::Lru;

use super::lab::{Lab, MS, ZONES_256M};

/// Returns a machine with `writes` requests that wait for a disk that takes 3 ms for each. If `read`, another disk is
/// busy with a read that takes 9 ms.
fn busy(sync_async: bool, writes: u64, read: bool) -> Lab {
    let mut scenario = Lab::scenario("3.0", ZONES_256M, 1, "ext2", 3);
    scenario
        .mechanisms
        .insert(SyncAsyncCongestion.info().id.into(), sync_async);
    let lab = Lab::of(&scenario)
        .queue_writes(writes)
        .list(Lru::Unevictable, "Q(l)");
    if read {
        let bio = Bio {
            block: 0,
            op: Op::Read,
            sync: true,
            origin: Origin::Read,
            others: &[],
            task: 0,
            pages: &[lab.page("Q")],
            bios: 0,
        };
        let room = lab.m().io.block.submit(0, 1, &bio, false);
        assert!(matches!(room, Submit::Queued(_)));
    }
    lab.m().kick_queue(0);
    lab.m().kick_queue(1);
    lab
}

/// Returns the time at which congestion_wait for async requests ends, milliseconds.
fn wakes_at(mut lab: Lab, timeout_ms: u64) -> u64 {
    lab.call(move |cx| async move {
        let class = cx.with(|m| m.async_class());
        congestion_wait(&cx, class, timeout_ms * MS).await;
    });
    let now = lab.m().now();
    now / MS
}

#[test]
fn any_end_of_a_write_below_103_wakes_and_no_read_does() {
    for sync_async in [false, true] {
        // Of 41 requests, 40 are left when the first one completes. The queue was never congested.
        assert_eq!(wakes_at(busy(sync_async, 41, true), 20), 3);
        assert_eq!(wakes_at(busy(sync_async, 41, false), 20), 3);
        assert_eq!(wakes_at(busy(sync_async, 0, true), 20), 20);
        assert_eq!(wakes_at(busy(sync_async, 0, false), 20), 20);
        // The first completion, at 3 ms, leaves 110 requests. The sixth, at 18 ms, leaves 105. Both are above 102.
        assert_eq!(wakes_at(busy(sync_async, 111, true), 20), 20);
        // The ninth completion, at 27 ms, leaves 102 requests and wakes the task.
        assert_eq!(wakes_at(busy(sync_async, 111, true), 100), 27);
    }
}

#[test]
fn an_end_wakes_all_that_sleep() {
    let mut lab = busy(true, 41, false);
    let ids: Vec<_> = (0..3)
        .map(|_| {
            lab.start(|cx| async move {
                let class = cx.with(|m| m.async_class());
                congestion_wait(&cx, class, 20 * MS).await;
            })
        })
        .collect();
    lab.run_until(2 * MS);
    assert!(ids.iter().all(|&id| !lab.ended(id)));
    lab.run_until(4 * MS);
    assert!(ids.iter().all(|&id| lab.ended(id)));
}

#[test]
fn sync_writes_wake_only_where_classes_go_by_direction() {
    for (sync_async, wakes) in [(false, 3), (true, 20)] {
        let lab = busy(sync_async, 0, false).list(Lru::Unevictable, "W(w)");
        let bio = Bio {
            block: 0,
            op: Op::Write,
            sync: true,
            origin: Origin::Flusher,
            others: &[],
            task: 0,
            pages: &[lab.page("W")],
            bios: 0,
        };
        let room = lab.m().io.block.submit(0, 0, &bio, false);
        assert!(matches!(room, Submit::Queued(_)));
        lab.m().kick_queue(0);
        assert_eq!(wakes_at(lab, 20), wakes);
    }
}

/// Returns how long the allocator sleeps in wait_iff_congested if `requests` async requests never complete,
/// milliseconds.
fn step_11(on: bool, requests: u64, flagged: bool) -> u64 {
    let mut lab = Lab::new("3.0")
        .switch(WaitIffCongested, on)
        .queue_writes(requests);
    lab.m().memory.zones[0].congested = flagged;
    let slept = lab.call(|cx| async move {
        let class = cx.with(|m| m.async_class());
        wait_iff_congested(&cx, 0, class, 20 * MS).await
    });
    slept / MS
}

#[test]
fn it_sleeps_only_if_a_device_and_the_zone_are_congested() {
    for (requests, flagged, on) in [
        (0, false, 0),
        (0, true, 0),
        (112, true, 0),
        (113, false, 0),
        (113, true, 20),
    ] {
        assert_eq!(step_11(false, requests, flagged), 20);
        assert_eq!(step_11(true, requests, flagged), on);
    }
}

#[test]
fn another_zones_flag_does_not_count() {
    let mut lab = Lab::with_zones("3.0", &[("DMA", 3_900), ("DMA32", 59_000)], 1).queue_writes(113);
    lab.m().memory.zones[0].congested = true;
    for (z, slept) in [(1, 0), (0, 20)] {
        let ns = lab.call(move |cx| async move {
            let class = cx.with(|m| m.async_class());
            wait_iff_congested(&cx, z, class, 20 * MS).await
        });
        assert_eq!(ns / MS, slept);
    }
}

#[test]
fn it_is_woken_as_congestion_wait_is() {
    let mut lab = busy(true, 113, false);
    lab.m().memory.zones[0].congested = true;
    let slept = lab.call(|cx| async move {
        let class = cx.with(|m| m.async_class());
        wait_iff_congested(&cx, 0, class, 100 * MS).await
    });
    assert_eq!(slept / MS, 33, "the 11th end leaves 102");
}

#[test]
fn the_other_class_is_not_asked() {
    let mut lab = Lab::new("3.0").queue_writes(113);
    lab.m().memory.zones[0].congested = true;
    let slept = lab.call(|cx| async move {
        let class = cx.with(|m| m.io.block.class_of(Op::Read, true));
        wait_iff_congested(&cx, 0, class, 20 * MS).await
    });
    assert_eq!(slept, 0);
}
