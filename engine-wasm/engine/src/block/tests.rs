//! Tests of the block layer as a whole.

mod conservation;

use super::*;

const MS: u64 = 1_000_000;

fn layer_of(figures: DeviceFigures) -> BlockLayer {
    BlockLayer::new(&[("disk".to_string(), figures)], QueueClass::SyncAsync)
}

/// A device without its own queue, so that requests keep the elevator's order. Its rotation speed is unknown.
fn figures(id: &str) -> DeviceFigures {
    DeviceFigures {
        ncq_depth: 0,
        rpm: 0,
        ..models::figures(id).unwrap()
    }
}

fn layer(id: &str) -> BlockLayer {
    layer_of(figures(id))
}

fn write(block: u64, pages: &[u32]) -> Bio<'_> {
    Bio {
        block,
        op: Op::Write,
        sync: false,
        origin: Origin::Flusher,
        others: &[],
        task: 0,
        pages,
        bios: 1,
    }
}

fn read(block: u64, pages: &[u32]) -> Bio<'_> {
    Bio {
        block,
        op: Op::Read,
        sync: false,
        origin: Origin::Read,
        others: &[],
        task: 0,
        pages,
        bios: 1,
    }
}

fn middle(n: u32) -> u32 {
    n / 2
}

/// Runs one request and returns its block and its pages.
fn serve(layer: &mut BlockLayer, now: &mut u64) -> Option<(u64, Vec<u32>)> {
    let Dispatch::Started { slot, until } = layer.dispatch(*now, 0, &mut middle) else {
        return None;
    };
    *now = until;
    let mut pages = Vec::new();
    let done = layer.complete(until, 0, slot, &mut pages);
    Some((done.block, pages))
}

#[test]
fn bios_merge_at_the_back_in_front_and_across_a_gap() {
    let mut layer = layer("sata_2010");
    assert_eq!(
        layer.submit(0, 0, &write(10, &[1]), false),
        Submit::Queued(Room::BelowLimit)
    );
    assert_eq!(
        layer.submit(0, 0, &write(11, &[2]), false),
        Submit::Merged(None)
    );
    assert_eq!(
        layer.submit(0, 0, &write(8, &[3, 4]), false),
        Submit::Merged(None)
    );
    assert_eq!(
        layer.submit(0, 0, &write(13, &[5]), false),
        Submit::Queued(Room::BelowLimit)
    );
    assert_eq!(layer.count(0, Class::ASYNC), 2);
    let Submit::Merged(Some(freed)) = layer.submit(0, 0, &write(12, &[6]), false) else {
        panic!("the gap is closed");
    };
    assert!(freed.below_congestion_off && freed.may_wake_waiter);
    assert_eq!(layer.count(0, Class::ASYNC), 1);
    assert_eq!(serve(&mut layer, &mut 0), Some((8, vec![3, 4, 1, 2, 6, 5])));
    let stats = layer.stats(0);
    assert_eq!(
        (
            stats.writes,
            stats.blocks_written,
            stats.merged,
            stats.joined
        ),
        (1, 6, 3, 1)
    );
    assert_eq!(layer.count(0, Class::ASYNC), 0);
}

#[test]
fn merging_stops_at_the_limit_the_direction_the_kind_and_the_device() {
    let mut layer = layer("usb_stick_laptop");
    let pages: Vec<u32> = (0..30).collect();
    layer.submit(0, 0, &write(0, &pages[..29]), false);
    assert_eq!(
        layer.submit(0, 0, &write(29, &[9]), false),
        Submit::Merged(None)
    );
    assert_eq!(
        layer.submit(0, 0, &write(30, &[9]), false),
        Submit::Queued(Room::BelowLimit)
    );
    let sync = Bio {
        sync: true,
        ..write(31, &[1])
    };
    assert_eq!(
        layer.submit(0, 0, &sync, false),
        Submit::Queued(Room::BelowLimit)
    );
    assert_eq!(
        layer.submit(0, 0, &read(32, &[1]), false),
        Submit::Queued(Room::BelowLimit)
    );
    assert_eq!(
        (layer.count(0, Class::ASYNC), layer.count(0, Class::SYNC)),
        (2, 2)
    );
    // A request in the device cannot be extended.
    assert!(matches!(
        layer.dispatch(0, 0, &mut middle),
        Dispatch::Started { .. }
    ));
    assert_eq!(
        layer.submit(0, 0, &read(33, &[1]), false),
        Submit::Merged(None)
    );
    assert_eq!(
        layer.submit(0, 0, &sync, false),
        Submit::Queued(Room::BelowLimit)
    );
}

