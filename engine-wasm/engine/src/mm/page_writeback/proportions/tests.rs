use super::*;

#[test]
fn period_follows_the_dirty_limit() {
    for (limit, expected) in [
        (0, 2),
        (1, 2),
        (2, 2),
        (3, 4),
        (1_024, 1_024),
        (1_025, 2_048),
        (180_000, 262_144),
        (u64::MAX, 1_u64 << 62),
    ] {
        assert_eq!(1 << shift(limit), expected, "{limit}");
    }
}

#[test]
fn events_are_halved_at_each_multiple() {
    let mut all = Proportions::by_events(5);
    let (mut a, mut b) = (Share::default(), Share::default());
    // The periods are 8 events.
    assert_eq!(
        all.fraction(&a, 0),
        Fraction {
            numerator: 0,
            denominator: 8
        }
    );
    all.add(&mut a, 6, 0);
    all.add(&mut b, 1, 0);
    assert_eq!(
        all.fraction(&a, 0),
        Fraction {
            numerator: 6,
            denominator: 15
        }
    );
    all.add(&mut b, 1, 0);
    assert_eq!(
        all.fraction(&a, 0),
        Fraction {
            numerator: 3,
            denominator: 8
        }
    );
    assert_eq!(
        all.fraction(&b, 0),
        Fraction {
            numerator: 1,
            denominator: 8
        }
    );
    all.add(&mut b, 16, 0);
    // b: (1 + 8) / 2 = 4, then (4 + 8) / 2 = 6. a gets no events for two more periods.
    assert_eq!(
        all.fraction(&b, 0),
        Fraction {
            numerator: 6,
            denominator: 8
        }
    );
    assert_eq!(
        all.fraction(&a, 0),
        Fraction {
            numerator: 0,
            denominator: 8
        }
    );
}

#[test]
fn many_at_once_are_as_many_one_by_one() {
    let mut random = 7_u64;
    for start in [Proportions::by_events(300), Proportions::by_time(250)] {
        let (mut bulk, mut single) = (start, start);
        let (mut x, mut y) = ([Share::default(); 3], [Share::default(); 3]);
        for round in 0..2_000 {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let (who, n) = ((random >> 40) as usize % 3, (random >> 33) % 1_500);
            bulk.add(&mut x[who], n, round * 40);
            (0..n).for_each(|_| single.add(&mut y[who], 1, round * 40));
            for i in 0..3 {
                assert_eq!(
                    bulk.fraction(&x[i], round * 40),
                    single.fraction(&y[i], round * 40)
                );
            }
        }
    }
}

#[test]
fn shares_sum_to_at_most_one() {
    let mut random = 99_u64;
    for start in [Proportions::by_events(5_000), Proportions::by_time(250)] {
        let mut all = start;
        let mut shares = [Share::default(); 4];
        for now in 0..20_000 {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let who = (random >> 40) as usize % 4;
            all.add(&mut shares[who], (random >> 33) % 64, now);
            let parts = shares.map(|share| all.fraction(&share, now));
            let sum: u64 = parts.iter().map(|part| part.numerator).sum();
            assert!(sum <= parts[0].denominator, "{parts:?}");
        }
    }
}

#[test]
fn a_device_alone_comes_near_to_the_whole() {
    let mut all = Proportions::by_events(180_000);
    let mut share = Share::default();
    for _ in 0..1_000 {
        all.add(&mut share, 5_120, 0);
    }
    assert!(all.fraction(&share, 0).of(1_000) >= 990);
    let mut all = Proportions::by_time(250);
    let mut share = Share::default();
    for second in 0..20 {
        all.add(&mut share, 5_120, second * 250);
    }
    assert!(all.fraction(&share, 5_000).of(1_000) >= 990);
}

#[test]
fn periods_of_time_stop_when_all_has_faded() {
    let mut all = Proportions::by_time(250);
    let (mut a, mut b) = (Share::default(), Share::default());
    all.add(&mut a, 40, 100);
    assert_eq!(
        all.fraction(&a, 849),
        Fraction {
            numerator: 40,
            denominator: 40
        }
    );
    assert_eq!(
        all.fraction(&a, 850),
        Fraction {
            numerator: 20,
            denominator: 20
        }
    );
    all.add(&mut b, 60, 850);
    assert_eq!(
        all.fraction(&b, 850),
        Fraction {
            numerator: 60,
            denominator: 80
        }
    );
    assert_eq!(all.fraction(&a, 1_000_000_000).numerator, 0);
}

