//! `pty_high_order_atomic`: terminal buffers, and the order at which kswapd runs for them.

use reclaim_engine::mechanism::Mechanism::PtyHighOrderAtomic;
use reclaim_engine::mechanism::pty_high_order_atomic::{
    CHUNK, buffer_bytes, buffer_order, piece_bytes,
};
use reclaim_engine::mm::gfp::AllocFlags;
use reclaim_engine::mm::migratetype::Migratetype::Movable;
use reclaim_engine::mm::zone::{Lru, Mark};
use reclaim_engine::observer::vmstat::Counter;
use reclaim_engine::workload::pty_writer::{Pty, pty, take_buffer};

use super::allocator::fragmented;
use super::lab::{Lab, MS};

#[test]
fn two_kilobytes_need_two_pages_in_a_row_or_two_pieces() {
    assert_eq!(piece_bytes(false), 1_792);
    assert_eq!([buffer_bytes(1_792), buffer_bytes(256)], [3_624, 552]);
    assert_eq!(buffer_order(1_792), 0);
    assert_eq!(piece_bytes(true), 2_048);
    assert_eq!(buffer_bytes(CHUNK), 4_136);
    assert_eq!(buffer_order(CHUNK), 1);
    assert_eq!(buffer_bytes(1), 552, "a multiple of 256");
}

/// Writes 2,048 bytes in a zone with 200 free pages, of which 150 are single. Returns the orders of the buffer and of
/// kswapd.
fn write(on: bool) -> (Option<u8>, u8) {
    let mut lab = fragmented("2.6.34-rc1", 150, 25).switch(PtyHighOrderAtomic, on);
    let bytes = piece_bytes(on);
    let got = lab.call(move |cx| async move { take_buffer(&cx, bytes).await });
    let order = lab.m().memory.kswapd.order_asked();
    (got.map(|(_, order)| order), order)
}

#[test]
fn a_fragmented_zone_has_single_pages_only() {
    assert_eq!(write(false), (Some(0), 0), "200 > 177");
    assert_eq!(write(true), (None, 1), "199 > 177, then 49 <= 88");
}

#[test]
fn an_order_is_noted_only_where_the_zone_is_short_of_it_up_to_2_6_37() {
    for (kernel, free, noted) in [
        ("2.6.34-rc1", 5_000, 0),
        ("2.6.37", 5_000, 0),
        ("3.0", 5_000, 1),
        ("2.6.34-rc1", 400, 1),
        ("3.0", 400, 1),
    ] {
        let lab = Lab::new(kernel).free(0, free);
        lab.m().wake_kswapd_for(1);
        assert_eq!(
            lab.m().memory.kswapd.order_asked(),
            noted,
            "{kernel} {free}"
        );
    }
}

#[test]
fn kswapd_goes_on_until_the_high_mark_holds_for_the_order() {
    // All free pages are single. They are enough for the high watermark at order 0, and never enough at order 1.
    for (order, works) in [(0, false), (1, true)] {
        let mut lab = Lab::new("2.6.34-rc1").fill(Lru::InactiveFile, 45_000, "");
        let spare = {
            let m = &mut **lab.m();
            std::iter::from_fn(|| {
                m.memory.zones[0]
                    .buddy
                    .take(&mut m.memory.frames, 0, Movable)
            })
            .collect::<Vec<_>>()
        };
        {
            let m = &mut **lab.m();
            let zone = &mut m.memory.zones[0];
            for &pfn in spare.iter().step_by(2).take(900) {
                zone.buddy.free(&mut m.memory.frames, pfn, 0);
            }
            zone.kernel += zone.free - 900;
            zone.free = 900;
        }
        lab.mark();
        lab.m().memory.kswapd.ask_for(order);
        lab.start_kswapd();
        lab.run_until(2 * MS);
        assert_eq!(lab.count(Counter::PgSteal) > 0, works, "order {order}");
        let high = AllocFlags::at(Mark::High);
        assert!(lab.m().watermark_ok(0, 0, 703, 0, high));
        // For order 1, kswapd frees some hundred pages and starts again at order 0. Then it sleeps: it can do no more.
        lab.run_until(1_000 * MS);
        assert!(lab.m().memory.kswapd.waits());
    }
}

#[test]
fn a_terminal_takes_its_buffers_and_gives_them_back() {
    for (on, buffers, pages) in [(true, 3, 2), (false, 6, 1)] {
        let mut lab = Lab::new("2.6.34-rc1").switch(PtyHighOrderAtomic, on);
        let free = {
            let m = lab.m();
            m.memory.zones[0].free + m.memory.zones[0].pcp
        };
        let spec = Pty {
            pause: 40 * MS,
            bytes: 2_048,
            run: 110 * MS,
        };
        lab.call(move |cx| pty(cx, spec));
        let m = lab.m();
        assert_eq!(m.observed().vmstat.total(Counter::PgAlloc), buffers * pages);
        assert_eq!(m.observed().vmstat.total(Counter::PgFree), buffers * pages);
        assert_eq!(m.memory.zones[0].free + m.memory.zones[0].pcp, free);
        assert_eq!(m.memory.zones[0].kernel, 0);
    }
}

#[test]
fn it_never_reclaims_for_itself() {
    let mut lab = Lab::new("2.6.34-rc1")
        .fill(Lru::InactiveFile, 1_000, "")
        .free(0, 100);
    let got = lab.call(|cx| async move { take_buffer(&cx, 2_048).await });
    assert_eq!(got, None);
    assert_eq!(lab.count(Counter::AllocStall), 0);
}
