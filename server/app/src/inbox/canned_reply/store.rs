//! Queries for canned replies.
use platform::{Fault, Scope, Tx, paging::NameKey};

use super::model::{CannedReply, CannedReplyId};

/// Lists canned replies by title after a key; one more than `limit`.
pub async fn list(
    tx: &mut Tx,
    scope: &Scope,
    after: Option<NameKey>,
    limit: i64,
) -> Result<Vec<CannedReply>, Fault> {
    let NameKey { name, id } = after.unwrap_or_default();
    Ok(tx
        .query(
            "SELECT id, title, shortcut, body FROM canned_reply WHERE company_id = $1 AND (title, id) > ($2, $3)
             ORDER BY title, id LIMIT $4",
        )
        .bind(scope.company().as_str())
        .bind(name)
        .bind(id)
        .bind(limit + 1)
        .all()
        .await?)
}

pub async fn find(tx: &mut Tx, scope: &Scope, id: &CannedReplyId) -> Result<Option<CannedReply>, Fault> {
    Ok(tx
        .query("SELECT id, title, shortcut, body FROM canned_reply WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .optional()
        .await?)
}

/// Counts the canned replies. Blocks other transactions that count them until this one ends.
pub async fn lock_and_count(tx: &mut Tx, scope: &Scope) -> Result<i64, Fault> {
    tx.lock(&format!("canned replies {}", scope.company())).await?;
    Ok(tx
        .query("SELECT count(*) FROM canned_reply WHERE company_id = $1")
        .bind(scope.company().as_str())
        .value()
        .await?)
}

/// Returns whether another canned reply has the shortcut.
pub async fn is_taken(tx: &mut Tx, scope: &Scope, reply: &CannedReply) -> Result<bool, Fault> {
    Ok(tx
        .query("SELECT id FROM canned_reply WHERE company_id = $1 AND shortcut = $2 AND id <> $3")
        .bind(scope.company().as_str())
        .bind(&*reply.shortcut)
        .bind(reply.id.as_str())
        .exists()
        .await?)
}

/// Inserts or replaces a canned reply. Returns `false` if another one has the shortcut.
pub async fn insert(tx: &mut Tx, scope: &Scope, reply: &CannedReply) -> Result<bool, Fault> {
    if is_taken(tx, scope, reply).await? {
        return Ok(false);
    }
    let saved = tx
        .query(
            "INSERT INTO canned_reply (company_id, id, title, shortcut, body) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (company_id, id) DO UPDATE SET title = excluded.title, shortcut = excluded.shortcut,
                 body = excluded.body",
        )
        .bind(scope.company().as_str())
        .bind(reply.id.as_str())
        .bind(&*reply.title)
        .bind(&*reply.shortcut)
        .bind(&*reply.body)
        .run()
        .await?;
    Ok(saved == 1)
}

/// Deletes a canned reply. Returns whether it existed.
pub async fn delete(tx: &mut Tx, scope: &Scope, id: &CannedReplyId) -> Result<bool, Fault> {
    let deleted = tx
        .query("DELETE FROM canned_reply WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .run()
        .await?;
    Ok(deleted == 1)
}
