//! TypeScript for everything that the bindings return: types of JSON, names, and positions in rows of numbers.

use reclaim_engine::block::{Origin, Part};
use reclaim_engine::catalogue::{self, Definition};
use reclaim_engine::mm::page::{MAPPING_LIMIT, flag};
use reclaim_engine::mm::zone::Lru;
use reclaim_engine::observe::Colour;
use reclaim_engine::observer::moments::Moment;
use reclaim_engine::observer::trace::Reason;
use reclaim_engine::report::{ACTIVITY_NAMES, Report};
use reclaim_engine::scenario::TypescriptModule;
use reclaim_engine::simulation::{RunStatus, Unit};

use crate::activity::{DEVICE_STATES, REQUEST};
use crate::columns::{COLOUR_BITS, FrameWords, ListBin, ListHead, OpenUnit, RequestHead, Stretch};
use crate::{description, divergence, pages};

/// Page flags, by the names that the web page uses.
const FLAGS: [(&str, u16); 13] = [
    ("locked", flag::LOCKED),
    ("dirty", flag::DIRTY),
    ("writeback", flag::WRITEBACK),
    ("reclaim", flag::RECLAIM),
    ("referenced", flag::REFERENCED),
    ("active", flag::ACTIVE),
    ("swapcache", flag::SWAPCACHE),
    ("swapbacked", flag::SWAPBACKED),
    ("lru", flag::LRU),
    ("private", flag::PRIVATE),
    ("unevictable", flag::UNEVICTABLE),
    ("mapped", flag::MAPPED),
    ("young", flag::YOUNG),
];

/// Adds all types and constants that the web page needs for machines.
pub fn add_types(module: &mut TypescriptModule) {
    module.add::<Definition>();
    module.add::<Report>();
    module.add::<description::Description>();
    module.add::<description::Mark>();
    module.add::<pages::Stream>();
    module.add::<pages::Life>();
    module.add::<pages::Found>();
    module.add::<divergence::State>();
    add_names(module);
    add_numbered(module);
    add_rows(module);
}

/// Adds names that are used as values in JSON.
fn add_names(module: &mut TypescriptModule) {
    let counters = catalogue::counters().map(|counter| counter.name);
    module.add_list("Every counter.", ("COUNTERS", "CounterName"), counters);
    let gauges = catalogue::gauges().map(|gauge| gauge.name);
    module.add_list("Every gauge.", ("GAUGES", "GaugeName"), gauges);
    let parts = Part::ALL.map(Part::name);
    module.add_union("A part of a device's time.", "PartName", parts);
    let origins = Origin::ALL.map(Origin::name);
    module.add_union("The origin of a request.", "OriginName", origins);
    let moments = Moment::ALL.map(Moment::name);
    module.add_union("The kind of a mark on the timeline.", "MomentName", moments);
    let reasons = Reason::ALL.iter().map(|reason| reason.told().name);
    module.add_union(
        "The reason for a decision about a page, or an event of a page.",
        "ReasonName",
        reasons,
    );
}

/// Adds names that are passed by number.
fn add_numbered(module: &mut TypescriptModule) {
    module.add_list(
        "The states whose shares `draw_map` gives.",
        ("PAGE_STATES", "PageState"),
        Colour::ALL.map(Colour::name),
    );
    module.add_list(
        "The units by which a run can be stepped.",
        ("UNITS", "Unit"),
        Unit::ALL.map(Unit::name),
    );
    module.add_list(
        "The lists of a zone.",
        ("LISTS", "ListName"),
        Lru::EVICTABLE.map(Lru::name),
    );
    module.add_list(
        "The states of a task.",
        ("TASK_STATES", "TaskState"),
        ACTIVITY_NAMES,
    );
    module.add_list(
        "The states of a device, by the request that it serves.",
        ("DEVICE_STATES", "DeviceState"),
        DEVICE_STATES,
    );
    for (docs, name, answer) in [
        (
            "The run reached the time.",
            "RUN_REACHED",
            RunStatus::ReachedTime,
        ),
        (
            "The run used up its number of events.",
            "RUN_BUDGET",
            RunStatus::UsedBudget,
        ),
        (
            "The workload has finished.",
            "RUN_DONE",
            RunStatus::Finished,
        ),
    ] {
        module.add_number(docs, name, answer as u64);
    }
}

