//! The parts of the time that a device takes for a request.

use super::device::Service;

/// A part of the service time of a request. A new part also needs a line in [`Part::ALL`], `name` and `known`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The head moves to another track.
    Seek,
    /// The platter turns until the block is under the head.
    Rotation,
    /// The bytes are transferred at the device's rate.
    Transfer,
    /// Copying inside the flash.
    Copying,
    /// Emptying the device's write cache.
    Flush,
    /// The device stops for a while.
    Stall,
    /// The rest: the cost of the command, and the wait for the transfer of other requests.
    Overhead,
}

impl Part {
    /// Number of parts.
    pub const COUNT: usize = Part::ALL.len();

    /// All parts, in the order of arrays of `Part::COUNT` elements.
    pub const ALL: [Part; 7] = [
        Part::Seek,
        Part::Rotation,
        Part::Transfer,
        Part::Copying,
        Part::Flush,
        Part::Stall,
        Part::Overhead,
    ];

    /// Returns the name that the web page uses.
    pub const fn name(self) -> &'static str {
        match self {
            Part::Seek => "seek",
            Part::Rotation => "rotation",
            Part::Transfer => "transfer",
            Part::Copying => "copying",
            Part::Flush => "flush",
            Part::Stall => "stall",
            Part::Overhead => "overhead",
        }
    }

    /// Returns this part as the device reports it, nanoseconds.
    const fn known(self, service: &Service) -> u64 {
        match self {
            Part::Seek => service.seek_ns,
            Part::Rotation => service.rotation_ns,
            Part::Transfer => service.transfer_ns,
            Part::Copying => service.copying_ns,
            Part::Flush => service.flush_ns,
            Part::Stall => service.stall_ns,
            // The part that remains of the total time is overhead.
            Part::Overhead => 0,
        }
    }
}

/// Returns the parts of a request that took `total_ns` nanoseconds in the device. Their sum is the total.
pub fn parts_of(service: &Service, total_ns: u64) -> [u64; Part::COUNT] {
    let mut rest = total_ns;
    let mut parts = Part::ALL.map(|part| {
        let ns = part.known(service).min(rest);
        rest -= ns;
        ns
    });
    parts[Part::Overhead as usize] = rest;
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_in_the_order_of_their_numbers_and_add_up() {
        for (number, part) in Part::ALL.into_iter().enumerate() {
            assert_eq!(part as usize, number, "{}", part.name());
        }
        let service = Service {
            latency_ns: 1_000,
            seek_ns: 500,
            rotation_ns: 200,
            transfer_ns: 50,
            copying_ns: 9,
            ..Service::default()
        };
        let parts = parts_of(&service, 1_059);
        assert_eq!(parts[Part::Seek as usize], 500);
        assert_eq!(parts[Part::Rotation as usize], 200);
        assert_eq!(parts[Part::Transfer as usize], 50);
        assert_eq!(parts[Part::Copying as usize], 9);
        assert_eq!(parts[Part::Overhead as usize], 300);
        assert_eq!(parts_of(&service, 710).iter().sum::<u64>(), 710);
    }
}
