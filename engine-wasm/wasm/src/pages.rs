//! Page frames as JSON: their state, and the decisions about them.

use reclaim_engine::machine::Machine;
use reclaim_engine::mm::page::Pfn;
use reclaim_engine::observe::{self, Owner, Page, Whereabouts};
use reclaim_engine::observer::trace::{By, Decision as Noted, Fate};
use reclaim_engine::scenario::by_name;
use serde::Serialize;
use ts_rs::TS;

use crate::lane::Lane;

/// Largest number of decisions in one result.
const DECISIONS: usize = 32;

/// A decision about a page, or another event of a page.
#[derive(Serialize, TS)]
pub struct Decision {
    at_ns: u64,
    /// Physical page frame number.
    pfn: u64,
    zone: String,
    /// Frame in the zone.
    frame: u32,
    context: String,
    priority: Option<u8>,
    function: &'static str,
    #[ts(type = "ReasonName")]
    reason: &'static str,
    fate: Fate,
    text: String,
    mechanism: Option<&'static str>,
}

/// Returns the last decisions, newest first.
pub fn decisions(lane: &Lane) -> Vec<Decision> {
    let machine = lane.simulation().machine();
    let latest = machine.observed().trace.latest(DECISIONS);
    latest.map(|noted| decision(&machine, noted)).collect()
}

/// The decisions and events of the trace from some entry on, oldest first, and the number of the next entry.
#[derive(Serialize, TS)]
#[ts(rename = "DecisionStream")]
pub struct Stream {
    next: u64,
    decisions: Vec<Decision>,
}

/// Returns the entries from `cursor` on that the trace still keeps.
pub fn since(lane: &Lane, cursor: u64) -> Stream {
    let machine = lane.simulation().machine();
    let noted = machine.observed().trace.since(cursor);
    Stream {
        next: machine.observed().trace.count(),
        decisions: noted.map(|noted| decision(&machine, noted)).collect(),
    }
}

/// The recorded events of the watched frame, oldest first.
#[derive(Serialize, TS)]
#[ts(rename = "PageLife")]
pub struct Life {
    decisions: Vec<Decision>,
    left_out: u64,
}

/// Returns the recorded events of the watched frame so far.
pub fn life(lane: &Lane) -> Life {
    let machine = lane.simulation().machine();
    let (life, left_out) = machine.observed().trace.life();
    Life {
        decisions: life
            .iter()
            .map(|&noted| decision(&machine, noted))
            .collect(),
        left_out,
    }
}

/// Describes a decision in words.
pub fn decision(machine: &Machine, noted: Noted) -> Decision {
    let (zone, pfn, frame) = place_of(machine, noted.pfn);
    let task = machine.sched.tasks().get(usize::from(noted.task));
    let name = task.map_or("", |task| task.name.as_str());
    // The subject starts a sentence, so it is capitalized, except if it is the name of a task.
    let (context, subject, reclaims) = match noted.by {
        By::Kswapd => ("kswapd0".into(), "kswapd0".into(), true),
        By::Direct => (
            format!("direct reclaim by {name}"),
            format!("Direct reclaim by {name}"),
            true,
        ),
        By::Flusher => ("the flusher".into(), "The flusher".into(), false),
        By::Completion => ("I/O completion".into(), "I/O completion".into(), false),
        By::Task => (name.to_owned(), name.to_owned(), false),
    };
    let told = noted.reason.told();
    let text = match (reclaims, told.fate) {
        (true, Fate::Event) | (false, _) => format!("{subject} {}.", told.text),
        (true, _) => format!("{subject} {} (priority {}).", told.text, noted.priority),
    };
    Decision {
        at_ns: noted.at,
        pfn,
        zone,
        frame,
        context,
        priority: reclaims.then_some(noted.priority),
        function: told.function,
        reason: told.name,
        fate: told.fate,
        text,
        mechanism: told.mechanism,
    }
}