#[test]
fn a_merged_request_is_as_old_as_its_oldest_part_and_knows_all_senders() {
    let mut layer = layer("sata_2010");
    layer.submit(
        5,
        0,
        &Bio {
            origin: Origin::Kswapd,
            ..write(2, &[2])
        },
        false,
    );
    layer.submit(9, 0, &write(0, &[0]), false);
    layer.submit(
        10,
        0,
        &Bio {
            origin: Origin::DirectReclaim,
            ..write(1, &[1])
        },
        false,
    );
    let Dispatch::Started { slot, until } = layer.dispatch(20, 0, &mut middle) else {
        panic!("something waits");
    };
    let mut pages = vec![77; 9];
    let done = layer.complete(until, 0, slot, &mut pages);
    assert_eq!(pages, [0, 1, 2]);
    assert_eq!(
        (done.queued_at, done.started_at, done.waited_ns),
        (5, 20, until - 5)
    );
    assert_eq!(done.origin, Origin::Kswapd);
    let all = Origin::Kswapd.bit() | Origin::Flusher.bit() | Origin::DirectReclaim.bit();
    assert_eq!(done.origins, all);
    assert_eq!(layer.stats(0).wait_ns, until - 5);
    assert_eq!(layer.stats(0).busy_ns, until - 20);
}

#[test]
fn congestion_is_per_class_and_counted_over_queues() {
    for rule in [QueueClass::Direction, QueueClass::SyncAsync] {
        let figures = figures("raid0_4");
        let other = self::figures("sata_2010");
        let devices = [("md0".to_string(), figures), ("sda".to_string(), other)];
        let mut layer = BlockLayer::new(&devices, rule);
        assert_eq!(layer.device("sda"), Some(1));
        assert_eq!(layer.device_queues(1), 4..5);
        let class = layer.class_of(Op::Write, false);
        for n in 0..113 {
            assert!(!layer.device_congested(0, class));
            layer.submit(0, 2, &write(n * 10, &[1]), false);
        }
        assert!(layer.device_congested(0, class), "one member is enough");
        assert!(!layer.device_congested(1, class));
        assert_eq!(layer.congested_queues(class), 1);
        assert_eq!(layer.congested_queues(layer.class_of(Op::Read, false)), 0);
        let mut pages = Vec::new();
        for left in (0..113).rev() {
            let Dispatch::Started { slot, until } = layer.dispatch(0, 2, &mut middle) else {
                panic!("something waits");
            };
            let done = layer.complete(until, 2, slot, &mut pages);
            assert_eq!(done.freed.below_congestion_off, left < 103);
            assert_eq!(layer.congested_queues(class), (left >= 103) as u32);
        }
    }
}

#[test]
fn raid0_deals_out_chunks_and_members_merge_their_stripes() {
    let mut layer = layer("raid0_4");
    let piece = |queue, block, pages| Piece {
        queue,
        block,
        pages,
    };
    assert_eq!(layer.split(0, 5, 100), piece(0, 5, 11));
    assert_eq!(layer.split(0, 16, 100), piece(1, 0, 16));
    assert_eq!(layer.split(0, 63, 1), piece(3, 15, 1));
    assert_eq!(layer.split(0, 64, 3), piece(0, 16, 3));
    assert_eq!(layer.device_blocks(0), 122_080 * 256 / 16 * 16 * 4);

    // 512 pages in sequence: 128 on each member, one request each.
    let frames: Vec<u32> = (0..512).collect();
    let mut next = 0u32;
    while next < 512 {
        let piece = layer.split(0, next as u64, 512 - next);
        let end = next + piece.pages;
        layer.submit(
            0,
            piece.queue,
            &write(piece.block, &frames[next as usize..end as usize]),
            false,
        );
        next = end;
    }
    for queue in layer.device_queues(0) {
        let requests: Vec<_> = layer.requests(queue).collect();
        assert_eq!(requests.len(), 1);
        assert_eq!((requests[0].block, requests[0].pages), (0, 128));
        assert_eq!(layer.stats(queue).merged, 7);
    }
}

#[test]
fn a_plain_device_takes_as_much_as_a_request_holds() {
    let layer = layer("usb_stick_weiner");
    assert_eq!(
        layer.split(0, 77, 100),
        Piece {
            queue: 0,
            block: 77,
            pages: 30
        }
    );
    assert_eq!(layer.max_request_pages(0), 30);
}

