//! An entry of the audit trail.
use platform::Timestamp;
use sqlx::FromRow;

/// A stored audit event.
#[derive(Clone, Debug, FromRow)]
pub struct Entry {
    pub id: String,
    pub at_ms: Timestamp,
    pub actor_id: String,
    pub actor: String,
    pub action: String,
    pub subject: String,
    pub summary: String,
    pub address: String,
}
