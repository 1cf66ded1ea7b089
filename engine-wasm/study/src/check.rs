//! Reads and validates a study, and reports every problem.

use reclaim_engine::scenario::{
    Catalogue, Problem, Scenario, gallery_scenario, parse, read_json, validate,
};
use reclaim_results::measure;

use crate::STUDY_VERSION;
use crate::apply;
use crate::document::{Base, Design, Factor, Study, json_schema};
use crate::plan::{MOST_POINTS, MOST_RUNS};

/// Largest number of factors of a study.
const MOST_FACTORS: usize = 16;
/// Largest number of values of a factor.
const MOST_VALUES: usize = 200;
/// Largest number of measures of a study.
const MOST_MEASURES: usize = 40;
/// Largest number of seeds of a study.
const MOST_SEEDS: u32 = 1_000;

/// Reads a study, and returns it with its base scenario.
///
/// # Errors
/// Every problem of the study.
pub fn read(text: &str, catalogue: &Catalogue) -> Result<(Study, Scenario), Vec<Problem>> {
    let value = read_json(text, &json_schema())?;
    let study: Study = serde_json::from_value(value).map_err(|error| {
        let fix = "Compare it with the output of `reclaim schema --study`.";
        vec![Problem::new(
            "document",
            format!("This is not a study: {error}."),
            fix,
        )]
    })?;
    if study.version != STUDY_VERSION {
        return Err(vec![Problem::new(
            "version",
            format!("Version {} of the study is not supported.", study.version),
            format!("Use version {STUDY_VERSION}, which this program reads."),
        )]);
    }
    let base = base(&study.base, catalogue)?;
    let mut problems = Vec::new();
    sizes(&study, &mut problems);
    measures(&study, &base, &mut problems);
    for (at, factor) in study.factors.iter().enumerate() {
        check_factor(
            &format!("factors[{at}]"),
            factor,
            &study,
            &base,
            catalogue,
            &mut problems,
        );
    }
    design(&study, &mut problems);
    if problems.is_empty() {
        Ok((study, base))
    } else {
        Err(problems)
    }
}

fn base(base: &Base, catalogue: &Catalogue) -> Result<Scenario, Vec<Problem>> {
    let problem = |problem: String, fix: &str| Err(vec![Problem::new("base", problem, fix)]);
    let inside = |problems: Vec<Problem>| -> Vec<Problem> {
        let moved = problems.into_iter().map(|problem| Problem {
            field: format!("base.scenario.{}", problem.field),
            ..problem
        });
        moved.collect()
    };
    match (&base.gallery, &base.scenario) {
        (Some(id), None) => match gallery_scenario(id) {
            Some(scenario) => validate(&scenario, catalogue)
                .map_err(inside)
                .map(|()| scenario),
            None => problem(
                format!("The gallery has no scenario `{id}`."),
                "Use an id that `reclaim list` prints.",
            ),
        },
        (None, Some(document)) => parse(&document.to_string(), catalogue).map_err(inside),
        (None, None) => problem(
            "The study has no base scenario.".into(),
            "Add `gallery` with an id, or `scenario` with a document.",
        ),
        (Some(_), Some(_)) => problem(
            "The study has two base scenarios.".into(),
            "Remove `gallery` or `scenario`.",
        ),
    }
}

fn sizes(study: &Study, problems: &mut Vec<Problem>) {
    let mut limit = |field: &str, count: usize, least: usize, most: usize, what: &str| {
        if !(least..=most).contains(&count) {
            problems.push(Problem::new(
                field,
                format!("The number of {what} is {count}."),
                format!("Use {least} to {most}."),
            ));
        }
    };
    limit("factors", study.factors.len(), 0, MOST_FACTORS, "factors");
    limit(
        "measures",
        study.measures.len(),
        1,
        MOST_MEASURES,
        "measures",
    );
    limit(
        "seeds",
        study.seeds as usize,
        1,
        MOST_SEEDS as usize,
        "seeds",
    );
    for (at, factor) in study.factors.iter().enumerate() {
        let (field, count) = match factor {
            Factor::Field { values, .. } => ("values", values.len()),
            Factor::Ram { values_mib } => ("values_mib", values_mib.len()),
            Factor::Range { steps, .. } => ("steps", *steps as usize),
            Factor::Mechanism { .. } => continue,
        };
        limit(
            &format!("factors[{at}].{field}"),
            count,
            1,
            MOST_VALUES,
            "values",
        );
    }
}

