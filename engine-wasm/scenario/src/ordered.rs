//! Small insertion sorts. A sort of the standard library adds 6 kB of WebAssembly for each element type; collecting
//! into its ordered maps uses such a sort too. No list here has more than a few hundred elements.

use std::collections::BTreeMap;

/// Sorts by a key; the sort is stable.
pub fn by_key<T, K: Ord>(things: impl IntoIterator<Item = T>, key: impl Fn(&T) -> K) -> Vec<T> {
    let mut ordered = Vec::new();
    for thing in things {
        let at = ordered.partition_point(|before| key(before) <= key(&thing));
        ordered.insert(at, thing);
    }
    ordered
}

/// Collects a map by name; the last value of a repeated name wins. The names become `String`s, because maps with
/// another type of key would add 7 kB.
pub fn map<N: Into<String>, V>(entries: impl IntoIterator<Item = (N, V)>) -> BTreeMap<String, V> {
    let mut map = BTreeMap::new();
    map.extend(
        entries
            .into_iter()
            .map(|(name, value)| (name.into(), value)),
    );
    map
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_of_the_same_key_stay_as_they_came() {
        let things = [(3, 'a'), (1, 'b'), (3, 'c'), (2, 'd'), (1, 'e')];
        let mut sorted = things;
        sorted.sort_by_key(|thing| thing.0);
        assert_eq!(by_key(things, |thing| thing.0), sorted);
        let named = things.map(|(key, value)| (key.to_string(), value));
        assert_eq!(map(named.clone()), BTreeMap::from(named));
    }
}
