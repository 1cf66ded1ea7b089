//! CFQ's wait for the next request of a reader: the idle window (cfq_arm_slice_timer, cfq_update_idle_window and
//! cfq_update_io_thinktime, block/cfq-iosched.c, 2.6.29 to 3.16).
//!
//! A task that reads one request after another has none queued between two of them. Without the window, a write would
//! be dispatched into each of these gaps. The window opens only for a task whose requests are close to each other, and
//! only if the next one usually comes in time.

/// How long the drive is kept for the next sync request, nanoseconds (cfq_slice_idle).
pub const SLICE_IDLE: u64 = 8_000_000;
/// Distance between two requests from which on the second one is a seek, blocks of 4 KiB (CFQQ_SEEK_THR).
const SEEK: u64 = 100;
/// Maximum number of seeks in the last 32 requests of a sequential reader (CFQQ_SEEKY).
const SEEKS: u32 = 4;
/// Weight of one think time in the average: an eighth of it.
const WEIGHT: u64 = 256;
/// Sum of the weights from which on the average is used (sample_valid).
const VALID: u64 = 80;

/// The idle window of a queue.
#[derive(Clone, Debug, Default)]
pub struct IdleWindow {
    /// Time until which the drive is kept, nanoseconds. 0: the window is closed.
    until: u64,
    /// The requests of each task, by the id of the task.
    readers: Vec<Reader>,
}

/// The sync requests of a task (struct cfq_io_context).
#[derive(Clone, Copy, Debug, Default)]
struct Reader {
    /// When the last one ended, nanoseconds.
    last_end: u64,
    /// End of the last one that arrived, a block; 0 if none has.
    position: u64,
    /// The last 32, one bit each: whether it was a seek.
    seeks: u32,
    /// Weighted sum of the think times, nanoseconds.
    think_total: u64,
    think_weight: u64,
}

impl IdleWindow {
    /// Returns the time until which the drive is kept for a sync request, nanoseconds. 0: it is not kept.
    pub fn until(&self) -> u64 {
        self.until
    }

    /// Closes the window, because a task's sync request has arrived that is not merged with another one.
    pub fn arrived(&mut self, now: u64, task: u32, block: u64, pages: u32) {
        self.until = 0;
        self.reader(task).arrived(now, block, u64::from(pages));
    }

    /// Notes that a task's sync request has ended. If no other waits, `slice_end` is the end of the sync slice: the
    /// window opens if the task's next request is likely to come within the window and within the slice.
    pub fn ended(&mut self, now: u64, task: u32, slice_end: Option<u64>) {
        let reader = self.reader(task);
        reader.last_end = now;
        let left = slice_end.unwrap_or(0).saturating_sub(now).min(SLICE_IDLE);
        if left > 0 && reader.comes_back_within(left) {
            self.until = now + SLICE_IDLE;
        }
    }

    fn reader(&mut self, task: u32) -> &mut Reader {
        let at = task as usize;
        if at >= self.readers.len() {
            self.readers.resize(at + 1, Reader::default());
        }
        &mut self.readers[at]
    }
}

impl Reader {
    fn arrived(&mut self, now: u64, block: u64, pages: u64) {
        let seek = self.position > 0 && block.abs_diff(self.position) > SEEK;
        self.seeks = self.seeks << 1 | u32::from(seek);
        self.position = block + pages;
        let think = (now - self.last_end).min(2 * SLICE_IDLE);
        self.think_total = (7 * self.think_total + WEIGHT * think) / 8;
        self.think_weight = (7 * self.think_weight + WEIGHT) / 8;
    }

    /// Whether the task's last requests were close to each other, and the time between the end of one and the arrival
    /// of the next was at most `left` on average, as far as that is known.
    fn comes_back_within(&self, left: u64) -> bool {
        self.seeks.count_ones() <= SEEKS
            && (self.think_weight <= VALID || self.think_total / self.think_weight <= left)
    }
}
