//! The scheduler's tunables, and the rules of preemption (kernel/sched_fair.c, 2.6.29 to 3.16).

/// The scheduler's tunables on one CPU, microseconds: /proc/sys/kernel/sched_*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchedTunables {
    /// sched_latency: the period in which every runnable task runs once, if there are only a few.
    pub latency_us: u64,
    /// sched_min_granularity: the minimum time that each task runs, if there are many.
    pub min_granularity_us: u64,
    /// sched_wakeup_granularity: a woken task preempts the running one if its vruntime is lower by more than this.
    pub wakeup_granularity_us: u64,
    /// GENTLE_FAIR_SLEEPERS: a task that slept gets half of the latency as credit, not all of it.
    pub gentle_fair_sleepers: bool,
}

/// The tunables scaled to a number of CPUs, nanoseconds.
#[derive(Clone, Copy, Debug)]
pub struct Fair {
    latency: u64,
    min_granularity: u64,
    wakeup_granularity: u64,
    /// How far the vruntime of a task may be below that of the others after a sleep, nanoseconds.
    sleeper_credit: u64,
}

impl Fair {
    /// sched_init_granularity: scales the tunables by the logarithm of the number of CPUs.
    #[must_use]
    pub fn new(tunables: SchedTunables, cpus: u32) -> Self {
        let factor = 1000 * (1 + u64::from(cpus.max(1).ilog2()));
        let latency = tunables.latency_us * factor;
        Self {
            latency,
            min_granularity: tunables.min_granularity_us * factor,
            wakeup_granularity: tunables.wakeup_granularity_us * factor,
            sleeper_credit: match tunables.gentle_fair_sleepers {
                true => latency / 2,
                false => latency,
            },
        }
    }

    /// place_entity: returns the vruntime of a task that wakes. `floor` is the minimum vruntime of the tasks that did
    /// not sleep.
    #[inline]
    #[must_use]
    pub fn placed(&self, vruntime: u64, floor: u64) -> u64 {
        vruntime.max(floor.saturating_sub(self.sleeper_credit))
    }

    /// check_preempt_wakeup: whether a woken task takes the CPU of the running one.
    #[inline]
    #[must_use]
    pub fn preempts(&self, woken: u64, running: u64) -> bool {
        running > woken + self.wakeup_granularity
    }

    /// check_preempt_tick: whether a task gives up its CPU at a tick. `ran`: run time since it got the CPU. `sharing`:
    /// number of tasks that share the CPU. `first`: the lowest vruntime of a waiting task.
    #[must_use]
    pub fn is_over(&self, ran: u64, vruntime: u64, first: u64, sharing: usize) -> bool {
        let slice = self.slice(sharing);
        ran > slice || ran >= self.min_granularity && vruntime > first + slice
    }

    /// sched_slice: the time slice of tasks of equal weight.
    fn slice(&self, sharing: usize) -> u64 {
        let sharing = sharing.max(1) as u64;
        self.latency.max(sharing * self.min_granularity) / sharing
    }
}

#[cfg(test)]
mod tests {
    use super::{Fair, SchedTunables};
    use crate::kernel::presets::Preset;

    fn fair(kernel: &str, cpus: u32) -> Fair {
        let preset = Preset::by_id(kernel).expect("a kernel");
        Fair::new(preset.rules.sched, cpus)
    }

    #[test]
    fn a_woken_task_preempts_one_that_is_further_ahead_than_the_granularity() {
        let one = fair("3.0", 1);
        assert!(!one.preempts(5_000_000, 6_000_000));
        assert!(one.preempts(5_000_000, 6_000_001));
        // 1 ms times 1 + log2(4).
        let four = fair("3.0", 4);
        assert!(!four.preempts(5_000_000, 8_000_000));
        assert!(four.preempts(5_000_000, 8_000_001));
    }

    #[test]
    fn a_sleeper_gets_half_of_the_latency_and_all_of_it_before_2_6_32() {
        assert_eq!(fair("3.0", 1).placed(1_000, 10_000_000), 7_000_000);
        assert_eq!(fair("2.6.32", 1).placed(1_000, 10_000_000), 7_500_000);
        assert_eq!(fair("2.6.31", 1).placed(1_000, 30_000_000), 10_000_000);
        // After a short sleep, there is no credit: the task keeps its own vruntime.
        assert_eq!(fair("3.0", 1).placed(9_000_000, 10_000_000), 9_000_000);
    }

    #[test]
    fn two_tasks_run_for_half_of_the_latency_and_many_for_the_least_granularity() {
        let one = fair("3.0", 1);
        assert!(!one.is_over(3_000_000, 0, 0, 2));
        assert!(one.is_over(3_000_001, 0, 0, 2));
        assert!(!one.is_over(750_000, 0, 0, 20));
        assert!(one.is_over(750_001, 0, 0, 20));
    }

    #[test]
    fn one_that_is_far_ahead_gives_way_once_it_has_run_for_the_least_granularity() {
        let one = fair("3.0", 1);
        assert!(!one.is_over(749_999, 9_000_000, 1_000_000, 2));
        assert!(one.is_over(750_000, 9_000_000, 1_000_000, 2));
        assert!(!one.is_over(750_000, 4_000_000, 1_000_000, 2));
    }

    #[test]
    fn the_tunables_are_those_of_the_kernels() {
        let of = |kernel| {
            let SchedTunables {
                latency_us,
                min_granularity_us,
                wakeup_granularity_us,
                ..
            } = Preset::by_id(kernel).expect("a kernel").rules.sched;
            (latency_us, min_granularity_us, wakeup_granularity_us)
        };
        assert_eq!(of("2.6.31"), (20_000, 4_000, 5_000));
        assert_eq!(of("2.6.34-rc1"), (5_000, 1_000, 1_000));
        assert_eq!(of("2.6.36"), (6_000, 2_000, 1_000));
        assert_eq!(of("2.6.37"), (6_000, 750, 1_000));
        assert_eq!(of("3.16"), (6_000, 750, 1_000));
    }
}
