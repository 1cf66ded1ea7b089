//! Service times of devices. This file models what all devices share: transfer rates, a fixed cost, jitter, stalls, and
//! the data path over which bytes are transferred. [`Physics`] models the differences between devices, in one file for
//! each kind.

mod arm;
mod cached;
mod flash;
mod physics;
mod platter;

pub use flash::OpenUnit;

use super::bio::Op;
use crate::scenario::DeviceFigures;
use physics::Physics;

/// Bytes per block.
const BLOCK_BYTES: u64 = 4096;
/// Blocks per MiB.
const BLOCKS_PER_MIB: u64 = 256;
/// Jitter is drawn in steps of a hundredth of a percent.
const JITTER_STEPS: u32 = 100;

/// How a device spends its time on a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Service {
    /// Everything except transfer and copying: overhead, seek, rotation, flush and stall, nanoseconds.
    pub latency_ns: u64,
    /// Part of the latency: the fixed cost of a request, and of a small write that does not continue the previous one,
    /// nanoseconds.
    pub overhead_ns: u64,
    /// Part of the latency: seek and rotation, nanoseconds.
    pub positioning_ns: u64,
    /// Part of the positioning: the movement of the arm, nanoseconds.
    pub seek_ns: u64,
    /// Part of the positioning: the wait until the block passes under the head, nanoseconds.
    pub rotation_ns: u64,
    /// Part of the latency: the wait until the drive has written its cache, nanoseconds.
    pub flush_ns: u64,
    /// Part of the latency: a stall of the device, or the wait until its write cache has room, nanoseconds.
    pub stall_ns: u64,
    /// Transfer of the bytes at the device's rate, nanoseconds.
    pub transfer_ns: u64,
    /// Copying inside the flash, nanoseconds. The device transfers nothing else meanwhile.
    pub copying_ns: u64,
    /// Whether the request did not start where the previous one ended.
    pub moved: bool,
    /// Position of the head before the request, blocks of 4 KiB.
    pub from: u64,
    /// Pages that were copied inside the flash.
    pub copied: u64,
    /// The last allocation unit that the flash controller closed.
    pub closed: Option<u64>,
}

/// One device, and the data path over which it transfers bytes.
#[derive(Clone, Debug)]
pub struct Device {
    figures: DeviceFigures,
    physics: Physics,
    pipe_free_at: u64,
}

impl Device {
    /// Makes an idle device with its head at block 0. A RAID-0 array has one such device for each member.
    pub fn new(figures: DeviceFigures) -> Self {
        Device {
            figures,
            physics: Physics::of(&figures),
            pipe_free_at: 0,
        }
    }

    /// Returns its size, blocks of 4 KiB.
    pub fn blocks(&self) -> u64 {
        u64::from(self.figures.capacity_mib) * BLOCKS_PER_MIB
    }

    /// Returns how many requests it serves at the same time.
    pub fn in_flight(&self) -> u32 {
        self.figures.in_flight.max(1)
    }

    /// Returns its largest request, blocks of 4 KiB.
    pub fn max_pages(&self) -> u32 {
        (self.figures.max_request_kb / 4).max(1)
    }

    /// Returns the position of its head, as a block.
    pub fn head(&self) -> u64 {
        self.physics.arm().head()
    }

    /// Whether it has a write cache.
    pub fn caches_writes(&self) -> bool {
        matches!(self.physics, Physics::Cached { .. })
    }

    /// Starts a request and returns when it ends, nanoseconds, and how its time is spent.
    ///
    /// All requests transfer their bytes over one data path, in the order in which they started. The latency of a
    /// request comes after its transfer, and the latencies of several requests may overlap. So the rate is never
    /// exceeded, and a stall delays no other request.
    pub fn start(
        &mut self,
        now: u64,
        op: Op,
        block: u64,
        pages: u32,
        rng: &mut impl FnMut(u32) -> u32,
    ) -> (u64, Service) {
        let service = self.service(now, op, block, pages, rng);
        self.pipe_free_at = self.pipe_free_at.max(now) + service.transfer_ns + service.copying_ns;
        (self.pipe_free_at + service.latency_ns, service)
    }

