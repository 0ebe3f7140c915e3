//! Short links in storage.
use platform::{Fault, Scope, Timestamp, Tx};
use sqlx::types::Json;

use super::model::{Link, Target};

/// Adds a link, unless the company has one to its target or the code is taken. `is_target_public` is `None` if the
/// target's name could not be resolved.
pub async fn insert(
    tx: &mut Tx,
    scope: &Scope,
    link: &Link,
    target_key: &str,
    is_target_public: Option<bool>,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO short_link (company_id, id, code, target, target_key, clicks, created_by, created_ms,
             is_target_public)
         VALUES ($1, $2, $3, $4, $5, 0, $6, $7, $8) ON CONFLICT DO NOTHING",
    )
    .bind(scope.company().as_str())
    .bind(link.id.as_str())
    .bind(link.code.as_str())
    .bind(link.target.as_str())
    .bind(target_key)
    .bind(link.created_by.as_str())
    .bind(link.created_ms)
    .bind(is_target_public)
    .run()
    .await?;
    Ok(())
}

/// Returns the company's link to a target.
pub async fn to_target(tx: &mut Tx, scope: &Scope, target_key: &str) -> Result<Option<Link>, Fault> {
    Ok(tx
        .query(
            "SELECT id, code, target, clicks, created_by, created_ms FROM short_link
             WHERE company_id = $1 AND target_key = $2",
        )
        .bind(scope.company().as_str())
        .bind(target_key)
        .optional()
        .await?)
}

/// Lists links before a key, the newest first; returns up to `limit + 1`.
pub async fn list(
    tx: &mut Tx,
    scope: &Scope,
    before: Option<String>,
    limit: i64,
) -> Result<Vec<Link>, Fault> {
    Ok(tx
        .query(
            "SELECT id, code, target, clicks, created_by, created_ms FROM short_link
             WHERE company_id = $1 AND ($2 = '' OR id < $2) ORDER BY id DESC LIMIT $3",
        )
        .bind(scope.company().as_str())
        .bind(before.unwrap_or_default())
        .bind(limit + 1)
        .all()
        .await?)
}

/// Returns the company's links with these codes, in the order of the codes.
pub async fn by_codes(tx: &mut Tx, scope: &Scope, codes: &[&str]) -> Result<Vec<Link>, Fault> {
    let sql = platform::with_list!(
        "SELECT id, code, target, clicks, created_by, created_ms FROM short_link
         WHERE company_id = $1 AND code IN ",
        "$2",
        " ORDER BY code"
    );
    Ok(tx.query(sql).bind(scope.company().as_str()).bind(Json(codes)).all().await?)
}

/// Returns the target of a code of any company. For platform use.
pub async fn find_target(tx: &mut Tx, code: &str) -> Result<Option<Target>, Fault> {
    Ok(tx
        .query("SELECT target, is_target_public, target_checked_ms FROM short_link WHERE code = $1")
        .bind(code)
        .optional()
        .await?)
}

/// Records that a target's name is resolved now. Returns false if that was recorded since `target` was read. For
/// platform use.
pub async fn begin_check(tx: &mut Tx, code: &str, target: &Target, now: Timestamp) -> Result<bool, Fault> {
    let begun = tx
        .query("UPDATE short_link SET target_checked_ms = $3 WHERE code = $1 AND target_checked_ms = $2")
        .bind(code)
        .bind(target.target_checked_ms)
        .bind(now)
        .run()
        .await?;
    Ok(begun == 1)
}

/// Records whether a target has public addresses only. For platform use.
pub async fn set_target_public(tx: &mut Tx, code: &str, is_public: bool) -> Result<(), Fault> {
    tx.query("UPDATE short_link SET is_target_public = $2 WHERE code = $1")
        .bind(code)
        .bind(is_public)
        .run()
        .await?;
    Ok(())
}

/// Counts a click. For platform use.
pub async fn count(tx: &mut Tx, code: &str) -> Result<(), Fault> {
    tx.query("UPDATE short_link SET clicks = clicks + 1 WHERE code = $1").bind(code).run().await?;
    Ok(())
}
