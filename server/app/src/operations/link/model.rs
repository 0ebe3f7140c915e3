//! A short link.
use platform::Timestamp;
use sqlx::FromRow;

platform::ids! {
    /// A short link.
    LinkId;
}

/// A short link.
#[derive(Clone, Debug, FromRow)]
pub struct Link {
    pub id: LinkId,
    pub code: String,
    pub target: String,
    pub clicks: i64,
    /// The name of who made it.
    pub created_by: String,
    pub created_ms: Timestamp,
}
