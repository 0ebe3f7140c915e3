//! Answers in storage. A community that the scope does not see has none.
use platform::{Fault, Scope, Tx, dialect, ids::CommunityId};
use sha2::{Digest, Sha256};
use sqlx::types::Json;

use super::model::{Answer, AnswerId, MOST_ANSWERS, question_key};

/// What is unique of a question, in as many bytes however long it is.
fn key(question: &str) -> String {
    Sha256::digest(question_key(question)).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The answers of a community of the scope: `$1` and `$2` are the scope, `$3` the community.
macro_rules! answers {
    ($rest:literal) => {
        concat!(
            "SELECT id, community_id, topic, question, samples, answer, source, version, used, updated_by, updated_ms
             FROM answer WHERE community_id = $3
               AND EXISTS (SELECT 1 FROM company_community l WHERE l.company_id = $1 AND l.community_id = $3)
               AND ($2 IS NULL OR EXISTS (SELECT 1 FROM staff_community m
                    WHERE m.company_id = $1 AND m.staff_id = $2 AND m.community_id = $3)) ",
            $rest
        )
    };
}

/// By topic and question, after a key; one more than `limit`.
pub async fn search(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    words: &str,
    after: Option<(String, String, String)>,
    limit: i64,
) -> Result<Vec<Answer>, Fault> {
    let (topic, sort_key, id) = after.unwrap_or_default();
    let words: Vec<String> = words.to_lowercase().split_whitespace().map(str::to_owned).collect();
    Ok(tx
        .query(dialect(
            answers!(
                "AND (topic, sort_key, id) > ($4, $5, $6)
                 AND NOT EXISTS (SELECT 1 FROM json_each($7) w WHERE instr(answer.words, w.value) = 0)
                 ORDER BY topic, sort_key, id LIMIT $8"
            ),
            answers!(
                "AND (topic, sort_key, id) > ($4, $5, $6)
                 AND NOT EXISTS (SELECT 1 FROM jsonb_array_elements_text($7) w WHERE position(w IN answer.words) = 0)
                 ORDER BY topic, sort_key, id LIMIT $8"
            ),
        ))
        .scope(scope)
        .bind(community.as_str())
        .bind(topic)
        .bind(sort_key)
        .bind(id)
        .bind(Json(words))
        .bind(limit + 1)
        .all()
        .await?)
}

/// An answer of a community of the scope.
///
/// # Errors
/// Those of storage.
pub async fn find(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    id: &AnswerId,
) -> Result<Option<Answer>, Fault> {
    let answer = tx.query(answers!("AND id = $4")).scope(scope).bind(community.as_str()).bind(id.as_str());
    Ok(answer.optional().await?)
}

/// The answer of a community of the scope that has this question.
///
/// # Errors
/// Those of storage.
pub async fn find_by_question(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    question: &str,
) -> Result<Option<Answer>, Fault> {
    let answer = tx.query(answers!("AND question_key = $4")).scope(scope).bind(community.as_str());
    Ok(answer.bind(key(question)).optional().await?)
}

/// All that the bot knows of a community of the scope, at most [`MOST_ANSWERS`].
///
/// # Errors
/// Those of storage.
pub async fn for_bot(tx: &mut Tx, scope: &Scope, community: &CommunityId) -> Result<Vec<Answer>, Fault> {
    let answers = tx.query(answers!("ORDER BY id LIMIT $4")).scope(scope).bind(community.as_str());
    Ok(answers.bind(MOST_ANSWERS).all().await?)
}

pub async fn count(tx: &mut Tx, community: &CommunityId) -> Result<i64, Fault> {
    let (count,): (i64,) = tx
        .query("SELECT count(*) FROM answer WHERE community_id = $1")
        .bind(community.as_str())
        .one()
        .await?;
    Ok(count)
}

/// Adds an answer to a community that the caller has looked up in its scope; false when the
/// community has the question.
///
/// # Errors
/// Those of storage.
pub async fn insert(tx: &mut Tx, answer: &Answer) -> Result<bool, Fault> {
    let added = tx
        .query(
            "INSERT INTO answer (community_id, id, topic, question, question_key, sort_key, words, samples, answer, source, version,
                 used, updated_by, updated_ms)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
             ON CONFLICT (community_id, question_key) DO NOTHING",
        )
        .bind(answer.community_id.as_str())
        .bind(answer.id.as_str())
        .bind(answer.topic.as_str())
        .bind(answer.question.as_str())
        .bind(key(&answer.question))
        .bind(answer.sort_key())
        .bind(answer.words())
        .bind(Json(&answer.samples))
        .bind(answer.answer.as_str())
        .bind(answer.source.as_str())
        .bind(answer.version)
        .bind(answer.used)
        .bind(answer.updated_by.as_str())
        .bind(answer.updated_ms)
        .run()
        .await?;
    Ok(added == 1)
}

/// Writes an answer over the version before its own.
pub async fn save(tx: &mut Tx, answer: &Answer) -> Result<(), Fault> {
    tx.query(
        "UPDATE answer SET topic = $3, question = $4, question_key = $5, sort_key = $6, words = $7, samples = $8,
             answer = $9, source = $10, version = $11, updated_by = $12, updated_ms = $13
         WHERE community_id = $1 AND id = $2",
    )
    .bind(answer.community_id.as_str())
    .bind(answer.id.as_str())
    .bind(answer.topic.as_str())
    .bind(answer.question.as_str())
    .bind(key(&answer.question))
    .bind(answer.sort_key())
    .bind(answer.words())
    .bind(Json(&answer.samples))
    .bind(answer.answer.as_str())
    .bind(answer.source.as_str())
    .bind(answer.version)
    .bind(answer.updated_by.as_str())
    .bind(answer.updated_ms)
    .run()
    .await?;
    Ok(())
}

pub async fn delete(tx: &mut Tx, answer: &Answer) -> Result<(), Fault> {
    tx.query("DELETE FROM answer WHERE community_id = $1 AND id = $2")
        .bind(answer.community_id.as_str())
        .bind(answer.id.as_str())
        .run()
        .await?;
    Ok(())
}

/// Counts that the bot replied with it.
///
/// # Errors
/// Those of storage.
pub async fn count_use(tx: &mut Tx, community: &CommunityId, id: &AnswerId) -> Result<(), Fault> {
    tx.query("UPDATE answer SET used = used + 1 WHERE community_id = $1 AND id = $2")
        .bind(community.as_str())
        .bind(id.as_str())
        .run()
        .await?;
    Ok(())
}
