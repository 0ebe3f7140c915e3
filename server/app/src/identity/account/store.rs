//! Password links in storage. Functions without a scope are for platform use, because users who follow a link are
//! not signed in.
use platform::{Fault, Scope, Timestamp, Tx, delete_expired, ids::UserId};

use super::model::PasswordLink;

/// Inserts a link by the digest of its token.
pub async fn insert_link(tx: &mut Tx, link: &PasswordLink, token_hash: &str) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO password_link (token_hash, company_id, staff_id, invitation, expires_ms)
         VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(token_hash)
    .bind(link.company_id.as_str())
    .bind(link.staff_id.as_str())
    .bind(link.invitation)
    .bind(link.expires_ms)
    .run()
    .await?;
    Ok(())
}

pub async fn find_link(tx: &mut Tx, token_hash: &str) -> Result<Option<PasswordLink>, Fault> {
    Ok(tx
        .query("SELECT company_id, staff_id, invitation, expires_ms FROM password_link WHERE token_hash = $1")
        .bind(token_hash)
        .optional()
        .await?)
}

/// Deletes and returns a link; `None` if it was used concurrently.
pub async fn consume_link(tx: &mut Tx, token_hash: &str) -> Result<Option<PasswordLink>, Fault> {
    Ok(tx
        .query(
            "DELETE FROM password_link WHERE token_hash = $1
             RETURNING company_id, staff_id, invitation, expires_ms",
        )
        .bind(token_hash)
        .optional()
        .await?)
}

/// Deletes the links of a user.
pub async fn void_links(tx: &mut Tx, scope: &Scope, staff: &UserId) -> Result<(), Fault> {
    tx.query("DELETE FROM password_link WHERE company_id = $1 AND staff_id = $2")
        .bind(scope.company().as_str())
        .bind(staff.as_str())
        .run()
        .await?;
    Ok(())
}

/// Deletes up to `most` expired links. Returns how many.
pub async fn delete_expired_links(tx: &mut Tx, now: Timestamp, limit: i64) -> Result<u64, Fault> {
    Ok(tx
        .query(delete_expired!("password_link", "token_hash", "expires_ms"))
        .bind(now)
        .bind(limit)
        .run()
        .await?)
}
