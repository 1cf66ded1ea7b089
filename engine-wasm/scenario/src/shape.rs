//! Compares a document with the JSON Schema of the types and reports every field that does not match.
//!
//! Deserialization stops at the first error and, inside tagged enums, does not report the field. The author of a
//! document needs all errors together, each with its field.

use serde_json::{Map, Value};

use super::nearest::nearest;
use super::problem::{Problem, alternatives, enough, first_of, grouped, join, quoted};

/// Returns a problem for every place where `value` does not match `schema`.
pub(super) fn check_shape(schema: &Value, value: &Value) -> Vec<Problem> {
    let mut walk = Walk {
        root: schema,
        problems: Vec::new(),
    };
    walk.value("", schema, value);
    first_of(walk.problems)
}

struct Walk<'a> {
    root: &'a Value,
    problems: Vec<Problem>,
}

impl<'a> Walk<'a> {
    fn value(&mut self, path: &str, schema: &'a Value, value: &Value) {
        if enough(&self.problems) {
            return;
        }
        let schema = self.resolve(schema);
        if let Some(branches) = schema.get("oneOf").and_then(Value::as_array) {
            self.one_of(path, branches, value);
        } else if let Some(branches) = schema.get("anyOf").and_then(Value::as_array) {
            self.any_of(path, schema, branches, value);
        } else if !accepts_type(schema, value) {
            self.wrong_type(path, schema, value);
        } else {
            match value {
                Value::Object(fields) => self.object(path, schema, fields),
                Value::Array(items) => self.array(path, schema, items),
                Value::Number(_) => self.number(path, schema, value),
                _ => {}
            }
        }
    }

    fn resolve(&self, schema: &'a Value) -> &'a Value {
        let Some(reference) = schema.get("$ref").and_then(Value::as_str) else {
            return schema;
        };
        let pointer = reference.trim_start_matches('#');
        self.root.pointer(pointer).unwrap_or(schema)
    }

    fn object(&mut self, path: &str, schema: &'a Value, fields: &Map<String, Value>) {
        let Some(known) = schema.get("properties").and_then(Value::as_object) else {
            if let Some(each) = schema.get("additionalProperties") {
                for (key, value) in fields {
                    self.value(&join(path, key), each, value);
                }
            }
            return;
        };
        for (key, value) in fields {
            match known.get(key) {
                Some(expected) => self.value(&join(path, key), expected, value),
                None if enough(&self.problems) => return,
                None => self.unknown_field(path, key, known),
            }
        }
        let required = schema.get("required").and_then(Value::as_array);
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            if !fields.contains_key(name) {
                let fix = match known.get(name).and_then(|field| self.describe(field)) {
                    Some(meaning) => format!("Add it. Its meaning: {meaning}"),
                    None => String::from("Add it."),
                };
                self.problems.push(Problem::new(
                    join(path, name),
                    "This field is missing.",
                    fix,
                ));
            }
        }
    }

    fn array(&mut self, path: &str, schema: &'a Value, items: &[Value]) {
        if let Some(each) = schema.get("items") {
            for (index, item) in items.iter().enumerate() {
                self.value(&format!("{path}[{index}]"), each, item);
            }
        }
    }

    fn number(&mut self, path: &str, schema: &Value, value: &Value) {
        // The value is an integer, because it passed the type check. `None` means that it is negative.
        let number = value.as_u64();
        let of_type = match schema.get("format").and_then(Value::as_str) {
            Some("uint8") => u64::from(u8::MAX),
            Some("uint16") => u64::from(u16::MAX),
            Some("uint32") => u64::from(u32::MAX),
            _ => u64::MAX,
        };
        if number.is_some_and(|number| number <= of_type) {
            // The range of the field is checked later, with better messages.
            return;
        }
        if let Some(choices) = schema.get("enum").and_then(Value::as_array) {
            let choices: Vec<String> = choices.iter().map(Value::to_string).collect();
            self.problems.push(Problem::new(
                path,
                format!("{value} is not one of {}.", choices.join(", ")),
                "Use one of these numbers.",
            ));
            return;
        }
        let bound = |name: &str| schema.get(name).and_then(Value::as_u64);
        let least = grouped(bound("minimum").unwrap_or_default());
        let most = grouped(bound("maximum").unwrap_or(of_type));
        self.problems.push(Problem::new(
            path,
            format!("{value} is not between {least} and {most}."),
            format!("Use a whole number from {least} to {most}."),
        ));
    }

    /// Checks an enum: strings to choose from, or objects distinguished by a tag.
    fn one_of(&mut self, path: &str, branches: &'a [Value], value: &Value) {
        let strings: Vec<&str> = branches.iter().flat_map(string_constants).collect();
        if !strings.is_empty() {
            if !value.as_str().is_some_and(|text| strings.contains(&text)) {
                self.not_among(path, value, &strings);
            }
            return;
        }
        let tagged: Vec<(&str, &str, &Value)> = branches.iter().filter_map(tag_of).collect();
        let Some((tag, _, _)) = tagged.first() else {
            return;
        };
        let Some(fields) = value.as_object() else {
            let shown = kind(value);
            self.problems.push(Problem::new(
                path,
                format!("This is {shown}, but an object is expected."),
                format!("Use an object with a field `{tag}`."),
            ));
            return;
        };
        let names: Vec<&str> = tagged.iter().map(|(_, name, _)| *name).collect();
        match fields.get(*tag) {
            None => self.problems.push(Problem::new(
                join(path, tag),
                "This field is missing.",
                format!("Use {}.", alternatives(&names)),
            )),
            Some(given) => {
                match tagged
                    .iter()
                    .find(|(_, name, _)| given.as_str() == Some(name))
                {
                    Some((_, _, branch)) => self.object(path, branch, fields),
                    None => self.not_among(&join(path, tag), given, &names),
                }
            }
        }
    }

