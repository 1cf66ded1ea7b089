//! A drive's own queue (native command queueing). It serves the request with the shortest positioning time first.

/// A request that the drive has accepted but is not serving yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// Its slot in the request queue.
    pub slot: u32,
    /// First block of the request, 4 KiB.
    pub block: u64,
    /// Length, blocks.
    pub pages: u32,
}

/// The queue in the drive.
#[derive(Clone, Debug)]
pub struct DriveQueue {
    /// Maximum number of requests, including the one being served.
    depth: u32,
    /// Waiting requests in order of arrival.
    held: Vec<Held>,
    /// How often the oldest request was passed over.
    passed_over: u32,
    /// Whether a request is being served.
    serving: bool,
}

impl DriveQueue {
    /// Makes a queue for `depth` requests.
    pub fn new(depth: u32) -> Self {
        Self {
            depth,
            held: Vec::with_capacity(depth as usize),
            passed_over: 0,
            serving: false,
        }
    }

    /// Returns the maximum number of requests, including the one being served.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Adds a request to the queue.
    pub fn add(&mut self, request: Held) {
        self.held.push(request);
    }

    /// Picks the request with the shortest `positioning` time. If two are equal, picks the older one. To avoid
    /// starvation, the drive serves the oldest request after it was passed over 2 x depth times. This limit is an
    /// assumption, because drives do not document theirs.
    pub fn next(&mut self, positioning: impl Fn(&Held) -> u64) -> Option<Held> {
        if self.serving || self.held.is_empty() {
            return None;
        }
        let starving = self.passed_over >= 2 * self.depth;
        let at = if starving {
            0
        } else {
            self.nearest(positioning)
        };
        self.passed_over = if at == 0 { 0 } else { self.passed_over + 1 };
        self.serving = true;
        Some(self.held.remove(at))
    }

    /// Returns the index of the request with the shortest positioning time. The search stops at a time of 0, because no
    /// request can be nearer. In a stream, this is the usual case.
    fn nearest(&self, positioning: impl Fn(&Held) -> u64) -> usize {
        let mut nearest = (u64::MAX, 0);
        for (at, request) in self.held.iter().enumerate() {
            let way = positioning(request);
            if way < nearest.0 {
                nearest = (way, at);
            }
            if way == 0 {
                break;
            }
        }
        nearest.1
    }

    /// Whether a request waits in this queue.
    pub fn holds(&self, slot: u32) -> bool {
        self.held.iter().any(|request| request.slot == slot)
    }

    /// Marks the request that the drive was serving as complete.
    pub fn ended(&mut self) {
        self.serving = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(slot: u32, block: u64) -> Held {
        Held {
            slot,
            block,
            pages: 1,
        }
    }

    #[test]
    fn the_nearest_is_served_first_one_at_a_time_and_the_oldest_does_not_starve() {
        let mut queue = DriveQueue::new(3);
        let from = |head: u64| move |request: &Held| request.block.abs_diff(head);
        assert_eq!(queue.next(from(0)), None);
        queue.add(held(0, 1_000));
        queue.add(held(1, 90));
        queue.add(held(2, 110));
        assert_eq!(
            queue.next(from(100)),
            Some(held(1, 90)),
            "of equals the oldest"
        );
        assert_eq!(queue.next(from(100)), None, "one at a time");
        queue.ended();
        let mut served = Vec::new();
        for slot in 3..12 {
            queue.add(held(slot, 100));
            served.push(queue.next(from(100)).map(|request| request.slot));
            queue.ended();
        }
        // The first request was passed over once before this loop, and five times in it.
        let oldest = served.iter().position(|&slot| slot == Some(0));
        assert_eq!(oldest, Some(5), "{served:?}");
    }
}