    /// Starts a flush and returns when it ends, nanoseconds. It ends when all data that the device has accepted is on
    /// the medium.
    pub fn flush(&mut self, now: u64, rng: &mut impl FnMut(u32) -> u32) -> (u64, Service) {
        let jitter = self.draw_jitter(rng);
        let overhead_ns = jittered(u64::from(self.figures.overhead_us) * 1_000, jitter);
        let flush_ns = self.physics.flush_ns(now);
        let service = Service {
            latency_ns: overhead_ns + flush_ns,
            overhead_ns,
            flush_ns,
            ..Service::default()
        };
        (now + service.latency_ns, service)
    }

    /// Returns the allocation units that a flash controller has open, the most recently written one last, and the
    /// number of pages in a unit. Other devices have none.
    pub fn open_units(&self) -> (&[OpenUnit], u32) {
        self.physics.open_units()
    }

    fn service(
        &mut self,
        now: u64,
        op: Op,
        block: u64,
        pages: u32,
        rng: &mut impl FnMut(u32) -> u32,
    ) -> Service {
        let from = self.head();
        let moved = block != from;
        let work = self.physics.serve(now, op, block, pages);
        let way_ns = work.seek_ns + work.rotation_ns;
        let figures = &self.figures;
        let mut overhead_us = u64::from(figures.overhead_us);
        if moved && op == Op::Write && pages * 4 < figures.small_write_kb {
            overhead_us += u64::from(figures.small_write_extra_us);
        }
        let rate = match op {
            Op::Read => figures.read_kb_per_s,
            Op::Write => self.physics.write_kb_per_s(figures),
        };
        let transfer_ns = transfer_ns(pages, rate);
        let jitter = self.draw_jitter(rng);
        let on_the_way_ns = jittered(overhead_us * 1_000 + way_ns, jitter);
        let positioning_ns = jittered(way_ns, jitter);
        let seek_ns = jittered(work.seek_ns, jitter);
        let stalls =
            op == Op::Write && figures.stall_per_mille > 0 && rng(1_000) < figures.stall_per_mille;
        let stall_ns = work.wait_ns + u64::from(stalls) * u64::from(figures.stall_us) * 1_000;
        Service {
            latency_ns: on_the_way_ns + stall_ns,
            overhead_ns: on_the_way_ns.saturating_sub(positioning_ns),
            positioning_ns,
            seek_ns,
            rotation_ns: positioning_ns.saturating_sub(seek_ns),
            flush_ns: 0,
            stall_ns,
            transfer_ns: jittered(transfer_ns, jitter),
            copying_ns: jittered(work.copying_us * 1_000, jitter),
            moved,
            from,
            copied: work.copied,
            closed: work.closed,
        }
    }

    /// Returns the time until the head is at a block for a request that starts at `now`, without jitter, nanoseconds.
    pub fn positioning_ns(&self, now: u64, op: Op, block: u64) -> u64 {
        let (seek_ns, rotation_ns) = self.physics.way(now, op, block);
        seek_ns + rotation_ns
    }

    /// Draws the jitter of a request, in hundredths of a percent.
    fn draw_jitter(&self, rng: &mut impl FnMut(u32) -> u32) -> i64 {
        let widest = self.figures.jitter_percent.min(100) * JITTER_STEPS;
        if widest == 0 {
            return 0;
        }
        rng(2 * widest + 1) as i64 - widest as i64
    }
}

/// Returns the time to transfer `pages` pages at a rate in kB (1,000 bytes) a second, nanoseconds.
fn transfer_ns(pages: u32, kb_per_s: u32) -> u64 {
    u64::from(pages) * BLOCK_BYTES * 1_000_000 / u64::from(kb_per_s.max(1))
}

fn jittered(time_ns: u64, jitter: i64) -> u64 {
    let time = time_ns as i64;
    (time + time * jitter / (100 * JITTER_STEPS as i64)).max(0) as u64
}

#[cfg(test)]
mod tests {
    use super::super::models;
    use super::*;

    /// Returns the middle value of every random draw: no jitter, no stall.
    fn middle(n: u32) -> u32 {
        n / 2
    }

    fn device(id: &str) -> Device {
        Device::new(models::figures(id).unwrap())
    }

    fn time(device: &mut Device, op: Op, block: u64, pages: u32) -> u64 {
        let (until, service) = device.start(7, op, block, pages, &mut middle);
        device.pipe_free_at = 0;
        assert_eq!(
            until,
            7 + service.latency_ns + service.transfer_ns + service.copying_ns
        );
        until - 7
    }

