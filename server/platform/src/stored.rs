//! Enums in storage.

/// Declares an enum that is stored as the number that the contract gives it.
#[macro_export]
macro_rules! stored {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $number:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$variant_doc])* $variant = $number,)* }

        impl TryFrom<i32> for $name {
            type Error = String;
            fn try_from(number: i32) -> Result<Self, String> {
                match number {
                    $($number => Ok(Self::$variant),)*
                    _ => Err(format!("{number} is no {}", stringify!($name))),
                }
            }
        }
    };
}
