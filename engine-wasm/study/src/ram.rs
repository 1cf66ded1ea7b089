//! Sets the total RAM of a machine, from which the sizes of its zones follow.

use reclaim_engine::scenario::{Machine, Zone};

/// Pages per MiB.
const PAGES_OF_MIB: u64 = 256;
/// Largest size of zone DMA32, pages, on the machines of the postings: x86-64 leaves a hole for devices below 4 GiB.
/// Further memory is above 4 GiB, in zone Normal.
const DMA32_PAGES: u64 = 830_000;

/// Sets the RAM of the machine, MiB. On x86-64, memory fills the zones from the lowest address up: DMA keeps its size,
/// DMA32 gets the memory below the hole, Normal gets the rest, and a zone without memory is removed. On a machine with
/// other zones, each zone keeps its share.
pub fn set_ram(machine: &mut Machine, mib: u64) {
    let pages = mib.saturating_mul(PAGES_OF_MIB);
    let known = ["DMA", "DMA32", "Normal"];
    let x86_64 = machine.zones.iter().any(|zone| zone.name == "DMA32")
        && (machine.zones.iter()).all(|zone| known.contains(&zone.name.as_str()));
    if x86_64 {
        fill(&mut machine.zones, pages);
    } else {
        share(&mut machine.zones, pages);
    }
    for zone in &mut machine.zones {
        // The kernel cannot hold more pages of a zone than the zone has.
        if zone.kernel_pages > zone.present_pages {
            zone.kernel_pages = zone.present_pages / 4;
        }
    }
}

fn fill(zones: &mut Vec<Zone>, pages: u64) {
    let present = |zones: &[Zone], name: &str| {
        (zones.iter().find(|zone| zone.name == name)).map(|zone| zone.present_pages)
    };
    let dma = present(zones, "DMA").unwrap_or(0);
    let dma32 = match (present(zones, "DMA32"), present(zones, "Normal")) {
        // Both zones exist, so the size of DMA32 shows where the hole starts.
        (Some(dma32), Some(_)) => dma32,
        (dma32, _) => dma32.unwrap_or(0).max(DMA32_PAGES),
    };
    let mut left = pages;
    let mut filled = Vec::new();
    for (name, most) in [("DMA", dma), ("DMA32", dma32), ("Normal", u64::MAX)] {
        let pages = left.min(most);
        left -= pages;
        if pages == 0 {
            continue;
        }
        let mut zone = match zones.iter().find(|zone| zone.name == name) {
            Some(zone) => zone.clone(),
            None => Zone {
                name: name.to_owned(),
                kernel_pages: 0,
                ..zones[0].clone()
            },
        };
        zone.present_pages = pages;
        filled.push(zone);
    }
    *zones = filled;
}

fn share(zones: &mut [Zone], pages: u64) {
    let before = zones.iter().map(|zone| zone.present_pages).sum::<u64>();
    let mut left = pages;
    let last = zones.len().saturating_sub(1);
    for (at, zone) in zones.iter_mut().enumerate() {
        let part = u128::from(zone.present_pages) * u128::from(pages) / u128::from(before.max(1));
        let part = if at == last {
            left
        } else {
            (part as u64).max(1).min(left)
        };
        zone.present_pages = part;
        left -= part;
    }
}
