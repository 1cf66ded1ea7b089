//! Which kernel it is: a version, and switches by name. Each table asks these, as the model's tables are written.

/// A kernel and the machine's settings that reclaim reads.
#[derive(Clone, Debug)]
pub struct Kernel {
    version: [u32; 4],
    /// The posted revert of evict-once for kernels whose fall-through was mended.
    unsound_revert: bool,
    /// Mechanisms that are on.
    pub switches: Vec<String>,
    /// vm.swappiness.
    pub swappiness: u64,
    /// A swap area is configured.
    pub swap: bool,
    /// CPUs.
    pub cpus: usize,
}

impl Kernel {
    /// From the id of a preset, such as `2.6.32.10-revertevict`.
    #[must_use]
    pub fn new(id: &str, swappiness: u64, swap: bool, cpus: usize) -> Self {
        // The base of the series of 2011 is 3.1.
        let id = match id {
            "3.2-base" | "3.2-writeback-series" => "3.1",
            _ => id,
        };
        let digits = id
            .split(|sign: char| sign != '.' && !sign.is_ascii_digit())
            .next()
            .unwrap_or_default();
        let mut version = [0; 4];
        for (place, number) in version.iter_mut().zip(digits.split('.')) {
            *place = number.parse().unwrap_or_default();
        }
        Self {
            version,
            unsound_revert: id.ends_with("revertevict") && version >= [2, 6, 32, 10],
            switches: Vec::new(),
            swappiness,
            swap,
            cpus,
        }
    }

    /// Whether it is this version or a later one.
    #[must_use]
    pub fn since(&self, version: [u32; 3]) -> bool {
        self.version >= [version[0], version[1], version[2], 0]
    }

    /// Whether it has the rules of 3.3 for what kswapd scans at least and for pages of executables: that version or a
    /// later one, or the last 3.0, which the stable tree gave them.
    #[must_use]
    pub fn scans_and_activates_as_3_3(&self) -> bool {
        self.since([3, 3, 0]) || self.version == [3, 0, 101, 0]
    }

    /// Whether a mechanism is on.
    #[must_use]
    pub fn on(&self, mechanism: &str) -> bool {
        self.switches.iter().any(|switch| switch == mechanism)
    }

    /// What becomes of an active anonymous list's part of a scan that does not age it: inactive_anon is scanned.
    #[must_use]
    pub fn anon_falls_through(&self) -> bool {
        self.unsound_revert || self.version < [2, 6, 32, 10]
    }

    /// Whether an active anonymous list is aged where it is too long.
    #[must_use]
    pub fn ages_anon(&self) -> bool {
        !self.unsound_revert
    }
}
