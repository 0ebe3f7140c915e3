//! Service requests and their activities. Enum numbers match the contract.
use platform::{
    InCommunity, Timestamp,
    ids::{CommunityId, UserId},
    paging::PageKey,
};
use sqlx::FromRow;

use crate::{identity::user::Assignee, messaging::thread::MessageId, operations::file::FileId};

platform::ids! {
    /// ID of a service request.
    ServiceRequestId;
    /// ID of a photo of a service request.
    PhotoId;
    /// ID of a document of a service request.
    DocumentId;
}

platform::db_enum! {
    /// State of a service request.
    State {
        Draft = 1,
        Pending = 2,
        NeedsInfo = 3,
        Approved = 4,
        InProgress = 5,
        Deferred = 6,
        Completed = 7,
        Closed = 8,
        Declined = 9,
        Canceled = 10,
        Reopened = 11,
    }
}

impl State {
    /// Returns whether the due date applies.
    #[must_use]
    pub fn is_due(self) -> bool {
        matches!(self, Self::Pending | Self::NeedsInfo | Self::Approved | Self::InProgress | Self::Reopened)
    }

    /// Returns whether the request is neither a draft nor in a final state.
    #[must_use]
    pub fn is_current(self) -> bool {
        self != Self::Draft && !self.is_final()
    }

    /// Returns whether the state is final.
    #[must_use]
    pub fn is_final(self) -> bool {
        matches!(self, Self::Closed | Self::Declined | Self::Canceled)
    }
}

platform::db_enum! {
    /// Kind of a service request.
    Kind {
        Maintenance = 1,
        Architectural = 2,
        Amenity = 3,
        Document = 4,
        Other = 5,
    }
}

platform::db_enum! {
    /// Priority of a service request.
    Priority {
        Low = 1,
        Normal = 2,
        High = 3,
        Emergency = 4,
    }
}

platform::db_enum! {
    /// Whether staff may enter the unit.
    EntryPermission {
        Unknown = 0,
        Allowed = 1,
        CallFirst = 2,
        NotAllowed = 3,
    }
}

platform::db_enum! {
    /// State of an estimate.
    EstimateState {
        None = 0,
        Pending = 1,
        Approved = 2,
        Declined = 3,
    }
}

platform::db_enum! {
    /// Action that moves a service request to another state.
    Action {
        Submit = 1,
        RequestInfo = 2,
        Approve = 3,
        Decline = 4,
        Start = 5,
        Defer = 6,
        Complete = 7,
        Close = 8,
        Reopen = 9,
        Cancel = 10,
    }
}

impl Action {
    pub const ALL: [Self; 10] = [
        Self::Submit,
        Self::RequestInfo,
        Self::Approve,
        Self::Decline,
        Self::Start,
        Self::Defer,
        Self::Complete,
        Self::Close,
        Self::Reopen,
        Self::Cancel,
    ];
}

platform::db_enum! {
    /// Kind of an activity.
    ActivityKind {
        Created = 1,
        StateChanged = 2,
        Updated = 3,
        Comment = 4,
        PublicUpdate = 5,
        Text = 6,
        Estimate = 7,
        Photo = 8,
        Reply = 9,
        WorkOrder = 10,
        Document = 11,
        Software = 12,
    }
}

/// A service request.
#[derive(Clone, Debug, FromRow)]
pub struct ServiceRequest {
    pub id: ServiceRequestId,
    pub community_id: CommunityId,
    pub community_tag: String,
    pub number: String,
    #[sqlx(try_from = "i32")]
    pub state: State,
    #[sqlx(try_from = "i32")]
    pub kind: Kind,
    #[sqlx(try_from = "i32")]
    pub priority: Priority,
    pub title: String,
    pub description: String,
    pub unit: String,
    pub location: String,
    pub contact_name: String,
    /// Phone number in E.164; empty if there is none.
    pub contact_phone: String,
    pub contact_email: String,
    #[sqlx(try_from = "i32")]
    pub entry_permission: EntryPermission,
    pub pets: String,
    pub assignee_id: Option<UserId>,
    pub assignee_name: String,
    pub vendor: String,
    pub estimate_cents: Option<i64>,
    #[sqlx(try_from = "i32")]
    pub estimate_state: EstimateState,
    pub due_ms: Timestamp,
    pub deferred_until_ms: Option<Timestamp>,
    pub notify_resident: bool,
    pub conversation_id: Option<String>,
    pub escalation_id: Option<String>,
    pub created_by: UserId,
    pub created_by_name: String,
    pub created_ms: Timestamp,
    pub state_changed_ms: Timestamp,
    pub photo_count: i32,
    pub version: i64,
}

impl ServiceRequest {
    /// Returns whether the request is open and its due date has passed.
    #[must_use]
    pub fn is_overdue(&self, now: Timestamp) -> bool {
        self.state.is_due() && self.due_ms < now
    }

