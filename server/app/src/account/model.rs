//! Links to set a password with.
use platform::{
    Timestamp,
    ids::{CompanyId, UserId},
};
use sqlx::FromRow;

/// A link that was sent, and whose it is.
#[derive(Clone, Debug, FromRow)]
pub struct Link {
    pub company_id: CompanyId,
    pub staff_id: UserId,
    /// For a first password.
    pub invitation: bool,
    pub expires_ms: Timestamp,
}
