//! Links in storage. What takes no scope is the platform's own work: whoever follows a link is
//! not signed in.
use platform::{Fault, Scope, Timestamp, Tx, bygone, ids::UserId};

use super::model::Link;

/// Writes a link down by the digest of its token.
pub async fn insert_link(tx: &mut Tx, link: &Link, token_hash: &str) -> Result<(), Fault> {
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

pub async fn find_link(tx: &mut Tx, token_hash: &str) -> Result<Option<Link>, Fault> {
    Ok(tx
        .query("SELECT company_id, staff_id, invitation, expires_ms FROM password_link WHERE token_hash = $1")
        .bind(token_hash)
        .optional()
        .await?)
}

/// Uses a link up; nothing if somebody else was faster.
pub async fn take_link(tx: &mut Tx, token_hash: &str) -> Result<Option<Link>, Fault> {
    Ok(tx
        .query(
            "DELETE FROM password_link WHERE token_hash = $1
             RETURNING company_id, staff_id, invitation, expires_ms",
        )
        .bind(token_hash)
        .optional()
        .await?)
}

/// Has the links that were sent to a person work no longer.
///
/// # Errors
/// Those of storage.
pub async fn void_links(tx: &mut Tx, scope: &Scope, staff: &UserId) -> Result<(), Fault> {
    tx.query("DELETE FROM password_link WHERE company_id = $1 AND staff_id = $2")
        .bind(scope.company().as_str())
        .bind(staff.as_str())
        .run()
        .await?;
    Ok(())
}

/// Forgets at most `most` of the links that work no longer; how many.
///
/// # Errors
/// Those of storage.
pub async fn forget_links(tx: &mut Tx, now: Timestamp, most: i64) -> Result<u64, Fault> {
    Ok(tx.query(bygone!("password_link", "token_hash", "expires_ms")).bind(now).bind(most).run().await?)
}
