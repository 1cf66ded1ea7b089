//! A link as a base and parts, before anybody knows what they mean.

use super::super::problem::Problem;
use super::crc32::crc32;

/// Stands between parts; no program that makes links of addresses in a text stops at it.
pub(super) const SEPARATOR: char = '~';
/// The name of the check in links that do not begin with a separator.
const CHECK: &str = "c=";

/// Whether a link is what its writer wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    /// It does not say: somebody wrote it by hand.
    Absent,
    /// It is, with the CRC-32 of the experiment where there is one.
    Fits(Option<u32>),
    /// It was cut or altered.
    Broken,
}

/// A link taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    /// What stands before the first separator but one in front of all.
    pub base: String,
    /// The parts but for the check, in their order.
    pub named: Vec<String>,
    pub check: Check,
}

impl Parts {
    /// Takes a fragment apart. Some programs write the characters of a link as `%7E`: then that is undone.
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

/// The link with its check behind the base, and a separator in front that promises it: cut behind its base, a link would
/// otherwise be a whole one that says less. `experiment` is the CRC-32 of what a scenario of the gallery must come to.
pub(super) fn assemble(base: &str, named: &[String], experiment: Option<u32>) -> String {
    let check = written(&body(base, named), experiment);
    let mut all = vec![String::new(), base.to_owned(), check];
    all.extend_from_slice(named);
    all.join(&SEPARATOR.to_string())
}

/// What is told of a link whose check does not fit.
pub(super) fn broken() -> Problem {
    Problem::new(
        "link",
        "The link was cut or altered on its way: its check does not fit.",
        "Copy the whole link again; in a link that you change by hand, take the check out: the `~` in front and the \
         digits behind the name, or `c=` in an older link.",
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

/// The text with its `%XX` undone; none where that is no text.
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

/// The text in characters that mean nothing in an address or a link.
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
