//! Finds fields that a JSON text sets twice. A parsed value keeps only one of them.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::problem::{Problem, join, quoted};

/// Reports the first field that is set twice, if the text is JSON.
pub(super) fn check_once(text: &str) -> Result<(), Problem> {
    let mut twice = None;
    let all = Walk {
        path: String::new(),
        twice: &mut twice,
    };
    let _ = all.deserialize(&mut serde_json::Deserializer::from_str(text));
    twice.map_or(Ok(()), Err)
}

struct Walk<'a> {
    path: String,
    twice: &'a mut Option<Problem>,
}

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        let mut seen = BTreeSet::new();
        while let Some(key) = fields.next_key::<String>()? {
            let path = join(&self.path, &key);
            if seen.contains(&key) {
                *self.twice = Some(Problem::new(
                    path,
                    format!("Field {} is set twice.", quoted(&key)),
                    "Remove one of the two.",
                ));
                return Err(A::Error::custom("twice"));
            }
            seen.insert(key);
            let twice = &mut *self.twice;
            fields.next_value_seed(Walk { path, twice })?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        for at in 0.. {
            let path = format!("{}[{at}]", self.path);
            let twice = &mut *self.twice;
            if items.next_element_seed(Walk { path, twice })?.is_none() {
                break;
            }
        }
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}
