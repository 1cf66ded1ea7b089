//! How many pages of each list are scanned: shifts, shares, the accumulator and the floors of each version.

use reclaim_engine::kernel::rules::ScanFloor;
use reclaim_engine::mm::zone::Lru;

use super::lab::{Lab, Who};

const IA: usize = Lru::InactiveAnon as usize;
const IF: usize = Lru::InactiveFile as usize;

/// Returns the scan counts with lists of these lengths: inactive and active anon, inactive and active file.
fn counts(lab: &Lab, lengths: [u32; 4], who: Who, priority: u32) -> [u64; 4] {
    let mut m = lab.m();
    for (lru, len) in Lru::EVICTABLE.into_iter().zip(lengths) {
        m.memory.zones[0].lru[lru as usize].len = len;
    }
    m.scan_counts(0, &who.control(priority))
}

#[test]
fn a_list_yields_its_size_shifted() {
    let lab = Lab::new("3.0");
    let inactive = |len, priority| counts(&lab, [0, 0, len, 0], Who::Direct, priority)[IF];
    assert_eq!([12, 11, 8, 7].map(|p| inactive(3_000, p)), [0, 1, 11, 23]);
    assert_eq!([12, 11, 10].map(|p| inactive(45_000, p)), [10, 21, 43]);
    assert_eq!(inactive(45_000, 0), 45_000);
}

#[test]
fn to_2_6_37_small_scans_wait_in_an_accumulator() {
    let lab = Lab::new("3.0").rules(|rules| rules.scan_floor = ScanFloor::Saved);
    for (priority, granted, saved) in [(12, 0, 10), (11, 0, 31), (10, 74, 0)] {
        assert_eq!(
            counts(&lab, [0, 0, 45_000, 0], Who::Direct, priority)[IF],
            granted
        );
        assert_eq!(lab.m().memory.zones[0].saved_scan[IF], saved);
    }
    // There is one accumulator per list. All reclaimers share it.
    assert_eq!(counts(&lab, [0, 0, 45_000, 0], Who::Kswapd, 11)[IF], 0);
    assert_eq!(counts(&lab, [0, 0, 45_000, 0], Who::Direct, 12)[IF], 0);
    assert_eq!(counts(&lab, [0, 0, 45_000, 0], Who::Kswapd, 12)[IF], 41);
}

#[test]
fn without_a_free_slot_only_file_pages_are_scanned_even_at_priority_0() {
    let lab = Lab::new("3.0");
    for priority in [12, 0] {
        let [anon, active_anon, file, active_file] =
            counts(&lab, [40_960; 4], Who::Direct, priority);
        assert_eq!((anon, active_anon), (0, 0));
        assert_eq!(
            (file, active_file),
            (40_960 >> priority, 40_960 >> priority)
        );
    }
    let full = Lab::new("3.0").swap(10);
    full.m().memory.swap_mut().expect("swap").free = 0;
    assert_eq!(counts(&full, [40_960; 4], Who::Direct, 12)[IA], 0);
}

#[test]
fn with_hardly_any_file_pages_only_anon_is_scanned_except_at_priority_0() {
    let lab = Lab::new("3.0").swap(10).free(0, 603);
    // The free pages and the file pages together, 603 + 100, are not above high (703).
    assert_eq!(
        counts(&lab, [4_096, 0, 100, 0], Who::Direct, 4),
        [256, 0, 0, 0]
    );
    assert_eq!(
        counts(&lab, [4_096, 0, 100, 0], Who::Direct, 0),
        [4_096, 0, 100, 0]
    );
    // With one more page, the two types share the pressure.
    assert_eq!(
        counts(&lab, [4_096, 0, 101, 0], Who::Direct, 4),
        [76, 0, 4, 0]
    );
}

#[test]
fn swappiness_60_gives_anon_61_of_203() {
    let lab = Lab::new("3.0").swap(10);
    let [anon, _, file, _] = counts(&lab, [40_960, 0, 40_960, 0], Who::Direct, 2);
    assert_eq!((anon, file), (10_240 * 61 / 203, 10_240 * 141 / 203));
}

#[test]
fn what_was_rotated_weighs_less() {
    let lab = Lab::new("3.0").swap(10);
    {
        let mut m = lab.m();
        m.memory.zones[0].recent_scanned = [99, 99];
        m.memory.zones[0].recent_rotated = [0, 99];
    }
    // The weights are ap = 61 × 100 for anon and fp = 141 × 100 / 100 for file.
    let [anon, _, file, _] = counts(&lab, [8_000, 0, 8_000, 0], Who::Direct, 1);
    assert_eq!((anon, file), (4_000 * 6_100 / 6_242, 4_000 * 141 / 6_242));
}

