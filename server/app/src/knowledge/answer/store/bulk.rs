//! Statements on several answers of a community. The caller has checked that the scope sees the community,
//! and holds its [`lock`](super::lock).
use platform::{Fault, Scope, Tx, dialect, ids::CommunityId};
use serde_json::{Value, json};
use sqlx::types::Json;

use super::{
    super::model::{Answer, AnswerChange, AnswerId, Version},
    MAX_VERSIONS, key,
};

fn row(answer: &Answer) -> Value {
    json!({
        "id": answer.id, "category": answer.category, "question": answer.question, "key": key(&answer.question),
        "sort_key": answer.sort_key(), "search_text": answer.search_text(), "samples": answer.samples, "learned_samples": answer.learned_samples,
        "answer": answer.answer, "source": answer.source, "version": answer.version, "by": answer.updated_by,
        "at": answer.updated_ms, "until": answer.valid_until,
    })
}

/// Inserts answers. Returns false if the community has one of the questions.
pub async fn insert_all(tx: &mut Tx, community: &CommunityId, answers: &[Answer]) -> Result<bool, Fault> {
    let inserted = tx
        .query(dialect(
            "INSERT INTO answer (community_id, id, category, question, question_key, sort_key, search_text, samples, learned_samples,
                 answer, source, version, used, updated_by, updated_ms, valid_until)
             SELECT $1, value->>'id', value->>'category', value->>'question', value->>'key', value->>'sort_key',
                    value->>'search_text', value->'samples', value->'learned_samples', value->>'answer', value->>'source',
                    value->>'version', 0, value->>'by', value->>'at', value->>'until'
             FROM json_each($2) WHERE true ON CONFLICT DO NOTHING",
            "INSERT INTO answer (community_id, id, category, question, question_key, sort_key, search_text, samples, learned_samples,
                 answer, source, version, used, updated_by, updated_ms, valid_until)
             SELECT $1, v->>'id', v->>'category', v->>'question', v->>'key', v->>'sort_key', v->>'search_text', v->'samples',
                    v->'learned_samples', v->>'answer', v->>'source', (v->>'version')::BIGINT, 0, v->>'by',
                    (v->>'at')::BIGINT, v->>'until'
             FROM jsonb_array_elements($2) v ON CONFLICT DO NOTHING",
        ))
        .bind(community.as_str())
        .bind(Json(answers.iter().map(row).collect::<Vec<_>>()))
        .run()
        .await?;
    Ok(inserted == answers.len() as u64)
}

/// Updates answers. Returns false if one is no longer in the version before its own.
pub async fn save_all(tx: &mut Tx, community: &CommunityId, answers: &[Answer]) -> Result<bool, Fault> {
    let saved = tx
        .query(dialect(
            "UPDATE answer SET category = value->>'category', question = value->>'question', question_key = value->>'key',
                 sort_key = value->>'sort_key', search_text = value->>'search_text', samples = value->'samples',
                 learned_samples = value->'learned_samples', answer = value->>'answer', source = value->>'source',
                 version = value->>'version', updated_by = value->>'by', updated_ms = value->>'at',
                 valid_until = value->>'until'
             FROM json_each($2)
             WHERE answer.owner_id = $1 AND answer.id = value->>'id'
               AND answer.version = value->>'version' - 1",
            "UPDATE answer SET category = v->>'category', question = v->>'question', question_key = v->>'key',
                 sort_key = v->>'sort_key', search_text = v->>'search_text', samples = v->'samples', learned_samples = v->'learned_samples',
                 answer = v->>'answer', source = v->>'source', version = (v->>'version')::BIGINT,
                 updated_by = v->>'by', updated_ms = (v->>'at')::BIGINT, valid_until = v->>'until'
             FROM jsonb_array_elements($2) v
             WHERE answer.owner_id = $1 AND answer.id = v->>'id'
               AND answer.version = (v->>'version')::BIGINT - 1",
        ))
        .bind(community.as_str())
        .bind(Json(answers.iter().map(row).collect::<Vec<_>>()))
        .run()
        .await?;
    Ok(saved == answers.len() as u64)
}

fn pairs<'a>(changes: impl Iterator<Item = (&'a AnswerId, i64)>) -> Json<Vec<Value>> {
    Json(changes.map(|(id, version)| json!([id, version])).collect())
}

/// Deletes answers. Returns false if one is no longer in its version.
pub async fn delete_all(tx: &mut Tx, community: &CommunityId, answers: &[Answer]) -> Result<bool, Fault> {
    let deleted = tx
        .query(dialect(
            "DELETE FROM answer WHERE owner_id = $1
             AND (id, version) IN (SELECT value->>0, value->>1 FROM json_each($2))",
            "DELETE FROM answer WHERE owner_id = $1
             AND (id, version) IN (SELECT v->>0, (v->>1)::BIGINT FROM jsonb_array_elements($2) v)",
        ))
        .bind(community.as_str())
        .bind(pairs(answers.iter().map(|answer| (&answer.id, answer.version))))
        .run()
        .await?;
    Ok(deleted == answers.len() as u64)
}

