//! JSON Schema and TypeScript, both generated from the Rust types.

use std::any::TypeId;

use ts_rs::{Config, TS, TypeVisitor};

use super::catalogue::Catalogue;
use super::document::Scenario;
use super::problem::Problem;

mod notes;

/// Returns the JSON Schema (draft 2020-12) of the document, with the extra keywords that a form needs: see [`notes`].
pub fn json_schema() -> serde_json::Value {
    let mut schema = plain();
    notes::annotate(&mut schema);
    schema
}

/// Returns the schema without those extra keywords; documents are checked against it.
pub(super) fn plain() -> serde_json::Value {
    schemars::schema_for!(Scenario).to_value()
}

/// Returns TypeScript declarations of the document, of [`Problem`] and of [`Catalogue`], as the text of one module.
pub fn typescript() -> String {
    TypescriptModule::of_scenario().finish()
}

/// A TypeScript module: collects types and the types that they use, each once.
pub struct TypescriptModule {
    config: Config,
    seen: Vec<TypeId>,
    declarations: Vec<String>,
}

impl TypescriptModule {
    /// Makes an empty module.
    #[allow(
        clippy::new_without_default,
        reason = "an empty module is nothing to default to"
    )]
    pub fn new() -> Self {
        Self {
            // Every integer of a document is below 2^53, so `number` is enough.
            config: Config::default().with_large_int("number"),
            seen: Vec::new(),
            declarations: Vec::new(),
        }
    }

    /// Makes a module with the types of the document, [`Problem`] and [`Catalogue`].
    pub fn of_scenario() -> Self {
        let mut module = Self::new();
        module.add::<Scenario>();
        module.add::<Problem>();
        module.add::<Catalogue>();
        module
    }

    /// Adds a type and the types that it uses.
    pub fn add<T: TS + 'static>(&mut self) {
        self.visit::<T>();
    }

    /// Adds a union type `name` of string literals.
    pub fn add_union<'a>(
        &mut self,
        docs: &str,
        name: &str,
        values: impl IntoIterator<Item = &'a str>,
    ) {
        let values: Vec<_> = values.into_iter().map(quoted).collect();
        self.declare(docs, &format!("type {name} = {};", values.join(" | ")));
    }

    /// Adds a constant `list` of names, indexed by number, and the union type `name` of these names.
    pub fn add_list<'a>(
        &mut self,
        docs: &str,
        (list, name): (&str, &str),
        values: impl IntoIterator<Item = &'a str>,
    ) {
        let values: Vec<_> = values.into_iter().map(quoted).collect();
        let values = values.join(", ");
        self.declare(docs, &format!("const {list} = [{values}] as const;"));
        let of_list = format!("type {name} = (typeof {list})[number];");
        self.declare(&format!("One of `{list}`."), &of_list);
    }

    /// Adds a constant object that maps names to numbers, such as flags to their bits.
    pub fn add_numbers<'a>(
        &mut self,
        docs: &str,
        name: &str,
        numbers: impl IntoIterator<Item = (&'a str, u64)>,
    ) {
        let lines: Vec<_> = numbers
            .into_iter()
            .map(|(key, number)| format!("  {key}: {number},\n"))
            .collect();
        self.declare(
            docs,
            &format!("const {name} = {{\n{}}} as const;", lines.concat()),
        );
    }

    /// Adds a constant number.
    pub fn add_number(&mut self, docs: &str, name: &str, number: u64) {
        self.declare(docs, &format!("const {name} = {number};"));
    }

    fn declare(&mut self, docs: &str, declaration: &str) {
        self.declarations
            .push(format!("/** {docs} */\nexport {declaration}"));
    }

    /// Returns the text of the module.
    pub fn finish(self) -> String {
        let mut text = String::from("// Generated from the Rust types; do not edit.\n\n");
        text.push_str(&self.declarations.join("\n\n"));
        text.push('\n');
        text
    }
}

/// Returns a name as a TypeScript string literal; every JSON string is one.
fn quoted(name: &str) -> String {
    serde_json::Value::from(name).to_string()
}

impl TypeVisitor for TypescriptModule {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types of the standard library are written inline and have no declaration.
        if self.seen.contains(&TypeId::of::<T>()) || T::output_path().is_none() {
            return;
        }
        self.seen.push(TypeId::of::<T>());
        let place = self.declarations.len();
        let docs = T::docs().unwrap_or_default();
        let declaration = T::decl(&self.config);
        self.declarations
            .insert(place, format!("{docs}export {declaration}"));
        T::visit_dependencies(self);
    }
}
