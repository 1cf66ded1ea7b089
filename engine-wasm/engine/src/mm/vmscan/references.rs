//! The reference test (page_check_references; before 2.6.34 inside shrink_page_list).

use crate::kernel::rules::PageReferences;

/// The state that the reference test finds in a page. The test has cleared the young bits and PG_referenced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Number of young PTEs.
    pub referenced_ptes: u32,
    /// Whether PG_referenced was set.
    pub referenced: bool,
    /// The page is anonymous.
    pub anon: bool,
    /// PG_swapbacked.
    pub swap_backed: bool,
    /// Whether the page is mapped or in the swap cache, or a process maps its file. Only kernels up to 2.6.33 test
    /// this.
    pub in_use: bool,
    /// Whether its file is mapped executable.
    pub executable: bool,
    /// Order of the allocation that reclaim works for.
    pub order: u8,
    /// Whether this is lumpy reclaim of contiguous blocks.
    pub lumpy: bool,
    /// Whether a mapping of the page is VM_LOCKED.
    pub locked_in_memory: bool,
}

/// The result of the reference test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Move the page to the active list.
    Activate,
    /// Keep the page for another round through the inactive list.
    Keep,
    /// Reclaim the page unless it is dirty.
    ReclaimClean,
    /// Reclaim the page.
    Reclaim,
}

/// Applies a kernel's rule to a page.
#[must_use]
pub fn check(rule: PageReferences, seen: Seen) -> Verdict {
    let costly = seen.order > 3;
    if rule.asks_if_in_use() {
        let referenced = seen.referenced_ptes > 0 || seen.referenced;
        return match (costly, referenced) {
            (false, true) if seen.in_use && !seen.locked_in_memory => Verdict::Activate,
            (false, true) => Verdict::ReclaimClean,
            _ => Verdict::Reclaim,
        };
    }
    let takes_all = match rule {
        PageReferences::UseOnce => costly,
        _ => seen.lumpy,
    };
    if takes_all || seen.locked_in_memory {
        return Verdict::Reclaim;
    }
    if seen.referenced_ptes > 0 {
        let any_swap_backed = rule == PageReferences::UseOnceSwapBacked;
        if seen.anon || (any_swap_backed && seen.swap_backed) {
            return Verdict::Activate;
        }
        let eager = rule.activates_executables();
        if seen.referenced || (eager && (seen.referenced_ptes > 1 || seen.executable)) {
            return Verdict::Activate;
        }
        return Verdict::Keep;
    }
    let any_page = matches!(rule, PageReferences::UseOnce | PageReferences::UseOnceLumpy);
    if seen.referenced && (any_page || !seen.swap_backed) {
        Verdict::ReclaimClean
    } else {
        Verdict::Reclaim
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use PageReferences::{
        Once, UseOnce, UseOnceExec, UseOnceFileClean, UseOnceLumpy, UseOnceSwapBacked,
    };

    const ALL: [PageReferences; 6] = [
        Once,
        UseOnce,
        UseOnceLumpy,
        UseOnceFileClean,
        UseOnceExec,
        UseOnceSwapBacked,
    ];

    #[test]
    fn an_untouched_page_is_reclaimed_everywhere() {
        for rule in ALL {
            assert_eq!(check(rule, Seen::default()), Verdict::Reclaim);
        }
    }

    #[test]
    fn a_clean_file_page_that_only_has_pg_referenced_is_reclaimed_everywhere() {
        for rule in ALL {
            for (order, lumpy) in [(0, false), (2, true), (4, true)] {
                let seen = Seen {
                    referenced: true,
                    order,
                    lumpy,
                    ..Seen::default()
                };
                let verdict = check(rule, seen);
                assert!(matches!(verdict, Verdict::Reclaim | Verdict::ReclaimClean));
            }
        }
    }

    #[test]
    fn a_young_anonymous_page_is_activated_everywhere() {
        for rule in ALL {
            let seen = Seen {
                referenced_ptes: 1,
                anon: true,
                swap_backed: true,
                in_use: true,
                ..Seen::default()
            };
            assert_eq!(check(rule, seen), Verdict::Activate);
        }
    }

    #[test]
    fn a_mapped_file_page_needs_two_looks_from_2_6_34_on() {
        let once = Seen {
            referenced_ptes: 1,
            in_use: true,
            ..Seen::default()
        };
        let twice = Seen {
            referenced: true,
            ..once
        };
        assert_eq!(
            ALL.map(|rule| check(rule, once)),
            [
                Verdict::Activate,
                Verdict::Keep,
                Verdict::Keep,
                Verdict::Keep,
                Verdict::Keep,
                Verdict::Keep
            ]
        );
        assert_eq!(ALL.map(|rule| check(rule, twice)), [Verdict::Activate; 6]);
        let executable = Seen {
            executable: true,
            ..once
        };
        let shared = Seen {
            referenced_ptes: 2,
            ..once
        };
        for seen in [executable, shared] {
            assert_eq!(check(UseOnceFileClean, seen), Verdict::Keep);
            assert_eq!(check(UseOnceExec, seen), Verdict::Activate);
        }
        let shmem = Seen {
            swap_backed: true,
            ..once
        };
        assert_eq!(check(UseOnceExec, shmem), Verdict::Keep);
        assert_eq!(check(UseOnceSwapBacked, shmem), Verdict::Activate);
    }

    #[test]
    fn an_unmapped_referenced_page_goes_if_clean() {
        let file = Seen {
            referenced: true,
            ..Seen::default()
        };
        let swap = Seen {
            swap_backed: true,
            anon: true,
            ..file
        };
        assert_eq!(
            ALL.map(|rule| check(rule, file)),
            [Verdict::ReclaimClean; 6]
        );
        assert_eq!(check(UseOnce, swap), Verdict::ReclaimClean);
        assert_eq!(check(UseOnceFileClean, swap), Verdict::Reclaim);
    }

    #[test]
    fn to_2_6_34_a_costly_order_takes_what_it_finds_and_then_any_block() {
        let seen = |order, lumpy| Seen {
            referenced_ptes: 1,
            referenced: true,
            in_use: true,
            order,
            lumpy,
            ..Seen::default()
        };
        let takes =
            |order, lumpy| ALL.map(|rule| check(rule, seen(order, lumpy)) == Verdict::Reclaim);
        assert_eq!(takes(4, true), [true; 6]);
        assert_eq!(takes(1, true), [false, false, true, true, true, true]);
        // No longer lumpy: a page was kept, or the kernel has no lumpy reclaim.
        assert_eq!(takes(4, false), [true, true, false, false, false, false]);
    }
}