/// The current state of a frame.
#[derive(Serialize, TS)]
#[ts(rename = "FrameInfo")]
pub struct Frame {
    zone: String,
    frame: u32,
    pfn: u64,
    /// Description of its content.
    holds: String,
    flags: Vec<&'static str>,
    list: Option<&'static str>,
    /// Number of pages between the frame and the tail of its list.
    behind: Option<u64>,
    list_length: Option<u64>,
    waiters: Vec<String>,
    /// The page that the frame holds, to find it on another machine.
    page: Option<Page>,
}

/// The location of a page.
#[derive(Serialize, TS)]
#[serde(tag = "where", rename_all = "snake_case")]
#[ts(rename = "PageFound")]
pub enum Found {
    /// In a frame.
    Memory {
        /// The frame.
        frame: Box<Frame>,
    },
    /// Only in the swap area.
    Swap {
        /// Slot.
        slot: u32,
    },
    /// Not in memory.
    Nowhere,
    /// The file of the page does not exist.
    NoFile,
}

/// Finds the page described by a JSON text; `None` if the text is not a page.
pub fn find_page(lane: &Lane, page: &str) -> Option<Found> {
    let page: Page = by_name::from_text(page).ok()?;
    let found = observe::find_page(&lane.simulation().machine(), &page);
    Some(match found {
        Whereabouts::InMemory(pfn) => Found::Memory {
            frame: Box::new(frame_of(lane, pfn)),
        },
        Whereabouts::Swapped { slot } => Found::Swap { slot },
        Whereabouts::NotInMemory => Found::Nowhere,
        Whereabouts::NoFile => Found::NoFile,
    })
}

/// Returns the state of a zone's frame; `None` if there is no such frame.
pub fn frame(lane: &Lane, zone: usize, frame: u32) -> Option<Frame> {
    lane.frame_at(zone, frame).map(|at| frame_of(lane, at))
}

fn frame_of(lane: &Lane, at: Pfn) -> Frame {
    let machine = lane.simulation().machine();
    let state = observe::frame(&machine, at);
    let place = observe::place_on_list(&machine, at);
    let (zone, pfn, frame) = place_of(&machine, at);
    let task = |&id: &u32| {
        machine
            .sched
            .tasks()
            .get(id as usize)
            .map(|task| task.name.clone())
    };
    let page = observe::page_of(&machine, at);
    Frame {
        zone,
        frame,
        pfn,
        holds: holds(lane, state.owner),
        flags: state.flags,
        list: state.list.map(|lru| lru.name()),
        behind: place.map(|(behind, _)| behind),
        list_length: place.map(|(_, length)| length),
        waiters: state.waiters.iter().filter_map(task).collect(),
        page,
    }
}

fn holds(lane: &Lane, owner: Owner) -> String {
    match owner {
        Owner::Buddy => "free, in the buddy allocator".into(),
        Owner::PerCpuList => "free, on a per-CPU list".into(),
        Owner::Kernel => "used by the kernel".into(),
        Owner::Orphan => "of a deleted file, still referenced".into(),
        Owner::SwapCache { slot } => format!("in the swap cache, slot {slot}"),
        Owner::Anon { space, vpn } => {
            format!("anonymous, page {vpn} of address space {space}")
        }
        Owner::File {
            mapping,
            index,
            block_device,
            filesystem,
        } => {
            let scenario = lane.simulation().scenario();
            let filesystem = scenario.filesystems.get(usize::from(filesystem));
            let (name, device) =
                filesystem.map_or(("", ""), |fs| (fs.name.as_str(), fs.device.as_str()));
            if block_device {
                format!("page {index} of the block device {device}")
            } else {
                format!("page {index} of file {mapping} on {name}")
            }
        }
    }
}

/// Returns the name of a frame's zone, its physical page frame number, and its number in the zone.
fn place_of(machine: &Machine, pfn: Pfn) -> (String, u64, u32) {
    let zone = machine
        .memory
        .zones
        .iter()
        .find(|zone| (zone.start..zone.end()).contains(&pfn));
    zone.map_or((String::new(), u64::from(pfn), pfn), |zone| {
        let frame = pfn - zone.start;
        (zone.name.clone(), zone.base_pfn + u64::from(frame), frame)
    })
}
