//! Names of enumeration values as they are sent and stored: without the prefix that they have in the contract.
use std::fmt;

use crate::v1::{ErrorReason, JobKind};

macro_rules! wire_names {
    ($enumeration:ident, $prefix:literal, $example:literal) => {
        impl $enumeration {
            #[doc = concat!("Returns the name without its prefix, such as `", $example, "`.")]
            #[must_use]
            pub fn wire_name(self) -> &'static str {
                let name = self.as_str_name();
                name.strip_prefix($prefix).unwrap_or(name)
            }

            /// Returns the value with a name without prefix; `None` for an unknown name.
            #[must_use]
            pub fn from_wire_name(name: &str) -> Option<Self> {
                Self::from_str_name(&format!(concat!($prefix, "{}"), name))
            }
        }

        impl fmt::Display for $enumeration {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.wire_name())
            }
        }
    };
}

wire_names!(ErrorReason, "ERROR_REASON_", "NOT_FOUND");
wire_names!(JobKind, "JOB_KIND_", "SEND_EMAIL");
