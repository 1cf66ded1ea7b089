//! Enums whose variant is named in a field.

/// Defines an enum that is written as an object: the variant's name in the field `tag`, and the variant's own fields beside
/// it. It is read by `by_name` alone: what serde derives for such enums first puts every value aside, and has code of its
/// own for each type that it puts there. `called` is the enum's name once more, as text.
#[macro_export]
macro_rules! tagged {
    (
        tag = $tag:literal, called = $called:literal;
        $(#[$outer:meta])*
        pub enum $name:ident { $($body:tt)* }
    ) => {
        $(#[$outer])*
        #[serde(tag = $tag, rename_all = "snake_case")]
        pub enum $name { $($body)* }

        const _: () = {
            /// The same, called by its tag: so the reader knows in which field the variant stands.
            #[derive(serde::Deserialize)]
            #[serde(remote = $called, rename = $tag, rename_all = "snake_case")]
            enum CalledByTag { $($body)* }

            impl<'de> serde::Deserialize<'de> for $name {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    CalledByTag::deserialize(deserializer)
                }
            }
        };
    };
}
