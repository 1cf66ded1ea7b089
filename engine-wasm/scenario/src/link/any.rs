//! Links to documents that are not scenarios, such as studies: a payload with a whole document, not interpreted here.

use serde_json::Value;

use super::super::limits;
use super::super::problem::Problem;
use super::payload;

/// Returns the link to a JSON document: the text after the `#` of a URL, or a part of that text.
///
/// # Errors
/// A document that is too large for a link.
pub fn encode_document(document: &Value) -> Result<String, Problem> {
    let link = payload::whole(&document.to_string());
    if limits::LINK_CHARS.allows(link.len() as u64) {
        return Ok(link);
    }
    Err(Problem::new(
        "link",
        "The document is too large for a link.",
        "Save it as a file instead.",
    ))
}

/// Returns the document of such a link as JSON text. Checks that it is JSON, but nothing else. Refuses a link with any
/// damage.
///
/// # Errors
/// A link that is too long, incomplete, altered, or of another version; a document that exceeds the maximum size.
pub fn decode_document(link: &str) -> Result<String, Problem> {
    let link = link.trim();
    if !limits::LINK_CHARS.allows(link.len() as u64) {
        return Err(limits::LINK_CHARS.exceeded("link", link.len() as u64));
    }
    payload::read_whole(link)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_document_comes_back_as_it_was() {
        let document = json!({ "title": "A study – with signs", "seeds": 3, "factors": [] });
        let link = encode_document(&document).expect("it fits");
        assert!(
            link.chars()
                .all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
        );
        let text = decode_document(&link).expect("the link is whole");
        assert_eq!(
            serde_json::from_str::<Value>(&text).expect("JSON"),
            document
        );
    }

    #[test]
    fn every_shortened_or_altered_link_is_refused() {
        let link = encode_document(&json!({ "title": "A study", "seeds": 3 })).expect("it fits");
        for length in 0..link.len() {
            assert!(decode_document(&link[..length]).is_err(), "{length}");
        }
        for at in 0..link.len() {
            let mut bytes = link.clone().into_bytes();
            bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
            let altered = String::from_utf8(bytes).expect("ASCII");
            assert!(decode_document(&altered).is_err(), "{at}");
        }
    }

    #[test]
    fn a_small_link_to_a_huge_document_is_refused_before_it_is_inflated() {
        let huge = json!({ "title": " ".repeat(4 << 20) });
        let link = encode_document(&huge).expect("spaces deflate well");
        let problem = decode_document(&link).expect_err("it is above the limit");
        assert!(problem.problem.contains("the maximum is"), "{problem}");
    }

    #[test]
    fn a_document_that_does_not_deflate_enough_has_no_link() {
        let numbers: Vec<u64> = (0..60_000u64)
            .map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15))
            .collect();
        let problem = encode_document(&json!(numbers)).expect_err("it is too large");
        assert_eq!(problem.fix, "Save it as a file instead.");
    }
}