#[test]
fn the_queue_fills_a_batcher_goes_on_and_completions_let_others_in() {
    let mut layer = layer("sata_2010");
    let (mut one, two) = (Batch::default(), Batch::default());
    for n in 0..128 {
        let Submit::Queued(room) = layer.submit(0, 0, &write(n * 10, &[1]), one.is_active(0))
        else {
            panic!("there is room");
        };
        assert_eq!(room == Room::Filled, n == 127);
        one.note(0, room);
    }
    assert_eq!(
        layer.submit(0, 0, &write(5_000, &[1]), two.is_active(0)),
        Submit::Full
    );
    assert_eq!(
        layer.submit(0, 0, &write(1_271, &[1]), two.is_active(0)),
        Submit::Merged(None)
    );
    let mut more = 0;
    while let Submit::Queued(room) =
        layer.submit(0, 0, &write(10_000 + 10 * more, &[1]), one.is_active(0))
    {
        one.note(0, room);
        more += 1;
    }
    assert_eq!(
        more, 31,
        "with the one that filled the queue, a batch of 32"
    );
}

#[test]
fn reads_and_writes_share_a_slow_device_without_starvation() {
    // A stick with an extra cost of 15 ms for each small write.
    let figures = DeviceFigures {
        small_write_kb: 64,
        small_write_extra_us: 15_000,
        flash: None,
        ..models::figures("usb_stick_laptop").unwrap()
    };
    let mut layer = BlockLayer::new(&[("disk".to_string(), figures)], QueueClass::SyncAsync);
    let mut now = 0;
    let mut served = [0u32; 2];
    for n in 0..100 {
        layer.submit(0, 0, &write(100_000 + 40 * n, &[1]), false);
    }
    let mut n = 0;
    while served[1] < 100 {
        layer.submit(now, 0, &read(n % 2_000 * 40, &[2]), false);
        let (block, _) = serve(&mut layer, &mut now).unwrap();
        served[(block >= 100_000) as usize] += 1;
        n += 1;
        // A read that arrives ends the turn of the writes. So after each slice of 100 ms, the disk serves one write of
        // 17.8 ms.
        assert!(
            now < 100 * 125 * MS,
            "writes starve under a steady load of reads"
        );
    }
    // For every write, at least 40 reads of 2.3 ms are served.
    assert!(served[0] >= 100 * 40, "reads starve: {}", served[0]);
}

#[test]
fn elevator_figures_can_change_while_requests_wait() {
    let mut layer = layer("sata_2010");
    let mut now = 0;
    // Reads far from each other, which have no idle window.
    for n in 1..10 {
        layer.submit(now, 0, &read(n * 5_000, &[n as u32]), false);
        assert!(serve(&mut layer, &mut now).is_some());
    }
    layer.submit(now, 0, &read(90_000, &[2]), false);
    layer.submit(now, 0, &write(0, &[1]), false);
    layer.set_elevator_rules(ElevatorRules {
        idles_for_last: true,
        ..ElevatorRules::default()
    });
    assert_eq!(serve(&mut layer, &mut now), Some((90_000, vec![2])));
    let kept = Dispatch::WaitUntil(now + 8 * MS);
    assert_eq!(layer.dispatch(now, 0, &mut middle), kept);
    layer.set_elevator_rules(ElevatorRules::default());
    now += 8 * MS;
    assert_eq!(serve(&mut layer, &mut now), Some((0, vec![1])));
}

#[test]
fn a_clone_goes_on_alike() {
    let mut one = layer("raid0_4");
    for n in 0..50 {
        one.submit(n, 0, &write(n * 7, &[n as u32]), false);
    }
    let mut two = one.clone();
    let (mut now_one, mut now_two) = (100, 100);
    while let Some(served) = serve(&mut one, &mut now_one) {
        assert_eq!(serve(&mut two, &mut now_two), Some(served));
        assert_eq!(now_one, now_two);
    }
}

#[test]
fn a_drive_with_a_queue_goes_the_shortest_way_where_the_elevator_goes_up() {
    let order = |ncq_depth: u32| {
        let figures = DeviceFigures {
            ncq_depth,
            ..figures("sata_2010")
        };
        let disk = ("disk".to_string(), figures);
        let mut layer = BlockLayer::new(&[disk], QueueClass::SyncAsync);
        for (n, block) in [(1, 50_000), (2, 49_000), (3, 20_000_000)] {
            layer.submit(0, 0, &write(block, &[n]), false);
        }
        let (mut now, mut order, mut pages) = (0, Vec::new(), Vec::new());
        // The first request moves the head to 49,000; then a write behind the head arrives.
        loop {
            match layer.dispatch(now, 0, &mut middle) {
                Dispatch::Started { slot, until } => {
                    now = until;
                    order.push(layer.complete(now, 0, slot, &mut pages).block);
                    if order.len() == 1 {
                        layer.submit(now, 0, &write(44_000, &[4]), false);
                    }
                }
                Dispatch::Given { .. } => {}
                Dispatch::WaitUntil(_) | Dispatch::Idle => return order,
            }
        }
    };
    // The elevator moves the head back by at most 16 MiB.
    assert_eq!(order(0), [49_000, 50_000, 20_000_000, 44_000]);
    assert_eq!(order(31), [49_000, 50_000, 44_000, 20_000_000]);
}

