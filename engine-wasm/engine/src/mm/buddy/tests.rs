use super::*;
use crate::random::Random;

/// Creates an allocator that groups by type and treats the remainder of stolen blocks as kernels before 3.12 do.
fn grouped(start: Pfn, present: u32) -> Buddy {
    Buddy::new(start, present, true, false)
}

/// Returns the number of free pages of each type.
fn free_by_type(buddy: &Buddy) -> [u32; TYPES] {
    let pages = |of| (0..ORDERS).map(move |order| buddy.free_list(of, order).len << order);
    Migratetype::ALL.map(|of| pages(of).sum())
}

#[test]
fn frees_merge_back_to_the_largest_blocks() {
    let mut frames = Frames::new(3000);
    let mut buddy = grouped(0, 3000);
    for pfn in 0..3000 {
        buddy.free(&mut frames, pfn, 0);
    }
    assert_eq!(buddy.nr_free(10), 2);
    let free: u64 = (0..ORDERS).map(|o| buddy.nr_free(o) << o).sum();
    assert_eq!(free, 3000);
    let mut taken: Vec<_> = std::iter::from_fn(|| buddy.take(&mut frames, 0, Movable)).collect();
    assert_eq!(taken.len(), 3000);
    taken.sort_unstable();
    taken.dedup();
    assert_eq!(taken.len(), 3000);
}

/// Returns everything that a digest or a later decision can depend on.
fn seen(buddy: &Buddy, frames: &Frames) -> impl PartialEq + std::fmt::Debug {
    let lists = buddy.lists.map(|list| {
        assert_eq!(list.from_head(frames).count(), list.len as usize);
        list.from_head(frames).collect::<Vec<_>>()
    });
    let columns = (frames.flags.clone(), frames.mapping.clone());
    (lists, columns, frames.index.clone(), buddy.types.clone())
}

#[test]
fn neighbours_together_leave_what_they_leave_one_by_one() {
    const START: Pfn = 37;
    const PRESENT: u32 = 2_500;
    let mut random = Random::new(11);
    let mut frames = [(); 2].map(|()| Frames::new((START + PRESENT) as usize));
    let mut buddy = [(); 2].map(|()| grouped(START, PRESENT));
    for (buddy, frames) in buddy.iter_mut().zip(&mut frames) {
        buddy.keep_in_reserve(frames, 1);
    }
    let mut held: Vec<Pfn> = (START..START + PRESENT).collect();
    let mut long = [0; 2];
    let mut types = [0; TYPES];
    for round in 0..4_000 {
        let [one, all] = &mut buddy;
        let [frames_one, frames_all] = &mut frames;
        let of = Migratetype::of(random.below(3));
        if random.below(2) == 0 && !held.is_empty() {
            let at = random.below(held.len() as u32) as usize;
            let wanted = 1 + random.below(60) as usize;
            let ascends = held[at..].windows(2).take_while(|w| w[1] == w[0] + 1);
            let len = (1 + ascends.count()).min(wanted);
            let pages: Vec<Pfn> = held.drain(at..at + len).collect();
            long[0] += u32::from(len > 16);
            for &pfn in &pages {
                // The former index of a page must not matter.
                frames_one.index[pfn as usize] = round;
                frames_all.index[pfn as usize] = round;
            }
            for &pfn in pages.iter().rev() {
                one.free_downwards(frames_one, pfn..pfn + 1, of);
            }
            all.free_downwards(frames_all, pages[0]..pages[0] + len as u32, of);
        } else if let Some(pages) = all.take_upwards(frames_all, 1 + random.below(60), of) {
            long[1] += u32::from(pages.len() > 16);
            for pfn in pages {
                assert_eq!(one.take(frames_one, 0, of), Some(pfn));
                frames_one.flags[pfn as usize] = flag::PCP;
                frames_all.flags[pfn as usize] = flag::PCP;
                held.push(pfn);
            }
            held.sort_unstable();
        }
        if round % 16 == 0 {
            assert!(seen(one, frames_one) == seen(all, frames_all), "{round}");
            for (seen, free) in types.iter_mut().zip(free_by_type(all)) {
                *seen += u32::from(free > 0);
            }
        }
    }
    assert!(long.iter().all(|&runs| runs > 100), "{long:?}");
    assert!(types.iter().all(|&rounds| rounds > 20), "{types:?}");
}

#[test]
fn a_split_leaves_the_upper_halves() {
    let mut frames = Frames::new(16);
    let mut buddy = grouped(0, 16);
    buddy.free(&mut frames, 0, 4);
    assert_eq!(buddy.take(&mut frames, 0, Movable), Some(0));
    assert_eq!([0, 1, 2, 3, 4].map(|o| buddy.nr_free(o)), [1, 1, 1, 1, 0]);
}

/// Creates two movable page blocks with free blocks at these frames and of these orders.
fn two_blocks(free: &[(Pfn, usize)], rest_stays: bool) -> (Buddy, Frames) {
    let mut frames = Frames::new(2 * PAGEBLOCK_PAGES as usize);
    let mut buddy = Buddy::new(0, 2 * PAGEBLOCK_PAGES, true, rest_stays);
    for &(pfn, order) in free {
        buddy.free(&mut frames, pfn, order);
    }
    (buddy, frames)
}

#[test]
fn the_largest_block_is_stolen_and_brings_its_page_block_along() {
    // Free: 256 and 16 pages of the first page block, 8 of the second.
    let (mut buddy, mut frames) = two_blocks(&[(0, 8), (272, 4), (512, 3)], false);
    assert_eq!(buddy.take(&mut frames, 0, Unmovable), Some(0));
    // At least half of the page block was free, so it is unmovable now, with all its free pages.
    assert_eq!([0, 512].map(|pfn| buddy.type_of(pfn)), [Unmovable, Movable]);
    assert_eq!(free_by_type(&buddy), [271, 0, 8, 0]);
    // Unmovable pages are free now, and the smallest block is used first.
    assert_eq!(buddy.take(&mut frames, 0, Unmovable), Some(1));
    assert_eq!(free_by_type(&buddy), [270, 0, 8, 0]);
}

