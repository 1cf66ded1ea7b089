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
    /// Weight of the threads that kthreadd starts: kswapd and the threads of journals.
    pub kthread_weight: u64,
    /// Whose weight scales the wakeup granularity.
    pub granularity_of: GranularityOf,
}

/// Weight of a task at nice 0 (NICE_0_LOAD).
pub const NICE_0_LOAD: u64 = 1_024;
/// Weight of a task at nice -5 (prio_to_weight).
pub const NICE_MINUS_5_LOAD: u64 = 3_121;

/// The task whose weight scales the wakeup granularity (wakeup_gran).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GranularityOf {
    /// The running one, if it has more weight than nice 0 (2.6.29).
    Running,
    /// The woken one.
    Woken,
}

/// A task that runs or wants to (struct sched_entity).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entity {
    /// Its run time times `NICE_0_LOAD` over its weight, nanoseconds.
    pub vruntime: u64,
    /// Its share of the CPU, relative to other tasks.
    pub weight: u64,
}

/// calc_delta_fair: returns by how much the vruntime of a task of a weight grows in `ns` nanoseconds of run time.
#[inline]
#[must_use]
pub fn vruntime_of(ns: u64, weight: u64) -> u64 {
    if weight == NICE_0_LOAD {
        ns
    } else {
        ns * NICE_0_LOAD / weight
    }
}

/// The tasks that share a CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sharing {
    /// Number of tasks.
    pub tasks: u64,
    /// Sum of their weights.
    pub weight: u64,
}

/// The tunables scaled to a number of CPUs, nanoseconds.
#[derive(Clone, Copy, Debug)]
pub struct Fair {
    latency: u64,
    min_granularity: u64,
    wakeup_granularity: u64,
    /// How far the vruntime of a task may be below that of the others after a sleep, nanoseconds.
    sleeper_credit: u64,
    granularity_of: GranularityOf,
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
            granularity_of: tunables.granularity_of,
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
    pub fn preempts(&self, woken: Entity, running: Entity) -> bool {
        let weight = match self.granularity_of {
            GranularityOf::Running => running.weight.max(NICE_0_LOAD),
            GranularityOf::Woken => woken.weight,
        };
        running.vruntime > woken.vruntime + vruntime_of(self.wakeup_granularity, weight)
    }

    /// check_preempt_tick: whether a task gives up its CPU at a tick. `ran`: run time since it got the CPU. `sharing`:
    /// the tasks that share the CPU, with this one. `first`: the lowest vruntime of a waiting task.
    #[must_use]
    pub fn is_over(&self, ran: u64, running: Entity, first: u64, sharing: Sharing) -> bool {
        let slice = self.slice(running.weight, sharing);
        ran > slice || ran >= self.min_granularity && running.vruntime > first + slice
    }

    /// sched_slice: the time slice of a task, its weight's share of a period.
    fn slice(&self, weight: u64, sharing: Sharing) -> u64 {
        let period = self.latency.max(sharing.tasks * self.min_granularity);
        period * weight / sharing.weight.max(weight)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Entity, Fair, GranularityOf, NICE_0_LOAD, NICE_MINUS_5_LOAD, SchedTunables, Sharing,
        vruntime_of,
    };
    use crate::kernel::presets::Preset;

    fn fair(kernel: &str, cpus: u32) -> Fair {
        let preset = Preset::by_id(kernel).expect("a kernel");
        Fair::new(preset.rules.sched, cpus)
    }

    fn nice_0(vruntime: u64) -> Entity {
        Entity {
            vruntime,
            weight: NICE_0_LOAD,
        }
    }

    fn nice_minus_5(vruntime: u64) -> Entity {
        Entity {
            vruntime,
            weight: NICE_MINUS_5_LOAD,
        }
    }

    fn alike(tasks: u64) -> Sharing {
        Sharing {
            tasks,
            weight: tasks * NICE_0_LOAD,
        }
    }

    #[test]
    fn a_woken_task_preempts_one_that_is_further_ahead_than_the_granularity() {
        let one = fair("3.0", 1);
        assert!(!one.preempts(nice_0(5_000_000), nice_0(6_000_000)));
        assert!(one.preempts(nice_0(5_000_000), nice_0(6_000_001)));
        // 1 ms times 1 + log2(4).
        let four = fair("3.0", 4);
        assert!(!four.preempts(nice_0(5_000_000), nice_0(8_000_000)));
        assert!(four.preempts(nice_0(5_000_000), nice_0(8_000_001)));
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
        assert!(!one.is_over(3_000_000, nice_0(0), 0, alike(2)));
        assert!(one.is_over(3_000_001, nice_0(0), 0, alike(2)));
        assert!(!one.is_over(750_000, nice_0(0), 0, alike(20)));
        assert!(one.is_over(750_001, nice_0(0), 0, alike(20)));
    }

    #[test]
    fn one_that_is_far_ahead_gives_way_once_it_has_run_for_the_least_granularity() {
        let one = fair("3.0", 1);
        assert!(!one.is_over(749_999, nice_0(9_000_000), 1_000_000, alike(2)));
        assert!(one.is_over(750_000, nice_0(9_000_000), 1_000_000, alike(2)));
        assert!(!one.is_over(750_000, nice_0(4_000_000), 1_000_000, alike(2)));
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

    #[test]
    fn kernel_threads_have_the_weight_of_nice_minus_5_up_to_2_6_31() {
        let of = |kernel| {
            let preset = Preset::by_id(kernel).expect("a kernel");
            preset.rules.sched.kthread_weight
        };
        assert_eq!((of("2.6.29"), of("2.6.31")), (3_121, 3_121));
        assert_eq!((of("2.6.32"), of("3.16")), (1_024, 1_024));
        // In 3.05 ms, the vruntime of kswapd grows by a millisecond.
        assert_eq!(vruntime_of(3_047_852, NICE_MINUS_5_LOAD), 1_000_000);
        assert_eq!(vruntime_of(3_047_852, NICE_0_LOAD), 3_047_852);
    }

    #[test]
    fn a_heavy_task_preempts_sooner_and_from_2_6_30_on_by_its_own_weight() {
        // 5 ms; for a weight of 3,121, 1.64 ms.
        let old = fair("2.6.29", 1);
        assert_eq!(old.granularity_of, GranularityOf::Running);
        assert!(!old.preempts(nice_minus_5(0), nice_0(5_000_000)));
        assert!(old.preempts(nice_0(0), nice_minus_5(1_640_500)));
        let new = fair("2.6.30", 1);
        assert!(!new.preempts(nice_minus_5(0), nice_0(1_640_499)));
        assert!(new.preempts(nice_minus_5(0), nice_0(1_640_500)));
        assert!(!new.preempts(nice_0(0), nice_minus_5(5_000_000)));
    }

    #[test]
    fn a_slice_is_the_weights_share_of_the_period() {
        let one = fair("2.6.31", 1);
        let sharing = Sharing {
            tasks: 2,
            weight: NICE_0_LOAD + NICE_MINUS_5_LOAD,
        };
        // 20 ms in the ratio 1,024 to 3,121.
        assert_eq!(one.slice(NICE_0_LOAD, sharing), 4_940_892);
        assert_eq!(one.slice(NICE_MINUS_5_LOAD, sharing), 15_059_107);
    }
}
