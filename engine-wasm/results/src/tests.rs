//! Tests that the published figures are complete, and that verdicts follow their documented rule.

use reclaim_engine::catalogue;
use reclaim_engine::scenario::prepare;

use super::measure;
use super::published::{Figure, Mark, Posting, Within, posting};
use super::verdict::{Computed, Seeds, Verdict, judge};
use super::{Options, Plan, Values};

fn all() -> Vec<Posting> {
    let files = std::fs::read_dir(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../public/published"
    ));
    let mut paths: Vec<_> = files
        .expect("the folder of published figures")
        .map(|file| file.expect("a file").path())
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| posting(&std::fs::read_to_string(path).expect("text")).expect("a posting"))
        .collect()
}

#[test]
fn every_figure_is_there_with_a_source_and_a_run_or_a_reason() {
    let mut figures = 0;
    for posting in all() {
        assert!(posting.source.len() > 20, "{}", posting.posting);
        for row in &posting.rows {
            let name = format!("{} {} {}", posting.posting, row.table, row.row);
            let computes = row.figures.iter().any(|figure| figure.from.is_some());
            if computes {
                assert!(
                    row.computed.is_some() != row.not_modelled.is_some(),
                    "{name}"
                );
            }
            for figure in &row.figures {
                figures += usize::from(!posting.measured);
                assert!(figure.old.is_some() || figure.new.is_some(), "{name}");
                assert!(
                    figure.from.is_some() != figure.not_modelled.is_some(),
                    "{name}"
                );
                assert!(figure.mark.is_none() || figure.remark.is_some(), "{name}");
                assert!(
                    !figure.unit.is_empty() && !figure.metric.is_empty(),
                    "{name}"
                );
                let reasons = [&figure.not_modelled, &figure.remark, &row.not_modelled];
                for reason in reasons.into_iter().flatten() {
                    assert!(reason.ends_with('.'), "{name}: {reason}");
                }
            }
        }
    }
    assert_eq!(figures, 763);
}

#[test]
fn every_scenario_exists_and_is_sound_but_for_kernels_to_come() {
    let catalogue = catalogue::of_engine();
    for posting in all() {
        for row in &posting.rows {
            let Some(computed) = &row.computed else {
                continue;
            };
            let (old, new) = computed
                .lanes()
                .unwrap_or_else(|problems| panic!("{problems:?}"));
            assert!(row.new_kernel.is_none() || new.is_some(), "{}", row.row);
            assert!(
                row.new_kernel.is_some() || computed.new.is_none(),
                "{}",
                row.row
            );
            for lane in [Some(old), new].into_iter().flatten() {
                for problem in prepare(&lane, &catalogue).err().into_iter().flatten() {
                    let of_kernel =
                        problem.field == "kernel" || problem.field.starts_with("mechanisms");
                    assert!(of_kernel, "{} {}: {problem}", posting.posting, row.row);
                }
            }
        }
    }
}

#[test]
fn every_measure_is_one_that_can_be_named() {
    for posting in all() {
        for figure in posting.rows.iter().flat_map(|row| &row.figures) {
            if let Some(reason) = figure.from.as_deref().and_then(measure::missing) {
                assert!(reason.starts_with("The engine has no counter"), "{reason}");
            }
        }
    }
}

fn figure(old: f64, new: Option<f64>) -> Figure {
    Figure {
        metric: "m".into(),
        unit: "s".into(),
        old: Some(old),
        new,
        sum_of_runs: None,
        from: None,
        not_modelled: None,
        mark: None,
        within: None,
        remark: None,
    }
}

fn verdict(published: (f64, f64), computed: &[(f64, f64)]) -> Verdict {
    let (old, new) = computed.iter().map(|&(a, b)| (Some(a), Some(b))).unzip();
    judge(
        &figure(published.0, Some(published.1)),
        Some(&Computed::new(old, new)),
    )
}

#[test]
fn a_sum_over_runs_is_read_as_their_mean() {
    let text = r#"{"posting": "p", "title": "t", "source": "s", "rows": [{"table": "t", "row": "r", "workload": "w",
        "old_kernel": "3.0", "figures": [
            {"metric": "m", "unit": "pages", "old": 30, "new": 0, "sum_of_runs": 6},
            {"metric": "n", "unit": "s", "old": 30}
        ]}]}"#;
    let read = posting(text).expect("a posting");
    let figures = &read.rows[0].figures;
    assert_eq!((figures[0].old, figures[0].new), (Some(5.0), Some(0.0)));
    assert_eq!(figures[1].old, Some(30.0));
    let none = text.replace("\"sum_of_runs\": 6", "\"sum_of_runs\": 0");
    assert!(posting(&none).is_err());
}

