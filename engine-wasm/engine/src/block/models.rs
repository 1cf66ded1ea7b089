//! The named devices that a scenario may use, with their figures and the reasons for these figures.

use crate::scenario::{DeviceFigures, FlashFigures, Hardware};

/// A named device.
#[derive(Clone, Copy, Debug)]
pub struct DeviceModel {
    /// Name in scenarios.
    pub id: &'static str,
    /// Title for display.
    pub title: &'static str,
    /// Figures; the units are in the names.
    pub figures: DeviceFigures,
    /// Where the figures come from.
    pub reason: &'static str,
}

/// A 1 TB disk of 7,200 rpm; 953,869 MiB are 10^12 bytes.
const SATA_2010: DeviceFigures = DeviceFigures {
    read_kb_per_s: 90_000,
    write_kb_per_s: 90_000,
    overhead_us: 100,
    seek_min_us: 1_000,
    seek_max_us: 16_000,
    half_rotation_us: 4_170,
    rpm: 7_200,
    small_write_kb: 0,
    small_write_extra_us: 0,
    stall_per_mille: 0,
    stall_us: 0,
    write_cache_kb: Some(0),
    write_cache_kb_per_s: None,
    jitter_percent: 5,
    capacity_mib: 953_869,
    in_flight: 1,
    // libata keeps one of the 32 tags for itself.
    ncq_depth: 31,
    nr_requests: 128,
    max_request_kb: 512,
    members: 1,
    chunk_kb: 64,
    flash: None,
};

/// The translation layer of a cheap stick that accepts `write_kb_per_s`, after the card in flashbench's README. That
/// card has units of 4 MiB and no units for writes at random places. It copies inside the flash 1.7 to 1.9 times as
/// fast as it writes (15 against 8.79 MB/s, or 16 against 8.6); 1.75 is used.
const fn cheap_flash(write_kb_per_s: u32, open_units: u32) -> Option<FlashFigures> {
    Some(FlashFigures {
        allocation_unit_kb: 4_096,
        open_units,
        open_units_random: 0,
        copy_kb_per_s: write_kb_per_s / 4 * 7,
        switch_us: 0,
    })
}

/// The translation layer of the card that flashbench's README measures: units of 4 MiB, two of them open. The rate of
/// copying and the cost of changing units are fitted to the README's table, as is the card's write rate of 8.6 MB/s.
const FLASHBENCH_CARD: FlashFigures = FlashFigures {
    allocation_unit_kb: 4_096,
    open_units: 2,
    open_units_random: 0,
    copy_kb_per_s: 16_000,
    switch_us: 16_000,
};

/// A USB stick: no arm, one request at a time, at most 240 sectors per request (the kernel's usb-storage).
const USB_STICK: DeviceFigures = DeviceFigures {
    seek_min_us: 0,
    seek_max_us: 0,
    half_rotation_us: 0,
    rpm: 0,
    ncq_depth: 0,
    max_request_kb: 120,
    ..SATA_2010
};

