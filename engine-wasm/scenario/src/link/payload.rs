//! The base of links to scenarios that parts cannot express: `v1.GALLERY.PAYLOAD.CHECK`.
//!
//! CHECK is the CRC-32 of everything before its dot, to detect a link that was truncated or altered. PAYLOAD is the
//! base64url form of two things: the CRC-32 of the whole document in its canonical form, and a deflated JSON text. If
//! GALLERY is `_`, the JSON text is the document. Otherwise, GALLERY is the id of a gallery scenario, and the JSON text
//! has the differences from that scenario (RFC 7386 merge patch).

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use serde_json::{Map, Value};

use super::super::catalogue::Catalogue;
use super::super::document::Scenario;
use super::super::gallery::{all_entries, every_form, gallery_scenario};
use super::super::limits;
use super::super::nearest::nearest;
use super::super::parse::parse;
use super::super::problem::{Problem, alternatives, quoted};
use super::crc32::crc32;

/// The version at the start of a link.
const VERSION: &str = "v1";
/// Replaces the gallery id in links that are not based on a scenario of the gallery. An empty id would make two
/// adjacent dots, which end a URL in some mail programs.
const WHOLE: &str = "_";
/// Compression level; 9 is the highest.
const COMPRESSION: u8 = 9;

/// Encodes a scenario as a base.
pub(in super::super) fn encode(scenario: &Scenario) -> String {
    let document = canonical(scenario);
    let text = document.to_string();
    let hash = crc32(text.as_bytes());
    let derived = all_entries().filter_map(|entry| {
        let base = canonical(&entry.scenario()?);
        Some((entry.id, difference(&base, &document).to_string()))
    });
    // Use the gallery scenario with the shortest difference. If even this difference is at least half as long as the
    // document, encode the whole document, which does not depend on the gallery.
    let nearest = derived.min_by_key(|(_, patch)| patch.len());
    match nearest {
        Some((id, patch)) if patch.len() * 2 < text.len() => assemble(id, hash, &patch),
        _ => assemble(WHOLE, hash, &text),
    }
}

/// Returns the base that has a whole JSON text.
pub(super) fn whole(json: &str) -> String {
    assemble(WHOLE, crc32(json.as_bytes()), json)
}

/// Returns the JSON text of a base that [`whole`] made. Refuses a base with any damage.
pub(super) fn read_whole(base: &str) -> Result<String, Problem> {
    let (body, check) = base.rsplit_once('.').ok_or_else(damaged)?;
    let mut fields = body.split('.');
    let version = fields.next().unwrap_or_default();
    if number_of(version).is_some_and(|_| version != VERSION) {
        return Err(unknown_version(version));
    }
    let [Some(WHOLE), Some(payload), None] = [fields.next(), fields.next(), fields.next()] else {
        return Err(damaged());
    };
    if version != VERSION || check != format!("{:08x}", crc32(body.as_bytes())) {
        return Err(damaged());
    }
    let (text, intact) = unpack(WHOLE, payload)?;
    intact.then_some(text).ok_or_else(damaged)
}

/// Returns whether a base starts with a version number, of any version.
pub(super) fn has_version(base: &str) -> bool {
    let version = base.split('.').next().unwrap_or_default();
    number_of(version).is_some()
}

/// Returns the digits of a version such as `v1`.
fn number_of(version: &str) -> Option<&str> {
    let number = version.strip_prefix('v')?;
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    digits.then_some(number)
}

/// Reads and validates the scenario of a base. If the base was truncated or altered, uses the intact part and reports
/// the damage.
pub(super) fn read(
    base: &str,
    catalogue: &Catalogue,
    problems: &mut Vec<Problem>,
) -> Result<Scenario, Vec<Problem>> {
    let mut fields = base.split('.');
    let version = fields.next().unwrap_or_default();
    if version != VERSION {
        return Err(vec![unknown_version(version)]);
    }
    let gallery = fields.next().unwrap_or_default();
    let payload = fields.next().unwrap_or_default();
    let sound = base
        .rsplit_once('.')
        .is_some_and(|(body, check)| check == format!("{:08x}", crc32(body.as_bytes())));
    let unpacked = unpack(gallery, payload);
    let (document, intact) = match unpacked {
        Ok((document, intact)) if sound || intact => (document, intact),
        Err(problem) if sound => return Err(vec![problem]),
        // The payload is damaged.
        _ => {
            let left = gallery_scenario(gallery).ok_or_else(|| vec![damaged()])?;
            problems.push(only_gallery(gallery));
            return Ok(left);
        }
    };
    if !sound {
        problems.push(damaged_end());
    } else if !intact && gallery != WHOLE {
        problems.push(super::reading::other_gallery(gallery));
    }
    parse(&document, catalogue)
}

