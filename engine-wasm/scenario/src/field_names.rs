//! The names of a type's fields, taken from the code that serde derives to read the type.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};

/// Returns the names of a type's fields in declaration order, which the maps of the JSON Schema do not keep.
pub(crate) fn fields_of<T: for<'de> Deserialize<'de>>() -> &'static [&'static str] {
    let mut fields: &[&str] = &[];
    // The reader records the names and returns an error instead of a value.
    let _ = T::deserialize(Names(&mut fields));
    fields
}

/// A deserializer that reads nothing: it only records the names of the fields, which derived code passes to it.
struct Names<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for Names<'_> {
    type Error = Nothing;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Nothing> {
        Err(Nothing)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Nothing> {
        *self.0 = fields;
        Err(Nothing)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct
        seq tuple tuple_struct map enum identifier ignored_any
    }
}

#[derive(Debug)]
struct Nothing;

impl fmt::Display for Nothing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nothing is read")
    }
}

impl std::error::Error for Nothing {}

impl Error for Nothing {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}
