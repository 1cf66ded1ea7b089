//! Share links: a scenario and the view of it as text for the fragment of an address.
//!
//! A link is a base and named parts behind it, in any order, each after a `~`:
//!
//! ```text
//! weiner-usb~b=3.0+per_zone_dirty_rfc~b@12.5s-gfp_write~seed=7~t=20s
//! ```
//!
//! The base is the id of a scenario of the gallery, or `v1.GALLERY.PAYLOAD.CHECK` (see [`payload`]) for
//! what no parts can say. The parts:
//!
//! | part | what it says |
//! |---|---|
//! | `a=`, `b=` | a lane: kernel preset, then `+mechanism` and `-mechanism`; without a preset, what is switched besides |
//! | `a@12.5s+mechanism` | an intervention |
//! | `seed=`, `scale=` | as in the document |
//! | `t=20.5s` | the moment that is shown |
//! | `pin=b:Normal/1234` | the selected frame: lane, zone, frame in the zone |
//! | `view=Normal/0-4096` | the part of the map that is shown: zone, first frame, frame after the last |
//! | `d=A.B` | digests of both lanes at that moment |
//! | `c=` | check: CRC-32 of the link without this part |
//!
//! A link that a program writes begins with a `~`, which promises that the check is its first part, without `c=`: so a
//! cut link is told from a whole one. Who writes by hand leaves both out; older links have a part `c=`. On a scenario of
//! the gallery the check is followed by a
//! dot and the CRC-32 of the experiment, which tells when the gallery has changed since.
//!
//! A new field of a document has to be left out when it holds its default: otherwise the canonical form
//! of older documents changes, and links to them are refused.

mod change;
mod crc32;
mod lane;
mod parts;
mod payload;
mod reading;
mod time;
mod view;
mod writing;

use super::catalogue::Catalogue;
use super::document::Scenario;
use super::problem::Problem;

pub use reading::{Reading, looks_like_link, read};
pub use view::{MapView, Pin, ViewState};
pub use writing::{encode, encode_with};

/// The scenario of a link, validated. Takes a whole address, its fragment, or the link alone. A link
/// that was cut or altered is refused; what it says about the view is left aside.
pub fn decode(text: &str, catalogue: &Catalogue) -> Result<Scenario, Vec<Problem>> {
    let Reading {
        scenario, problems, ..
    } = read(text, catalogue);
    match scenario {
        Some(scenario) if problems.is_empty() => Ok(scenario),
        _ => Err(problems),
    }
}

#[cfg(test)]
pub(super) use crc32::crc32;
#[cfg(test)]
pub(super) use payload::{encode as encode_payload, forged};
