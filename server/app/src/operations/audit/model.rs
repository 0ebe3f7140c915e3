//! An entry of the audit trail.
use platform::Timestamp;
use serde::{Deserialize, Serialize};
use sqlx::{FromRow, types::Json};

/// A field that an action changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldChange {
    /// Path of the field in the contract, such as "customizations.emailHeader".
    pub field: String,
    pub before: String,
    pub after: String,
}

impl FieldChange {
    /// The change of a field; `None` if it kept its value.
    pub fn of(field: impl Into<String>, before: String, after: String) -> Option<Self> {
        (before != after).then(|| Self { field: field.into(), before, after })
    }

    /// A change of a field whose values the trail must not hold, such as a secret or data of a resident.
    pub fn without_values(field: impl Into<String>) -> Self {
        Self { field: field.into(), before: String::new(), after: String::new() }
    }
}

/// A stored audit event.
#[derive(Clone, Debug, FromRow)]
pub struct Entry {
    pub id: String,
    pub at_ms: Timestamp,
    pub actor_id: String,
    pub actor: String,
    /// `AuditAction`.
    pub action: i32,
    pub subject: String,
    pub summary: String,
    pub address: String,
    pub changes: Json<Vec<FieldChange>>,
}