fn measures(study: &Study, base: &Scenario, problems: &mut Vec<Problem>) {
    for (at, name) in study.measures.iter().enumerate() {
        let field = format!("measures[{at}]");
        let (lane, inner) = apply::lane_of_measure(name);
        if let Some(missing) = measure::missing(inner) {
            let fix = "Use a measure such as `elapsed_seconds` or `counter:allocstall`.";
            problems.push(Problem::new(&field, missing, fix));
        }
        if lane.needs_b() && base.against.is_none() {
            problems.push(Problem::new(
                field,
                format!("`{name}` needs lane B, but the base scenario has none."),
                "Add `against` to the base scenario, or measure lane A alone.",
            ));
        }
    }
}

fn check_factor(
    field: &str,
    factor: &Factor,
    study: &Study,
    base: &Scenario,
    catalogue: &Catalogue,
    problems: &mut Vec<Problem>,
) {
    let add = |problems: &mut Vec<Problem>, name: &str, problem: String, fix: &str| {
        problems.push(Problem::new(format!("{field}.{name}"), problem, fix));
    };
    match factor {
        Factor::Mechanism { id, lane } => {
            if catalogue.mechanism(id).is_none() {
                let fix = "Use an id that `reclaim list mechanisms` prints.";
                add(
                    problems,
                    "id",
                    format!("There is no mechanism `{id}`."),
                    fix,
                );
            }
            if *lane != crate::LaneName::A && base.against.is_none() {
                let fix = "Add `against` to the base scenario, or use lane `a`.";
                add(
                    problems,
                    "lane",
                    "The base scenario has no lane B.".into(),
                    fix,
                );
            }
        }
        Factor::Range { from, to, .. } if from > to => {
            add(
                problems,
                "from",
                format!("The range starts at {from}, above its end, {to}."),
                "Use at most the value of `to`.",
            );
        }
        Factor::Field { path, .. } | Factor::Range { path, .. } => {
            if let Err(what) = apply::check_path(base, path) {
                let fix =
                    "Use the path of a field, such as `vm.dirty_ratio` or `workload[0].run.tasks`.";
                add(problems, "path", what, fix);
            } else if let Some(problem) = apply::unknown_field(base, factor, catalogue) {
                add(problems, "path", problem.problem, &problem.fix);
            }
        }
        Factor::Ram { .. } => {}
    }
    if let Factor::Field { labels, values, .. } = factor
        && !labels.is_empty()
        && labels.len() != values.len()
    {
        let fix = "Use one label for each value, or no labels.";
        let problem = format!(
            "The number of labels is {}, but the number of values is {}.",
            labels.len(),
            values.len()
        );
        add(problems, "labels", problem, fix);
    }
    let ablation = matches!(study.design, Design::Ablation { .. });
    if ablation && !matches!(factor, Factor::Mechanism { .. }) {
        let fix = "Use only factors that vary a mechanism, or the design `grid`.";
        add(
            problems,
            "vary",
            "An ablation varies mechanisms only.".into(),
            fix,
        );
    }
}

fn design(study: &Study, problems: &mut Vec<Problem>) {
    let mut add = |field: &str, problem: String, fix: &str| {
        problems.push(Problem::new(field, problem, fix));
    };
    match study.design {
        Design::Ablation { orders } => {
            if study.factors.is_empty() {
                let fix = "Add at least one factor that varies a mechanism.";
                add("factors", "An ablation needs mechanisms.".into(), fix);
            }
            if !(2..=1_000).contains(&orders) {
                add(
                    "design.orders",
                    format!("The number of orders is {orders}."),
                    "Use 2 to 1,000.",
                );
            }
        }
        Design::LatinHypercube { points, .. } if points == 0 || points as usize > MOST_POINTS => {
            let fix = format!("Use 1 to {MOST_POINTS}.");
            add(
                "design.points",
                format!("The number of points is {points}."),
                &fix,
            );
        }
        _ => {}
    }
    let (points, lanes) = (crate::design::count(study), apply::lanes(study));
    let runs = points
        .saturating_mul(study.seeds as usize)
        .saturating_mul(lanes);
    if points > MOST_POINTS || runs > MOST_RUNS {
        problems.push(Problem::new(
            "design",
            format!("The study has {points} combinations and {runs} runs."),
            format!(
                "Use fewer values, factors or seeds: at most {MOST_POINTS} combinations and {MOST_RUNS} runs."
            ),
        ));
    }
}
