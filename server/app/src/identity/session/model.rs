//! Staff, sessions and accounts.
use std::sync::Arc;

use platform::{
    Actor, Timestamp,
    ids::{CompanyId, UserId},
};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;
use tokio::sync::OnceCell;

use crate::operations::file::FileId;

/// A user: a member of a company's staff.
#[derive(Clone, Debug, FromRow)]
pub struct Staff {
    pub company_id: CompanyId,
    pub id: UserId,
    pub email: String,
    pub password_hash: String,
    pub first_name: String,
    pub last_name: String,
    pub job_title: String,
    pub parlor_role: String,
    pub phone: String,
    pub text_plan: i32,
    pub restricted_view: bool,
    #[sqlx(json)]
    pub preferred_vendors: Vec<String>,
    /// How to reach preferred vendors, in their order.
    #[sqlx(json)]
    pub vendor_contacts: Vec<VendorContact>,
    pub active: bool,
    pub created_ms: Timestamp,
    /// The header image of the user's pages.
    pub header_image: Option<FileId>,
}

/// How to reach a vendor; all but the name may be empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VendorContact {
    pub name: String,
    pub email: String,
    pub phone: String,
    pub trade: String,
}

impl Staff {
    /// Returns whether the user is an administrator; other roles are managers.
    pub fn is_administrator(&self) -> bool {
        self.parlor_role == "admin"
    }

    /// Returns whether the user is an administrator without the restricted view.
    pub fn administers(&self) -> bool {
        self.is_administrator() && !self.restricted_view
    }

    /// Returns whether the user has not chosen a password yet.
    pub fn is_invited(&self) -> bool {
        self.password_hash.is_empty()
    }

    /// Identifies the user among all companies.
    pub fn key(&self) -> UserKey<'_> {
        UserKey { company: &self.company_id, id: &self.id }
    }

    /// Returns first and last name.
    pub fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

/// A community that a user can select.
#[derive(Clone, Debug)]
pub struct CommunityOption {
    pub id: String,
    pub tag: String,
}

/// The companies and users that the configuration names; facts are derived from them.
#[derive(Clone, Debug, Default)]
pub struct NamedAccounts {
    /// The id of the company that runs the platform.
    pub main_company: Option<String>,
    /// The id of the second company with service requests.
    pub second_company: Option<String>,
    /// The ids of users with service requests.
    pub users: Vec<String>,
}

/// The features of a company.
#[derive(Clone, Debug, FromRow)]
pub struct Features {
    pub name: String,
    pub v3_enabled: Option<bool>,
    #[sqlx(json)]
    pub dashboard_options: Vec<String>,
}

/// The account of a session: its user and its actor.
#[derive(Clone, Debug)]
pub struct Account {
    pub staff: Staff,
    /// The name of the company that the user acts for.
    pub company_name: String,
    pub actor: Arc<Actor>,
    /// The communities that the user can see there; loaded on first use.
    pub communities: OnceCell<Vec<CommunityOption>>,
}

/// The position of a user in a list by name. Page tokens have it as an array.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(from = "(String, String, String)", into = "(String, String, String)")]
pub struct StaffKey {
    pub last_name: String,
    pub first_name: String,
    pub id: String,
}

impl StaffKey {
    pub fn of(staff: &Staff) -> Self {
        let (last_name, first_name) = (staff.last_name.clone(), staff.first_name.clone());
        Self { last_name, first_name, id: staff.id.to_string() }
    }
}

impl From<(String, String, String)> for StaffKey {
    fn from((last_name, first_name, id): (String, String, String)) -> Self {
        Self { last_name, first_name, id }
    }
}

impl From<StaffKey> for (String, String, String) {
    fn from(StaffKey { last_name, first_name, id }: StaffKey) -> Self {
        (last_name, first_name, id)
    }
}

/// Identifies a user among all companies.
#[derive(Clone, Copy, Debug)]
pub struct UserKey<'a> {
    pub company: &'a CompanyId,
    pub id: &'a UserId,
}

/// A stored session.
#[derive(Clone, Debug, FromRow)]
pub struct Session {
    pub company_id: CompanyId,
    pub id: String,
    pub staff_id: UserId,
    pub used_ms: Timestamp,
    /// The impersonated company.
    pub acting_company_id: Option<CompanyId>,
}

/// A session in the list of its user.
#[derive(Clone, Debug, FromRow)]
pub struct OpenSession {
    pub id: String,
    pub user_agent: String,
    pub address: String,
    pub created_ms: Timestamp,
    pub used_ms: Timestamp,
}

/// The client of a sign-in.
#[derive(Clone, Debug)]
pub struct ClientInfo {
    /// The network location by which rate limits count.
    pub location: String,
    /// The network address; may be empty.
    pub address: String,
    /// The user agent; may be empty.
    pub user_agent: String,
}

/// Facts about the owner of a password, which an attacker would try first.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PasswordOwner {
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    /// The name of the owner's company.
    pub company: String,
}