#[test]
fn a_flush_is_alone_in_the_drive_and_waits_for_its_cache() {
    // A page reaches the medium in 1 ms, and a move takes 10 ms. The drive serves four requests at the same time, 0.1
    // ms each.
    let figures = DeviceFigures {
        write_kb_per_s: 4_096,
        seek_min_us: 10_000,
        seek_max_us: 10_000,
        half_rotation_us: 0,
        jitter_percent: 0,
        in_flight: 4,
        write_cache_kb: Some(1_024),
        ..figures("sata_2010")
    };
    let mut layer = layer_of(figures);
    for (block, page) in [(0, 1), (500, 2)] {
        layer.submit(0, 0, &write(block, &[page]), false);
    }
    let dispatch = |layer: &mut BlockLayer, now| layer.dispatch(now, 0, &mut middle);
    let Dispatch::Started { slot: first, until } = dispatch(&mut layer, 0) else {
        panic!("the first write");
    };
    assert_eq!(until, 1_100_000);
    assert!(layer.submit_flush(0, 0, 99));
    layer.submit(0, 0, &write(700, &[3]), false);
    assert_eq!(
        dispatch(&mut layer, 0),
        Dispatch::Idle,
        "one is in the drive"
    );
    let mut pages = Vec::new();
    layer.complete(until, 0, first, &mut pages);
    // At 1.1 ms the only page, which needed no move, is on the medium.
    let Dispatch::Started { slot, until } = dispatch(&mut layer, until) else {
        panic!("the flush");
    };
    assert_eq!(until, 1_200_000);
    assert_eq!(dispatch(&mut layer, 1_100_000), Dispatch::Idle, "alone");
    let done = layer.complete(until, 0, slot, &mut pages);
    assert!(done.flush && !done.freed.may_wake_waiter);
    assert_eq!(pages, [99]);
    // Two writes elsewhere complete after 1.1 and 2.1 ms, and are on the medium after 22 ms.
    for end in [1_100_000, 2_100_000] {
        let Dispatch::Started { slot, until } = dispatch(&mut layer, 1_200_000) else {
            panic!("a write");
        };
        assert_eq!(until, 1_200_000 + end);
        layer.complete(until, 0, slot, &mut pages);
    }
    assert!(layer.submit_flush(3_200_000, 0, 99));
    let Dispatch::Started { slot, until } = dispatch(&mut layer, 3_200_000) else {
        panic!("the second flush");
    };
    assert_eq!(until, 1_200_000 + 22_000_000 + 100_000);
    layer.complete(until, 0, slot, &mut pages);
    let stats = layer.stats(0);
    assert_eq!(stats.flushes, 2);
    assert_eq!(stats.parts_ns[Part::Flush as usize], 20_000_000);
    assert_eq!((stats.writes, stats.blocks_written), (3, 3));
    // A drive without a cache has nothing to flush.
    assert!(!layer_of(self::figures("sata_2010")).submit_flush(0, 0, 99));
}

#[test]
fn a_virtual_disk_of_3_13_serves_others_beside_a_flush_and_is_never_congested() {
    let mut layer = layer("virtio_host");
    layer.use_multi_queue();
    let dispatch = |layer: &mut BlockLayer| layer.dispatch(0, 0, &mut middle);
    layer.submit(0, 0, &write(0, &[1]), false);
    assert!(matches!(dispatch(&mut layer), Dispatch::Started { .. }));
    assert!(layer.submit_flush(0, 0, 99));
    layer.submit(0, 0, &read(5_000, &[2]), false);
    for what in ["the flush", "the read beside it"] {
        assert!(
            matches!(dispatch(&mut layer), Dispatch::Started { .. }),
            "{what}"
        );
    }
    // Far from each other, so that none merge. Reads and writes share 128 requests.
    for n in 2..128 {
        let queued = layer.submit(0, 0, &write(1_000 * n, &[n as u32]), false);
        assert!(matches!(queued, Submit::Queued(_)), "{n}");
    }
    assert_eq!(layer.submit(0, 0, &read(9, &[3]), true), Submit::Full);
    assert!(!layer.device_congested(0, Class::ASYNC));
}
