//! Versions of answers in storage: the newest [`MAX_VERSIONS`] of each answer.
use platform::{Fault, Scope, Tx, paging::PageKey};
use sqlx::types::Json;

use super::super::model::{AnswerId, Owner, Version};

/// Maximum number of versions of an answer that are stored.
pub const MAX_VERSIONS: i64 = 50;

/// Selects the versions of an owner's answers that a scope sees, as `v`: `$1` and `$2` are the scope,
/// `$3` is the owner.
macro_rules! versions {
    ($rest:literal) => {
        concat!(
            "SELECT v.answer_id, v.version, v.category, v.question, v.samples, v.learned_samples, v.answer,
                    v.source, v.valid_until, v.used, v.removed, v.cause, v.changed_by, v.changed_ms
             FROM answer_version v
             WHERE v.owner_id = $3 AND (v.company_id = $1 OR (v.community_id = $3 AND ",
            platform::sees!("$3"),
            ")) ",
            $rest
        )
    };
}

/// Inserts a version of an answer unless it is stored, and deletes the oldest one. The caller has
/// checked that the scope sees the owner.
pub async fn insert_version(
    tx: &mut Tx,
    scope: &Scope,
    owner: Owner<'_>,
    version: &Version,
) -> Result<(), Fault> {
    let inserted = tx
        .query(
            "INSERT INTO answer_version (community_id, company_id, answer_id, version, category, question, samples,
                 learned_samples, answer, source, valid_until, used, removed, cause, changed_by, changed_ms)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
             ON CONFLICT (owner_id, answer_id, version) DO NOTHING",
        )
        .bind(owner.community_id())
        .bind(owner.company_id(scope))
        .bind(version.answer_id.as_str())
        .bind(version.version)
        .bind(version.category.as_str())
        .bind(version.question.as_str())
        .bind(Json(&version.samples))
        .bind(Json(&version.learned_samples))
        .bind(version.answer.as_str())
        .bind(version.source.as_str())
        .bind(version.valid_until.as_str())
        .bind(version.used)
        .bind(version.removed)
        .bind(version.cause as i32)
        .bind(version.changed_by.as_str())
        .bind(version.changed_ms)
        .run()
        .await?;
    if inserted == 0 || version.version <= MAX_VERSIONS {
        return Ok(());
    }
    tx.query("DELETE FROM answer_version WHERE owner_id = $1 AND answer_id = $2 AND version <= $3")
        .bind(owner.id(scope))
        .bind(version.answer_id.as_str())
        .bind(version.version - MAX_VERSIONS)
        .run()
        .await?;
    Ok(())
}

/// Returns at most `limit + 1` versions of an answer before a version number, newest first.
pub async fn list_versions(
    tx: &mut Tx,
    scope: &Scope,
    owner: Owner<'_>,
    id: &AnswerId,
    before: i64,
    limit: i64,
) -> Result<Vec<Version>, Fault> {
    let sql = versions!("AND v.answer_id = $4 AND v.version < $5 ORDER BY v.version DESC LIMIT $6");
    let query = tx.query(sql).scope(scope).bind(owner.id(scope)).bind(id.as_str());
    Ok(query.bind(before).bind(limit + 1).all().await?)
}

/// Returns a version of an answer; 0 means the newest one.
pub async fn find_version(
    tx: &mut Tx,
    scope: &Scope,
    owner: Owner<'_>,
    id: &AnswerId,
    version: i64,
) -> Result<Option<Version>, Fault> {
    let sql =
        versions!("AND v.answer_id = $4 AND ($5 = 0 OR v.version = $5) ORDER BY v.version DESC LIMIT 1");
    let query = tx.query(sql).scope(scope).bind(owner.id(scope)).bind(id.as_str());
    Ok(query.bind(version).optional().await?)
}

/// Returns at most `limit + 1` answers of an owner that were removed and not restored, most recently
/// removed first, starting before a key.
pub async fn list_removed(
    tx: &mut Tx,
    scope: &Scope,
    owner: Owner<'_>,
    before: &PageKey,
    limit: i64,
) -> Result<Vec<Version>, Fault> {
    let sql = versions!(
        "AND v.removed AND (v.changed_ms, v.answer_id) < ($4, $5)
         AND NOT EXISTS (SELECT 1 FROM answer_version w WHERE w.owner_id = v.owner_id
             AND w.answer_id = v.answer_id AND w.version > v.version)
         AND NOT EXISTS (SELECT 1 FROM answer a WHERE a.owner_id = v.owner_id AND a.id = v.answer_id)
         ORDER BY v.changed_ms DESC, v.answer_id DESC LIMIT $6"
    );
    let query = tx.query(sql).scope(scope).bind(owner.id(scope)).bind(before.at).bind(before.id.as_str());
    Ok(query.bind(limit + 1).all().await?)
}
