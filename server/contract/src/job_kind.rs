//! Kinds of jobs as they are stored.
use std::fmt;

use crate::v1::JobKind;

/// Prefix of the values in the contract, which is not stored.
const PREFIX: &str = "JOB_KIND_";

impl JobKind {
    /// Returns the name that is stored, such as `SEND_EMAIL`.
    #[must_use]
    pub fn wire_name(self) -> &'static str {
        let name = self.as_str_name();
        name.strip_prefix(PREFIX).unwrap_or(name)
    }

    /// Returns the kind with a stored name; `None` for an unknown name.
    #[must_use]
    pub fn from_wire_name(name: &str) -> Option<Self> {
        Self::from_str_name(&format!("{PREFIX}{name}"))
    }
}

impl fmt::Display for JobKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.wire_name())
    }
}