/// Every device that a scenario may name.
pub const MODELS: &[DeviceModel] = &[
    DeviceModel {
        id: "sata_2010",
        title: "Disk of 2010, 7,200 rpm",
        figures: SATA_2010,
        reason: "Typical 1 TB consumer disk of 2009 and 2010: half a rotation 4.17 ms, seeks of \
                 1 to 16 ms, about 9 ms on average, 100 MB/s outside and 50 inside, of which 90 \
                 is used. NCQ with 31 requests. Its write cache (8 to 32 MB, on by default) is left \
                 out: a stream fills it in a fraction of a second, after that it takes in what it \
                 writes, and the order in which it writes is that of its queue.",
    },
    DeviceModel {
        id: "raid0_4",
        title: "Four disks in RAID-0",
        // Figures of one member. The RAID uses only the outer quarter of each disk.
        figures: DeviceFigures {
            write_kb_per_s: 94_000,
            read_kb_per_s: 94_000,
            seek_max_us: 8_600,
            capacity_mib: 122_080,
            members: 4,
            ..SATA_2010
        },
        reason: "Four disks of 2010 with 64 kB chunks. The RAID has 119 GiB of each, as in an example in \
                 MMTests' configuration of 2011 (TESTDISK_RAID_SIZE). On a disk of 500 GB, an assumption, this is the \
                 outer quarter: 100 to 87 MB/s, 94 on average, and the longest seek takes 8.6 ms.",
    },
    DeviceModel {
        id: "usb_stick_laptop",
        title: "USB stick of a laptop",
        figures: DeviceFigures {
            read_kb_per_s: 15_000,
            write_kb_per_s: 8_600,
            overhead_us: 0,
            capacity_mib: 15_258,
            flash: Some(FLASHBENCH_CARD),
            ..USB_STICK
        },
        reason: "The posting says nothing about the stick, so it is the card in flashbench's README: 8.6 MB/s with its \
                 overhead, two open allocation units of 4 MiB, copies at 16 MB/s, 16 ms to change units. No figure is \
                 chosen for a result of the posting. Read rate and size are chosen.",
    },
    DeviceModel {
        id: "usb_stick_weiner",
        title: "USB stick under NTFS",
        figures: DeviceFigures {
            read_kb_per_s: 25_000,
            write_kb_per_s: 15_100,
            overhead_us: 500,
            capacity_mib: 15_258,
            flash: cheap_flash(15_100, 2),
            ..USB_STICK
        },
        reason: "Six runs of 8 GiB, 605.9 s each without writes by reclaim, left 0.6 GB dirty after \
                 the last: 14.0 MB/s. 15.1 MB/s and 0.5 ms make that with requests of 102 kB on \
                 average, as in the engine. Allocation units of 4 MiB, two open, copied at 1.75 times the write rate; \
                 the card in flashbench's README copies at 1.7 to 1.9 times. Read rate and size are chosen.",
    },
    DeviceModel {
        id: "sata_single",
        title: "Single disk under XFS",
        figures: DeviceFigures {
            write_kb_per_s: 65_000,
            read_kb_per_s: 65_000,
            ..SATA_2010
        },
        reason: "75 GB in 1,208 to 1,244 s are 60 to 62 MB/s over all: 65 in sequence.",
    },
    DeviceModel {
        id: "virtio_host",
        title: "Virtual disk of a KVM guest",
        figures: DeviceFigures {
            write_kb_per_s: 200_000,
            read_kb_per_s: 100_000,
            overhead_us: 150,
            seek_min_us: 3_800,
            seek_max_us: 3_800,
            half_rotation_us: 0,
            rpm: 0,
            write_cache_kb: Some(1_048_576),
            write_cache_kb_per_s: Some(1_000_000),
            capacity_mib: 40_960,
            // The threads of QEMU's pool (thread-pool.c).
            in_flight: 64,
            ncq_depth: 0,
            ..SATA_2010
        },
        reason: "Unknown host of 2014, chosen. QEMU writes into the host's page cache, 64 \
                 requests at once: 0.15 ms and a copy in memory at 1 GB/s. Up to 1 GiB is dirty \
                 there and goes to the disk at 200 MB/s. A page read costs 4 ms at random and \
                 0.2 ms in sequence, from storage that seeks for several at once.",
    },
    DeviceModel {
        id: "swap_disk",
        title: "Disk for swap alone",
        figures: SATA_2010,
        reason: "A disk of 2010 of its own, as the writeback tests had it.",
    },
];

/// Returns the figures of a named device.
pub fn figures(id: &str) -> Option<DeviceFigures> {
    let found = FIGURES.iter().find(|(named, _)| *named == id);
    found.map(|&(_, figures)| figures)
}

/// The figures by name, without titles and reasons. Code that only runs machines is smaller without these texts.
const FIGURES: &[(&str, DeviceFigures)] = &{
    let mut figures = [("", SATA_2010); MODELS.len()];
    let mut at = 0;
    while at < MODELS.len() {
        figures[at] = (MODELS[at].id, MODELS[at].figures);
        at += 1;
    }
    figures
};

/// Returns the figures of a scenario's device; `None` if it names an unknown model.
pub fn resolve(hardware: &Hardware) -> Option<DeviceFigures> {
    match hardware {
        Hardware::Model(id) => figures(id),
        Hardware::Figures(figures) => Some(*figures),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_figures_sane() {
        for (index, model) in MODELS.iter().enumerate() {
            assert!(MODELS[..index].iter().all(|other| other.id != model.id));
            let figures = model.figures;
            assert!(figures.read_kb_per_s > 0 && figures.write_kb_per_s > 0);
            assert!(figures.seek_min_us <= figures.seek_max_us);
            assert!(figures.members == 1 || figures.chunk_kb % 4 == 0);
            assert_eq!(figures.nr_requests, 128);
        }
        assert_eq!(figures("raid0_4").unwrap().members, 4);
        assert_eq!(figures("floppy"), None);
    }

    #[test]
    fn scenarios_name_a_model_or_give_figures() {
        assert_eq!(
            resolve(&Hardware::Model("sata_2010".into())),
            Some(SATA_2010)
        );
        assert_eq!(resolve(&Hardware::Model("none".into())), None);
        assert_eq!(resolve(&Hardware::Figures(USB_STICK)), Some(USB_STICK));
    }
}
