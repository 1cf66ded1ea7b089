//! Checks memory, devices, filesystems and swap.

use super::super::amounts::mib_on;
use super::super::catalogue::Catalogue;
use super::super::document::Scenario;
use super::super::limits::{self, Limit};
use super::super::machine::{
    Device, DeviceFigures, Filesystem, FlashFigures, Hardware, Machine, Swap,
};
use super::super::nearest::nearest;
use super::super::problem::{alternatives, grouped, quoted};
use super::super::report::Report;

pub(super) fn machine(report: &mut Report, machine: &Machine) {
    report.within(limits::CPUS, "machine.cpus", machine.cpus.into());
    report.within(
        limits::CPU_SPEED_PERCENT,
        "machine.cpu_speed_percent",
        machine.cpu_speed_percent.into(),
    );
    if let Some(percent) = machine.copy_speed_percent {
        let field = "machine.copy_speed_percent";
        report.within(limits::COPY_SPEED_PERCENT, field, percent.into());
    }
    if !limits::HZ.contains(&machine.hz) {
        report.add(
            "machine.hz",
            format!(
                "The kernel cannot be built with {} ticks per second.",
                machine.hz
            ),
            "Use 100, 250, 300 or 1000.".into(),
        );
    }
    zones(report, machine);
    resident(report, machine);
}

fn zones(report: &mut Report, machine: &Machine) {
    if !report.within(limits::ZONES, "machine.zones", machine.zones.len() as u64) {
        return;
    }
    let mut whole = true;
    for (index, zone) in machine.zones.iter().enumerate() {
        let field = format!("machine.zones[{index}]");
        zone_name(report, &format!("{field}.name"), &zone.name);
        if machine.zones[..index]
            .iter()
            .any(|other| other.name == zone.name)
        {
            report.add(
                format!("{field}.name"),
                format!("There are two zones named {}.", quoted(&zone.name)),
                "Give one of them another name.".into(),
            );
        }
        let pages = format!("{field}.present_pages");
        if zone.present_pages == 0 {
            whole = false;
            report.add(
                pages,
                format!("Zone {} has no pages.", quoted(&zone.name)),
                "Give it at least 1 page of 4 KiB, or remove the zone.".into(),
            );
        } else {
            whole &= zone.present_pages <= limits::ZONE_FRAMES.most;
            report.within(limits::ZONE_FRAMES, &pages, zone.present_pages);
        }
        if zone.kernel_pages > zone.present_pages {
            report.add(
                format!("{field}.kernel_pages"),
                format!(
                    "The kernel holds {} pages of zone {}, which has {}.",
                    grouped(zone.kernel_pages),
                    quoted(&zone.name),
                    grouped(zone.present_pages)
                ),
                "Use at most the number of pages in the zone.".into(),
            );
        }
        let ratio = format!("{field}.lowmem_reserve_ratio");
        report.within(
            limits::LOWMEM_RESERVE_RATIO,
            &ratio,
            zone.lowmem_reserve_ratio.into(),
        );
    }
    order(report, machine);
    // A zone that is too large makes the sum too large as well; only the zone is reported.
    if whole {
        report.within(limits::FRAMES, "machine.zones", machine.present_pages());
    }
}

/// Checks that zones with names of the kernel, such as DMA, are listed by address, lowest first.
fn order(report: &mut Report, machine: &Machine) {
    const ASCENDING: [&str; 5] = ["DMA", "DMA32", "Normal", "HighMem", "Movable"];
    let place = |name: &str| ASCENDING.iter().position(|known| *known == name);
    let known = machine.zones.iter().enumerate();
    let known: Vec<(usize, usize)> = known
        .filter_map(|(index, zone)| Some((index, place(&zone.name)?)))
        .collect();
    for pair in known.windows(2) {
        if pair[1].1 < pair[0].1 {
            let (lower, upper) = (ASCENDING[pair[1].1], ASCENDING[pair[0].1]);
            report.add(
                format!("machine.zones[{}]", pair[1].0),
                format!(
                    "Zone `{lower}` is below `{upper}` in memory but comes after it in the list."
                ),
                "List the zones by address, lowest first.".into(),
            );
        }
    }
}

