//! Many answers of a community at once, in as many statements as one takes. The caller has looked the
//! community up in the scope, and has it locked.
use platform::{Fault, Scope, Tx, dialect, ids::CommunityId};
use serde_json::{Value, json};
use sqlx::types::Json;

use super::{
    super::model::{Answer, AnswerId, Changed, Version},
    MAX_VERSIONS, key,
};

/// Has others who change many answers of this community wait until this is committed. On SQLite
/// they do anyway.
pub async fn lock(tx: &mut Tx, scope: &Scope, community: &CommunityId) -> Result<(), Fault> {
    tx.query(dialect("SELECT $1", "SELECT CAST(pg_advisory_xact_lock(hashtext($1)) AS TEXT)"))
        .bind(format!("answers {} {community}", scope.company()))
        .run()
        .await?;
    Ok(())
}

fn row(answer: &Answer) -> Value {
    json!({
        "id": answer.id, "topic": answer.topic, "question": answer.question, "key": key(&answer.question),
        "sort_key": answer.sort_key(), "words": answer.words(), "samples": answer.samples, "taught": answer.taught,
        "answer": answer.answer, "source": answer.source, "version": answer.version, "by": answer.updated_by,
        "at": answer.updated_ms, "until": answer.valid_until,
    })
}

/// Adds answers; false when a question is there meanwhile.
pub async fn insert_all(tx: &mut Tx, community: &CommunityId, answers: &[Answer]) -> Result<bool, Fault> {
    let added = tx
        .query(dialect(
            "INSERT INTO answer (community_id, id, topic, question, question_key, sort_key, words, samples, taught,
                 answer, source, version, used, updated_by, updated_ms, valid_until)
             SELECT $1, value->>'id', value->>'topic', value->>'question', value->>'key', value->>'sort_key',
                    value->>'words', value->'samples', value->'taught', value->>'answer', value->>'source',
                    value->>'version', 0, value->>'by', value->>'at', value->>'until'
             FROM json_each($2) WHERE true ON CONFLICT DO NOTHING",
            "INSERT INTO answer (community_id, id, topic, question, question_key, sort_key, words, samples, taught,
                 answer, source, version, used, updated_by, updated_ms, valid_until)
             SELECT $1, v->>'id', v->>'topic', v->>'question', v->>'key', v->>'sort_key', v->>'words', v->'samples',
                    v->'taught', v->>'answer', v->>'source', (v->>'version')::BIGINT, 0, v->>'by',
                    (v->>'at')::BIGINT, v->>'until'
             FROM jsonb_array_elements($2) v ON CONFLICT DO NOTHING",
        ))
        .bind(community.as_str())
        .bind(Json(answers.iter().map(row).collect::<Vec<_>>()))
        .run()
        .await?;
    Ok(added == answers.len() as u64)
}