#[test]
fn counts_decay_once_a_quarter_of_the_type_was_scanned() {
    let lab = Lab::new("3.0").swap(10);
    {
        let mut m = lab.m();
        m.memory.zones[0].recent_scanned = [1_001, 1_000];
        m.memory.zones[0].recent_rotated = [501, 501];
    }
    counts(&lab, [2_000, 2_000, 3_000, 1_000], Who::Direct, 12);
    let m = lab.m();
    assert_eq!(m.memory.zones[0].recent_scanned, [500, 1_000]);
    assert_eq!(m.memory.zones[0].recent_rotated, [250, 501]);
}

/// Returns the scan counts at priority 12 in a zone with 3,000 inactive file pages and 3,000 inactive anonymous pages.
fn small(kernel: &str, swap: bool, flagged: bool, who: Who) -> [u64; 4] {
    let lab = Lab::new(kernel);
    let lab = if swap { lab.swap(10) } else { lab };
    lab.m().memory.zones[0].all_unreclaimable = flagged;
    counts(&lab, [3_000, 0, 3_000, 0], who, 12)
}

#[test]
fn floors_of_kswapd_by_version() {
    // 3.0 scans a whole batch of each list, but anonymous pages only if there is swap.
    assert_eq!(small("3.0", false, false, Who::Kswapd), [0, 0, 32, 32]);
    assert_eq!(small("3.0", true, false, Who::Kswapd), [32, 32, 32, 32]);
    // 3.1 and 3.2 scan each type's share of a batch: 32 × 61 / 203 and 32 × 141 / 203 pages.
    for kernel in ["3.1", "3.2"] {
        assert_eq!(small(kernel, false, false, Who::Kswapd), [0, 0, 32, 32]);
        assert_eq!(small(kernel, true, false, Who::Kswapd), [9, 9, 22, 22]);
    }
    // 3.3 and 3.0.101 raise the counts only in zones flagged all_unreclaimable.
    for kernel in ["3.3", "3.0.101"] {
        assert_eq!(small(kernel, true, false, Who::Kswapd), [0; 4]);
        assert_eq!(small(kernel, true, true, Who::Kswapd), [9, 9, 22, 22]);
    }
    for kernel in ["3.0", "3.1", "3.2", "3.3"] {
        for flagged in [false, true] {
            assert_eq!(small(kernel, true, flagged, Who::Direct), [0; 4]);
        }
    }
}

#[test]
fn the_floor_of_3_0_needs_a_small_zone() {
    let lab = Lab::new("3.0");
    // The zone has 131,071 pages. At priority 12, that is a count of 31, less than a batch.
    assert_eq!(
        counts(&lab, [0, 0, 1_000, 130_071], Who::Kswapd, 12)[IF],
        32
    );
    assert_eq!(counts(&lab, [0, 0, 1_000, 130_072], Who::Kswapd, 12)[IF], 0);
}

#[test]
fn the_floor_replaces_only_what_came_out_as_nothing() {
    for (kernel, expected) in [("3.0", 1), ("3.1", 1), ("3.2", 1)] {
        let lab = Lab::new(kernel);
        assert_eq!(
            counts(&lab, [0, 0, 4_096, 0], Who::Kswapd, 12)[IF],
            expected
        );
    }
    // The share reduces anon's count from one page to zero. 3.0 and 3.1 apply the floor after the share, 3.2 before the
    // share.
    for (kernel, anon) in [("3.0", 32), ("3.1", 9), ("3.2", 0)] {
        let lab = Lab::new(kernel).swap(10);
        assert_eq!(
            counts(&lab, [4_096, 0, 40_960, 0], Who::Kswapd, 12)[IA],
            anon
        );
    }
}

#[test]
fn the_floor_of_3_2_ends_at_priority_0_where_there_is_swap() {
    let lab = Lab::new("3.2").swap(10);
    assert_eq!(
        counts(&lab, [0, 0, 5_000, 0], Who::Kswapd, 0),
        [0, 0, 5_000, 0]
    );
    let lab = Lab::new("3.2");
    assert_eq!(
        counts(&lab, [0, 0, 5_000, 0], Who::Kswapd, 0),
        [0, 0, 5_000, 32]
    );
}
