//! Limits on the requests of each class in a queue, the queue's congestion bits, and batching tasks.

use super::bio::Class;

/// Requests that a batching task may allocate beyond the limit (BLK_BATCH_REQ).
pub const BATCH_REQUESTS: u32 = 32;
/// How long a batch lasts, nanoseconds (BLK_BATCH_TIME, HZ/50).
pub const BATCH_NS: u64 = 20_000_000;
/// Minimum of nr_requests (BLKDEV_MIN_RQ).
const MIN_REQUESTS: u32 = 4;

/// A task's right to allocate requests from a full queue (nr_batch_requests of its io_context; 2.6.29 to 3.16).
///
/// It belongs to the task, not to a queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    left: u32,
    since: u64,
}

impl Batch {
    /// Whether the task is batching at `now` nanoseconds (ioc_batching). A batch that is still unused does not expire.
    pub fn is_active(&self, now: u64) -> bool {
        self.left == BATCH_REQUESTS || (self.left > 0 && now < self.since + BATCH_NS)
    }

    /// Begins a batch, because the task filled a queue, or slept for a request and was woken (ioc_set_batching).
    pub fn begin(&mut self, now: u64) {
        if !self.is_active(now) {
            *self = Batch {
                left: BATCH_REQUESTS,
                since: now,
            };
        }
    }

    /// Must be called for each new request of the task. `room` is the result of the request's allocation.
    pub fn note(&mut self, now: u64, room: Room) {
        match room {
            Room::BelowLimit => {}
            Room::Filled => {
                self.begin(now);
                self.left -= 1;
            }
            Room::PastLimit => self.left = self.left.saturating_sub(1),
        }
    }
}

/// How full the queue was when a new request was allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// The queue was below nr_requests. The request does not use up the batch.
    BelowLimit,
    /// The request fills the queue. Its task becomes a batcher, and this is the first request of its batch.
    Filled,
    /// The queue was full and the task was a batcher. One request of its batch is used.
    PastLimit,
}

/// Which tasks to wake at the end of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Freed {
    /// Class in which the request was counted.
    pub class: Class,
    /// The number of requests is below the congestion-off threshold. Wake all tasks on the class's congestion wait
    /// queue, even if the queue was not congested (clear_bdi_congested).
    pub below_congestion_off: bool,
    /// Fewer than nr_requests requests are in use. Wake one task that waits exclusively for a request of this queue and
    /// class. That task begins a batch (__freed_request, get_request_wait).
    pub may_wake_waiter: bool,
    /// Whether a task that waits for a request of the other class may have it if none waits for this class.
    pub may_wake_other_class: bool,
}

