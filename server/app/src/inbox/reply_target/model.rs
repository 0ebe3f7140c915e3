//! Reply targets, and items that wait for a reply.
use platform::{Timestamp, ids::CommunityId};
use sqlx::FromRow;

platform::db_enum! {
    /// Channel of a waiting item. The numbers match the contract.
    #[derive(serde::Serialize, serde::Deserialize)]
    Channel {
        Text = 1,
        Email = 2,
        WebChat = 3,
    }
}

/// A conversation, an email thread or a web chat that waits for a reply of staff.
pub struct Waiting {
    pub channel: Channel,
    pub id: String,
    pub community: CommunityId,
    pub since: Timestamp,
}

/// Office minutes within which staff should reply; 0 means no target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, FromRow)]
pub struct ReplyTargets {
    pub text_minutes: i32,
    pub email_minutes: i32,
    pub web_chat_minutes: i32,
}

/// A waiting item: who waits, and who should reply.
#[derive(FromRow)]
pub struct WaitingItem {
    pub community_id: CommunityId,
    /// Name, phone number or email address of the person who waits; empty if a visitor of a web chat gave none.
    pub person: String,
    pub due_ms: Timestamp,
    /// Email address of the assignee; empty if there is no active assignee.
    pub assignee_email: String,
}