/// Adds positions in rows of numbers, and bits in words.
fn add_rows(module: &mut TypescriptModule) {
    for (docs, name, columns) in [
        (
            "Positions of the numbers of a request; after them come nanoseconds for each part that the description names.",
            "REQUEST",
            RequestHead::NAMES,
        ),
        (
            "Positions of the numbers of a timeline interval.",
            "STRETCH",
            Stretch::NAMES,
        ),
        (
            "Positions of the numbers of a bin of `list_profile`.",
            "LIST_BIN",
            ListBin::NAMES,
        ),
        (
            "Positions of the words of a frame.",
            "FRAME",
            FrameWords::NAMES,
        ),
        (
            "Positions of the words before the frames of a list.",
            "LIST_HEAD",
            ListHead::NAMES,
        ),
        (
            "Positions of the numbers of an open unit.",
            "OPEN_UNIT",
            OpenUnit::NAMES,
        ),
    ] {
        module.add_numbers(docs, name, columns.iter().copied().zip(0..));
    }
    for (docs, name, number) in [
        (
            "Number of numbers of a request before its parts.",
            "REQUEST_HEAD",
            RequestHead::COUNT,
        ),
        (
            "Number of numbers of a request.",
            "REQUEST_NUMBERS",
            REQUEST,
        ),
        (
            "Number of numbers of an interval.",
            "STRETCH_NUMBERS",
            Stretch::COUNT,
        ),
        (
            "Number of numbers of a bin.",
            "LIST_BIN_NUMBERS",
            ListBin::COUNT,
        ),
        (
            "Number of words of a frame.",
            "FRAME_WORDS",
            FrameWords::COUNT,
        ),
        (
            "Number of words before the frames of a list.",
            "LIST_HEAD_WORDS",
            ListHead::COUNT,
        ),
        (
            "Number of numbers of an open unit, after the pages per unit.",
            "OPEN_UNIT_NUMBERS",
            OpenUnit::COUNT,
        ),
        (
            "Number of bits of a frame's first word that hold its colour; the flags follow.",
            "COLOUR_BITS",
            COLOUR_BITS as usize,
        ),
        (
            "Values from here up are no mappings: free frames, frames of the kernel, the swap cache.",
            "MAPPING_LIMIT",
            usize::from(MAPPING_LIMIT),
        ),
    ] {
        module.add_number(docs, name, number as u64);
    }
    let flags = FLAGS.map(|(name, bit)| (name, u64::from(bit)));
    module.add_numbers("Bits of the page flags.", "FLAG", flags);
}

#[cfg(test)]
mod tests {
    use reclaim_engine::observer::vmstat::Counter;
    use reclaim_engine::scenario::TypescriptModule;

    use super::{FLAGS, add_types};

    fn module() -> String {
        let mut module = TypescriptModule::new();
        add_types(&mut module);
        module.finish()
    }

    #[test]
    fn the_page_can_name_every_counter_and_no_other() {
        let module = module();
        let list = module.split("export const COUNTERS = [").nth(1);
        let list = list.and_then(|rest| rest.split(']').next());
        let names: Vec<_> = list.expect("a list").split(", ").collect();
        let counters = Counter::ALL
            .iter()
            .map(|counter| format!("{:?}", counter.name()));
        assert_eq!(names, counters.collect::<Vec<_>>());
    }

    #[test]
    fn nothing_is_declared_twice() {
        let module = module();
        let lines = module
            .lines()
            .filter_map(|line| line.strip_prefix("export "));
        let mut names: Vec<_> = lines.filter_map(|line| line.split(' ').nth(1)).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
        assert!(names.contains(&"Report") && names.contains(&"Description"));
    }

    #[test]
    fn every_flag_is_a_bit_of_its_own() {
        let all = FLAGS.iter().fold(0, |all, (name, bit)| {
            assert!(bit.is_power_of_two() && all & bit == 0, "{name}");
            all | bit
        });
        assert_eq!(all.count_ones() as usize, FLAGS.len());
    }
}
