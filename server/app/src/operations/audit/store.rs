//! The audit trail in storage.
use platform::{Fault, Scope, Tx};

use super::model::Entry;

pub async fn insert(tx: &mut Tx, scope: &Scope, entry: &Entry) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO audit (company_id, id, at_ms, actor_id, actor, action, subject, summary, address, changes)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(scope.company().as_str())
    .bind(entry.id.as_str())
    .bind(entry.at_ms)
    .bind(entry.actor_id.as_str())
    .bind(entry.actor.as_str())
    .bind(entry.action)
    .bind(entry.subject.as_str())
    .bind(entry.summary.as_str())
    .bind(entry.address.as_str())
    .bind(&entry.changes)
    .run()
    .await?;
    Ok(())
}

/// Lists entries before a key, the newest first; returns up to `limit + 1`. A filter that is 0 or empty matches all.
pub async fn list(
    tx: &mut Tx,
    scope: &Scope,
    action: i32,
    actor: &str,
    before: Option<String>,
    limit: i64,
) -> Result<Vec<Entry>, Fault> {
    Ok(tx
        .query(
            "SELECT id, at_ms, actor_id, actor, action, subject, summary, address, changes FROM audit
             WHERE company_id = $1 AND ($2 = 0 OR action = $2) AND ($3 = '' OR actor_id = $3)
               AND ($4 = '' OR id < $4)
             ORDER BY id DESC LIMIT $5",
        )
        .bind(scope.company().as_str())
        .bind(action)
        .bind(actor)
        .bind(before.unwrap_or_default())
        .bind(limit + 1)
        .all()
        .await?)
}

/// Returns whether an id belongs to a user of the company. Queried here, because all other capabilities depend on the
/// audit trail, so it cannot depend on them.
pub async fn is_somebody(tx: &mut Tx, scope: &Scope, id: &str) -> Result<bool, Fault> {
    Ok(tx
        .query("SELECT id FROM staff WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id)
        .exists()
        .await?)
}
