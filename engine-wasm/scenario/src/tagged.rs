//! Internally tagged enums.

/// Defines an enum that is written as an object: the variant's name in the field `tag`, next to the variant's own
/// fields. Only `by_name` can read it. The code that serde derives for such enums is not used, because it buffers every
/// value first and is generated for each buffered type. `called` is the name of the enum as text.
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
            /// A copy of the enum, named after the tag. Its name tells the reader which field has the variant's name.
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
