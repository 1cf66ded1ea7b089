//! Host memory that each page frame needs.

use reclaim_engine::mm::page::{Frames, Pfn, flag};

use super::lab::Lab;

#[test]
fn a_page_frame_costs_at_most_16_bytes() {
    const COUNT: usize = 1_000;
    // List every new column of `Frames` here as well.
    let Frames {
        flags,
        mapping,
        index,
        links,
    } = Frames::new(COUNT);
    let lengths = [flags.len(), mapping.len(), index.len(), links.len()];
    assert_eq!(lengths, [COUNT; 4]);
    let bytes = size_of_val(&flags[..])
        + size_of_val(&mapping[..])
        + size_of_val(&index[..])
        + size_of_val(&links[..]);
    assert!(bytes <= 16 * COUNT, "{bytes} bytes");
}

#[test]
fn a_machine_has_a_frame_for_each_page_and_not_one_more() {
    let lab = Lab::with_zones("3.0", &[("DMA", 3_900), ("DMA32", 59_000)], 1);
    let m = lab.m();
    assert_eq!(m.memory.frames.len(), 62_900);
    let columns = [
        m.memory.frames.flags.capacity(),
        m.memory.frames.mapping.capacity(),
        m.memory.frames.index.capacity(),
        m.memory.frames.links.capacity(),
    ];
    assert_eq!(columns, [62_900; 4]);
}

#[test]
fn the_count_of_pagevec_references_stops_at_three_and_touches_no_flag() {
    let mut frames = Frames::new(1);
    let pfn: Pfn = 0;
    frames.flags[0] = flag::DIRTY;
    for counted in [1, 2, 3, 3, 3] {
        frames.get_for_pagevec(pfn);
        assert_eq!(frames.pagevec_references(pfn), counted);
    }
    for (others, counted) in [(4, 3), (3, 3), (2, 2), (1, 1), (0, 0)] {
        frames.put_from_pagevec(pfn, || others);
        assert_eq!(frames.pagevec_references(pfn), counted);
    }
    assert_eq!(frames.flags[0], flag::DIRTY);
}
