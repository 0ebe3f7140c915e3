//! Wishes for communities.
use platform::{
    Scope, Timestamp,
    ids::{CommunityId, CompanyId, UserId},
};
use sqlx::FromRow;

platform::ids! {
    /// A wish for a community.
    WishId;
}

platform::stored! {
    /// Where a wish stands.
    State {
        /// It waits for an administrator.
        Submitted = 1,
        /// An administrator agreed.
        Approved = 2,
        /// The community was made.
        Active = 3,
        /// An administrator refused.
        Rejected = 4,
        /// Whoever asked took it back.
        Withdrawn = 5,
    }
}

/// A wish for a community.
#[derive(Clone, Debug, FromRow)]
pub struct Wish {
    pub company_id: CompanyId,
    pub id: WishId,
    pub community_name: String,
    pub escalation_email: String,
    #[sqlx(json)]
    pub secondary_escalation_emails: Vec<String>,
    #[sqlx(try_from = "i32")]
    pub state: State,
    pub requested_by: UserId,
    /// The name of whoever asked; empty when they are not of the company.
    pub requested_by_name: String,
    pub requested_ms: Timestamp,
    /// The name of whoever decided.
    pub decided_by: String,
    pub decided_ms: Option<Timestamp>,
    pub reason: String,
    pub community_id: Option<CommunityId>,
}

impl Wish {
    /// A wish that waits.
    #[must_use]
    pub fn new(
        scope: &Scope,
        id: WishId,
        community_name: String,
        escalation_email: &str,
        by: UserId,
        now: Timestamp,
    ) -> Self {
        Self {
            company_id: scope.company().clone(),
            id,
            community_name,
            escalation_email: escalation_email.to_owned(),
            secondary_escalation_emails: vec![],
            state: State::Submitted,
            requested_by: by,
            requested_by_name: String::new(),
            requested_ms: now,
            decided_by: String::new(),
            decided_ms: None,
            reason: String::new(),
            community_id: None,
        }
    }
}

/// A deleted community's place in a list: when, and which.
pub type ArchivedKey = (Timestamp, CommunityId);
