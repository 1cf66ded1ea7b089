//! Splits a link into its base and parts, and verifies its checksum.

use super::super::problem::Problem;
use super::crc32::crc32;

/// Separates parts. Programs that detect URLs in a text accept it as part of a URL.
pub(super) const SEPARATOR: char = '~';
/// The name of the checksum in links that do not start with a separator.
const CHECK: &str = "c=";

/// Result of verifying the checksum of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    /// There is no checksum: the link was written by hand.
    Absent,
    /// The checksum matches. The value is the CRC-32 of the experiment, if the link has one.
    Fits(Option<u32>),
    /// The link was truncated or altered.
    Broken,
}

/// The parts of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    /// The text before the first separator, not counting a leading separator.
    pub base: String,
    /// The parts in their order, without the checksum.
    pub named: Vec<String>,
    pub check: Check,
}

impl Parts {
    /// Splits a fragment. If another program percent-encoded the characters of the link (`%7E`), decodes them.
    pub fn of(fragment: &str) -> Self {
        let plain = Self::split(fragment);
        if matches!(plain.check, Check::Fits(_)) || !fragment.contains('%') {
            return plain;
        }
        match percent_decoded(fragment).map(|text| Self::split(&text)) {
            Some(decoded) if matches!(decoded.check, Check::Fits(_)) => decoded,
            Some(decoded) if plain.named.is_empty() => decoded,
            _ => plain,
        }
    }

    fn split(fragment: &str) -> Self {
        let (promises_check, fragment) = match fragment.strip_prefix(SEPARATOR) {
            Some(rest) => (true, rest),
            None => (false, fragment),
        };
        let mut pieces = fragment.split(SEPARATOR);
        let base = pieces.next().unwrap_or_default().to_owned();
        let promised = promises_check.then(|| pieces.next().unwrap_or_default());
        let (mut checks, named): (Vec<&str>, Vec<&str>) =
            pieces.partition(|piece| piece.starts_with(CHECK));
        let named: Vec<String> = named.into_iter().map(str::to_owned).collect();
        for check in &mut checks {
            *check = &check[CHECK.len()..];
        }
        let check = match (promised, &checks[..]) {
            (None, []) => Check::Absent,
            (Some(check), []) | (None, &[check]) => examine(&body(&base, &named), check),
            _ => Check::Broken,
        };
        Self { base, named, check }
    }
}

/// Joins the parts of a link: a leading separator that announces the checksum, the base, the checksum and the other
/// parts. Without the leading separator, a link truncated after its base would look complete. `experiment` is the
/// CRC-32 of the resulting scenario, for bases from the gallery.
pub(super) fn assemble(base: &str, named: &[String], experiment: Option<u32>) -> String {
    let check = written(&body(base, named), experiment);
    let mut all = vec![String::new(), base.to_owned(), check];
    all.extend_from_slice(named);
    all.join(&SEPARATOR.to_string())
}

/// Returns the error for a link whose checksum does not match.
pub(super) fn broken() -> Problem {
    Problem::new(
        "link",
        "The link was truncated or altered: its checksum does not match.",
        "Copy the whole link again. If you edited the link by hand, remove its checksum: the leading `~` and the \
         digits after the name, or `c=` in an older link.",
    )
}

fn body(base: &str, named: &[String]) -> String {
    let mut all = vec![base];
    all.extend(named.iter().map(String::as_str));
    all.join(&SEPARATOR.to_string())
}

fn written(body: &str, experiment: Option<u32>) -> String {
    match experiment {
        None => format!("{:08x}", crc32(body.as_bytes())),
        Some(experiment) => {
            let all = format!("{body}.{experiment:08x}");
            format!("{:08x}.{experiment:08x}", crc32(all.as_bytes()))
        }
    }
}

fn examine(body: &str, check: &str) -> Check {
    let experiment = check
        .split_once('.')
        .map(|(_, experiment)| u32::from_str_radix(experiment, 16));
    match experiment.transpose() {
        Ok(experiment) if written(body, experiment) == check => Check::Fits(experiment),
        _ => Check::Broken,
    }
}

/// Decodes `%XX`; `None` if the result is not UTF-8.
pub(super) fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        if byte == b'%' {
            let (digits, after) = after.split_first_chunk::<2>()?;
            let value = |digit: u8| char::from(digit).to_digit(16);
            bytes.push((value(digits[0])? * 16 + value(digits[1])?) as u8);
            rest = after;
        } else {
            bytes.push(byte);
            rest = after;
        }
    }
    String::from_utf8(bytes).ok()
}

/// Percent-encodes every character with a meaning in a URL or a link.
pub(super) fn percent_encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| {
            if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.') {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect()
}
