//! Reads JSON into types. This reader looks up the fields of a type by name and passes them on in declaration order.
//! serde could derive code that looks up fields, but this code would exist once for each type and be most of the
//! reader. The code that it derives for fields in a fixed order is short.
//!
//! Types with internally tagged enums (`tagged!`) can be read only by this reader.

mod json;

use std::fmt::{self, Display};
use std::slice;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error, Expected, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};

use super::problem::quoted;
use json::{Json, Object, field};

/// A value that does not match its type; its text names the field.
#[derive(Debug)]
pub struct Misfit {
    /// Path of field names with dots between them; empty for the whole document.
    field: String,
    how: How,
}

/// The kind of mismatch.
#[derive(Clone, Copy, Debug)]
enum How {
    /// The value has another type, or is out of range.
    Wrong,
    /// The field is missing.
    Missing,
    /// The type has no such field.
    Unknown,
    /// The field with this index in the declaration of the type is missing.
    MissingAt(usize),
}

/// Reads a JSON text.
///
/// # Errors
/// The first field that does not match its type; for a text that is not JSON, the whole document.
pub fn from_text<T: DeserializeOwned>(text: &str) -> Result<T, Misfit> {
    let value: Json = serde_json::from_str(text).map_err(|_| Misfit::wrong())?;
    T::deserialize(ByName::from(&value))
}

impl Misfit {
    fn new(how: How) -> Self {
        Self {
            field: String::new(),
            how,
        }
    }

    fn wrong() -> Self {
        Self::new(How::Wrong)
    }

    fn inside(mut self, name: &str) -> Self {
        if !self.field.is_empty() {
            self.field.insert(0, '.');
        }
        self.field.insert_str(0, name);
        self
    }

    /// Replaces the index of a missing field with its name.
    fn named(self, names: &[&str]) -> Self {
        match self.how {
            How::MissingAt(at) => {
                Self::new(How::Missing).inside(names.get(at).copied().unwrap_or_default())
            }
            _ => self,
        }
    }
}

impl Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = match self.how {
            How::Wrong if self.field.is_empty() => {
                return f.write_str("the document has the wrong structure");
            }
            How::Wrong => "wrong value in field",
            How::Missing | How::MissingAt(_) => "missing field",
            How::Unknown => "unknown field",
        };
        write!(f, "{how} {}", quoted(&self.field))
    }
}

impl std::error::Error for Misfit {}

// serde's own messages are dropped: they would be most of the code.
impl Error for Misfit {
    fn custom<T: Display>(_: T) -> Self {
        Self::wrong()
    }

    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::wrong()
    }

    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::wrong()
    }

    // Derived code calls this for a missing field, with its index.
    fn invalid_length(at: usize, _: &dyn Expected) -> Self {
        Self::new(How::MissingAt(at))
    }

    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self::wrong()
    }
}

#[derive(Clone, Copy)]
struct ByName<'de> {
    value: &'de Json,
    /// Name of the tag field of the object, which has been read already; empty if there is no tag.
    tag: &'static str,
}

impl<'de> From<&'de Json> for ByName<'de> {
    fn from(value: &'de Json) -> Self {
        Self { value, tag: "" }
    }
}

impl<'de> ByName<'de> {
    fn number(self) -> Result<u64, Misfit> {
        match self.value {
            Json::Number(number) => Ok(*number),
            _ => Err(Misfit::wrong()),
        }
    }

    fn text(self) -> Result<&'de str, Misfit> {
        match self.value {
            Json::Text(text) => Ok(text),
            _ => Err(Misfit::wrong()),
        }
    }

    fn object(self) -> Result<&'de Object, Misfit> {
        match self.value {
            Json::Object(object) => Ok(object),
            _ => Err(Misfit::wrong()),
        }
    }
}

