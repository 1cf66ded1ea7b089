//! Changes values in gallery documents, as the fuzzer's bytes direct. Most inputs then have the shape of a document.

use reclaim_engine::scenario::GALLERY;
use serde_json::{Map, Value, json};

/// Consumes the fuzzer's bytes; returns zeros when none are left.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    pub fn next(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        first
    }

    fn number(&mut self) -> u64 {
        (0..8).fold(0, |number, _| number << 8 | u64::from(self.next()))
    }
}

/// Returns a document of the gallery with up to 15 changes.
pub fn document(bytes: &mut Bytes) -> Value {
    let entry = &GALLERY[usize::from(bytes.next()) % GALLERY.len()];
    let mut document: Value =
        serde_json::to_value(entry.scenario().expect("in the gallery")).expect("JSON");
    for _ in 0..bytes.next() % 16 {
        change(&mut document, bytes);
    }
    document
}

/// Descends into the document as the bytes direct, and changes the value found.
fn change(value: &mut Value, bytes: &mut Bytes) {
    let step = bytes.next();
    match value {
        Value::Object(fields) if step != 0 && !fields.is_empty() => {
            let at = usize::from(step) % fields.len();
            let key = fields.keys().nth(at).cloned().unwrap_or_default();
            match bytes.next() {
                0 => drop(fields.remove(&key)),
                1 => {
                    let copy = fields[&key].clone();
                    fields.insert(text(bytes), copy);
                }
                _ => change(fields.get_mut(&key).expect("is there"), bytes),
            }
        }
        Value::Array(items) if step != 0 && !items.is_empty() => {
            let at = usize::from(step) % items.len();
            match bytes.next() {
                0 => drop(items.remove(at)),
                1 => {
                    let copy = items[at].clone();
                    let more = usize::from(bytes.next());
                    items.extend(std::iter::repeat_n(copy, more));
                }
                _ => change(&mut items[at], bytes),
            }
        }
        leaf => *leaf = other(leaf, bytes),
    }
}

/// Returns a replacement for a value: a value near the old one, at a limit of its type, or of another type.
fn other(old: &Value, bytes: &mut Bytes) -> Value {
    match bytes.next() % 16 {
        0 => Value::Null,
        1 => json!(bytes.next() & 1 == 1),
        2 => json!(bytes.number()),
        3 => json!(bytes.number() >> (bytes.next() % 64)),
        4 => json!((bytes.number() as i64) >> (bytes.next() % 64)),
        5 => json!(f64::from_bits(bytes.number())),
        6 => json!(u64::MAX),
        7 => json!((1_u64 << 53) - u64::from(bytes.next() & 3)),
        8 => json!(text(bytes)),
        9 => json!([]),
        10 => Value::Object(Map::new()),
        11 => (0..bytes.next()).fold(Value::Null, |inner, _| json!([inner])),
        12 => json!("x".repeat(usize::from(bytes.next()) << (bytes.next() % 8))),
        kind => match old.as_u64() {
            Some(number) if kind & 1 == 0 => json!(number.saturating_add(u64::from(bytes.next()))),
            Some(number) => json!(number.saturating_sub(u64::from(bytes.next()))),
            None => json!(text(bytes)),
        },
    }
}

/// Returns a name that a document can contain, or arbitrary text.
fn text(bytes: &mut Bytes) -> String {
    const NAMES: [&str; 12] = [
        "sda",
        "/mnt",
        "DMA",
        "Normal",
        "3.0",
        "3.16",
        "__proto__",
        "evict_once",
        "instant_free",
        "\u{202e}",
        "\u{0}",
        "e\u{301}",
    ];
    let length = usize::from(bytes.next());
    match NAMES.get(length) {
        Some(name) => (*name).to_owned(),
        None => {
            let taken: Vec<u8> = (0..length % 80).map(|_| bytes.next()).collect();
            String::from_utf8_lossy(&taken).into_owned()
        }
    }
}