#[test]
fn the_change_decides_and_not_the_value() {
    assert_eq!(verdict((100.0, 90.0), &[(10.0, 9.0)]), Verdict::Reproduced);
    assert_eq!(verdict((100.0, 90.0), &[(10.0, 8.2)]), Verdict::Reproduced);
    assert_eq!(
        verdict((100.0, 80.0), &[(10.0, 9.5)]),
        Verdict::DirectionOnly
    );
    assert_eq!(verdict((100.0, 80.0), &[(10.0, 10.1)]), Verdict::Missed);
    assert_eq!(verdict((100.0, 80.0), &[(10.0, 12.0)]), Verdict::Missed);
    assert_eq!(verdict((100.0, 101.0), &[(10.0, 9.9)]), Verdict::Reproduced);
    assert_eq!(verdict((100.0, 96.0), &[(10.0, 9.8)]), Verdict::Reproduced);
    assert_eq!(verdict((0.0, 0.0), &[(0.0, 0.0)]), Verdict::Reproduced);
    assert_eq!(verdict((0.0, 0.0), &[(0.0, 5.0)]), Verdict::Missed);
}

#[test]
fn a_count_that_falls_to_zero_is_judged_by_its_old_value_too() {
    let to_zero = |old| verdict((667_839.0, 0.0), &[(old, 0.0)]);
    assert_eq!(to_zero(34_952.0), Verdict::DirectionOnly);
    assert_eq!(to_zero(540_000.0), Verdict::Reproduced);
    assert_eq!(to_zero(830_000.0), Verdict::Reproduced);
    assert_eq!(to_zero(840_000.0), Verdict::DirectionOnly);
    assert_eq!(to_zero(0.0), Verdict::Missed);
    // A fall from 46,238 to 7 counts as a fall to zero, because 7 is below a hundredth of 46,238. A count may also rise
    // from zero.
    assert_eq!(
        verdict((46_238.0, 7.0), &[(5455.0, 0.0)]),
        Verdict::DirectionOnly
    );
    assert_eq!(
        verdict((46_238.0, 7.0), &[(46_000.0, 0.0)]),
        Verdict::Reproduced
    );
    assert_eq!(verdict((0.0, 50.0), &[(0.0, 45.0)]), Verdict::Reproduced);
    assert_eq!(verdict((0.0, 50.0), &[(0.0, 5.0)]), Verdict::DirectionOnly);
}

#[test]
fn a_large_change_must_have_a_ratio_near_the_published_one() {
    // The limit of half the logarithm alone would allow x0.13 here, eight times the published ratio.
    assert_eq!(
        verdict((3752.0, 60.0), &[(7010.0, 399.0)]),
        Verdict::DirectionOnly
    );
    assert_eq!(
        verdict((3752.0, 60.0), &[(7010.0, 200.0)]),
        Verdict::Reproduced
    );
    assert_eq!(verdict((1.0, 50.0), &[(1.0, 26.0)]), Verdict::Reproduced);
    assert_eq!(verdict((1.0, 50.0), &[(1.0, 24.0)]), Verdict::DirectionOnly);
    // The same limits as in the documentation of the rule.
    let published = |computed| verdict((100.0, 64.0), &[(100.0, computed)]);
    assert_eq!(published(40.0), Verdict::DirectionOnly);
    assert_eq!(published(42.0), Verdict::Reproduced);
    assert_eq!(published(79.0), Verdict::Reproduced);
    assert_eq!(published(81.0), Verdict::DirectionOnly);
}

#[test]
fn seeds_that_disagree_show_no_change() {
    let seeds = [(10.0, 7.0), (10.0, 11.0)];
    assert_eq!(verdict((100.0, 90.0), &seeds), Verdict::Missed);
    assert_eq!(verdict((100.0, 101.0), &seeds), Verdict::Reproduced);
    let computed = Computed::new(vec![Some(10.0); 2], vec![Some(7.0), Some(11.0)]);
    assert_eq!(computed.spread, Some((0.7, 1.1)));
    assert_eq!(computed.ratio(), Some(0.9));
}

