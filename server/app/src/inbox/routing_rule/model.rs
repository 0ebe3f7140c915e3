//! Routing rules. Enum numbers match the contract.
use platform::ids::{CommunityId, UserId};
use sqlx::FromRow;

use crate::inbox::reply_target::Channel;

platform::ids! {
    /// ID of a routing rule.
    RoutingRuleId;
}

platform::db_enum! {
    /// When a rule applies.
    Hours {
        Any = 0,
        Inside = 1,
        Outside = 2,
    }
}

/// Assigns conversations, email threads and web chats that need a reply to users. An empty condition always applies.
#[derive(Clone, Debug, FromRow)]
pub struct RoutingRule {
    pub id: RoutingRuleId,
    /// Position in the order in which rules are tried, from 0.
    pub position: i32,
    /// Unique in the company, ignoring case.
    pub name: String,
    /// Number of the channel in the contract; 0 for all.
    pub channel: i32,
    pub community_id: Option<CommunityId>,
    /// Empty if the rule has no community.
    pub community_tag: String,
    /// Empty for all categories.
    pub category: String,
    #[sqlx(try_from = "i32")]
    pub hours: Hours,
    /// Distinct users, stored in a separate table.
    #[sqlx(skip)]
    pub assignees: Vec<UserId>,
}

/// The properties of a conversation, an email thread or a web chat that rules check.
pub struct Waiting {
    pub channel: Channel,
    pub community: CommunityId,
    /// Category of the question that was left to staff; empty if unknown.
    pub category: String,
    /// Whether the time is within office hours.
    pub is_office_open: bool,
}

/// A user to whom a rule can assign.
#[derive(Debug, FromRow)]
pub struct Candidate {
    pub id: UserId,
    pub name: String,
    /// Number of open items of the inbox that are assigned to the user.
    pub open_items: i64,
}

/// The name of a user.
#[derive(FromRow)]
pub struct NamedUser {
    pub id: UserId,
    pub name: String,
}