/// Writes answers over the version before their own; false when one has another by now.
pub async fn save_all(tx: &mut Tx, community: &CommunityId, answers: &[Answer]) -> Result<bool, Fault> {
    let saved = tx
        .query(dialect(
            "UPDATE answer SET topic = value->>'topic', question = value->>'question', question_key = value->>'key',
                 sort_key = value->>'sort_key', words = value->>'words', samples = value->'samples',
                 taught = value->'taught', answer = value->>'answer', source = value->>'source',
                 version = value->>'version', updated_by = value->>'by', updated_ms = value->>'at',
                 valid_until = value->>'until'
             FROM json_each($2)
             WHERE answer.community_id = $1 AND answer.id = value->>'id'
               AND answer.version = value->>'version' - 1",
            "UPDATE answer SET topic = v->>'topic', question = v->>'question', question_key = v->>'key',
                 sort_key = v->>'sort_key', words = v->>'words', samples = v->'samples', taught = v->'taught',
                 answer = v->>'answer', source = v->>'source', version = (v->>'version')::BIGINT,
                 updated_by = v->>'by', updated_ms = (v->>'at')::BIGINT, valid_until = v->>'until'
             FROM jsonb_array_elements($2) v
             WHERE answer.community_id = $1 AND answer.id = v->>'id'
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

/// Removes answers in these versions; false when one has another by now.
pub async fn delete_all(tx: &mut Tx, community: &CommunityId, answers: &[Answer]) -> Result<bool, Fault> {
    let gone = tx
        .query(dialect(
            "DELETE FROM answer WHERE community_id = $1
             AND (id, version) IN (SELECT value->>0, value->>1 FROM json_each($2))",
            "DELETE FROM answer WHERE community_id = $1
             AND (id, version) IN (SELECT v->>0, (v->>1)::BIGINT FROM jsonb_array_elements($2) v)",
        ))
        .bind(community.as_str())
        .bind(pairs(answers.iter().map(|answer| (&answer.id, answer.version))))
        .run()
        .await?;
    Ok(gone == answers.len() as u64)
}

/// Keeps versions of answers, unless they are kept already, and forgets the oldest of each.
pub async fn keep_all(tx: &mut Tx, community: &CommunityId, versions: &[Version]) -> Result<(), Fault> {
    let row = |version: &Version| {
        json!({
            "id": version.answer_id, "version": version.version, "topic": version.topic,
            "question": version.question, "samples": version.samples, "taught": version.taught,
            "answer": version.answer, "source": version.source, "until": version.valid_until,
            "used": version.used, "removed": version.removed, "cause": version.cause as i32,
            "by": version.changed_by, "at": version.changed_ms,
        })
    };
    tx.query(dialect(
        "INSERT INTO answer_version (community_id, answer_id, version, topic, question, samples, taught, answer,
             source, valid_until, used, removed, cause, changed_by, changed_ms)
         SELECT $1, value->>'id', value->>'version', value->>'topic', value->>'question', value->'samples',
                value->'taught', value->>'answer', value->>'source', value->>'until', value->>'used',
                value->>'removed', value->>'cause', value->>'by', value->>'at'
         FROM json_each($2) WHERE true ON CONFLICT (community_id, answer_id, version) DO NOTHING",
        "INSERT INTO answer_version (community_id, answer_id, version, topic, question, samples, taught, answer,
             source, valid_until, used, removed, cause, changed_by, changed_ms)
         SELECT $1, v->>'id', (v->>'version')::BIGINT, v->>'topic', v->>'question', v->'samples', v->'taught',
                v->>'answer', v->>'source', v->>'until', (v->>'used')::BIGINT, (v->>'removed')::BOOLEAN,
                (v->>'cause')::INTEGER, v->>'by', (v->>'at')::BIGINT
         FROM jsonb_array_elements($2) v ON CONFLICT (community_id, answer_id, version) DO NOTHING",
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
        "DELETE FROM answer_version WHERE community_id = $1 AND EXISTS (
             SELECT 1 FROM json_each($2) WHERE answer_id = value->>0 AND version <= value->>1)",
        "DELETE FROM answer_version WHERE community_id = $1 AND EXISTS (
             SELECT 1 FROM jsonb_array_elements($2) v WHERE answer_id = v->>0 AND version <= (v->>1)::BIGINT)",
    ))
    .bind(community.as_str())
    .bind(old)
    .run()
    .await?;
    Ok(())
}

/// Versions of answers that a scope sees of a community, joined as said: `$1` and `$2` are the scope, `$3` the community.
macro_rules! kept {
    ($joined:literal) => {
        concat!(
            "SELECT v.answer_id, v.version, v.topic, v.question, v.samples, v.taught, v.answer, v.source,
                    v.valid_until, v.used, v.removed, v.cause, v.changed_by, v.changed_ms ",
            $joined,
            " (SELECT MAX(w.version) FROM answer_version w
                  WHERE w.community_id = v.community_id AND w.answer_id = v.answer_id))
              AND v.community_id = $3 AND ",
            platform::sees!("$3")
        )
    };
}

/// What was kept of answers of a community in the scope: the versions before these, and the newest.
pub async fn kept(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    changes: &[Changed],
) -> Result<Vec<Version>, Fault> {
    Ok(tx
        .query(dialect(
            kept!(
                "FROM json_each($4) c JOIN answer_version v ON v.answer_id = c.value->>0
                 WHERE (v.version = c.value->>1 - 1 OR v.version ="
            ),
            kept!(
                "FROM jsonb_array_elements($4) c JOIN answer_version v ON v.answer_id = c->>0
                 WHERE (v.version = (c->>1)::BIGINT - 1 OR v.version ="
            ),
        ))
        .scope(scope)
        .bind(community.as_str())
        .bind(pairs(changes.iter().map(|change| (&change.id, change.version))))
        .all()
        .await?)
}
