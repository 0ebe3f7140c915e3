//! Password links.
use platform::{
    Timestamp,
    ids::{CompanyId, UserId},
};
use sqlx::FromRow;

/// A link with which a user sets their password.
#[derive(Clone, Debug, FromRow)]
pub struct PasswordLink {
    pub company_id: CompanyId,
    pub staff_id: UserId,
    /// Whether the link sets a first password.
    pub invitation: bool,
    pub expires_ms: Timestamp,
}