    /// Returns a disk whose rotation speed is not known.
    fn still(id: &str) -> Device {
        Device::new(DeviceFigures {
            rpm: 0,
            ..models::figures(id).unwrap()
        })
    }

    #[test]
    fn sata_2010_and_swap_disk() {
        for id in ["sata_2010", "swap_disk"] {
            let mut disk = still(id);
            // 0.1 ms + 524,288 bytes at 90 MB/s.
            assert_eq!(time(&mut disk, Op::Write, 0, 128), 100_000 + 5_825_422);
            assert_eq!(time(&mut disk, Op::Read, 128, 128), 100_000 + 5_825_422);
            // A quarter of the span: 1 + 15 x 0.5 ms, half a rotation, one page.
            let quarter = disk.blocks() / 4;
            let expected = 100_000 + 8_500_000 + 4_170_000 + 45_511;
            assert_eq!(time(&mut disk, Op::Read, 256 + quarter, 1), expected);
            assert_eq!(
                time(&mut disk, Op::Write, 256, 1),
                100_000 + 8_500_000 + 4_170_000 + 45_511
            );
            // A seek over the whole span.
            let mut disk = still(id);
            let end = disk.blocks();
            assert_eq!(
                time(&mut disk, Op::Read, end, 1),
                100_000 + 16_000_000 + 4_170_000 + 45_511
            );
            // One block back is the shortest seek, but still a seek.
            let back = disk.head() - 2;
            let near = time(&mut disk, Op::Write, back, 1);
            assert!((5_315_511..5_320_000).contains(&near), "{near}");
        }
    }

    #[test]
    fn sata_single_and_a_member_of_raid0_4() {
        // 524,288 bytes at 65 and 94 MB/s.
        assert_eq!(
            time(&mut device("sata_single"), Op::Write, 0, 128),
            100_000 + 8_065_969
        );
        assert_eq!(
            time(&mut device("raid0_4"), Op::Write, 0, 128),
            100_000 + 5_577_531
        );
        assert_eq!(
            time(&mut device("raid0_4"), Op::Read, 0, 128),
            100_000 + 5_577_531
        );
    }

    #[test]
    fn usb_sticks_pay_for_jumps_between_units_and_not_for_size() {
        let mut stick = device("usb_stick_laptop");
        assert_eq!(stick.max_pages(), 30);
        // 122,880 bytes at 8.6 MB/s. The first write to a unit also costs 16 ms.
        assert_eq!(time(&mut stick, Op::Write, 0, 30), 16_000_000 + 14_288_372);
        assert_eq!(time(&mut stick, Op::Write, 30, 1), 476_279);
        // Open one more unit; two can be open.
        assert_eq!(time(&mut stick, Op::Write, 9_216, 1), 16_000_000 + 476_279);
        assert_eq!(time(&mut stick, Op::Write, 31, 1), 16_000_000 + 476_279);
        // Opening a third unit closes the second one: 1,023 of its pages are copied at 16 MB/s.
        let jump = 16_000_000 + 476_279 + 261_888_000;
        assert_eq!(time(&mut stick, Op::Write, 20_480, 1), jump);
        // Units do not affect reads.
        assert_eq!(time(&mut stick, Op::Read, 100, 1), 273_066);

        let mut stick = device("usb_stick_weiner");
        // 0.5 ms + 122,880 bytes at 15.1 MB/s = 8.64 ms, which gives 14.2 MB/s in total.
        assert_eq!(time(&mut stick, Op::Write, 0, 30), 500_000 + 8_137_748);
    }

    /// Writes blocks of `block_kb` in turn to `units` allocation units until all are full, as `flashbench --open-au`
    /// does, and returns the rate in kB/s. The card accepts 128 kB per request.
    fn open_au(figures: DeviceFigures, units: u64, block_kb: u64) -> u64 {
        let mut card = Device::new(figures);
        let (mut ns, mut pages) = (0, 0);
        // Measure the second pass, because no unit is open when the first pass starts.
        for pass in 0..2 {
            (ns, pages) = (0, 0);
            for part in 0..4_096 / block_kb {
                for unit in 0..units {
                    for piece in 0..(block_kb / 128).max(1) {
                        let block =
                            ((pass * units + unit) * 4_096 + part * block_kb) / 4 + piece * 32;
                        ns += time(&mut card, Op::Write, block, 32);
                        pages += 32;
                    }
                }
            }
        }
        pages * BLOCK_BYTES * 1_000_000 / ns
    }

