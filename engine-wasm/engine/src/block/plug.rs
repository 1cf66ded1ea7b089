//! A task's plug. It holds bios back, so that adjacent ones become one request.

use std::collections::VecDeque;

use super::bio::{Bio, Op, Origin};

/// Maximum number of requests in a plug (BLK_MAX_REQUEST_COUNT, 2.6.39 to 3.16).
pub const PLUG_REQUESTS: u32 = 16;

#[derive(Clone, Debug)]
struct Held {
    queue: u32,
    block: u64,
    op: Op,
    sync: bool,
    origin: Origin,
    others: Vec<(Origin, u32)>,
    task: u32,
    pages: Vec<u32>,
    bios: u32,
}

impl Held {
    /// Notes whose pages a merged bio adds, so that each page still counts for its own sender.
    fn note_senders(&mut self, bio: &Bio) {
        self.bios += bio.bios;
        if bio.origin == self.origin {
            return;
        }
        let pages = bio.pages.len() as u32;
        match self.others.iter_mut().find(|(of, _)| *of == bio.origin) {
            Some((_, noted)) => *noted += pages,
            None => self.others.push((bio.origin, pages)),
        }
    }
}

/// Result of adding a bio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plugged {
    /// It was merged into a request in the plug.
    Merged,
    /// It is held as a separate request.
    Held,
    /// The plug is full and did not accept it. Submit everything in the plug, then add the bio again.
    Full,
}

/// A task's plug (blk_start_plug). It must be emptied before the task sleeps.
///
/// The kernel allocates the requests when they enter the plug. Here they are counted when the plug is emptied, at most
/// 16 requests later.
#[derive(Clone, Debug, Default)]
pub struct Plug {
    held: VecDeque<Held>,
    spare: Vec<Vec<u32>>,
}

impl Plug {
    /// Makes an empty plug.
    pub fn new() -> Self {
        Plug::default()
    }