    /// Checks an optional value, or a value that may have several JSON types.
    fn any_of(&mut self, path: &str, schema: &'a Value, branches: &'a [Value], value: &Value) {
        let fitting = branches
            .iter()
            .find(|branch| accepts_type(self.resolve(branch), value));
        match fitting {
            Some(branch) => self.value(path, branch, value),
            None => {
                let meant = branches
                    .iter()
                    .find(|branch| type_names(branch) != ["null"]);
                match (branches.len(), meant) {
                    // The schema of an `Option`: report the type that the value should have.
                    (2, Some(meant)) if branches.iter().any(|b| type_names(b) == ["null"]) => {
                        self.value(path, meant, value);
                    }
                    _ => self.wrong_type(path, schema, value),
                }
            }
        }
    }

    fn wrong_type(&mut self, path: &str, schema: &'a Value, value: &Value) {
        let mut wanted: Vec<&str> = Vec::new();
        for branch in schema
            .get("anyOf")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            wanted.extend(type_names(self.resolve(branch)));
        }
        wanted.extend(type_names(schema));
        wanted.retain(|name| *name != "null");
        let wanted: Vec<&str> = wanted.into_iter().map(in_words).collect();
        let fix = match self.describe(schema) {
            Some(meaning) => format!(
                "Use {}. The field's meaning: {meaning}",
                wanted.join(" or ")
            ),
            None => format!("Use {}.", wanted.join(" or ")),
        };
        let field = if path.is_empty() { "document" } else { path };
        self.problems.push(Problem::new(
            field,
            format!("This is {}.", kind(value)),
            fix,
        ));
    }

    fn unknown_field(&mut self, path: &str, key: &str, known: &Map<String, Value>) {
        let close = nearest(key, known.keys().map(String::as_str));
        let fix = if close.is_empty() {
            let all: Vec<&str> = known.keys().map(String::as_str).collect();
            format!("Remove it. The fields here are {}.", all.join(", "))
        } else {
            format!(
                "Did you mean {}? Otherwise, remove it.",
                alternatives(&close)
            )
        };
        self.problems.push(Problem::new(
            join(path, key),
            format!("There is no field {} here.", quoted(key)),
            fix,
        ));
    }

    fn not_among(&mut self, path: &str, value: &Value, names: &[&str]) {
        let shown = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        let close = nearest(&shown, names.iter().copied());
        let fix = if close.is_empty() {
            format!("Use {}.", alternatives(names))
        } else {
            format!(
                "Did you mean {}? The choices are {}.",
                alternatives(&close),
                names.join(", ")
            )
        };
        self.problems.push(Problem::new(
            path,
            format!("{} is not one of the choices.", quoted(&shown)),
            fix,
        ));
    }

    /// Returns the doc comment of the field, or else of its type, on one line.
    fn describe(&self, schema: &'a Value) -> Option<String> {
        let own = schema.get("description").and_then(Value::as_str);
        let text = own.or_else(|| {
            self.resolve(schema)
                .get("description")
                .and_then(Value::as_str)
        });
        text.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

fn type_names(schema: &Value) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn accepts_type(schema: &Value, value: &Value) -> bool {
    let names = type_names(schema);
    if names.is_empty() {
        // The branches of an enum have types; the enum itself has none.
        return !value.is_null();
    }
    names.iter().any(|name| match *name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        // Numbers with a fraction or an exponent are refused, whatever their value.
        "integer" => value.is_u64() || value.is_i64(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => true,
    })
}

fn string_constants(branch: &Value) -> Vec<&str> {
    let single = branch.get("const").and_then(Value::as_str);
    let several = branch.get("enum").and_then(Value::as_array);
    let several = several.into_iter().flatten().filter_map(Value::as_str);
    single.into_iter().chain(several).collect()
}

/// Returns the name of the tag in a branch of a tagged enum, the value of the tag, and the branch.
fn tag_of(branch: &Value) -> Option<(&str, &str, &Value)> {
    let fields = branch.get("properties")?.as_object()?;
    let tag = fields
        .iter()
        .find_map(|(name, field)| Some((name, field.get("const")?.as_str()?)));
    tag.map(|(name, value)| (name.as_str(), value, branch))
}

fn in_words(type_name: &str) -> &str {
    match type_name {
        "boolean" => "`true` or `false`",
        "integer" => "a whole number",
        "string" => "text in quotation marks",
        "array" => "a list between `[` and `]`",
        "object" => "an object between `{` and `}`",
        other => other,
    }
}

fn kind(value: &Value) -> String {
    match value {
        Value::Null => String::from("`null`"),
        Value::Bool(_) | Value::Number(_) => format!("`{value}`"),
        Value::String(text) => format!("the text {}", quoted(text)),
        Value::Array(_) => String::from("a list"),
        Value::Object(_) => String::from("an object"),
    }
}
