//! Checks that a scenario has the zone, device or program of a measure.

use reclaim_engine::scenario::Scenario;

/// Returns a message if a scenario lacks the zone, device or program of a measure; `None` if it has them.
pub fn lacking(scenario: &Scenario, name: &str) -> Option<String> {
    let words: Vec<&str> = name.split(':').collect();
    let (what, wanted, there): (_, _, Vec<&str>) = match words[..] {
        ["zone" | "peak" | "mean" | "at_pageout", zone, ..] => {
            let zones = scenario.machine.zones.iter();
            ("zone", zone, zones.map(|zone| zone.name.as_str()).collect())
        }
        ["device", device, ..] => {
            let devices = scenario.devices.iter();
            (
                "device",
                device,
                devices.map(|it| it.name.as_str()).collect(),
            )
        }
        ["task", task, ..] if !of_the_kernel(task) => {
            let programs = scenario.workload.iter();
            (
                "program",
                task,
                programs.map(|it| it.name.as_str()).collect(),
            )
        }
        _ => return None,
    };
    let there_is = there.iter().any(|name| match what {
        // If a program has several tasks, each has the program's name and a number.
        "program" => wanted == *name || wanted.starts_with(&format!("{name}-")),
        _ => wanted == *name,
    });
    let names = there.join("`, `");
    (!there_is).then(|| {
        format!("`{name}` has no value: the scenario has no {what} `{wanted}`, only `{names}`.")
    })
}

/// Returns whether a task belongs to the kernel or a filesystem, so that no scenario names it.
fn of_the_kernel(task: &str) -> bool {
    [
        "kswapd",
        "flush",
        "pdflush",
        "kjournald",
        "jbd2",
        "xfs",
        "ntfs-3g",
    ]
    .iter()
    .any(|name| task.starts_with(name))
}