/// Inserts versions of answers unless they are stored, and deletes the oldest ones of each answer.
pub async fn insert_versions(
    tx: &mut Tx,
    community: &CommunityId,
    versions: &[Version],
) -> Result<(), Fault> {
    let row = |version: &Version| {
        json!({
            "id": version.answer_id, "version": version.version, "category": version.category,
            "question": version.question, "samples": version.samples, "learned_samples": version.learned_samples,
            "answer": version.answer, "source": version.source, "until": version.valid_until,
            "used": version.used, "removed": version.removed, "cause": version.cause as i32,
            "by": version.changed_by, "at": version.changed_ms,
        })
    };
    tx.query(dialect(
        "INSERT INTO answer_version (community_id, answer_id, version, category, question, samples, learned_samples, answer,
             source, valid_until, used, removed, cause, changed_by, changed_ms)
         SELECT $1, value->>'id', value->>'version', value->>'category', value->>'question', value->'samples',
                value->'learned_samples', value->>'answer', value->>'source', value->>'until', value->>'used',
                value->>'removed', value->>'cause', value->>'by', value->>'at'
         FROM json_each($2) WHERE true ON CONFLICT (owner_id, answer_id, version) DO NOTHING",
        "INSERT INTO answer_version (community_id, answer_id, version, category, question, samples, learned_samples, answer,
             source, valid_until, used, removed, cause, changed_by, changed_ms)
         SELECT $1, v->>'id', (v->>'version')::BIGINT, v->>'category', v->>'question', v->'samples', v->'learned_samples',
                v->>'answer', v->>'source', v->>'until', (v->>'used')::BIGINT, (v->>'removed')::BOOLEAN,
                (v->>'cause')::INTEGER, v->>'by', (v->>'at')::BIGINT
         FROM jsonb_array_elements($2) v ON CONFLICT (owner_id, answer_id, version) DO NOTHING",
    ))
    .bind(community.as_str())
    .bind(Json(versions.iter().map(row).collect::<Vec<_>>()))
    .run()
    .await?;
    let old = versions.iter().filter(|version| version.version > MAX_VERSIONS);
    let old = pairs(old.map(|version| (&version.answer_id, version.version - MAX_VERSIONS)));
    if old.0.is_empty() {
        return Ok(());
    }
    tx.query(dialect(
        "DELETE FROM answer_version WHERE owner_id = $1 AND EXISTS (
             SELECT 1 FROM json_each($2) WHERE answer_id = value->>0 AND version <= value->>1)",
        "DELETE FROM answer_version WHERE owner_id = $1 AND EXISTS (
             SELECT 1 FROM jsonb_array_elements($2) v WHERE answer_id = v->>0 AND version <= (v->>1)::BIGINT)",
    ))
    .bind(community.as_str())
    .bind(old)
    .run()
    .await?;
    Ok(())
}

/// Selects versions of the answers of a community that a scope sees, as `v`: `$1` and `$2` are the scope,
/// `$3` is the community.
macro_rules! versions {
    ($joined:literal) => {
        concat!(
            "SELECT v.answer_id, v.version, v.category, v.question, v.samples, v.learned_samples, v.answer, v.source,
                    v.valid_until, v.used, v.removed, v.cause, v.changed_by, v.changed_ms ",
            $joined,
            " (SELECT MAX(w.version) FROM answer_version w
                  WHERE w.owner_id = v.owner_id AND w.answer_id = v.answer_id))
              AND v.owner_id = $3 AND v.community_id = $3 AND ",
            platform::sees!("$3")
        )
    };
}

/// Returns of each changed answer the version before the change and the newest version.
pub async fn versions_before(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    changes: &[AnswerChange],
) -> Result<Vec<Version>, Fault> {
    Ok(tx
        .query(dialect(
            versions!(
                "FROM json_each($4) c JOIN answer_version v ON v.answer_id = c.value->>0
                 WHERE (v.version = c.value->>1 - 1 OR v.version ="
            ),
            versions!(
                "FROM jsonb_array_elements($4) c JOIN answer_version v ON v.answer_id = c->>0
                 WHERE (v.version = GREATEST((c->>1)::BIGINT, 1) - 1 OR v.version ="
            ),
        ))
        .scope(scope)
        .bind(community.as_str())
        .bind(pairs(changes.iter().map(|change| (&change.id, change.version))))
        .all()
        .await?)
}