impl Freed {
    /// Returns the result for a request that was not counted: no task is woken.
    pub fn nobody(class: Class) -> Self {
        Freed {
            class,
            below_congestion_off: false,
            may_wake_waiter: false,
            may_wake_other_class: false,
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct ClassCount {
    count: u32,
    congested: bool,
    full: bool,
}

/// The request counts of a queue (struct request_list).
#[derive(Clone, Debug)]
pub struct RequestCounts {
    limit: u32,
    congestion_on: u32,
    congestion_off: u32,
    classes: [ClassCount; 2],
    /// All requests share one set of tags, and the queue is never congested (blk-mq).
    pooled: bool,
}

impl RequestCounts {
    /// Makes the counts of a queue with `nr_requests` in each class (blk_queue_congestion_threshold).
    pub fn new(nr_requests: u32) -> Self {
        let limit = nr_requests.max(MIN_REQUESTS);
        RequestCounts {
            limit,
            congestion_on: (limit - limit / 8 + 1).min(limit),
            congestion_off: (limit - limit / 8 - limit / 16 - 1).max(1),
            classes: [ClassCount::default(); 2],
            pooled: false,
        }
    }

    /// Lets both classes share the requests. Called before there are any.
    pub fn share_tags(&mut self) {
        self.pooled = true;
    }

    /// Allocates a request, or returns `None` if the task must sleep (get_request, 2.6.29 to 3.16). elv_may_queue, with
    /// which the elevator can force an allocation, is not modelled.
    ///
    /// The first task that reaches nr_requests marks the queue full and becomes a batcher. While the queue is full,
    /// only batchers get requests, up to 1.5 times nr_requests in total.
    pub fn allocate(&mut self, class: Class, batcher: bool) -> Option<Room> {
        if self.pooled {
            let used: u32 = self.classes.iter().map(|class| class.count).sum();
            if used >= self.limit {
                return None;
            }
            self.classes[class.index()].count += 1;
            return Some(Room::BelowLimit);
        }
        let state = &mut self.classes[class.index()];
        let mut room = Room::BelowLimit;
        if state.count + 1 >= self.congestion_on {
            if state.count + 1 >= self.limit {
                if !state.full {
                    state.full = true;
                    room = Room::Filled;
                } else if batcher {
                    room = Room::PastLimit;
                } else {
                    return None;
                }
            }
            state.congested = true;
        }
        if state.count >= 3 * self.limit / 2 {
            return None;
        }
        state.count += 1;
        Some(room)
    }

    /// Frees a request that has ended or was joined to another one (freed_request).
    pub fn free(&mut self, class: Class) -> Freed {
        let state = &mut self.classes[class.index()];
        debug_assert!(state.count > 0, "a request ends that was not counted");
        state.count = state.count.saturating_sub(1);
        if self.pooled {
            return Freed {
                class,
                below_congestion_off: false,
                may_wake_waiter: true,
                may_wake_other_class: true,
            };
        }
        let below_congestion_off = state.count < self.congestion_off;
        if below_congestion_off {
            state.congested = false;
        }
        let may_wake_waiter = state.count < self.limit;
        if may_wake_waiter {
            state.full = false;
        }
        Freed {
            class,
            below_congestion_off,
            may_wake_waiter,
            may_wake_other_class: false,
        }
    }

    /// Returns the number of requests of a class, queued or in the device.
    pub fn count(&self, class: Class) -> u32 {
        self.classes[class.index()].count
    }

    /// Returns the congestion bit of a class.
    pub fn congested(&self, class: Class) -> bool {
        self.classes[class.index()].congested
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(count: u32) -> RequestCounts {
        let mut counts = RequestCounts::new(128);
        for _ in 0..count {
            counts.allocate(Class::ASYNC, true).unwrap();
        }
        counts
    }

    #[test]
    fn congestion_comes_at_113_and_goes_below_103() {
        assert!(!filled(112).congested(Class::ASYNC));
        let mut counts = filled(113);
        assert!(counts.congested(Class::ASYNC));
        assert!(!counts.congested(Class::SYNC));
        for left in (103..113).rev() {
            let freed = counts.free(Class::ASYNC);
            assert_eq!(counts.count(Class::ASYNC), left);
            assert!(!freed.below_congestion_off && counts.congested(Class::ASYNC));
        }
        assert!(counts.free(Class::ASYNC).below_congestion_off);
        assert!(!counts.congested(Class::ASYNC));
        assert!(
            counts.free(Class::ASYNC).below_congestion_off,
            "every later end wakes too"
        );
    }

    #[test]
    fn the_task_that_fills_the_queue_batches_and_others_wait() {
        let mut counts = filled(127);
        assert_eq!(counts.allocate(Class::ASYNC, false), Some(Room::Filled));
        assert_eq!(counts.allocate(Class::ASYNC, false), None);
        assert_eq!(counts.allocate(Class::SYNC, false), Some(Room::BelowLimit));
        for _ in 128..192 {
            assert_eq!(counts.allocate(Class::ASYNC, true), Some(Room::PastLimit));
        }
        assert_eq!(counts.allocate(Class::ASYNC, true), None, "hard cap");
        for _ in 128..192 {
            assert!(!counts.free(Class::ASYNC).may_wake_waiter);
            assert_eq!(counts.allocate(Class::ASYNC, false), None);
        }
        assert!(counts.free(Class::ASYNC).may_wake_waiter);
        assert_eq!(counts.count(Class::ASYNC), 127);
        assert_eq!(
            counts.allocate(Class::ASYNC, false),
            Some(Room::Filled),
            "full was cleared"
        );
    }

    #[test]
    fn a_batch_is_32_requests_or_20_ms() {
        let mut batch = Batch::default();
        assert!(!batch.is_active(0));
        batch.note(0, Room::BelowLimit);
        assert!(!batch.is_active(0));
        batch.note(5, Room::Filled);
        for _ in 1..32 {
            assert!(batch.is_active(6));
            batch.note(6, Room::PastLimit);
        }
        assert!(!batch.is_active(6));
        batch.begin(10);
        assert!(
            batch.is_active(10 + 2 * BATCH_NS),
            "unused, it does not expire"
        );
        batch.note(11, Room::PastLimit);
        assert!(batch.is_active(9 + BATCH_NS));
        assert!(!batch.is_active(10 + BATCH_NS));
    }

    #[test]
    fn small_queues_have_thresholds_in_range() {
        let mut counts = RequestCounts::new(0);
        for _ in 0..3 {
            assert_eq!(counts.allocate(Class::SYNC, false), Some(Room::BelowLimit));
        }
        assert_eq!(counts.allocate(Class::SYNC, false), Some(Room::Filled));
        assert!(counts.congested(Class::SYNC));
    }

    #[test]
    fn shared_tags_know_no_class_and_no_congestion() {
        let mut counts = RequestCounts::new(128);
        counts.share_tags();
        for n in 0..128 {
            let class = Class::ALL[n % 2];
            assert_eq!(counts.allocate(class, false), Some(Room::BelowLimit));
        }
        assert_eq!(counts.allocate(Class::SYNC, true), None);
        assert!(!counts.congested(Class::ASYNC));
        let freed = counts.free(Class::ASYNC);
        assert!(!freed.below_congestion_off && freed.may_wake_other_class);
        assert!(counts.allocate(Class::SYNC, false).is_some());
    }
}
