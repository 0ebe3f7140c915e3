//! Community requests.
use platform::{
    Scope, Timestamp,
    ids::{CommunityId, CompanyId, UserId},
};
use sqlx::FromRow;

use crate::tenancy::community::{Association, Catalog};

platform::ids! {
    /// The id of a community request.
    CommunityRequestId;
}

platform::db_enum! {
    /// The state of a community request.
    RequestState {
        /// Undecided.
        Submitted = 1,
        /// An administrator approved it.
        Approved = 2,
        /// The community was created.
        Active = 3,
        /// An administrator rejected it.
        Rejected = 4,
        /// The requester withdrew it.
        Withdrawn = 5,
    }
}

/// A request of a manager for a new community.
#[derive(Clone, Debug, FromRow)]
pub struct CommunityRequest {
    pub company_id: CompanyId,
    pub id: CommunityRequestId,
    pub community_name: String,
    pub escalation_email: String,
    #[sqlx(json)]
    pub secondary_escalation_emails: Vec<String>,
    #[sqlx(try_from = "i32")]
    pub state: RequestState,
    pub requested_by: UserId,
    /// The requester's name; empty if they are not staff of the company.
    pub requested_by_name: String,
    pub requested_ms: Timestamp,
    /// The name of the administrator who decided; empty while undecided.
    pub decided_by: String,
    pub decided_ms: Option<Timestamp>,
    pub reason: String,
    pub community_id: Option<CommunityId>,
}

impl CommunityRequest {
    /// Creates an undecided request.
    #[must_use]
    pub fn new(
        scope: &Scope,
        id: CommunityRequestId,
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
            state: RequestState::Submitted,
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

/// A new community.
pub struct CreateCommunity {
    pub label: String,
    /// Empty for none.
    pub number: String,
    /// Empty for the default time zone.
    pub time_zone: String,
    pub units: i32,
    pub escalation_email: String,
    pub secondary_escalation_emails: Vec<String>,
    pub codes: Vec<(&'static Association, String)>,
    pub catalog: Catalog,
    /// The approved request that the community fulfills.
    pub request: Option<CommunityRequestId>,
}

/// A change of a community; `None` keeps a value.
pub struct UpdateCommunity {
    pub id: CommunityId,
    pub label: Option<String>,
    /// Empty removes the number.
    pub number: Option<String>,
    pub time_zone: Option<String>,
    pub units: Option<i32>,
    pub escalation_email: Option<String>,
    pub secondary_escalation_emails: Option<Vec<String>>,
    /// An empty code removes one.
    pub codes: Vec<(&'static Association, String)>,
    pub companies: Option<Vec<CompanyId>>,
}

/// The content of a new community request.
pub struct RequestCommunity {
    pub community_name: String,
    pub escalation_email: String,
    pub secondary_escalation_emails: Vec<String>,
}