/// Returns the values of the fields `names`, in this order. `tag` is allowed as an additional field.
fn named<'de>(
    object: &'de Object,
    names: &'static [&'static str],
    tag: &str,
) -> Result<Named<'de>, Misfit> {
    let known = |(key, _): &(String, Json)| key == tag || names.contains(&key.as_str());
    if let Some((key, _)) = object.iter().find(|field| !known(field)) {
        return Err(Misfit::new(How::Unknown).inside(key));
    }
    Ok(Named {
        object,
        names: names.iter(),
    })
}

struct Named<'de> {
    object: &'de Object,
    names: slice::Iter<'static, &'static str>,
}

impl<'de> SeqAccess<'de> for Named<'de> {
    type Error = Misfit;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Misfit> {
        let Some(name) = self.names.next() else {
            return Ok(None);
        };
        // `None` for a missing field: derived code uses its default and asks for the next field, or reports an invalid
        // length.
        field(self.object, name)
            .map(|value| {
                seed.deserialize(ByName::from(value))
                    .map_err(|misfit| misfit.inside(name))
            })
            .transpose()
    }
}

struct Items<'de>(slice::Iter<'de, Json>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Misfit;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Misfit> {
        let value = self.0.next();
        value
            .map(|value| seed.deserialize(ByName::from(value)))
            .transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

struct Entries<'de> {
    entries: slice::Iter<'de, (String, Json)>,
    value: &'de Json,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Misfit;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Misfit> {
        let Some((key, value)) = self.entries.next() else {
            return Ok(None);
        };
        self.value = value;
        seed.deserialize(BorrowedStrDeserializer::new(key))
            .map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Misfit> {
        seed.deserialize(ByName::from(self.value))
    }
}

/// A variant of an internally tagged enum. In the object, the fields of the variant are next to its name.
struct Variant<'de> {
    name: &'de str,
    value: &'de Json,
    object: Option<&'de Object>,
    tag: &'static str,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Misfit;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Misfit> {
        let variant = seed.deserialize(BorrowedStrDeserializer::<Misfit>::new(self.name))?;
        Ok((variant, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = Misfit;

    fn unit_variant(self) -> Result<(), Misfit> {
        Ok(())
    }

    /// Reads the fields of the inner type, which are also next to the variant's name.
    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Misfit> {
        seed.deserialize(ByName {
            value: self.value,
            tag: self.tag,
        })
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Misfit> {
        Err(Misfit::wrong())
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let object = self.object.ok_or_else(Misfit::wrong)?;
        let fields = named(object, names, self.tag)?;
        visitor
            .visit_seq(fields)
            .map_err(|misfit| misfit.named(names))
    }
}

macro_rules! numbers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
            visitor.visit_u64(self.number()?)
        }
    )*};
}

impl<'de> Deserializer<'de> for ByName<'de> {
    type Error = Misfit;

    numbers!(deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64);

    /// Reads a type that can be a text or an object; the visitor decides how to read the object.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.value {
            Json::Text(text) => visitor.visit_str(text),
            Json::Object(_) => visitor.visit_newtype_struct(self),
            _ => Err(Misfit::wrong()),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.value {
            Json::Bool(yes) => visitor.visit_bool(*yes),
            _ => Err(Misfit::wrong()),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_str(self.text()?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_str(self.text()?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.value {
            Json::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.value {
            Json::List(items) => visitor.visit_seq(Items(items.iter())),
            _ => Err(Misfit::wrong()),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_map(Entries {
            entries: self.object()?.iter(),
            value: self.value,
        })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let fields = named(self.object()?, names, self.tag)?;
        visitor
            .visit_seq(fields)
            .map_err(|misfit| misfit.named(names))
    }

    /// Reads an enum. A text is the name of a variant without fields; in an object, the name is in the field `tag`.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        tag: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        let object = self.object().ok();
        let named = object.map_or(Some(self.value), |object| field(object, tag));
        let name = named.and_then(|named| ByName::from(named).text().ok());
        let name = name.ok_or_else(|| Misfit::wrong().inside(tag))?;
        visitor.visit_enum(Variant {
            name,
            value: self.value,
            object,
            tag,
        })
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 f32 f64 char bytes byte_buf unit unit_struct newtype_struct tuple tuple_struct identifier
        ignored_any
    }
}
