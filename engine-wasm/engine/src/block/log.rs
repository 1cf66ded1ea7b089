//! The latest requests that devices have served, for the picture: as they were merged, by whom, and where on the device.

/// Requests kept for whoever asks; older ones are lost.
const KEPT: usize = 4096;

/// A request that a device has served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Served {
    /// The device.
    pub device: u32,
    /// First block on its queue's disk, 4 KiB.
    pub block: u64,
    /// Length, blocks.
    pub pages: u32,
    /// Who sent its first part: [`super::Origin::index`].
    pub origin: u8,
    /// When the device began with it, nanoseconds.
    pub start: u64,
    /// When it was served, nanoseconds.
    pub end: u64,
}

/// The ring.
#[derive(Clone, Debug, Default)]
pub struct RequestLog {
    kept: Vec<Served>,
    written: u64,
}

impl RequestLog {
    /// Adds a request.
    pub fn push(&mut self, served: Served) {
        if self.kept.len() < KEPT {
            self.kept.push(served);
        } else {
            self.kept[(self.written % KEPT as u64) as usize] = served;
        }
        self.written += 1;
    }

    /// Those since `cursor`, oldest first, and the cursor for the next call.
    #[must_use]
    pub fn since(&self, cursor: u64) -> (Vec<Served>, u64) {
        let first = cursor.max(self.written.saturating_sub(KEPT as u64));
        let served = (first..self.written)
            .map(|n| self.kept[(n % KEPT as u64) as usize])
            .collect();
        (served, self.written)
    }
}

#[cfg(test)]
mod tests {
    use super::{KEPT, RequestLog, Served};

    #[test]
    fn the_log_gives_each_request_once_and_forgets_the_oldest() {
        let mut log = RequestLog::default();
        let served = |n: u64| Served {
            device: 0,
            block: n,
            pages: 1,
            origin: 0,
            start: n,
            end: n + 1,
        };
        (0..3).for_each(|n| log.push(served(n)));
        let (first, cursor) = log.since(0);
        assert_eq!(first.iter().map(|s| s.block).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(log.since(cursor).0, []);
        (3..3 + KEPT as u64).for_each(|n| log.push(served(n)));
        let (rest, _) = log.since(0);
        assert_eq!((rest.len(), rest[0].block), (KEPT, 3));
    }
}