/// Returns the document of a payload as JSON text, not yet checked, and whether it is identical to the document that
/// was encoded.
fn unpack(gallery: &str, payload: &str) -> Result<(String, bool), Problem> {
    let bytes = BASE64_URL_SAFE_NO_PAD
        .decode(payload)
        .map_err(|_| damaged())?;
    let (hash, deflated) = bytes.split_first_chunk::<4>().ok_or_else(damaged)?;
    let json = inflate(deflated)?;
    let written: Value = serde_json::from_slice(&json).map_err(|_| damaged())?;
    let document = if gallery == WHOLE {
        written
    } else {
        // Use the version of the gallery's scenario that the link was written with, or else the current one.
        let mut documents = every_form(gallery).map(|base| {
            let mut document = canonical(&base);
            merge(&mut document, written.clone());
            document
        });
        let first = documents.next().ok_or_else(|| unknown_gallery(gallery))?;
        let mut all = std::iter::once(first.clone()).chain(documents);
        all.find(|document| crc32(document.to_string().as_bytes()).to_le_bytes() == *hash)
            .unwrap_or(first)
    };
    let text = document.to_string();
    let intact = crc32(text.as_bytes()).to_le_bytes() == *hash;
    Ok((text, intact))
}

fn inflate(deflated: &[u8]) -> Result<Vec<u8>, Problem> {
    let most = limits::DOCUMENT_BYTES.most;
    decompress_to_vec_with_limit(deflated, most as usize).map_err(|error| {
        if error.status == TINFLStatus::HasMoreOutput {
            limits::DOCUMENT_BYTES.exceeded("link", most + 1)
        } else {
            damaged()
        }
    })
}

fn damaged() -> Problem {
    Problem::new(
        "link",
        "The link is incomplete or was altered.",
        "Copy the whole link again, from `v1.` to its last character.",
    )
}

fn damaged_end() -> Problem {
    Problem::new(
        "link",
        "The link is incomplete or was altered, but its scenario is intact.",
        "If the view is wrong, copy the whole link again.",
    )
}

fn only_gallery(gallery: &str) -> Problem {
    Problem::new(
        "link",
        format!(
            "The link is incomplete or was altered: its changes to gallery scenario {} are lost.",
            quoted(gallery)
        ),
        "Copy the whole link again, from `v1.` to its last character.",
    )
}

fn unknown_version(version: &str) -> Problem {
    Problem::new(
        "link",
        format!(
            "The link has version {}, which is not supported.",
            quoted(number_of(version).unwrap_or_default())
        ),
        "This program reads version 1. Try a newer version of the program.",
    )
}

fn unknown_gallery(id: &str) -> Problem {
    let close = nearest(id, all_entries().map(|entry| entry.id));
    let fix = if close.is_empty() {
        String::from("Ask the sender for the scenario as a file.")
    } else {
        format!(
            "Ask the sender for the scenario as a file, or open {}.",
            alternatives(&close)
        )
    };
    let problem = format!(
        "The link is based on gallery scenario {}, which no longer exists.",
        quoted(id)
    );
    Problem::new("link", problem, fix)
}

fn assemble(gallery: &str, hash: u32, json: &str) -> String {
    let mut bytes = hash.to_le_bytes().to_vec();
    bytes.extend(compress_to_vec(json.as_bytes(), COMPRESSION));
    let payload = BASE64_URL_SAFE_NO_PAD.encode(bytes);
    let body = format!("{VERSION}.{gallery}.{payload}");
    let check = crc32(body.as_bytes());
    format!("{body}.{check:08x}")
}

/// Returns the document as JSON with fields in a fixed order and without default values.
pub(super) fn canonical(scenario: &Scenario) -> Value {
    // Integers, strings and maps with string keys always have a JSON form.
    serde_json::to_value(scenario).unwrap_or_default()
}

/// Returns the patch with which [`merge`] turns `from` into `to`. `null` means "remove"; documents contain no `null`.
fn difference(from: &Value, to: &Value) -> Value {
    let (Value::Object(from), Value::Object(to)) = (from, to) else {
        return to.clone();
    };
    let mut patch = Map::new();
    for (key, value) in to {
        match from.get(key) {
            Some(old) if old == value => {}
            Some(old @ Value::Object(_)) if value.is_object() => {
                patch.insert(key.clone(), difference(old, value));
            }
            _ => {
                patch.insert(key.clone(), value.clone());
            }
        }
    }
    for key in from.keys().filter(|key| !to.contains_key(*key)) {
        patch.insert(key.clone(), Value::Null);
    }
    Value::Object(patch)
}

fn merge(target: &mut Value, patch: Value) {
    let Value::Object(patch) = patch else {
        *target = patch;
        return;
    };
    if !target.is_object() {
        *target = Value::Object(Map::new());
    }
    let Value::Object(fields) = target else {
        return;
    };
    for (key, value) in patch {
        if value.is_null() {
            fields.remove(&key);
        } else {
            merge(fields.entry(key).or_insert(Value::Null), value);
        }
    }
}

/// Makes a link with a valid checksum and with content that `encode` would not produce.
#[cfg(test)]
pub(in super::super) fn forged(gallery: &str, json: &[u8], hash: u32) -> String {
    assemble(gallery, hash, std::str::from_utf8(json).unwrap_or_default())
}
