//! A JSON value whose objects keep their fields in a list.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

/// A JSON value with whole numbers only, as in documents. Objects are short, so their fields are a list.
pub(super) enum Json {
    Null,
    Bool(bool),
    Number(u64),
    /// A number that no field allows: negative or with a fraction.
    OtherNumber,
    Text(String),
    List(Vec<Json>),
    Object(Object),
}

pub(super) type Object = Vec<(String, Json)>;

pub(super) fn field<'de>(object: &'de Object, name: &str) -> Option<&'de Json> {
    let found = object.iter().find(|(key, _)| key == name);
    found.map(|(_, value)| value)
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyJson)
    }
}

struct AnyJson;

impl<'de> Visitor<'de> for AnyJson {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, yes: bool) -> Result<Json, E> {
        Ok(Json::Bool(yes))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Json, E> {
        Ok(Json::Number(number))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Json, E> {
        Ok(Json::OtherNumber)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Json, E> {
        Ok(Json::OtherNumber)
    }

    fn visit_str<E>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Json, A::Error> {
        let mut object = Vec::new();
        while let Some(key) = fields.next_key()? {
            object.push((key, fields.next_value()?));
        }
        Ok(Json::Object(object))
    }
}
