//! What is asked for a person.

/// A new account.
#[derive(Clone, Debug)]
pub struct Draft {
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

/// A change; what is unset stays.
#[derive(Clone, Debug, Default)]
pub struct Change {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub phone: Option<String>,
    pub preferred_vendors: Option<Vec<String>>,
    /// By administrators alone.
    pub administrative: Administrative,
}

/// What administrators alone change.
#[derive(Clone, Debug, Default)]
pub struct Administrative {
    pub email: Option<String>,
    pub job_title: Option<String>,
    pub parlor_role: Option<String>,
    pub text_plan: Option<i32>,
    pub restricted_view: Option<bool>,
    /// What a manager sees, in their order.
    pub communities: Option<Vec<String>>,
}