#[test]
fn a_new_dirty_limit_keeps_the_count_of_periods() {
    let mut all = Proportions::by_events(5);
    let mut share = Share::default();
    all.add(&mut share, 20, 0);
    // Two and a half periods of 8 become two and a half periods of 32.
    assert_eq!(
        all.fraction(&share, 0),
        Fraction {
            numerator: 10,
            denominator: 12
        }
    );
    all.set_dirty_limit(17);
    assert_eq!(
        all.fraction(&share, 0),
        Fraction {
            numerator: 10,
            denominator: 48
        }
    );
    all.set_dirty_limit(5);
    assert_eq!(
        all.fraction(&share, 0),
        Fraction {
            numerator: 10,
            denominator: 12
        }
    );
}

#[test]
fn limits_of_devices_and_tasks() {
    let half = Fraction {
        numerator: 1,
        denominator: 2,
    };
    let whole = Fraction {
        numerator: 1,
        denominator: 1,
    };
    let plain = BdiRatios::default();
    assert_eq!(bdi_thresh(180_000, half, plain, None), 90_000);
    let bounded = BdiRatios {
        min: 10,
        max: 40,
        min_of_all: 20,
    };
    assert_eq!(bdi_thresh(1_000, half, bounded, None), 400);
    assert_eq!(
        bdi_thresh(
            1_000,
            half,
            BdiRatios {
                max: 100,
                ..bounded
            },
            None
        ),
        500
    );
    let room = |global, bdi| Some(PresentDirty { global, bdi });
    assert_eq!(bdi_thresh(1_000, half, plain, room(900, 100)), 200);
    assert_eq!(bdi_thresh(1_000, half, plain, room(1_200, 100)), 100);
    assert_eq!(bdi_thresh(1_000, half, plain, room(100, 100)), 500);
    assert_eq!(task_limit(1_000, whole), 875);
    assert_eq!(task_limit(1_000, half), 938);
    assert_eq!(
        task_limit(
            1_000,
            Fraction {
                numerator: 9,
                denominator: 1
            }
        ),
        500
    );
}

#[test]
fn earlier_events_count_until_others_have_taken_their_place() {
    let mut all = Proportions::by_events(5);
    let (mut a, mut b) = (all.earlier(100), all.earlier(0));
    assert_eq!(all.fraction(&a, 0).of(1_000), 1_000);
    assert_eq!(all.fraction(&b, 0).of(1_000), 0);
    assert_eq!(all.fraction(&all.earlier(25), 0).of(1_000), 250);
    // If only one share gets events, it stays at 100 %.
    all.add(&mut a, 20, 0);
    assert_eq!(all.fraction(&a, 0).of(1_000), 1_000);
    // After a period of 8 events of the other share, less than half is left.
    all.add(&mut b, 12, 0);
    assert!(all.fraction(&a, 0).of(1_000) < 500);
    // With periods of time, events before a run have faded when the run begins.
    let timed = Proportions::by_time(250);
    assert_eq!(timed.fraction(&timed.earlier(100), 0).of(1_000), 0);
}

#[test]
fn a_device_with_a_greatest_part_stops_counting_once_it_has_more() {
    for mut all in [Proportions::by_events(1_000), Proportions::by_time(250)] {
        let (mut fuse, mut disk) = (Share::default(), Share::default());
        all.add(&mut disk, 500, 1);
        all.add_up_to(&mut fuse, 500, 1, 1);
        let had = all.fraction(&fuse, 1);
        assert!(had.numerator > 0 && had.numerator < 30, "{had:?}");
        all.add_up_to(&mut fuse, 500, 1, 1);
        assert_eq!(all.fraction(&fuse, 1), had, "no more, of its own or of all");
        all.add(&mut disk, 2_000, 1);
        all.add_up_to(&mut fuse, 1, 1, 1);
        assert!(all.fraction(&fuse, 1).numerator > had.numerator / 4);
    }
}