fn zone_name(report: &mut Report, field: &str, name: &str) {
    // The name becomes part of counter names, such as pgsteal_dma32.
    let fits = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if fits {
        report.name(field, name);
    } else {
        report.add(
            field,
            format!("{} is not a valid name for a zone.", quoted(name)),
            "Use letters, digits and `_`: the name becomes part of counter names.".into(),
        );
    }
}

fn resident(report: &mut Report, machine: &Machine) {
    let resident = &machine.resident;
    let slab = "machine.resident.slab_objects";
    report.within(limits::SLAB_OBJECTS, slab, resident.slab_objects);
    // Inactive file pages do not count as used: the machine starts with fewer if they do not fit.
    report.within(
        limits::FRAMES.or_none(),
        "machine.resident.inactive_file_pages",
        resident.inactive_file_pages,
    );
    let used = [
        resident.kernel_pages,
        resident.anon_pages,
        resident.active_file_pages,
        resident.unevictable_pages,
        resident.ramfs_active_pages,
        resident.ramfs_inactive_pages,
    ]
    .into_iter()
    .chain(machine.zones.iter().map(|zone| zone.kernel_pages))
    .fold(0, u64::saturating_add);
    let present = machine.present_pages();
    // If a machine has fewer than 4,096 frames, only a quarter of them must be free.
    let needed = limits::FREE_FRAMES.min(present / 4);
    if used.saturating_add(needed) > present && present > 0 {
        report.add(
            "machine.resident",
            format!(
                "{} of {} pages are already in use at the start.",
                grouped(used),
                grouped(present)
            ),
            format!(
                "Keep at least {} pages free for the workload: at most {} may be resident.",
                grouped(needed),
                grouped(present.saturating_sub(needed)),
            ),
        );
    }
}

pub(super) fn devices(report: &mut Report, devices: &[Device], catalogue: &Catalogue) {
    for (index, device) in devices.iter().enumerate() {
        let field = format!("devices[{index}]");
        report.name(&format!("{field}.name"), &device.name);
        if devices[..index]
            .iter()
            .any(|other| other.name == device.name)
        {
            report.add(
                format!("{field}.name"),
                format!("There are two devices named {}.", quoted(&device.name)),
                "Give one of them another name.".into(),
            );
        }
        let hardware = format!("{field}.hardware");
        match &device.hardware {
            Hardware::Figures(figures) => device_figures(report, &hardware, figures),
            Hardware::Model(id) if catalogue.device(id).is_none() => {
                let known: Vec<&str> = catalogue.devices.iter().map(|model| model.id).collect();
                let close = nearest(id, known.iter().copied());
                let fix = if close.is_empty() {
                    format!(
                        "Use {}, or an object with the figures of a device.",
                        alternatives(&known)
                    )
                } else {
                    format!("Did you mean {}?", alternatives(&close))
                };
                report.add(
                    hardware,
                    format!("Device model {} does not exist.", quoted(id)),
                    fix,
                );
            }
            Hardware::Model(_) => {}
        }
        report.within(
            limits::PERCENT,
            &format!("{field}.earlier_writes_percent"),
            device.earlier_writes_percent.into(),
        );
    }
    earlier_writes(report, devices);
}

/// Checks that the shares of earlier writes add up to at most 100 %.
fn earlier_writes(report: &mut Report, devices: &[Device]) {
    let percents = devices
        .iter()
        .map(|device| u64::from(device.earlier_writes_percent));
    let all = percents.clone().fold(0, u64::saturating_add);
    if all > 100 && percents.clone().all(|percent| percent <= 100) {
        let last = devices
            .iter()
            .rposition(|device| device.earlier_writes_percent > 0)
            .unwrap_or_default();
        report.add(
            format!("devices[{last}].earlier_writes_percent"),
            format!("The devices' shares of earlier writes add up to {all} %."),
            "Reduce the shares until they add up to at most 100 %.".into(),
        );
    }
}

