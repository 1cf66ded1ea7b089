//! Share links: a scenario and a view of it, as text for the fragment of a URL.
//!
//! A link is a base followed by named parts in any order, each after a `~`:
//!
//! ```text
//! weiner-usb~b=3.0+per_zone_dirty_rfc~b@12.5s-gfp_write~seed=7~t=20s
//! ```
//!
//! The base is the id of a scenario of the gallery, or `v1.GALLERY.PAYLOAD.CHECK` (see [`payload`]) for a scenario that
//! parts cannot express. The parts:
//!
//! | part | meaning |
//! |---|---|
//! | `a=`, `b=` | a lane: kernel preset, then `+mechanism` and `-mechanism`; without a preset, more switches for the base's lane |
//! | `a@12.5s+mechanism` | an intervention |
//! | `seed=`, `scale=` | as in the document |
//! | `t=20.5s` | the displayed time |
//! | `pin=b:Normal/1234` | the selected frame: lane, zone, frame in the zone |
//! | `view=Normal/0-4096` | the displayed part of the map: zone, first frame, frame after the last |
//! | `d=A.B` | digests of both lanes at the displayed time |
//! | `c=` | checksum: CRC-32 of the link without this part |
//!
//! A link written by a program starts with a `~`, which announces a checksum: it is the first part after the base,
//! without `c=`. The reader thus detects a truncated link. Links written by hand have neither the leading `~` nor a
//! checksum; older links have a part `c=`. If the base is a scenario of the gallery, the checksum is followed by a dot
//! and the CRC-32 of the experiment, which detects that the gallery has changed since the link was made.
//!
//! When a field is added to the document, it must be omitted from documents in which it has its default. Otherwise, the
//! canonical form of older documents changes, and links to them are refused.

mod any;
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

pub use any::{decode_document, encode_document};
pub use reading::{Reading, looks_like_link, read};
pub use view::{MapView, Pin, ViewState};
pub use writing::{encode, encode_with};

/// Reads the scenario of a link and validates it. Accepts a whole URL, its fragment, or the link alone. Refuses a link
/// that was truncated or altered; ignores the view in the link.
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