#[test]
fn seeds_have_a_least_a_median_and_a_most() {
    let seeds = |values: &[f64]| {
        let seeds = Seeds::of(values.iter().copied())?;
        Some((seeds.least, seeds.median, seeds.most))
    };
    assert_eq!(seeds(&[]), None);
    assert_eq!(seeds(&[7.0]), Some((7.0, 7.0, 7.0)));
    assert_eq!(seeds(&[9.0, 1.0, 2.0]), Some((1.0, 2.0, 9.0)));
    assert_eq!(seeds(&[9.0, 1.0, 4.0, 2.0]), Some((1.0, 3.0, 9.0)));
    let computed = Computed::new(vec![Some(5.0), None, Some(7.0)], Vec::new());
    let old = Seeds::of([5.0, 7.0]);
    assert_eq!((computed.old_seeds, computed.new_seeds), (old, None));
}

#[test]
fn noise_single_values_and_what_is_missing_have_verdicts_of_their_own() {
    let computed = Computed::new(vec![Some(11.0)], Vec::new());
    assert_eq!(
        judge(&figure(10.0, None), Some(&computed)),
        Verdict::Reproduced
    );
    assert_eq!(judge(&figure(8.0, None), Some(&computed)), Verdict::Missed);
    let nothing = Computed::new(vec![None], Vec::new());
    assert_eq!(judge(&figure(10.0, None), Some(&nothing)), Verdict::Missed);
    assert_eq!(judge(&figure(10.0, Some(5.0)), None), Verdict::NotModelled);
    let noise = Figure {
        mark: Some(Mark::Noise),
        ..figure(10.0, None)
    };
    assert_eq!(judge(&noise, Some(&computed)), Verdict::Noise);
}

#[test]
fn a_measured_figure_says_how_near_is_near_enough() {
    let judged = |factor, difference, measured, computed| {
        let within = Within { factor, difference };
        let figure = Figure {
            within: Some(within),
            ..figure(measured, None)
        };
        judge(
            &figure,
            Some(&Computed::new(vec![Some(computed)], Vec::new())),
        )
    };
    // An elapsed time must be within 7 %.
    assert_eq!(judged(Some(1.07), None, 34.0, 36.3), Verdict::Reproduced);
    assert_eq!(judged(Some(1.07), None, 34.0, 36.5), Verdict::Missed);
    // An efficiency must be within 3 percentage points.
    assert_eq!(judged(None, Some(3.0), 88.1, 85.2), Verdict::Reproduced);
    assert_eq!(judged(None, Some(3.0), 88.1, 91.2), Verdict::Missed);
    // A count must be within a factor of 2 or a difference of 100. So 0 is close enough to 48, but not to 243.
    assert_eq!(
        judged(Some(2.0), Some(100.0), 0.0, 48.0),
        Verdict::Reproduced
    );
    assert_eq!(judged(Some(2.0), Some(100.0), 243.0, 0.0), Verdict::Missed);
    assert_eq!(
        judged(Some(2.0), Some(100.0), 2404.0, 1300.0),
        Verdict::Reproduced
    );
    // A counter that stays at zero must be exactly zero.
    assert_eq!(judged(None, Some(0.0), 0.0, 0.0), Verdict::Reproduced);
    assert_eq!(judged(None, Some(0.0), 0.0, 1.0), Verdict::Missed);
}

#[test]
fn a_run_is_planned_once_however_many_figures_it_serves() {
    let options = Options {
        seeds: 2,
        quick: true,
    };
    let plan = Plan::new(all(), options).expect("sound scenarios");
    let mut scenarios: Vec<String> = plan
        .runs
        .iter()
        .map(|run| reclaim_engine::scenario::write(&run.scenario))
        .collect();
    let planned = scenarios.len();
    scenarios.sort();
    scenarios.dedup();
    assert_eq!(scenarios.len(), planned);
    for line in &plan.lines {
        let Some(runs) = &line.runs else {
            assert!(line.why_not.is_some());
            continue;
        };
        assert_eq!(runs.old.len(), 2);
        let from = plan.figure(line).from.as_ref().expect("a measure");
        for &run in runs.old.iter().chain(&runs.new) {
            assert!(plan.runs[run].measures.contains(from));
        }
    }
}

#[test]
fn what_the_runs_came_to_is_judged_line_by_line() {
    let options = Options {
        seeds: 1,
        quick: false,
    };
    let mut postings = all();
    postings.retain(|of| of.posting == "weiner-2011");
    let plan = Plan::new(postings, options).expect("sound scenarios");
    let line = plan
        .lines
        .iter()
        .find(|line| line.runs.is_some() && plan.figure(line).new.is_some_and(|new| new > 0.0))
        .expect("a line");
    let figure = plan.figure(line);
    let runs = line.runs.as_ref().expect("runs");
    let name = figure.from.clone().expect("a measure");
    let exact = |run: usize, asked: &str| {
        let values: Values = [(
            name.clone(),
            if runs.old.contains(&run) {
                figure.old
            } else {
                figure.new
            },
        )]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect();
        values.get(asked).copied()
    };
    let judged = plan.judge(line, exact);
    let computed = judged.computed.expect("computed");
    assert_eq!(computed.old, figure.old.map(|old| old * line.enlarge));
    assert!(matches!(
        judged.verdict,
        Verdict::Reproduced | Verdict::Noise
    ));
}

