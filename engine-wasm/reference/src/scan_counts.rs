//! Number of pages to scan on each list (get_scan_count).

use crate::kernel::Kernel;
use crate::state::{Zone, list_of};

/// Inputs of the counts other than the lists.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Scan priority, 12 down to 0.
    pub priority: u32,
    /// Whether kswapd scans.
    pub kswapd: bool,
    /// Free pages of the zone.
    pub free: u64,
    /// Whether a swap slot is free.
    pub swap_free: bool,
    /// Whether the zone is flagged all_unreclaimable.
    pub unreclaimable: bool,
}

/// Pages of a batch.
const BATCH: u64 = 32;

/// Shares of anon and file: numerators and denominator; and whether they apply at priority 0.
struct Shares {
    part: [u64; 2],
    whole: u64,
    at_zero: bool,
}

/// The counts by list. Updates the balance of the zone and its saved counts (nr_saved_scan).
pub fn scan_counts(kernel: &Kernel, zone: &mut Zone, asked: Asked) -> [u64; 4] {
    let shares = shares(kernel, zone, asked);
    let apply = asked.priority > 0 || shares.at_zero;
    let share = |scan: u64, list: usize| match apply {
        true => scan * shares.part[list / 2] / shares.whole,
        false => scan,
    };
    let shifted: [u64; 4] = std::array::from_fn(|list| zone.size(list) >> asked.priority);
    let plain: [u64; 4] = std::array::from_fn(|list| share(shifted[list], list));
    if !kernel.since([3, 0, 0]) {
        return std::array::from_fn(|list| {
            let saved = zone.saved[list] + plain[list];
            zone.saved[list] = if saved >= BATCH { 0 } else { saved };
            if saved >= BATCH { saved } else { 0 }
        });
    }
    if !asked.kswapd {
        return plain;
    }
    let raised = |least: [u64; 4]| -> [u64; 4] {
        std::array::from_fn(|list| {
            let scan = match shifted[list] {
                0 => least[list],
                scan => scan,
            };
            share(scan, list)
        })
    };
    let sizes: [u64; 4] = std::array::from_fn(|list| zone.size(list).min(BATCH));
    if kernel.since([3, 16, 0]) {
        let nothing = plain == [0; 4];
        return if nothing && asked.unreclaimable {
            raised(sizes)
        } else {
            plain
        };
    }
    if kernel.since([3, 9, 0]) {
        return if apply && asked.unreclaimable {
            raised(sizes)
        } else {
            plain
        };
    }
    if kernel.scans_and_activates_as_3_3() {
        return if apply && asked.unreclaimable {
            raised([BATCH; 4])
        } else {
            plain
        };
    }
    if kernel.since([3, 2, 0]) {
        return if apply { raised([BATCH; 4]) } else { plain };
    }
    if kernel.since([3, 1, 0]) {
        return std::array::from_fn(|list| match plain[list] {
            0 => share(BATCH, list),
            scan => scan,
        });
    }
    let small = (zone.of_type(false) + zone.of_type(true)) >> asked.priority < BATCH;
    std::array::from_fn(|list| match plain[list] {
        0 if small && (list >= 2 || asked.swap_free) => BATCH,
        scan => scan,
    })
}

fn shares(kernel: &Kernel, zone: &mut Zone, asked: Asked) -> Shares {
    let file_only = |at_zero| Shares {
        part: [0, 1],
        whole: 1,
        at_zero,
    };
    let file_first = kernel.since([3, 9, 0]);
    let bare = kernel.since([3, 5, 0]);
    let at_zero = file_first || (bare && kernel.swappiness == 0);
    if !asked.swap_free {
        return file_only(kernel.since([2, 6, 31]));
    }
    if file_first && asked.priority == 0 && kernel.swappiness > 0 {
        return Shares {
            part: [1, 1],
            whole: 1,
            at_zero,
        };
    }
    if zone.of_type(true) + asked.free <= zone.high {
        return Shares {
            part: [1, 0],
            whole: 1,
            at_zero,
        };
    }
    if file_first && zone.size(list_of(true, false)) >= zone.size(list_of(true, true)) {
        return file_only(at_zero);
    }
    for file in [false, true] {
        let of = usize::from(file);
        if zone.scanned[of] > zone.of_type(file) / 4 {
            zone.scanned[of] /= 2;
            zone.rotated[of] /= 2;
        }
    }
    let extra = u64::from(!bare);
    let pressure = |priority: u64, of: usize| {
        (priority + extra) * (zone.scanned[of] + 1) / (zone.rotated[of] + 1)
    };
    let (anon, file) = (
        pressure(kernel.swappiness, 0),
        pressure(200 - kernel.swappiness, 1),
    );
    let whole = anon + file + 1;
    if kernel.since([2, 6, 36]) {
        return Shares {
            part: [anon, file],
            whole,
            at_zero,
        };
    }
    let percent = 100 * anon / whole;
    Shares {
        part: [percent, 100 - percent],
        whole: 100,
        at_zero,
    }
}

#[cfg(test)]
mod tests {
    use super::{Asked, scan_counts};
    use crate::kernel::Kernel;
    use crate::state::Zone;

    #[test]
    fn the_model_s_worked_vectors() {
        let mut zone = Zone::default();
        zone.lists[2] = (0..45_000).collect();
        let old = Kernel::new("2.6.37", 60, false, 1);
        let mut counts = |kernel: &Kernel, priority| {
            let asked = Asked {
                priority,
                kswapd: false,
                free: 10_000,
                swap_free: false,
                unreclaimable: false,
            };
            scan_counts(kernel, &mut zone, asked)[2]
        };
        // Up to 2.6.37, counts are saved until they make a batch.
        assert_eq!(
            [12, 11, 10].map(|priority| counts(&old, priority)),
            [0, 0, 74]
        );
        let new = Kernel::new("3.0", 60, false, 1);
        assert_eq!(
            [12, 11, 10].map(|priority| counts(&new, priority)),
            [10, 21, 43]
        );
    }
}
