//! A company.
use platform::{Timestamp, ids::CompanyId};
use sqlx::FromRow;

/// A management company.
#[derive(Clone, Debug, FromRow)]
pub struct Company {
    pub id: CompanyId,
    pub name: String,
    pub label: String,
    pub v3_enabled: Option<bool>,
    /// Names of options, without the contract's prefix.
    #[sqlx(json)]
    pub dashboard_options: Vec<String>,
    pub created_ms: Timestamp,
}
