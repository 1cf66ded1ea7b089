//! Batched __remove_mapping: `batch_remove_mapping` (RFC of 7 May 2013 and its repostings to June, on 3.10-rc).

use super::{Docs, Info, Mechanism, Shortcut};

/// What it is called and needs.
pub const INFO: Info = Info {
    // Pages are collected before they leave their file.
    shortcuts: &[
        Shortcut::AddNewPages,
        Shortcut::JudgeClean,
        Shortcut::EndWriteback,
        Shortcut::MoveFreePages,
        Shortcut::MarkReferenced,
    ],
    ..Info::new(Mechanism::BatchRemoveMapping, "batch_remove_mapping")
};

/// What is said of it.
pub const DOCS: Docs = Docs {
    title: "Batched __remove_mapping",
    explanation: "Adjacent pages of a file are removed from the page cache in one batch, under a single tree_lock instead of one each.",
    source: "RFC of 7 May 2013, reposted until June, on 3.10-rc",
    posting: "hansen-2013",
    kernel: "3.10 RFC",
    assumed: false,
};

/// Where shrink_page_list stands when it asks whether the pages collected so far leave their mapping now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// Before it looks at a page of this mapping; `None`: of no mapping.
    LooksAt(Option<u16>),
    /// Right before it writes a page or waits for one.
    BeforeSleep,
    /// After the last page.
    End,
}

/// Decision point: whether the batch, whose pages belong to `mapping`, is flushed. An empty batch never is.
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
