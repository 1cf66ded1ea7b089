//! A queue of CFQ (struct cfq_queue, block/cfq-iosched.c, 2.6.29 to 3.16): the sync requests of one task, or the async
//! requests of all tasks.
//!
//! A task that reads one request after another has none waiting between two of them. Without the idle window, another
//! queue would get the drive in each of these gaps. The window opens only for a task whose requests are close to each
//! other, and only if the next one usually comes in time.

use super::next_request::NextRequest;
use super::sorted::{Entry, Sorted};

/// How long the drive is kept for the next request of a queue, nanoseconds (cfq_slice_idle).
pub const SLICE_IDLE: u64 = 8_000_000;
/// A request that is farther than this from the one before is a seek, blocks of 4 KiB (CFQQ_SEEK_THR).
const SEEK: u64 = 100;
/// Maximum number of seeks in the last 32 requests of a sequential reader (CFQQ_SEEKY).
const SEEKS: u32 = 4;
/// Each new think time adds an eighth of this to the sum of weights, after the sum has lost an eighth.
const WEIGHT: u64 = 256;
/// The average is used if the sum of the weights is above this (sample_valid).
const VALID: u64 = 80;

/// A queue.
#[derive(Clone, Debug)]
pub struct CfqQueue {
    /// Its waiting requests.
    pub list: Sorted,
    /// The one that it serves next by position.
    pub next: NextRequest,
    /// Its place among the queues that want the drive (rb_key), nanoseconds; the lowest comes first. A queue that was
    /// placed earlier comes before one with the same key.
    pub place: (i64, u64),
    /// Rest of its last slice, nanoseconds; negative if it overran the slice (slice_resid).
    pub left: i64,
    /// Number of its requests in the drive.
    pub in_drive: u32,
    /// Whether the drive is kept for its next request (idle_window).
    idle_window: bool,
    /// The think time of its task.
    think: ThinkTime,
    /// End of the last request that arrived, a block; 0 if none has.
    position: u64,
    /// The last 32 requests, one bit each: whether it was a seek.
    seeks: u32,
}

/// How long it usually takes from the end of a request until the next one arrives (struct cfq_ttime).
#[derive(Clone, Copy, Debug, Default)]
pub struct ThinkTime {
    /// When the last request ended, nanoseconds.
    last_end: u64,
    /// Weighted sum of the think times, nanoseconds.
    total: u64,
    weight: u64,
}

impl ThinkTime {
    /// Notes that a request has arrived (__cfq_update_io_thinktime).
    pub fn arrived(&mut self, now: u64) {
        let think = (now - self.last_end).min(2 * SLICE_IDLE);
        self.total = (7 * self.total + WEIGHT * think) / 8;
        self.weight = (7 * self.weight + WEIGHT) / 8;
    }

    /// Notes that a request has ended.
    pub fn ended(&mut self, now: u64) {
        self.last_end = now;
    }

    /// Returns the mean, nanoseconds, if enough requests have arrived (sample_valid).
    pub fn mean(&self) -> Option<u64> {
        (self.weight > VALID).then(|| self.total / self.weight)
    }
}

impl CfqQueue {
    /// Makes an empty queue. A new sync queue has an idle window.
    pub fn new(sync: bool) -> Self {
        CfqQueue {
            list: Sorted::new(),
            next: NextRequest::default(),
            place: (0, 0),
            left: 0,
            in_drive: 0,
            idle_window: sync,
            think: ThinkTime::default(),
            position: 0,
            seeks: 0,
        }
    }

    /// Whether the drive is kept for the next request of its task.
    pub fn has_idle_window(&self) -> bool {
        self.idle_window
    }

    /// Notes a sync request that is not merged with another one (cfq_update_io_thinktime, cfq_update_io_seektime,
    /// cfq_update_idle_window). The drive is not kept for a task that writes (REQ_NOIDLE).
    pub fn sync_arrived(&mut self, now: u64, entry: Entry, reads: bool) {
        let seek = self.position > 0 && entry.block.abs_diff(self.position) > SEEK;
        self.seeks = self.seeks << 1 | u32::from(seek);
        self.position = entry.end();
        self.think.arrived(now);
        if !reads || self.seeks.count_ones() > SEEKS {
            self.idle_window = false;
        } else if let Some(mean) = self.think.mean() {
            self.idle_window = mean <= SLICE_IDLE;
        }
    }

    /// Notes that one of its requests has ended.
    pub fn ended(&mut self, now: u64) {
        self.in_drive = self.in_drive.saturating_sub(1);
        self.think.ended(now);
    }

    /// Whether the next request usually comes within `ns` nanoseconds after the last one has ended, as far as that is
    /// known (cfq_arm_slice_timer).
    pub fn comes_back_within(&self, ns: u64) -> bool {
        self.think.mean().is_none_or(|mean| mean <= ns)
    }
}
