//! Routing rules. The numbers of the enums are those of the contract.
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

/// Assigns conversations and email threads that need a reply to users. An empty condition always applies.
#[derive(Clone, Debug, FromRow)]
pub struct RoutingRule {
    pub id: RoutingRuleId,
    /// From 0, in the order in which rules are tried.
    pub position: i32,
    /// Unique in the company, without regard to case.
    pub name: String,
    /// Number of the channel in the contract; 0 for all.
    pub channel: i32,
    pub community_id: Option<CommunityId>,
    /// Empty without a community.
    pub community_tag: String,
    /// Empty for all.
    pub category: String,
    #[sqlx(try_from = "i32")]
    pub hours: Hours,
    /// Without repeats. They are stored in a table of their own.
    #[sqlx(skip)]
    pub assignees: Vec<UserId>,
}

/// A conversation or email thread that needs a reply, as far as rules ask.
pub struct Waiting {
    pub channel: Channel,
    pub community: CommunityId,
    /// Category of the question that the bot left to staff; empty if unknown.
    pub category: String,
    /// The time is within office hours.
    pub is_office_open: bool,
}

/// A user to whom a rule can assign.
#[derive(Debug, FromRow)]
pub struct Candidate {
    pub id: UserId,
    pub name: String,
    /// Number of open items of the inbox that the user has.
    pub open_items: i64,
}

/// The name of a user.
#[derive(FromRow)]
pub struct NamedUser {
    pub id: UserId,
    pub name: String,
}
