//! Reasons of errors as they are sent in `google.rpc.ErrorInfo`.
use std::fmt;

use crate::v1::ErrorReason;

/// Prefix of the values in the contract, which is not sent.
const PREFIX: &str = "ERROR_REASON_";

impl ErrorReason {
    /// Returns the name that is sent, such as `NOT_FOUND`.
    #[must_use]
    pub fn wire_name(self) -> &'static str {
        let name = self.as_str_name();
        name.strip_prefix(PREFIX).unwrap_or(name)
    }

    /// Returns the reason with a sent name; `None` for an unknown name.
    #[must_use]
    pub fn from_wire_name(name: &str) -> Option<Self> {
        Self::from_str_name(&format!("{PREFIX}{name}"))
    }
}

impl fmt::Display for ErrorReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.wire_name())
    }
}
