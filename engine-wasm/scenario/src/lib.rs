//! The scenario: one versioned document, the only input of the engine and the content of a share
//! link.
//!
//! The JSON Schema and the TypeScript types are generated from these types. Every quantity
//! is an integer and carries its unit in its name.
//!
//! Read a scenario with [`parse`] (text) or [`link::decode`] (share link); both return a scenario that has
//! been validated, or every [`Problem`] found. [`prepare`] turns a scenario into the one that the
//! engine runs: with its `scale` applied, and validated again.

mod amounts;
pub mod by_name;
mod catalogue;
mod check;
mod conflicts;
mod defaults;
mod document;
mod field_names;
mod gallery;
pub mod limits;
pub mod link;
mod machine;
mod nearest;
mod once;
pub mod ordered;
mod parse;
mod problem;
pub mod program;
mod report;
mod scale;
mod schema;
mod shape;
mod sizes;
pub mod smaller;
mod tagged;

#[cfg(test)]
mod tests;

pub use amounts::files_kb_of;
pub use catalogue::{Catalogue, DeviceModel, MechanismInfo, PresetInfo};
pub use check::validate;
pub use conflicts::{Conflict, Relations, conflicts};
pub use document::{Intervention, Lane, Scenario, VmKnobs};
pub use gallery::{GALLERY, GalleryEntry, MEASURED, all_entries, gallery_scenario};
pub use machine::{
    Device, DeviceFigures, Filesystem, FilesystemKind, FlashFigures, Hardware, Machine, Resident,
    Spread, Swap, Zone,
};
pub use parse::{parse, read, read_json, read_written, write};
pub use problem::Problem;
pub use program::{Program, Workload};
pub use scale::{prepare, resized, scaled};
pub use schema::{TypescriptModule, json_schema, typescript};

/// The version of the document that this engine reads and writes.
pub const SCENARIO_VERSION: u32 = 1;
