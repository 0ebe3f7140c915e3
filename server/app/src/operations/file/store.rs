//! Files in storage.
use platform::{Fault, Scope, Timestamp, Tx};
use sqlx::types::Json;

use super::model::{FileId, KeptFile, WrittenFile};

pub async fn insert(
    tx: &mut Tx,
    scope: &Scope,
    id: &FileId,
    file: &WrittenFile,
    now: Timestamp,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO file (company_id, id, name, media_type, object_key, size_bytes, created_ms, expires_ms,
             single_use)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(file.name.as_str())
    .bind(file.media_type)
    .bind(file.object_key.as_str())
    .bind(file.size_bytes)
    .bind(now)
    .bind(file.expires)
    .bind(file.single_use)
    .run()
    .await?;
    Ok(())
}

/// Returns a file that has not expired.
pub async fn find(
    tx: &mut Tx,
    scope: &Scope,
    id: &FileId,
    now: Timestamp,
) -> Result<Option<KeptFile>, Fault> {
    Ok(tx
        .query(
            "SELECT name, media_type, object_key, size_bytes, single_use, used_ms FROM file
             WHERE company_id = $1 AND id = $2 AND (expires_ms IS NULL OR expires_ms > $3)",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(now)
        .optional()
        .await?)
}

/// Records that a single-use file was opened without a session. Returns false if it was opened before.
pub async fn use_up(tx: &mut Tx, scope: &Scope, id: &FileId, now: Timestamp) -> Result<bool, Fault> {
    let used = tx
        .query("UPDATE file SET used_ms = $3 WHERE company_id = $1 AND id = $2 AND used_ms IS NULL")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(now)
        .run()
        .await?;
    Ok(used == 1)
}

/// Expires files, so that a job deletes them.
pub async fn expire(tx: &mut Tx, scope: &Scope, ids: &[&FileId]) -> Result<(), Fault> {
    tx.query(platform::with_list!("UPDATE file SET expires_ms = 0 WHERE company_id = $1 AND id IN ", "$2"))
        .bind(scope.company().as_str())
        .bind(Json(ids))
        .run()
        .await?;
    Ok(())
}

/// Returns the object keys of up to `limit` expired files of all companies.
pub async fn list_expired(tx: &mut Tx, now: Timestamp, limit: i64) -> Result<Vec<String>, Fault> {
    Ok(tx
        .query("SELECT object_key FROM file WHERE expires_ms <= $1 ORDER BY expires_ms LIMIT $2")
        .bind(now)
        .bind(limit)
        .values()
        .await?)
}

/// Deletes files of all companies by their object keys.
pub async fn delete(tx: &mut Tx, keys: &[String]) -> Result<(), Fault> {
    tx.query(platform::with_list!("DELETE FROM file WHERE object_key IN ", "$1"))
        .bind(Json(keys))
        .run()
        .await?;
    Ok(())
}

/// Returns those of the given object keys that belong to a file of any company.
pub async fn list_kept(tx: &mut Tx, keys: &[&String]) -> Result<Vec<String>, Fault> {
    Ok(tx
        .query(platform::with_list!("SELECT object_key FROM file WHERE object_key IN ", "$1"))
        .bind(Json(keys))
        .values()
        .await?)
}
