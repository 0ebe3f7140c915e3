//! Short links in storage.
use platform::{Fault, Scope, Tx};
use sqlx::types::Json;

use super::model::Link;

/// Adds a link, unless the company has one to its target or the code is taken.
pub async fn insert(tx: &mut Tx, scope: &Scope, link: &Link, target_key: &str) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO short_link (company_id, id, code, target, target_key, clicks, created_by, created_ms)
         VALUES ($1, $2, $3, $4, $5, 0, $6, $7) ON CONFLICT DO NOTHING",
    )
    .bind(scope.company().as_str())
    .bind(link.id.as_str())
    .bind(link.code.as_str())
    .bind(link.target.as_str())
    .bind(target_key)
    .bind(link.created_by.as_str())
    .bind(link.created_ms)
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
pub async fn target(tx: &mut Tx, code: &str) -> Result<Option<String>, Fault> {
    Ok(tx.query("SELECT target FROM short_link WHERE code = $1").bind(code).optional_value().await?)
}

/// Counts a click. For platform use.
pub async fn count(tx: &mut Tx, code: &str) -> Result<(), Fault> {
    tx.query("UPDATE short_link SET clicks = clicks + 1 WHERE code = $1").bind(code).run().await?;
    Ok(())
}