    #[test]
    fn flashbench_finds_as_many_open_units_as_on_its_own_card() {
        // The rate, the cost of changing units and the rate of copying are fitted to the README's two columns: three
        // parameters for ten figures. The README's card accepts 128 kB per request.
        let card = DeviceFigures {
            jitter_percent: 0,
            ..models::figures("usb_stick_laptop").unwrap()
        };
        let published = [
            (4_096, 8_790, 7_750),
            (2_048, 7_410, 5_030),
            (1_024, 6_870, 3_240),
            (512, 6_390, 1_760),
            (256, 6_270, 912),
        ];
        for (block_kb, two, three) in published {
            for (units, measured) in [(2, two), (3, three)] {
                let computed = open_au(card, units, block_kb);
                assert!(
                    100 * computed.abs_diff(measured) < 15 * measured,
                    "{block_kb} kB into {units}: {computed} for {measured}"
                );
            }
        }
    }

    #[test]
    fn virtio_host_caches_writes_and_seeks_for_reads() {
        let mut disk = device("virtio_host");
        // 0.15 ms + 4,096 bytes at 1 GB/s, at any position.
        assert_eq!(time(&mut disk, Op::Write, 5_000, 1), 150_000 + 4_096);
        assert_eq!(time(&mut disk, Op::Read, 0, 1), 150_000 + 40_960);
        assert_eq!(time(&mut disk, Op::Write, 9_000, 1), 150_000 + 4_096);
        assert_eq!(
            time(&mut disk, Op::Read, 1, 1),
            150_000 + 40_960,
            "the head stayed"
        );
        assert_eq!(
            time(&mut disk, Op::Read, 4_000, 1),
            150_000 + 3_800_000 + 40_960
        );
    }

    #[test]
    fn some_writes_stall() {
        let mut disk = Device::new(DeviceFigures {
            stall_per_mille: 20,
            stall_us: 30_000,
            ..models::figures("virtio_host").unwrap()
        });
        // The lowest draw: all times are 5 % shorter, and the device stalls.
        let service = disk.service(0, Op::Write, 0, 1, &mut |_| 0);
        assert_eq!(service.latency_ns, 142_500 + 30_000_000);
        assert_eq!(service.transfer_ns, 3_892);
    }

    #[test]
    fn a_write_cache_fills_at_its_rate_and_empties_at_that_of_the_medium() {
        let mut disk = device("virtio_host");
        let page_ns = |kb_per_s: u64| 4_096 * 1_000_000 / kb_per_s;
        let service = disk.service(0, Op::Write, 0, 128, &mut middle);
        assert_eq!(service.transfer_ns, 128 * page_ns(1_000_000));
        assert_eq!(disk.physics.flush_ns(0), 128 * page_ns(200_000));
    }

    #[test]
    fn requests_in_flight_together_share_the_pipe_and_not_the_latency() {
        let mut disk = device("virtio_host");
        let mut ends = Vec::new();
        for block in 0..4 {
            ends.push(disk.start(0, Op::Write, block * 100, 128, &mut middle).0);
        }
        let transfer = 524_288;
        let expected: Vec<u64> = (1..=4).map(|n| n * transfer + 150_000).collect();
        assert_eq!(ends, expected);
    }

    #[test]
    fn jitter_stays_within_its_percentage() {
        let mut disk = still("sata_2010");
        let low = disk.service(0, Op::Read, 0, 128, &mut |_| 0);
        let high = disk.service(0, Op::Read, 128, 128, &mut |n| n - 1);
        assert_eq!((low.latency_ns, high.latency_ns), (95_000, 105_000));
        assert_eq!(low.transfer_ns, 5_825_422 - 291_271);
        assert_eq!(high.transfer_ns, 5_825_422 + 291_271);
        let back = disk.service(0, Op::Read, 1 << 20, 1, &mut |n| n - 1);
        assert_eq!(back.positioning_ns, back.seek_ns + back.rotation_ns);
        assert_eq!(back.rotation_ns, 4_378_500);
        assert_eq!(back.latency_ns, back.overhead_ns + back.positioning_ns);
    }
}