#[test]
fn measures_of_tasks_devices_and_reclaim_fit_the_report() {
    let scenario = reclaim_engine::scenario::gallery_scenario("measured-stick-4-writers")
        .expect("a machine with four writers on a stick");
    let names: Vec<String> = [
        "elapsed_seconds",
        "throughput_mb_per_s",
        "scanned_dirty_percent",
        "task:dd:done_mb",
        "task:dd:stall_seconds",
        "task:dd:least_stall_seconds",
        "task:dd:most_stall_seconds",
        "task:dd:throttled_seconds",
        "task:dd:direct_reclaim_seconds",
        "task:dd:congestion_wait_seconds",
        "device:sda:busy_percent",
        "device:sda:idle_percent",
        "device:sda:busy_seconds",
        "device:sda:written_mb",
        "device:sda:writes",
        "device:sda:mean_write_kb",
        "mean:DMA32:dirty_percent",
        "peak:DMA32:dirty_percent",
    ]
    .map(String::from)
    .to_vec();
    for name in &names {
        assert_eq!(measure::missing(name), None, "{name}");
        assert_eq!(measure::lacking(&scenario, name), None, "{name}");
    }
    let mut experiment = super::Experiment::new(&scenario).expect("a sound scenario");
    while !experiment.run(u64::MAX) {}
    let values = experiment.result(&names).values;
    let of = |name: &str| values[name];
    let near = |a: f64, b: f64| (a - b).abs() < 1e-6 * b.abs().max(1.0);
    // dd writes four files of 256 MiB.
    assert!(near(of("task:dd:done_mb"), 1_073.741_824));
    let rate = of("task:dd:done_mb") / of("elapsed_seconds");
    assert!((of("throughput_mb_per_s") - rate).abs() < 0.001);
    let parts = ["throttled", "direct_reclaim", "congestion_wait"];
    let parts = parts.map(|state| of(&format!("task:dd:{state}_seconds")));
    assert!(near(of("task:dd:stall_seconds"), parts.iter().sum()));
    let (least, most) = (
        of("task:dd:least_stall_seconds"),
        of("task:dd:most_stall_seconds"),
    );
    assert!(0.0 < least && least < most && most < of("elapsed_seconds"));
    assert!(near(
        of("device:sda:busy_percent"),
        of("device:sda:busy_seconds") * 100.0 / of("elapsed_seconds")
    ));
    assert!(near(
        of("device:sda:busy_percent") + of("device:sda:idle_percent"),
        100.0
    ));
    let written = of("device:sda:writes") * of("device:sda:mean_write_kb") * 1_024.0 / 1e6;
    assert!(near(of("device:sda:written_mb"), written));
    assert!(of("mean:DMA32:dirty_percent") < of("peak:DMA32:dirty_percent"));
}

#[test]
fn readers_whose_allocations_wait_lose_few_pages_to_others_before_the_wait() {
    let mut scenario = reclaim_engine::scenario::gallery_scenario("measured-readers-16")
        .expect("a machine with sixteen readers");
    let names = [
        "counter:pg_stall",
        "counter:pg_rclm",
        "allocated_by_others_percent",
        "derived:pg_stall_allocated_in_reclaim",
        "derived:pg_stall_allocated_in_wait",
    ]
    .map(String::from);
    scenario.kernel = "2.6.34-rc1".into();
    scenario.machine.cpus = 4;
    let reclaim_engine::scenario::Program::ReadFile(reader) = &mut scenario.workload[0].run else {
        panic!("a reader");
    };
    (reader.tasks, reader.file_kb) = (64, 49_152);
    let mut experiment = super::Experiment::new(&scenario).expect("a sound scenario");
    while !experiment.run(u64::MAX) {}
    let values = experiment.result(&names).values;
    assert!(values["counter:pg_stall"] > 0.0);
    let share = values["derived:pg_stall_allocated_in_reclaim"] * 100.0 / values["counter:pg_rclm"];
    assert_eq!(values["allocated_by_others_percent"], share);
    assert!(values["derived:pg_stall_allocated_in_wait"] > 0.0);
}
