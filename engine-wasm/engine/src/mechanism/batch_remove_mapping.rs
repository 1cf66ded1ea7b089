//! Batched __remove_mapping: `batch_remove_mapping` (RFC of 7 May 2013 and its repostings to June, on 3.10-rc).

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    // `EvictNeighbours` is not allowed, because pages are collected before they are removed from their file.
    shortcuts: &[
        Shortcut::AddNewPages,
        Shortcut::JudgeClean,
        Shortcut::EndWriteback,
        Shortcut::MoveFreePages,
        Shortcut::MarkReferenced,
    ],
    ..Info::new(Mechanism::BatchRemoveMapping, "batch_remove_mapping")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "Batched __remove_mapping",
    explanation: "Pages of one file that follow each other on the list are removed from the page cache in one batch, under a single tree_lock instead of one each.",
    source: "RFC of 7 May 2013, reposted until June, on 3.10-rc",
    posting: "hansen-2013",
    kernel: "3.10 RFC",
    assumed: false,
};

/// The point in shrink_page_list at which the pages collected so far may have to be removed from their mapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// Before a page of this mapping, or a page without a mapping (`None`), is judged.
    LooksAt(Option<u16>),
    /// Right before a page is written or waited for.
    BeforeSleep,
    /// After the last page.
    End,
}

/// Decision point: whether the batch, whose pages belong to `mapping`, is flushed. An empty batch is never flushed.
#[must_use]
pub fn flushes(on: bool, collected: usize, mapping: Option<u16>, point: Point) -> bool {
    on && collected > 0
        && match point {
            Point::LooksAt(next) => next != mapping,
            Point::BeforeSleep | Point::End => true,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_another_mapping_a_write_or_the_end_flush() {
        assert!(!flushes(true, 3, Some(1), Point::LooksAt(Some(1))));
        assert!(flushes(true, 3, Some(1), Point::LooksAt(Some(2))));
        assert!(flushes(true, 3, Some(1), Point::LooksAt(None)));
        for point in [Point::BeforeSleep, Point::End] {
            assert!(flushes(true, 1, Some(1), point));
            assert!(!flushes(true, 0, None, point));
            assert!(!flushes(false, 1, Some(1), point));
        }
    }
}
