//! CPU time that operations take, nanoseconds.
//!
//! These are the only free parameters of the CPU model. They hold for the *reference CPU*: one x86-64 core of 2009 to
//! 2012 at about 2.5 GHz. They are the same for every kernel, workload and table of published figures. A machine with
//! slower or faster CPUs scales all of them by one factor ([`CpuSpeed`]); copying may have its own.

/// Speed of a machine's CPUs, relative to the reference CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CpuSpeed {
    /// Time that these CPUs take for one nanosecond of the reference CPU, in units of 2^-20 ns.
    factor: u64,
    /// Time to copy a page, in nanoseconds of the reference CPU.
    copy_page: u64,
    /// Time to clear a page, in nanoseconds of the reference CPU.
    clear_page: u64,
}

impl CpuSpeed {
    const FRACTION: u32 = 20;

    /// Returns the speed of CPUs that run at `percent` percent of the reference CPU's speed; 0 counts as 1.
    #[must_use]
    pub fn of_percent(percent: u32) -> Self {
        Self {
            factor: (100 << Self::FRACTION) / u64::from(percent.max(1)),
            copy_page: COPY_PAGE,
            clear_page: CLEAR_PAGE,
        }
    }

    /// Sets a separate speed for copying and clearing memory, in percent of the reference CPU's; 0 counts as 1. An emulator
    /// translates code only once, but emulates every access to memory, so it copies even more slowly.
    #[must_use]
    pub fn copying_at(self, percent: u32) -> Self {
        let takes = |ns: u64| ((ns * 100) << Self::FRACTION) / u64::from(percent.max(1));
        Self {
            copy_page: takes(COPY_PAGE) / self.factor,
            clear_page: takes(CLEAR_PAGE) / self.factor,
            ..self
        }
    }

    /// Returns the time to copy a page, in nanoseconds of the reference CPU.
    #[inline]
    #[must_use]
    pub fn copy_page(self) -> u64 {
        self.copy_page
    }

    /// Returns the time to clear a page, in nanoseconds of the reference CPU.
    #[inline]
    #[must_use]
    pub fn clear_page(self) -> u64 {
        self.clear_page
    }

    /// Converts `ns` nanoseconds of the reference CPU to nanoseconds of these CPUs. At a speed of 1 %, the calculation
    /// overflows if `ns` is above about three minutes.
    #[inline]
    #[must_use]
    pub fn time(self, ns: u64) -> u64 {
        (ns * self.factor) >> Self::FRACTION
    }
}

/// A constant of the reference CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Name of the constant.
    pub name: &'static str,
    /// Cost, nanoseconds.
    pub ns: u64,
    /// The operation that costs this time, and whether the value is an assumption.
    pub reason: &'static str,
}

macro_rules! costs {
    ($($(#[doc = $line:literal])* $name:ident = $ns:literal;)*) => {
        // Compilation fails if a constant is unused.
        $($(#[doc = $line])* #[deny(dead_code)] pub(crate) const $name: u64 = $ns;)*

        /// Every constant of the reference CPU.
        pub const COSTS: &[Cost] = &[
            $(Cost { name: stringify!($name), ns: $ns, reason: concat!($($line),*) }),*
        ];
    };
}

costs! {
    /// Copying 4 KiB between user memory and the page cache, cache-cold.
    COPY_PAGE = 1_500;
    /// Allocating or freeing one page on the fast path.
    ALLOC_PAGE = 300;
    /// Looking at one page in reclaim: isolate, judge, put back or free.
    SCAN_PAGE = 250;
    /// Finding the page tables of a mapped page and unmapping it.
    UNMAP_PAGE = 1_500;
    /// Taking a mapping's tree_lock without contention.
    TREE_LOCK = 150;
    /// Inserting a page into a mapping, taking its tree_lock included. An assumption.
    INSERT_PAGE = 400;
    /// Removing one page from a mapping, taking its tree_lock included. An assumption.
    REMOVE_PAGE = 300;
    /// Removing one page of a batch, list handling included. The tree_lock is taken once per batch. An assumption.
    REMOVE_PAGE_OF_BATCH = 200;
    /// Building a request and passing it to a queue.
    SUBMIT_REQUEST = 5_000;
    /// Preparing one page for writeback: tag, lock, bio vector.
    WRITE_PAGE = 500;
    /// Completing the I/O of one page.
    END_PAGE_IO = 200;
    /// Clearing a page, cache-cold: about half of copying one, because the memory is only written. An assumption.
    CLEAR_PAGE = 700;
    /// A page fault without I/O and without clearing a page.
    FAULT = 500;
    /// Entering and leaving a system call.
    SYSCALL = 300;
    /// Switching a CPU to another task.
    CONTEXT_SWITCH = 1_500;
    /// One side of a fuse request, without copying and context switches: device file, header, wake-up.
    FUSE_REQUEST = 3_000;
    /// The computation of ntfs-3g for one write request, without its system calls: path, attribute, runlist, record. An
    /// assumption: requests of 4 KiB make it CPU-bound at some tens of MB/s.
    NTFS_3G_REQUEST = 50_000;
    /// One iteration of a reclaim or writeback loop that finds nothing to do.
    EMPTY_TURN = 1_000;
}

#[cfg(test)]
mod tests {
    use super::CpuSpeed;

    #[test]
    fn a_cpu_of_half_the_speed_takes_twice_the_time() {
        for (percent, ns, takes) in [
            (100, 1_500, 1_500),
            (50, 1_500, 3_000),
            (1, 1_000_000_000, 100_000_000_000),
            (400, 1_000, 250),
            (10_000, 50_000, 499),
            (0, 3, 300),
        ] {
            assert_eq!(CpuSpeed::of_percent(percent).time(ns), takes, "{percent} %");
        }
    }

    #[test]
    fn copying_has_a_speed_of_its_own() {
        for (percent, copy_percent, takes) in [
            (100, 100, 1_500),
            (50, 25, 6_000),
            (25, 25, 6_000),
            (100, 200, 750),
            (1, 1, 150_000),
        ] {
            let speed = CpuSpeed::of_percent(percent).copying_at(copy_percent);
            for (takes_here, takes) in [
                (speed.copy_page(), takes),
                (
                    speed.clear_page(),
                    takes * super::CLEAR_PAGE / super::COPY_PAGE,
                ),
            ] {
                let off = speed.time(takes_here).abs_diff(takes);
                assert!(
                    off <= 100 / u64::from(percent),
                    "{percent} %, copying {copy_percent} %"
                );
            }
        }
        let as_fast = CpuSpeed::of_percent(25);
        assert_eq!(as_fast.time(as_fast.copy_page()), 6_000);
    }
}
