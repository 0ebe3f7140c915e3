//! Staff, and what a session stands for.
use std::sync::Arc;

use platform::{
    Actor, Timestamp,
    ids::{CompanyId, UserId},
};
use sqlx::FromRow;
use tokio::sync::OnceCell;

use crate::file::FileId;

/// A member of staff.
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
    pub active: bool,
    pub created_ms: Timestamp,
    /// The file with the picture at the head of their pages.
    pub header_image: Option<FileId>,
}

impl Staff {
    /// Administers the company; anything else is a manager.
    pub fn is_administrator(&self) -> bool {
        self.parlor_role == "admin"
    }

    /// Administers what it sees: not with the restricted view.
    pub fn administers(&self) -> bool {
        self.is_administrator() && !self.restricted_view
    }

    /// Whether it was invited and has not chosen a password yet.
    pub fn is_invited(&self) -> bool {
        self.password_hash.is_empty()
    }

    /// First and last name.
    pub fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

/// A community to choose from.
#[derive(Clone, Debug)]
pub struct CommunityOption {
    pub id: String,
    pub tag: String,
}

/// What the configuration names, and the facts are worked out from.
#[derive(Clone, Debug, Default)]
pub struct NamedAccounts {
    /// Runs the platform.
    pub main_company: Option<String>,
    /// Also has the service requests.
    pub second_company: Option<String>,
    /// Single accounts that have the service requests.
    pub users: Vec<String>,
}

/// What a company has switched on.
#[derive(Clone, Debug, FromRow)]
pub struct Features {
    pub name: String,
    pub v3_enabled: Option<bool>,
    #[sqlx(json)]
    pub dashboard_options: Vec<String>,
}

/// What a session stands for: the account, and the actor that it makes.
#[derive(Clone, Debug)]
pub struct Account {
    pub staff: Staff,
    /// The name of the company that they act in.
    pub company_name: String,
    pub actor: Arc<Actor>,
    /// The communities that they see there, once that was asked.
    pub communities: OnceCell<Vec<CommunityOption>>,
}

/// A session as it is stored.
#[derive(Clone, Debug, FromRow)]
pub struct Session {
    pub company_id: CompanyId,
    pub id: String,
    pub staff_id: UserId,
    pub used_ms: Timestamp,
    /// Another company than their own that they have chosen to act in.
    pub acting_company_id: Option<CompanyId>,
}

/// A session as its owner sees it.
#[derive(Clone, Debug, FromRow)]
pub struct OpenSession {
    pub id: String,
    pub user_agent: String,
    pub address: String,
    pub created_ms: Timestamp,
    pub used_ms: Timestamp,
}

/// Where somebody signs in from.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The place, as limits count it.
    pub place: String,
    /// The network address; may be empty.
    pub address: String,
    /// What the browser calls itself; may be empty.
    pub user_agent: String,
}
