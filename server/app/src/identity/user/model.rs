//! Drafts and changes of users, and who can be assigned something.
use platform::ids::UserId;
use sqlx::FromRow;

use crate::identity::session::{CommunityOption, StaffKey, VendorContact};

/// A user to whom something can be assigned.
#[derive(FromRow)]
pub struct Assignee {
    pub id: UserId,
    pub name: String,
}

/// A user to whom work can be assigned.
#[derive(FromRow)]
pub struct ListedAssignee {
    pub id: UserId,
    pub first_name: String,
    pub last_name: String,
}

impl ListedAssignee {
    /// Returns the position in the list.
    pub fn key(&self) -> StaffKey {
        let (last_name, first_name) = (self.last_name.clone(), self.first_name.clone());
        StaffKey { last_name, first_name, id: self.id.to_string() }
    }
}

impl From<ListedAssignee> for Assignee {
    fn from(ListedAssignee { id, first_name, last_name }: ListedAssignee) -> Self {
        Self { id, name: format!("{first_name} {last_name}") }
    }
}

/// A new user.
#[derive(Clone, Debug)]
pub struct UserDraft {
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub job_title: String,
    pub parlor_role: String,
    pub phone: String,
    pub text_plan: i32,
    pub restricted_view: bool,
    pub communities: Vec<String>,
}

/// A change of a user; `None` keeps a value.
#[derive(Clone, Debug, Default)]
pub struct UserChange {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub phone: Option<String>,
    pub preferred_vendors: Option<Vec<String>>,
    pub vendor_contacts: Option<Vec<VendorContact>>,
    pub administrative: AdministrativeChange,
}

/// The part of a change that only administrators may make.
#[derive(Clone, Debug, Default)]
pub struct AdministrativeChange {
    pub email: Option<String>,
    pub job_title: Option<String>,
    pub parlor_role: Option<String>,
    pub text_plan: Option<i32>,
    pub restricted_view: Option<bool>,
    pub communities: AssignmentChange,
}

/// A change of the communities assigned to a manager, as their IDs, in the order in which it is applied.
#[derive(Clone, Debug, Default)]
pub struct AssignmentChange {
    /// Replaces all assigned communities, in order.
    pub all: Option<Vec<String>>,
    pub removed: Vec<String>,
    /// Communities to add after the assigned ones, in order.
    pub added: Vec<String>,
}

impl AssignmentChange {
    pub fn is_empty(&self) -> bool {
        self.all.is_none() && self.removed.is_empty() && self.added.is_empty()
    }
}

/// The communities assigned to a user.
#[derive(Clone, Debug, Default)]
pub struct AssignedCommunities {
    /// The first ones, in order.
    pub communities: Vec<CommunityOption>,
    /// The number of all.
    pub total: i64,
}
