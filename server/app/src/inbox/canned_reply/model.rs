//! Canned replies.
use sqlx::FromRow;

platform::ids! {
    /// ID of a canned reply.
    CannedReplyId;
}

/// A text that staff insert into replies.
#[derive(Clone, FromRow)]
pub struct CannedReply {
    pub id: CannedReplyId,
    pub title: String,
    /// Lowercase letters, digits and hyphens; unique in the company.
    pub shortcut: String,
    pub body: String,
}
