//! The arm of a disk: its position, and the time to reach a block.

use super::platter::Platter;
use super::{BLOCKS_PER_MIB, DeviceFigures};

/// Seek time and rotation time of a move, nanoseconds.
pub type Way = (u64, u64);

/// The arm of a disk. A device without an arm has seek times of 0, so reaching any block takes no time.
#[derive(Clone, Copy, Debug)]
pub struct Arm {
    head: u64,
    blocks: u64,
    seek_min_ns: u64,
    seek_max_ns: u64,
    half_turn_ns: u64,
    platter: Option<Platter>,
}

impl Arm {
    /// Makes an arm at block 0.
    pub fn new(figures: &DeviceFigures) -> Self {
        Arm {
            head: 0,
            blocks: u64::from(figures.capacity_mib) * BLOCKS_PER_MIB,
            seek_min_ns: u64::from(figures.seek_min_us) * 1_000,
            seek_max_ns: u64::from(figures.seek_max_us) * 1_000,
            half_turn_ns: u64::from(figures.half_rotation_us) * 1_000,
            platter: Platter::of(figures),
        }
    }

    /// Returns the position of the head: the next block that it reads or writes without a move.
    #[inline]
    pub fn head(&self) -> u64 {
        self.head
    }

    /// Sets the position of the head to `block`, after the head has passed over the blocks before it.
    #[inline]
    pub fn move_to(&mut self, block: u64) {
        self.head = block;
    }

    /// Returns the seek time and the rotation time to reach a block from `now` on. If the disk's rotation speed is
    /// known, virtual time determines the angle of the platter, and the block passes under the head within one turn
    /// after the seek. On the same track, the head passes over a gap ahead at the transfer rate, and a block that has
    /// just passed returns one turn later. If the speed is unknown, the rotation time is half a turn.
    pub fn way(&self, now: u64, block: u64) -> Way {
        if block == self.head {
            return (0, 0);
        }
        let Some(platter) = self.platter else {
            return (self.seek_ns(block.abs_diff(self.head)), self.half_turn_ns);
        };
        if let Some(rotation) = platter.on_track(self.head, block) {
            return (0, rotation);
        }
        let seek = self.seek_ns(block.abs_diff(self.head));
        (seek, platter.until(now + seek, block))
    }

    /// Returns the time of a short move: the shortest seek and half a turn, nanoseconds.
    pub fn short_move_ns(&self) -> u64 {
        self.seek_min_ns + self.half_turn_ns
    }

    /// Returns the seek time for a distance, nanoseconds. It grows with the square root of the distance, from the
    /// shortest seek to the longest.
    fn seek_ns(&self, distance: u64) -> u64 {
        let span = self.blocks.max(1);
        let distance = distance.min(span);
        // The largest span is 2^40 blocks. Dropping eight bits leaves room for 32 bits of fraction.
        let (distance, span) = if span < 1 << 31 {
            (distance, span)
        } else {
            (distance >> 8, span >> 8)
        };
        let root = ((distance << 32) / span).isqrt();
        self.seek_min_ns + ((self.seek_max_ns.saturating_sub(self.seek_min_ns) * root) >> 16)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::models;
    use super::*;

    fn sata() -> DeviceFigures {
        models::figures("sata_2010").unwrap()
    }

    #[test]
    fn the_largest_disk_does_not_overflow() {
        let arm = Arm::new(&DeviceFigures {
            capacity_mib: u32::MAX,
            ..sata()
        });
        assert_eq!(arm.seek_ns(arm.blocks), 16_000_000);
        // The square root is rounded down to 32,767 / 65,536.
        assert_eq!(arm.seek_ns(arm.blocks / 4), 8_499_771);
    }

    #[test]
    fn after_a_seek_the_block_comes_by_within_a_turn() {
        let arm = Arm::new(&DeviceFigures {
            rpm: 7_200,
            ..sata()
        });
        let quarter = arm.blocks / 4;
        let seek = 8_500_000;
        let turn = 60_000_000_000 / 7_200;
        let (at_once, wait) = arm.way(0, quarter);
        assert_eq!(at_once, seek);
        assert!(wait < turn, "{wait}");
        // A request that starts one millisecond later waits one millisecond less, plus a turn if the block has already
        // passed.
        let later = arm.way(1_000_000, quarter).1;
        assert_eq!(later, (wait + turn - 1_000_000) % turn);
        assert_eq!(arm.way(wait, quarter).1, 0, "just in time");
        // The mean over all start times is half a turn: 4.17 ms.
        let sum: u64 = (0..1_000)
            .map(|n| arm.way(n * turn / 1_000, quarter).1)
            .sum();
        assert!((4_160_000..4_175_000).contains(&(sum / 1_000)), "{sum}");
    }
}
