//! What answers were, in storage: the newest versions of each.
use platform::{Fault, Scope, Tx};
use sqlx::types::Json;

use super::super::model::{AnswerId, Owner, Version};

/// Maximum number of versions of an answer that are kept.
pub const MAX_VERSIONS: i64 = 50;

/// The versions that a scope sees of an owner: `$1` and `$2` are the scope, `$3` the owner.
macro_rules! versions {
    ($owner:expr, $rest:literal) => {
        match $owner {
            Owner::Community(_) => concat!(
                versions!(@ "answer_version"),
                "v.community_id = $3 AND ",
                platform::sees!("$3"),
                $rest
            ),
            Owner::Company => concat!(
                versions!(@ "company_answer_version"),
                "v.company_id = $1 AND v.company_id = $3 AND ($2 IS NULL OR $2 IS NOT NULL)",
                $rest
            ),
        }
    };
    (@ $table:literal) => {
        concat!(
            "SELECT v.answer_id, v.version, v.topic, v.question, v.samples, v.taught, v.answer, v.source,
                    v.valid_until, v.used, v.removed, v.cause, v.changed_by, v.changed_ms
             FROM ",
            $table,
            " v WHERE "
        )
    };
}

/// Keeps a version of an answer of an owner that the caller has looked up in the scope, unless it
/// is kept already, and forgets the oldest.
pub async fn keep(tx: &mut Tx, scope: &Scope, owner: Owner<'_>, version: &Version) -> Result<(), Fault> {
    let kept = tx
        .query(alike!(
            owner,
            "INSERT INTO " TABLE "_version (" OWNER ", answer_id, version, topic, question, samples, answer, source,
                 valid_until, removed, cause, changed_by, changed_ms, taught, used)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
             ON CONFLICT (" OWNER ", answer_id, version) DO NOTHING"
        ))
        .bind(owner.id(scope))
        .bind(version.answer_id.as_str())
        .bind(version.version)
        .bind(version.topic.as_str())
        .bind(version.question.as_str())
        .bind(Json(&version.samples))
        .bind(version.answer.as_str())
        .bind(version.source.as_str())
        .bind(version.valid_until.as_str())
        .bind(version.removed)
        .bind(version.cause as i32)
        .bind(version.changed_by.as_str())
        .bind(version.changed_ms)
        .bind(Json(&version.taught))
        .bind(version.used)
        .run()
        .await?;
    if kept == 0 || version.version <= MAX_VERSIONS {
        return Ok(());
    }
    tx.query(alike!(
        owner,
        "DELETE FROM " TABLE "_version WHERE " OWNER " = $1 AND answer_id = $2 AND version <= $3"
    ))
    .bind(owner.id(scope))
    .bind(version.answer_id.as_str())
    .bind(version.version - MAX_VERSIONS)
    .run()
    .await?;
    Ok(())
}

/// The versions of an answer before one of them, the newest first; one more than the limit.
pub async fn versions(
    tx: &mut Tx,
    scope: &Scope,
    owner: Owner<'_>,
    id: &AnswerId,
    before: i64,
    limit: i64,
) -> Result<Vec<Version>, Fault> {
    let sql = versions!(owner, " AND v.answer_id = $4 AND v.version < $5 ORDER BY v.version DESC LIMIT $6");
    let query = tx.query(sql).scope(scope).bind(owner.id(scope)).bind(id.as_str());
    Ok(query.bind(before).bind(limit + 1).all().await?)
}

/// A version of an answer, the newest with 0.
pub async fn find_version(
    tx: &mut Tx,
    scope: &Scope,
    owner: Owner<'_>,
    id: &AnswerId,
    version: i64,
) -> Result<Option<Version>, Fault> {
    let sql = versions!(
        owner,
        " AND v.answer_id = $4 AND ($5 = 0 OR v.version = $5) ORDER BY v.version DESC LIMIT 1"
    );
    let query = tx.query(sql).scope(scope).bind(owner.id(scope)).bind(id.as_str());
    Ok(query.bind(version).optional().await?)
}

/// The answers of an owner that were removed and are not there, the last removed first, before a
/// time and an id; one more than the limit.
pub async fn removed(
    tx: &mut Tx,
    scope: &Scope,
    owner: Owner<'_>,
    (time, id): &(i64, String),
    limit: i64,
) -> Result<Vec<Version>, Fault> {
    let sql = match owner {
        Owner::Community(_) => versions!(
            owner,
            " AND v.removed AND (v.changed_ms, v.answer_id) < ($4, $5)
             AND NOT EXISTS (SELECT 1 FROM answer_version w WHERE w.community_id = v.community_id
                 AND w.answer_id = v.answer_id AND w.version > v.version)
             AND NOT EXISTS (SELECT 1 FROM answer a WHERE a.community_id = v.community_id AND a.id = v.answer_id)
             ORDER BY v.changed_ms DESC, v.answer_id DESC LIMIT $6"
        ),
        Owner::Company => versions!(
            owner,
            " AND v.removed AND (v.changed_ms, v.answer_id) < ($4, $5)
             AND NOT EXISTS (SELECT 1 FROM company_answer_version w WHERE w.company_id = v.company_id
                 AND w.answer_id = v.answer_id AND w.version > v.version)
             AND NOT EXISTS (SELECT 1 FROM company_answer a WHERE a.company_id = v.company_id AND a.id = v.answer_id)
             ORDER BY v.changed_ms DESC, v.answer_id DESC LIMIT $6"
        ),
    };
    let query = tx.query(sql).scope(scope).bind(owner.id(scope)).bind(*time).bind(id.as_str());
    Ok(query.bind(limit + 1).all().await?)
}
