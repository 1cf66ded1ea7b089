//! The angle of a rotating disk's platter, from its speed and virtual time.

use super::{BLOCK_BYTES, DeviceFigures};

/// The platter of a disk whose rotation speed is known.
#[derive(Clone, Copy, Debug)]
pub struct Platter {
    /// Time of one turn, nanoseconds.
    turn_ns: u64,
    /// Time in which one block passes under the head, nanoseconds.
    block_ns: u64,
    /// Blocks per track.
    track: u64,
}

impl Platter {
    /// Makes the platter of a device, or returns `None` if the figures do not say how fast it turns.
    pub fn of(figures: &DeviceFigures) -> Option<Self> {
        let rate = u64::from(figures.write_kb_per_s.min(figures.read_kb_per_s).max(1));
        (figures.rpm > 0).then(|| {
            let turn_ns = 60_000_000_000 / u64::from(figures.rpm);
            let block_ns = BLOCK_BYTES * 1_000_000 / rate;
            Self {
                turn_ns,
                block_ns,
                track: (turn_ns / block_ns.max(1)).max(1),
            }
        })
    }

    /// Returns the time from `at` until `block` passes under the head, nanoseconds, if the head is on the track of
    /// `block`. All tracks begin at the same angle, which is under the head at time 0 and after each turn.
    pub fn until(self, at: u64, block: u64) -> u64 {
        let angle = block % self.track * self.block_ns;
        (angle + self.turn_ns - at % self.turn_ns) % self.turn_ns
    }

    /// Returns the time until `block` is under the head, nanoseconds, if both are on one track. The head has just
    /// passed the block before `head`. The head passes over a gap ahead at the transfer rate. For a block that has
    /// already passed, the platter must turn once more.
    pub fn on_track(self, head: u64, block: u64) -> Option<u64> {
        let away = head.abs_diff(block).saturating_mul(self.block_ns);
        if away >= self.turn_ns {
            None
        } else if block >= head {
            Some(away)
        } else {
            Some(self.turn_ns - away)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::models;
    use super::*;

    #[test]
    fn a_gap_passes_at_the_rate_and_what_was_missed_costs_a_turn() {
        // 7,200 turns a minute: 8.333 ms per turn. At 90 MB/s a block of 4 KiB passes in 45.511 us, 183 of them in a
        // turn.
        let disk = DeviceFigures {
            rpm: 7_200,
            ..models::figures("sata_2010").unwrap()
        };
        let platter = Platter::of(&disk).unwrap();
        for (head, block, ns) in [
            (1_000, 1_000, Some(0)),
            (1_000, 1_001, Some(45_511)),
            (1_000, 1_100, Some(4_551_100)),
            (1_000, 1_183, Some(8_328_513)),
            (1_000, 1_184, None),
            (1_000, 999, Some(8_287_822)),
            (1_000, 900, Some(3_782_233)),
            (1_000, 700, None),
        ] {
            assert_eq!(platter.on_track(head, block), ns, "{head} to {block}");
        }
        let stick = models::figures("usb_stick_laptop").unwrap();
        assert!(Platter::of(&stick).is_none());
    }
}