#[test]
fn less_than_half_a_page_block_changes_lists_and_not_its_type() {
    for (rest_stays, left) in [(false, [143, 0, 0, 0]), (true, [16, 0, 127, 0])] {
        let (mut buddy, mut frames) = two_blocks(&[(0, 7), (256, 4)], rest_stays);
        assert_eq!(buddy.take(&mut frames, 0, Unmovable), Some(0));
        assert_eq!(buddy.type_of(0), Movable);
        // From 3.12 on, the remainder of the stolen block goes back to the Movable list. The other free block moves to
        // the Unmovable list.
        assert_eq!(free_by_type(&buddy), left, "{rest_stays}");
    }
}

#[test]
fn a_small_block_is_borrowed_but_for_a_reclaimable_request() {
    for (wanted, left) in [(Unmovable, [0, 0, 9, 0]), (Reclaimable, [0, 9, 0, 0])] {
        let (mut buddy, mut frames) = two_blocks(&[(0, 3), (256, 1)], false);
        assert_eq!(buddy.take(&mut frames, 0, wanted), Some(0));
        assert_eq!(free_by_type(&buddy), left);
        assert_eq!(buddy.type_of(0), Movable);
    }
}

#[test]
fn a_block_as_large_as_page_blocks_changes_the_type_of_all() {
    let (mut buddy, mut frames) = two_blocks(&[(0, 10)], false);
    assert_eq!(buddy.take(&mut frames, 3, Reclaimable), Some(0));
    let types = [0, 512].map(|pfn| buddy.type_of(pfn));
    assert_eq!(types, [Reclaimable; 2]);
    assert_eq!(free_by_type(&buddy), [0, 1016, 0, 0]);
}

#[test]
fn fallbacks_have_an_order_among_blocks_of_one_size() {
    let one_of_each = || {
        let mut frames = Frames::new(4 * PAGEBLOCK_PAGES as usize);
        let mut buddy = grouped(0, 4 * PAGEBLOCK_PAGES);
        for (block, of) in (0..).zip([Unmovable, Reclaimable, Movable]) {
            buddy.set_type(block * PAGEBLOCK_PAGES, 1, of);
            buddy.free(&mut frames, block * PAGEBLOCK_PAGES, 2);
        }
        (buddy, frames)
    };
    for (wanted, order) in [
        (Unmovable, [0, 512, 1024]),
        (Reclaimable, [512, 0, 1024]),
        (Movable, [1024, 512, 0]),
    ] {
        let (mut buddy, mut frames) = one_of_each();
        let taken = [(); 3].map(|()| buddy.take(&mut frames, 2, wanted));
        assert_eq!(taken, order.map(Some), "{wanted:?}");
        assert_eq!(buddy.take(&mut frames, 0, wanted), None);
    }
}

#[test]
fn the_reserve_comes_last_and_pages_go_back_to_it() {
    let (mut buddy, mut frames) = two_blocks(&[(0, 4), (512, 1)], false);
    buddy.keep_in_reserve(&mut frames, 1);
    assert_eq!(free_by_type(&buddy), [0, 0, 2, 16]);
    let taken = [(); 3].map(|()| buddy.take(&mut frames, 0, Movable));
    assert_eq!(taken, [Some(512), Some(513), Some(0)]);
    // Pages of the reserve are on the movable per-CPU list.
    buddy.free_downwards(&mut frames, 0..1, Movable);
    assert_eq!(free_by_type(&buddy), [0, 0, 0, 16]);
    // Taking a block of the reserve does not change the type of its page block.
    assert_eq!(buddy.take(&mut frames, 2, Unmovable), Some(0));
    assert_eq!(buddy.type_of(0), Reserve);
}

#[test]
fn a_small_machine_has_one_type() {
    let mut frames = Frames::new(64);
    let mut buddy = Buddy::new(0, 64, false, false);
    buddy.free(&mut frames, 0, 3);
    buddy.free(&mut frames, 16, 4);
    buddy.keep_in_reserve(&mut frames, 1);
    assert_eq!(buddy.type_of(0), Unmovable);
    // Requests of every type take the smallest block.
    let taken = Migratetype::ALL.map(|of| buddy.take(&mut frames, 1, of));
    assert_eq!(taken, [Some(0), Some(2), Some(4), Some(6)]);
}

#[test]
fn frames_are_alike_as_long_as_one_list_takes_them() {
    const START: Pfn = 100;
    let mut frames = Frames::new((START + 4 * PAGEBLOCK_PAGES) as usize);
    let mut buddy = grouped(START, 4 * PAGEBLOCK_PAGES);
    // The reserve, two movable page blocks, and an unmovable one.
    buddy.keep_in_reserve(&mut frames, 1);
    buddy.set_type(START + 3 * PAGEBLOCK_PAGES, 1, Unmovable);
    let at = |block: u32, page: u32| START + block * PAGEBLOCK_PAGES + page;
    let of = |pages: &[Pfn]| buddy.alike(pages);
    assert_eq!(of(&[]), 0);
    assert_eq!(of(&[at(1, 0), at(1, 511), at(1, 7)]), 3);
    assert_eq!(of(&[at(2, 0), at(0, 0), at(1, 511), at(3, 0), at(2, 1)]), 3);
    assert_eq!(of(&[at(3, 511), at(3, 0), at(2, 511)]), 2);
}