    /// Returns the position in a list.
    #[must_use]
    pub fn page_key(&self, order: Order) -> PageKey {
        let at = if order == Order::Due { self.due_ms } else { self.created_ms };
        PageKey::new(at, self.id.as_str())
    }

    /// Returns the name of the community.
    #[must_use]
    pub fn community_label(&self) -> String {
        self.community_tag.replace('_', " ")
    }
}

impl InCommunity for ServiceRequest {
    const NOUN: &'static str = "service request";

    fn community_id(&self) -> &CommunityId {
        &self.community_id
    }
}

/// An activity in the timeline of a service request.
#[derive(Clone, Debug, FromRow)]
pub struct Activity {
    pub id: String,
    #[sqlx(try_from = "i32")]
    pub kind: ActivityKind,
    pub at_ms: Timestamp,
    pub actor: String,
    /// Number of the new state; 0 if it did not change.
    pub state: i32,
    pub body: String,
}

/// A photo of a service request.
#[derive(Clone, Debug, FromRow)]
pub struct Photo {
    pub id: PhotoId,
    pub file_id: FileId,
    pub thumbnail_id: FileId,
    pub caption: String,
    pub added_ms: Timestamp,
    /// Whether it is a photo of a resident's text, whose files stay with the text.
    pub is_from_text: bool,
}

/// A document of a service request.
#[derive(Clone, Debug, FromRow)]
pub struct Document {
    pub id: DocumentId,
    pub file_id: FileId,
    pub name: String,
    pub size_bytes: i32,
    pub added_ms: Timestamp,
}

/// Filter and position of a list of service requests. Every request meets an empty criterion.
#[derive(Default)]
pub struct Filter {
    pub community: Option<CommunityId>,
    pub states: Vec<i32>,
    pub kinds: Vec<i32>,
    pub priorities: Vec<i32>,
    pub assignee: Option<UserId>,
    /// Only overdue requests.
    pub is_overdue: bool,
    /// Only requests whose estimate waits for a decision.
    pub has_pending_estimate: bool,
    /// Beginnings of words, normalized like the word index.
    pub words: Vec<String>,
    pub vendor: Option<String>,
}

impl Filter {
    /// Returns whether the filter excludes drafts and requests in a final state.
    #[must_use]
    pub fn is_current(&self) -> bool {
        let is_current = |state: &i32| State::try_from(*state).is_ok_and(State::is_current);
        !self.states.is_empty() && self.states.iter().all(is_current)
    }
}

/// Order of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Newest,
    /// Oldest first, without drafts and final states.
    Oldest,
    /// Earliest due date first, without drafts and final states.
    Due,
}

/// A page of a list.
pub struct Page {
    pub order: Order,
    pub after: Option<PageKey>,
    pub limit: i64,
}

/// Number of requests in a state.
#[derive(FromRow)]
pub struct StateCount {
    pub state: i32,
    pub count: i64,
}

/// Fields to change; `None` keeps the value.
#[derive(Default)]
pub struct Changes {
    pub title: Option<String>,
    pub description: Option<String>,
    pub kind: Option<Kind>,
    pub priority: Option<Priority>,
    pub unit: Option<String>,
    pub location: Option<String>,
    pub contact_name: Option<String>,
    pub contact_phone: Option<String>,
    pub contact_email: Option<String>,
    pub entry_permission: Option<EntryPermission>,
    pub pets: Option<String>,
    /// `Some(None)` removes the assignment.
    pub assignee: Option<Option<Assignee>>,
    pub vendor: Option<String>,
    /// US cents; 0 removes the estimate.
    pub estimate_cents: Option<i64>,
    pub due: Option<Timestamp>,
    /// The due date of the new priority, which applies unless `due` is given.
    pub due_of_priority: Option<Timestamp>,
    pub notify_resident: Option<bool>,
}

/// The content of a new request. Text fields may be empty.
pub struct NewServiceRequest {
    pub community: CommunityId,
    pub title: String,
    pub description: String,
    pub kind: Kind,
    pub priority: Priority,
    pub unit: String,
    pub location: String,
    pub contact_name: String,
    pub contact_phone: String,
    pub contact_email: String,
    pub entry_permission: EntryPermission,
    pub pets: String,
    pub assignee: Option<String>,
    pub vendor: String,
    pub notify_resident: bool,
    pub is_draft: bool,
    pub conversation: Option<String>,
    pub escalation: Option<String>,
    /// Texts whose photos are attached.
    pub texts: Vec<MessageId>,
}

/// An action on a request.
pub struct StateChange {
    pub id: ServiceRequestId,
    /// Version that the change is based on; 0 skips the check.
    pub version: i32,
    pub action: Action,
    /// Reason or question for the resident.
    pub note: String,
    pub deferred_until: Option<Timestamp>,
}

/// A decision on an estimate.
pub struct EstimateDecision {
    pub id: ServiceRequestId,
    /// Version that the decision is based on; 0 skips the check.
    pub version: i32,
    pub is_approved: bool,
    pub note: String,
}
