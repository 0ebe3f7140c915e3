//! Enums that are stored as numbers.

/// Declares an enum that is stored as its number in the contract, with a conversion from that number.
#[macro_export]
macro_rules! db_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $number:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$variant_doc])* $variant = $number,)* }

        impl TryFrom<i32> for $name {
            type Error = String;
            fn try_from(number: i32) -> Result<Self, String> {
                match number {
                    $($number => Ok(Self::$variant),)*
                    _ => Err(format!("{number} is not a {}", stringify!($name))),
                }
            }
        }
    };
}