    /// Makes an empty plug with room for the maximum number of requests, of `pages` pages each.
    #[must_use]
    pub fn with_room(pages: usize) -> Self {
        Self {
            held: VecDeque::with_capacity(PLUG_REQUESTS as usize),
            spare: (0..PLUG_REQUESTS)
                .map(|_| Vec::with_capacity(pages))
                .collect(),
        }
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// Returns the number of requests in it.
    pub fn len(&self) -> u32 {
        self.held.len() as u32
    }

    /// Adds a bio for a queue whose requests have at most `max_pages` pages. Merging is tried with the latest request
    /// first (attempt_plug_merge).
    pub fn add(&mut self, queue: u32, bio: &Bio, max_pages: u32) -> Plugged {
        let sync = bio.is_sync();
        let same = |held: &&mut Held| {
            held.queue == queue
                && held.op == bio.op
                && held.sync == sync
                && held.pages.len() + bio.pages.len() <= max_pages as usize
        };
        for held in self.held.iter_mut().rev().filter(same) {
            if held.block + held.pages.len() as u64 == bio.block {
                held.pages.extend_from_slice(bio.pages);
                held.note_senders(bio);
                return Plugged::Merged;
            }
            if bio.block + bio.pages.len() as u64 == held.block {
                held.block = bio.block;
                held.pages.extend_from_slice(bio.pages);
                held.pages.rotate_right(bio.pages.len());
                held.note_senders(bio);
                return Plugged::Merged;
            }
        }
        if self.len() >= PLUG_REQUESTS {
            return Plugged::Full;
        }
        let mut pages = self.spare.pop().unwrap_or_default();
        pages.extend_from_slice(bio.pages);
        // Sorted by queue, then by arrival (plug_rq_cmp).
        let place = self.held.partition_point(|held| held.queue <= queue);
        let held = Held {
            queue,
            block: bio.block,
            op: bio.op,
            sync,
            origin: bio.origin,
            others: Vec::new(),
            task: bio.task,
            pages,
            bios: bio.bios,
        };
        self.held.insert(place, held);
        Plugged::Held
    }

    /// Returns the next bio to submit, with its queue. The bio stays in the plug until `pop`, so that the task can
    /// sleep if the queue is full.
    pub fn first(&self) -> Option<(u32, Bio<'_>)> {
        let held = self.held.front()?;
        let Held {
            queue,
            block,
            op,
            sync,
            origin,
            ref others,
            task,
            ref pages,
            bios,
        } = *held;
        Some((
            queue,
            Bio {
                block,
                op,
                sync,
                origin,
                others,
                task,
                pages,
                bios,
            },
        ))
    }

    /// Removes the first bio, after its queue has accepted it.
    pub fn pop(&mut self) {
        if let Some(Held { mut pages, .. }) = self.held.pop_front() {
            pages.clear();
            self.spare.push(pages);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(block: u64, pages: &[u32]) -> Bio<'_> {
        Bio {
            block,
            op: Op::Write,
            sync: false,
            origin: Origin::Kswapd,
            others: &[],
            task: 0,
            pages,
            bios: 1,
        }
    }

    fn drain(plug: &mut Plug) -> Vec<(u32, u64, Vec<u32>)> {
        let mut sent = Vec::new();
        while let Some((queue, bio)) = plug.first() {
            sent.push((queue, bio.block, bio.pages.to_vec()));
            plug.pop();
        }
        sent
    }

    #[test]
    fn neighbours_merge_at_both_ends_within_the_limit() {
        let mut plug = Plug::new();
        assert_eq!(plug.add(0, &write(10, &[1]), 4), Plugged::Held);
        assert_eq!(plug.add(0, &write(11, &[2]), 4), Plugged::Merged);
        assert_eq!(plug.add(0, &write(8, &[3, 4]), 4), Plugged::Merged);
        assert_eq!(
            plug.add(0, &write(12, &[5]), 4),
            Plugged::Held,
            "four pages are the most"
        );
        assert_eq!(
            plug.add(1, &write(13, &[6]), 4),
            Plugged::Held,
            "another queue"
        );
        assert_eq!(
            plug.add(
                0,
                &Bio {
                    sync: true,
                    ..write(13, &[7])
                },
                4
            ),
            Plugged::Held
        );
        let expected = [
            (0, 8, vec![3, 4, 1, 2]),
            (0, 12, vec![5]),
            (0, 13, vec![7]),
            (1, 13, vec![6]),
        ];
        assert_eq!(drain(&mut plug), expected);
        assert!(plug.is_empty());
    }

    #[test]
    fn a_merged_page_counts_for_its_own_sender() {
        let mut plug = Plug::new();
        plug.add(0, &write(10, &[1, 2]), 8);
        let swapped = Bio {
            origin: Origin::SwapOut,
            ..write(12, &[3])
        };
        assert_eq!(plug.add(0, &swapped, 8), Plugged::Merged);
        assert_eq!(plug.add(0, &write(9, &[4]), 8), Plugged::Merged);
        let (_, bio) = plug.first().expect("one request");
        let senders: Vec<_> = bio.senders().collect();
        assert_eq!(senders, [(Origin::SwapOut, 1), (Origin::Kswapd, 3)]);
        assert_eq!(bio.origins(), Origin::SwapOut.bit() | Origin::Kswapd.bit());
    }

    #[test]
    fn a_full_plug_still_merges() {
        let mut plug = Plug::new();
        for n in 0..16 {
            assert_eq!(plug.add(0, &write(n * 10, &[n as u32]), 128), Plugged::Held);
        }
        assert_eq!(plug.add(0, &write(500, &[99]), 128), Plugged::Full);
        assert_eq!(plug.add(0, &write(51, &[99]), 128), Plugged::Merged);
        assert_eq!(drain(&mut plug).len(), 16);
        assert_eq!(plug.add(0, &write(500, &[99]), 128), Plugged::Held);
    }
}
