//! Staff, and what a session stands for.
use platform::{
    Actor, Timestamp,
    ids::{CompanyId, UserId},
};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

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
}

impl Staff {
    /// Administers the company; anything else is a manager.
    pub fn is_administrator(&self) -> bool {
        self.parlor_role == "admin"
    }

    /// First and last name.
    pub fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

/// A community to choose from.
#[derive(Clone, Debug, FromRow, Serialize, Deserialize)]
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
    pub v3_enabled: Option<bool>,
    #[sqlx(json)]
    pub dashboard_options: Vec<String>,
}

/// What a session stands for: the account, and the actor that it makes.
#[derive(Clone, Debug)]
pub struct Account {
    pub staff: Staff,
    pub communities: Vec<CommunityOption>,
    pub actor: Actor,
}

/// A session as it is stored.
#[derive(Clone, Debug, FromRow)]
pub struct Session {
    pub company_id: CompanyId,
    pub id: String,
    pub staff_id: UserId,
    pub used_ms: Timestamp,
}
