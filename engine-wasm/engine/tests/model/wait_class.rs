//! `sync_async_congestion` and `async_confusion_bug`: the class of requests whose completions wake a sleeper.

use reclaim_engine::block::{Bio, Op, Origin, Submit};
use reclaim_engine::mm::congestion::congestion_wait;
use reclaim_engine::mm::gfp::Gfp;
use reclaim_engine::mm::slow_path::alloc_page;
use reclaim_engine::mm::zone::Lru;
use reclaim_engine::observer::vmstat::Counter;

use super::lab::{Lab, MS, ZONES_256M};

const KERNELS: [&str; 3] = ["2.6.29", "2.6.30", "2.6.30-asyncconfusion"];

/// Returns a machine with `writes` async writes on a disk that takes 3 ms per request. If `read`, a read on another
/// disk ends at 9 ms.
fn busy(kernel: &str, writes: u64, read: bool) -> Lab {
    let lab = Lab::with_disk(kernel, ZONES_256M, 1, "ext2", 3)
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

/// Returns the time at which the allocator's nap of 20 ms ends on each kernel, milliseconds.
fn wakes_at(writes: u64, read: bool) -> [u64; 3] {
    KERNELS.map(|kernel| {
        let mut lab = busy(kernel, writes, read);
        lab.call(|cx| async move {
            let class = cx.with(|m| m.wait_class());
            congestion_wait(&cx, class, 20 * MS).await;
        });
        let now = lab.m().now();
        now / MS
    })
}

#[test]
fn in_2_6_30_a_sleeper_waits_for_reads_where_it_should_wait_for_writes() {
    assert_eq!(wakes_at(41, true), [3, 9, 3]);
    assert_eq!(wakes_at(41, false), [3, 20, 3], "without the read");
    assert_eq!(wakes_at(0, true), [20, 9, 20], "without the write");
    assert_eq!(wakes_at(111, true), [20, 9, 20], "110 are left at 3 ms");
}

#[test]
fn the_allocator_sleeps_there() {
    let stalls = KERNELS.map(|kernel| {
        let mut lab = busy(kernel, 41, false)
            .fill(Lru::InactiveFile, 45_000, "")
            .free(0, 400);
        lab.start(|cx| async move {
            alloc_page(&cx, Gfp::USER).await;
        });
        lab.run_while(|m| m.observed().vmstat.total(Counter::PgStall) == 0);
        lab.count(Counter::PgWaitJiffies)
    });
    assert_eq!(stalls, [0, 5, 0]);
}

#[test]
fn what_reclaim_may_write_is_asked_of_the_right_class_in_all_three() {
    for kernel in KERNELS {
        let mut lab = busy(kernel, 113, false).inactive("A(d)");
        lab.scan(32, super::lab::Who::Direct, 11);
        assert_eq!(lab.drawn(Lru::InactiveFile), "A(d)", "{kernel}");
        assert_eq!(lab.count(Counter::NrVmscanWrite), 0);
    }
}
