//! Free blocks of a filesystem, in groups: allocation groups of XFS, block groups of ext2 to ext4.

/// Consecutive free blocks of one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    start: u64,
    len: u64,
}

/// The free blocks of 4 KiB, sorted by position.
#[derive(Clone, Debug)]
pub struct FreeSpace {
    free: Vec<Run>,
    group_blocks: u64,
    groups: u64,
}

impl FreeSpace {
    /// Makes the space of `blocks` blocks in groups of `group_blocks`. The first `header` blocks of every `every`th
    /// group hold metadata.
    #[must_use]
    pub fn new(blocks: u64, group_blocks: u64, header: u64, every: u64) -> Self {
        let group_blocks = group_blocks.clamp(1, blocks.max(1));
        let groups = (blocks / group_blocks).max(1);
        let free = (0..groups)
            .map(|group| {
                let taken = if group % every == 0 {
                    header.min(group_blocks / 8)
                } else {
                    0
                };
                Run {
                    start: group * group_blocks + taken,
                    len: group_blocks - taken,
                }
            })
            .collect();
        Self {
            free,
            group_blocks,
            groups,
        }
    }

    /// Returns the number of groups.
    #[must_use]
    pub fn groups(&self) -> u64 {
        self.groups
    }

    /// Returns the number of blocks in a group.
    #[must_use]
    pub fn group_blocks(&self) -> u64 {
        self.group_blocks
    }

    /// Returns the first block of a block's group.
    #[must_use]
    pub fn group_of(&self, block: u64) -> u64 {
        block - block % self.group_blocks
    }

    /// Returns the first block of a group.
    #[must_use]
    pub fn group_start(&self, group: u64) -> u64 {
        group % self.groups * self.group_blocks
    }

    /// Whether a block is free.
    #[must_use]
    pub fn is_free(&self, block: u64) -> bool {
        let at = self
            .free
            .partition_point(|run| run.start + run.len <= block);
        self.free.get(at).is_some_and(|run| run.start <= block)
    }

    /// Takes up to `want` consecutive blocks. Prefers `goal`, then the closest run of this length in the goal's group,
    /// then the next group that has such a run, then the longest run anywhere. Returns the first block and the number
    /// of blocks; `None`: the device is full.
    pub fn take(&mut self, goal: u64, want: u64) -> Option<(u64, u64)> {
        let group = (goal / self.group_blocks).min(self.groups - 1);
        for group in group..group + self.groups {
            if let Some((at, start)) = self.nearest_in(group % self.groups, goal, want) {
                return Some(self.cut(at, start, want));
            }
        }
        // No group has `want` consecutive free blocks.
        let (at, run) =
            (self.free.iter().enumerate()).max_by_key(|(at, run)| (run.len, usize::MAX - at))?;
        let (start, len) = (run.start, run.len);
        Some(self.cut(at, start, len.min(want)))
    }

    /// Takes up to `want` consecutive blocks from the first free one at `goal` or after it, or from the front of the
    /// device if there is none. Returns the first block and the number of blocks.
    pub fn take_after(&mut self, goal: u64, want: u64) -> Option<(u64, u64)> {
        let at = (self.free).partition_point(|run| run.start + run.len <= goal);
        let at = if at < self.free.len() { at } else { 0 };
        let run = self.free.get(at)?;
        let start = goal.clamp(run.start, run.start + run.len - 1);
        let len = want.min(run.start + run.len - start);
        Some(self.cut(at, start, len))
    }

    /// Returns the index of the group's free run that has `want` blocks closest to `goal`, and the first of these
    /// blocks.
    fn nearest_in(&self, group: u64, goal: u64, want: u64) -> Option<(usize, u64)> {
        let (first, end) = (group * self.group_blocks, (group + 1) * self.group_blocks);
        let from = self.free.partition_point(|run| run.start < first);
        let runs = self.free[from..].iter().take_while(|run| run.start < end);
        let (_, at, start) = (from..)
            .zip(runs)
            .filter(|(_, run)| run.len >= want)
            .map(|(at, run)| {
                let start = goal.clamp(run.start, run.start + run.len - want);
                (start.abs_diff(goal), at, start)
            })
            .min()?;
        Some((at, start))
    }

    fn cut(&mut self, at: usize, start: u64, len: u64) -> (u64, u64) {
        let run = self.free[at];
        let (before, end) = (start - run.start, run.start + run.len);
        let after = Run {
            start: start + len,
            len: end - start - len,
        };
        match (before > 0, after.len > 0) {
            (false, false) => {
                self.free.remove(at);
            }
            (false, true) => self.free[at] = after,
            (true, rest) => {
                self.free[at].len = before;
                if rest {
                    self.free.insert(at + 1, after);
                }
            }
        }
        (start, len)
    }

    /// Frees blocks.
    pub fn give(&mut self, mut start: u64, mut len: u64) {
        while len > 0 {
            // No run crosses the end of a group.
            let here = len.min(self.group_blocks - start % self.group_blocks);
            self.give_in_group(start, here);
            start += here;
            len -= here;
        }
    }

    fn give_in_group(&mut self, start: u64, len: u64) {
        let at = self.free.partition_point(|run| run.start < start);
        // When the device was full, the model marked all of its space as free. Some of these blocks may therefore be
        // free already.
        let clashes = |run: &Run| run.start < start + len && start < run.start + run.len;
        if self.free[at.saturating_sub(1)..]
            .iter()
            .take(2)
            .any(clashes)
        {
            return;
        }
        let joins = |end: u64, next: u64| end == next && !next.is_multiple_of(self.group_blocks);
        let after = (self.free.get(at)).is_some_and(|run| joins(start + len, run.start));
        let before = at > 0 && joins(self.free[at - 1].start + self.free[at - 1].len, start);
        match (before, after) {
            (true, true) => {
                let next = self.free.remove(at);
                self.free[at - 1].len += len + next.len;
            }
            (true, false) => self.free[at - 1].len += len,
            (false, true) => {
                self.free[at] = Run {
                    start,
                    len: len + self.free[at].len,
                }
            }
            (false, false) => self.free.insert(at, Run { start, len }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_come_from_where_they_lie_closest_and_go_back_as_they_were() {
        let mut space = FreeSpace::new(400, 100, 8, 1);
        let fresh = space.free.clone();
        assert_eq!(
            space.take(0, 10),
            Some((8, 10)),
            "the group's first are taken"
        );
        assert_eq!(space.take(50, 10), Some((50, 10)), "the goal is free");
        assert_eq!(space.take(18, 40), Some((60, 40)), "only 32 lie before");
        assert_eq!(space.take(18, 32), Some((18, 32)));
        assert_eq!(space.take(18, 5), Some((108, 5)), "the next group");
        assert_eq!(space.take(330, 95), Some((208, 92)), "as many as there are");
        for (start, len) in [(50, 10), (8, 10), (60, 40), (108, 5), (18, 32), (208, 92)] {
            space.give(start, len);
        }
        assert_eq!(space.free, fresh);
    }

    #[test]
    fn a_full_device_has_none() {
        let mut space = FreeSpace::new(16, 16, 0, 1);
        assert_eq!(space.take(3, 99), Some((0, 16)));
        assert_eq!(space.take(3, 1), None);
    }
}
