//! The kernel as a version and switches by name. The decision tables test these, as in the model's text.

/// A kernel and the machine's settings that reclaim reads.
#[derive(Clone, Debug)]
pub struct Kernel {
    version: [u32; 4],
    /// Whether the kernel has the posted revert of evict-once on top of the fixed fall-through (from 2.6.32.10).
    unsound_revert: bool,
    /// Mechanisms that are on.
    pub switches: Vec<String>,
    /// vm.swappiness.
    pub swappiness: u64,
    /// Whether a swap area is configured.
    pub swap: bool,
    /// Number of CPUs.
    pub cpus: usize,
}

impl Kernel {
    /// Makes a kernel from the id of a preset, such as `2.6.32.10-revertevict`.
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

    /// Whether the kernel has this version or a later one.
    #[must_use]
    pub fn since(&self, version: [u32; 3]) -> bool {
        self.version >= [version[0], version[1], version[2], 0]
    }

    /// Whether the kernel has the rules of 3.3 for kswapd's minimum scan and for pages of executables. They are in 3.3
    /// and later versions, and in the last 3.0, to which the stable tree backported them.
    #[must_use]
    pub fn scans_and_activates_as_3_3(&self) -> bool {
        self.since([3, 3, 0]) || self.version == [3, 0, 101, 0]
    }

    /// Whether a mechanism is on.
    #[must_use]
    pub fn on(&self, mechanism: &str) -> bool {
        self.switches.iter().any(|switch| switch == mechanism)
    }

    /// Whether inactive_anon is scanned in place of an active anonymous list that is not aged.
    #[must_use]
    pub fn anon_falls_through(&self) -> bool {
        self.unsound_revert || self.version < [2, 6, 32, 10]
    }

    /// Whether an active anonymous list that is too long is aged.
    #[must_use]
    pub fn ages_anon(&self) -> bool {
        !self.unsound_revert
    }
}