fn device_figures(report: &mut Report, field: &str, figures: &DeviceFigures) {
    let table: [(&str, u32, Limit); 19] = [
        (
            "read_kb_per_s",
            figures.read_kb_per_s,
            limits::RATE_KB_PER_S,
        ),
        (
            "write_kb_per_s",
            figures.write_kb_per_s,
            limits::RATE_KB_PER_S,
        ),
        ("overhead_us", figures.overhead_us, limits::DEVICE_US),
        ("seek_min_us", figures.seek_min_us, limits::DEVICE_US),
        ("seek_max_us", figures.seek_max_us, limits::DEVICE_US),
        (
            "half_rotation_us",
            figures.half_rotation_us,
            limits::DEVICE_US,
        ),
        ("rpm", figures.rpm, limits::RPM),
        ("ncq_depth", figures.ncq_depth, limits::NCQ_DEPTH),
        (
            "small_write_kb",
            figures.small_write_kb,
            limits::SMALL_WRITE_KB,
        ),
        (
            "small_write_extra_us",
            figures.small_write_extra_us,
            limits::DEVICE_US,
        ),
        (
            "stall_per_mille",
            figures.stall_per_mille,
            limits::PER_MILLE,
        ),
        ("stall_us", figures.stall_us, limits::DEVICE_US),
        (
            "jitter_percent",
            figures.jitter_percent,
            limits::JITTER_PERCENT,
        ),
        ("capacity_mib", figures.capacity_mib, limits::CAPACITY_MIB),
        ("in_flight", figures.in_flight, limits::IN_FLIGHT),
        ("nr_requests", figures.nr_requests, limits::NR_REQUESTS),
        ("max_request_kb", figures.max_request_kb, limits::REQUEST_KB),
        ("members", figures.members, limits::MEMBERS),
        ("chunk_kb", figures.chunk_kb, limits::CHUNK_KB),
    ];
    for (name, value, limit) in table {
        report.within(limit, &format!("{field}.{name}"), value.into());
    }
    if figures.seek_max_us < figures.seek_min_us {
        report.add(
            format!("{field}.seek_max_us"),
            "The longest seek is shorter than the shortest seek.".into(),
            format!(
                "Use at least {}, which is seek_min_us.",
                figures.seek_min_us
            ),
        );
    }
    write_cache(report, field, figures);
    if let Some(flash) = &figures.flash {
        flash_figures(report, &format!("{field}.flash"), flash, figures);
    }
    for (name, kb) in [
        ("max_request_kb", figures.max_request_kb),
        ("chunk_kb", figures.chunk_kb),
    ] {
        if kb >= 4 && !kb.is_multiple_of(4) {
            report.add(
                format!("{field}.{name}"),
                format!("{kb} kB is not a multiple of the page size, 4 kB."),
                "Use a multiple of 4.".into(),
            );
        }
    }
}

fn write_cache(report: &mut Report, field: &str, figures: &DeviceFigures) {
    let rate = format!("{field}.write_cache_kb_per_s");
    if let Some(kb_per_s) = figures.write_cache_kb_per_s {
        report.within(limits::RATE_KB_PER_S, &rate, kb_per_s.into());
    }
    let Some(kb) = figures.write_cache_kb.filter(|&kb| kb > 0) else {
        if figures.write_cache_kb_per_s.is_some() {
            report.add(
                rate,
                "The device has a rate for its write cache, but no write cache.".into(),
                "Set write_cache_kb, or remove this field.".into(),
            );
        }
        return;
    };
    let field = format!("{field}.write_cache_kb");
    let device_kb = u64::from(figures.capacity_mib) * 1_024;
    if u64::from(kb) > device_kb {
        report.add(
            field.clone(),
            format!("The write cache, {kb} kB, is larger than the device, {device_kb} kB."),
            "Use a smaller cache or a larger capacity_mib.".into(),
        );
    }
    let largest = figures.max_request_kb;
    if kb < largest {
        report.add(
            field.clone(),
            format!("The write cache, {kb} kB, is smaller than the largest request, {largest} kB."),
            "Use at least max_request_kb, or 0 for no cache.".into(),
        );
    }
    if figures.flash.is_some() {
        report.add(
            field,
            "A device has either a write cache or a flash translation layer, not both.".into(),
            "Use 0, or remove `flash`.".into(),
        );
    }
}

