//! Share links: a scenario as text for the fragment of an address.
//!
//! A link reads `v1.GALLERY.PAYLOAD.CHECK`. CHECK is the CRC-32 of all before it, so that a link
//! that was cut or altered on its way is told from one that says something else. PAYLOAD is
//! base64url of the CRC-32 of the whole document in its canonical form and of a deflated JSON text:
//! the document where GALLERY is `_`, else its differences from that scenario of the gallery (RFC
//! 7386 merge patch).
//!
//! A new field of a document has to be left out when it holds its default: otherwise the canonical
//! form of older documents changes, and links to them are refused.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use serde_json::{Map, Value};

use super::catalogue::Catalogue;
use super::document::Scenario;
use super::gallery::{GALLERY, gallery_scenario};
use super::limits;
use super::nearest::nearest;
use super::parse::parse;
use super::problem::{Problem, alternatives, quoted};

/// The version that stands at the start of a link.
const VERSION: &str = "v1";
/// Stands for the gallery in links that do not build on it; two dots in a row would end a link in some
/// mail programs.
const WHOLE: &str = "_";
/// As hard as the compressor tries: documents are short, and so should links be.
const COMPRESSION: u8 = 9;

/// The link to a scenario: what follows the `#` of an address.
pub fn encode(scenario: &Scenario) -> String {
    let document = canonical(scenario);
    let text = document.to_string();
    let hash = crc32(text.as_bytes());
    let derived = GALLERY.iter().filter_map(|entry| {
        let base = canonical(&entry.scenario()?);
        Some((entry.id, difference(&base, &document).to_string()))
    });
    // The nearest scenario is the one with the shortest difference. A document that shares less than
    // half with it is one of its own, whose link should not depend on the gallery.
    let nearest = derived.min_by_key(|(_, patch)| patch.len());
    match nearest {
        Some((id, patch)) if patch.len() * 2 < text.len() => assemble(id, hash, &patch),
        _ => assemble(WHOLE, hash, &text),
    }
}

/// The scenario of a link, validated. Takes a whole address, its fragment, or the link alone.
pub fn decode(text: &str, catalogue: &Catalogue) -> Result<Scenario, Vec<Problem>> {
    let document = document_of(text).map_err(|problem| vec![problem])?;
    parse(&document, catalogue)
}

/// Whether the text is meant as a link, sound or not; other texts are names or files.
pub fn looks_like_link(text: &str) -> bool {
    let fragment = fragment_of(text);
    let version = fragment.split('.').next().unwrap_or_default();
    text.contains("://")
        || text.contains('#')
        || version
            .strip_prefix('v')
            .is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

fn fragment_of(text: &str) -> &str {
    let text = text.trim();
    text.rsplit_once('#').map_or(text, |(_, fragment)| fragment)
}

/// The document of a link, as JSON text that has not been looked at yet.
fn document_of(text: &str) -> Result<String, Problem> {
    if text.len() as u64 > limits::LINK_CHARS.most {
        return Err(limits::LINK_CHARS.exceeded("link", text.len() as u64));
    }
    let fragment = fragment_of(text);
    let (version, _) = fragment.split_once('.').unwrap_or((fragment, ""));
    if version != VERSION {
        return Err(unknown_version(version));
    }
    let (body, check) = fragment.rsplit_once('.').ok_or_else(damaged)?;
    if check != format!("{:08x}", crc32(body.as_bytes())) {
        return Err(damaged());
    }
    // From here on the text is what somebody's program wrote, though maybe not ours.
    let mut parts = body.splitn(3, '.').skip(1);
    let (Some(gallery), Some(payload)) = (parts.next(), parts.next()) else {
        return Err(damaged());
    };
    let bytes = BASE64_URL_SAFE_NO_PAD
        .decode(payload)
        .map_err(|_| damaged())?;
    let (hash, deflated) = bytes.split_first_chunk::<4>().ok_or_else(damaged)?;
    let json = inflate(deflated)?;
    let written: Value = serde_json::from_slice(&json).map_err(|_| damaged())?;
    if gallery == WHOLE {
        return Ok(written.to_string());
    }
    let Some(base) = gallery_scenario(gallery) else {
        return Err(unknown_gallery(gallery));
    };
    let mut document = canonical(&base);
    merge(&mut document, written);
    let text = document.to_string();
    if crc32(text.as_bytes()).to_le_bytes() != *hash {
        return Err(Problem::new(
            "link",
            format!(
                "The link was made when the gallery's {} was another experiment than it is today.",
                quoted(gallery)
            ),
            "Ask the sender for a new link, or open the scenario from the gallery.",
        ));
    }
    Ok(text)
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
        "The link is incomplete or was altered on its way.",
        "Copy the whole link again, from `v1.` to its last character.",
    )
}

fn unknown_version(version: &str) -> Problem {
    let number = version.strip_prefix('v').unwrap_or_default();
    if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) {
        return Problem::new(
            "link",
            format!(
                "The link is of version {}, which is not known here.",
                quoted(number)
            ),
            "This program reads version 1; a newer one may read the link.",
        );
    }
    Problem::new(
        "link",
        "This is no share link.",
        "A link begins with `v1.`, or with an address that ends in `#v1.` and more.",
    )
}

fn unknown_gallery(id: &str) -> Problem {
    let close = nearest(id, GALLERY.iter().map(|entry| entry.id));
    let mend = if close.is_empty() {
        String::from("Ask the sender for the scenario as a file.")
    } else {
        format!(
            "Ask the sender for the scenario as a file, or open {}.",
            alternatives(&close)
        )
    };
    let problem = format!(
        "The link builds on the gallery's {}, which is gone.",
        quoted(id)
    );
    Problem::new("link", problem, mend)
}

fn assemble(gallery: &str, hash: u32, json: &str) -> String {
    let mut bytes = hash.to_le_bytes().to_vec();
    bytes.extend(compress_to_vec(json.as_bytes(), COMPRESSION));
    let payload = BASE64_URL_SAFE_NO_PAD.encode(bytes);
    let body = format!("{VERSION}.{gallery}.{payload}");
    let check = crc32(body.as_bytes());
    format!("{body}.{check:08x}")
}

/// The document with its fields in order and its defaults left out.
fn canonical(scenario: &Scenario) -> Value {
    // Integers, strings and maps with string keys always have a JSON form.
    serde_json::to_value(scenario).unwrap_or_default()
}

/// What turns `from` into `to` by [`merge`]; documents hold no `null`, which stands for "take out".
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

/// CRC-32 (IEEE 802.3): finds every change of neighbouring characters, which is how links get
/// damaged.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            let mask = (crc & 1).wrapping_neg();
            crc = (crc >> 1) ^ (0xedb8_8320 & mask);
        }
    }
    !crc
}

/// A link with a sound check and any content, which `encode` would not make.
#[cfg(test)]
pub(super) fn forged(gallery: &str, json: &[u8], hash: u32) -> String {
    assemble(gallery, hash, std::str::from_utf8(json).unwrap_or_default())
}
