//! Drafts and changes of users, and who can be assigned something.
use platform::ids::UserId;
use sqlx::FromRow;

use crate::identity::session::VendorContact;

/// A user to whom something can be assigned.
#[derive(FromRow)]
pub struct Assignee {
    pub id: UserId,
    pub name: String,
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
    /// The communities assigned to a manager, in order.
    pub communities: Option<Vec<String>>,
}
