//! Suggestions for a misspelled name.

use crate::ordered;

/// Returns at most three of the `known` names that are close to `given`, the closest first.
pub(super) fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    const MOST: usize = 3;
    /// Characters of the longest name that gets suggestions: the cost of the distance is quadratic in the length.
    const LONGEST: usize = 64;
    // All known names are ASCII; case tables for other scripts would add 5 kB to the module.
    let given = given.to_ascii_lowercase();
    if given.chars().count() > LONGEST {
        return Vec::new();
    }
    let scored = known
        .into_iter()
        .filter(|name| name.chars().nth(LONGEST).is_none())
        .filter_map(|name| {
            let lower = name.to_ascii_lowercase();
            let distance = distance(&given, &lower);
            let shorter = given.len().min(lower.len());
            let contained = shorter >= 3 && (lower.contains(&given) || given.contains(&lower));
            // Up to a third of the letters may be wrong.
            (contained || distance * 3 <= lower.chars().count().max(3)).then_some((distance, name))
        });
    // Names at the same distance keep the order of the catalogue.
    ordered::by_key(scored, |(distance, _)| *distance)
        .into_iter()
        .take(MOST)
        .map(|(_, name)| name)
        .collect()
}

/// Returns the Levenshtein distance: the smallest number of insertions, deletions and substitutions of one letter that
/// turn one text into the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (j, b) in other.iter().enumerate() {
            let above = row[j + 1];
            let changed = diagonal + usize::from(a != *b);
            diagonal = above;
            row[j] = left;
            left = changed.min(above + 1).min(left + 1);
        }
        row[other.len()] = left;
    }
    row[other.len()]
}
