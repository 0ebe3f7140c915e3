//! A short link.
use platform::Timestamp;
use sqlx::FromRow;

platform::ids! {
    /// A short link.
    LinkId;
}

/// The target of a short link that is followed.
#[derive(Clone, Debug, FromRow)]
pub struct Target {
    pub target: String,
    /// Whether it has public addresses only; `None` until its name could be resolved.
    pub is_target_public: Option<bool>,
    /// When a click last made the server resolve its name; 0 if none did.
    pub target_checked_ms: Timestamp,
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
