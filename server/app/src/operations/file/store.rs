//! Files in storage.
use platform::{Fault, Scope, Timestamp, Tx, delete_expired};

use super::model::{File, FileId, NewFile};

pub async fn insert(
    tx: &mut Tx,
    scope: &Scope,
    id: &FileId,
    new: &NewFile<'_>,
    now: Timestamp,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO file (company_id, id, name, media_type, bytes, created_ms, expires_ms, single_use)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(new.name)
    .bind(new.media_type)
    .bind(new.bytes.as_slice())
    .bind(now)
    .bind(new.expires)
    .bind(new.single_use)
    .run()
    .await?;
    Ok(())
}

/// A file that has not expired.
pub async fn find(tx: &mut Tx, scope: &Scope, id: &FileId, now: Timestamp) -> Result<Option<File>, Fault> {
    Ok(tx
        .query(
            "SELECT name, media_type, bytes, single_use, used_ms FROM file
             WHERE company_id = $1 AND id = $2 AND (expires_ms IS NULL OR expires_ms > $3)",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(now)
        .optional()
        .await?)
}

/// Notes that a file of single use was opened without a session; false when it was before.
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

pub async fn delete(tx: &mut Tx, scope: &Scope, id: &FileId) -> Result<(), Fault> {
    tx.query("DELETE FROM file WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .run()
        .await?;
    Ok(())
}

/// Forgets at most `most` of the files whose time is over, whosever they are; how many.
pub async fn forget(tx: &mut Tx, now: Timestamp, most: i64) -> Result<u64, Fault> {
    Ok(tx.query(delete_expired!("file", "company_id, id", "expires_ms")).bind(now).bind(most).run().await?)
}