fn flash_figures(report: &mut Report, field: &str, flash: &FlashFigures, device: &DeviceFigures) {
    let table = [
        (
            "allocation_unit_kb",
            flash.allocation_unit_kb,
            limits::ALLOCATION_UNIT_KB,
        ),
        ("open_units", flash.open_units, limits::OPEN_UNITS),
        ("copy_kb_per_s", flash.copy_kb_per_s, limits::RATE_KB_PER_S),
        ("switch_us", flash.switch_us, limits::DEVICE_US),
    ];
    for (name, value, limit) in table {
        report.within(limit, &format!("{field}.{name}"), value.into());
    }
    let kb = flash.allocation_unit_kb;
    if kb >= 4 && !kb.is_multiple_of(4) {
        report.add(
            format!("{field}.allocation_unit_kb"),
            format!("{kb} kB is not a multiple of the page size, 4 kB."),
            "Use a multiple of 4.".into(),
        );
    }
    if flash.open_units_random > flash.open_units {
        report.add(
            format!("{field}.open_units_random"),
            format!(
                "{} units may be written out of order, but only {} are open at once.",
                flash.open_units_random, flash.open_units
            ),
            "Use at most open_units.".into(),
        );
    }
    let units = u64::from(device.capacity_mib) * 1_024 / u64::from(kb.max(1));
    if u64::from(flash.open_units) > units {
        report.add(
            format!("{field}.open_units"),
            format!(
                "{} allocation units of {kb} kB are open at once, but the device has only {units}.",
                flash.open_units
            ),
            "Use fewer open units, smaller units or a larger device.".into(),
        );
    }
}

/// Reports a reference to a device that does not exist.
fn on_device(report: &mut Report, field: &str, what: &str, name: &str, devices: &[Device]) {
    if devices.iter().any(|device| device.name == name) {
        return;
    }
    let known: Vec<&str> = devices.iter().map(|device| device.name.as_str()).collect();
    let fix = if known.is_empty() {
        format!("Add a device named {} to `devices`.", quoted(name))
    } else {
        format!(
            "Use {}, or add the device to `devices`.",
            alternatives(&known)
        )
    };
    let problem = format!(
        "{what} is on {}, but there is no such device.",
        quoted(name)
    );
    report.add(field, problem, fix);
}

pub(super) fn filesystems(report: &mut Report, filesystems: &[Filesystem], devices: &[Device]) {
    for (index, filesystem) in filesystems.iter().enumerate() {
        let field = format!("filesystems[{index}]");
        report.name(&format!("{field}.name"), &filesystem.name);
        if filesystems[..index]
            .iter()
            .any(|other| other.name == filesystem.name)
        {
            report.add(
                format!("{field}.name"),
                format!(
                    "There are two filesystems named {}.",
                    quoted(&filesystem.name)
                ),
                "Give one of them another name.".into(),
            );
        }
        let what = format!("Filesystem {}", quoted(&filesystem.name));
        on_device(
            report,
            &format!("{field}.device"),
            &what,
            &filesystem.device,
            devices,
        );
    }
}

pub(super) fn swap(report: &mut Report, swap: Option<&Swap>, devices: &[Device]) {
    let Some(swap) = swap else {
        return;
    };
    if swap.pages == 0 {
        report.add(
            "swap.pages",
            "The swap area has no slots.".into(),
            "Use at least 1, or remove `swap`.".into(),
        );
    } else {
        report.within(limits::SWAP_PAGES, "swap.pages", swap.pages);
    }
    on_device(report, "swap.device", "Swap", &swap.device, devices);
}

/// Checks that files and swap fit on their devices.
pub(super) fn capacities(report: &mut Report, scenario: &Scenario, catalogue: &Catalogue) {
    for (index, device) in scenario.devices.iter().enumerate() {
        let Some(figures) = catalogue.figures(&device.hardware) else {
            continue;
        };
        let needed_mib = mib_on(scenario, &device.name);
        let capacity_mib = u64::from(figures.capacity_mib) * u64::from(figures.members.max(1));
        if needed_mib > capacity_mib {
            report.add(
                format!("devices[{index}]"),
                format!(
                    "Device {} holds {} MiB, but its files and swap need {} MiB.",
                    quoted(&device.name),
                    grouped(capacity_mib),
                    grouped(needed_mib),
                ),
                "Make the files smaller or the device larger.".into(),
            );
        }
    }
}
