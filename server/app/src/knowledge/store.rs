//! Answers in storage: a community's in one table, a company's for all of its communities in
//! another that is alike but for two names. A community that the scope does not see has none.
use platform::{Fault, Scope, Tx, db::Sql, dialect, ids::CommunityId};
use sha2::{Digest, Sha256};
use sqlx::types::Json;

use super::model::{Answer, AnswerId, MOST_ANSWERS, Owner, question_key};

/// What is unique of a question, in as many bytes however long it is.
fn key(question: &str) -> String {
    Sha256::digest(question_key(question)).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A statement on the table of an owner's answers: TABLE and OWNER stand for its name and for
/// the column of the owner.
macro_rules! alike {
    ($owner:expr, $($part:tt)+) => {
        match $owner {
            Owner::Community(_) => alike!(@ "answer" "community_id" [] $($part)+),
            Owner::Company => alike!(@ "company_answer" "company_id" [] $($part)+),
        }
    };
    (@ $table:literal $column:literal [$($said:literal)*] TABLE $($rest:tt)*) => {
        alike!(@ $table $column [$($said)* $table] $($rest)*)
    };
    (@ $table:literal $column:literal [$($said:literal)*] OWNER $($rest:tt)*) => {
        alike!(@ $table $column [$($said)* $column] $($rest)*)
    };
    (@ $table:literal $column:literal [$($said:literal)*] $part:literal $($rest:tt)*) => {
        alike!(@ $table $column [$($said)* $part] $($rest)*)
    };
    (@ $table:literal $column:literal [$($said:literal)*]) => { concat!($($said),*) };
}

/// The answers that a scope sees of an owner: `$1` and `$2` are the scope, `$3` the owner. A
/// company's are for everybody in it.
macro_rules! answers {
    ($owner:expr, $rest:literal) => {
        match $owner {
            Owner::Community(_) => concat!(answers!(@ community), $rest),
            Owner::Company => concat!(answers!(@ company), $rest),
        }
    };
    (@ community) => {
        concat!(
            "SELECT id, community_id, topic, question, samples, answer, source, version, used, updated_by, updated_ms
             FROM answer WHERE community_id = $3 AND ",
            platform::sees!("$3"),
            " "
        )
    };
    (@ company) => {
        "SELECT id, '' AS community_id, topic, question, samples, answer, source, version, used, updated_by,
                updated_ms
         FROM company_answer WHERE company_id = $1 AND company_id = $3 AND ($2 IS NULL OR $2 IS NOT NULL) "
    };
}

/// By topic and question, after a key; one more than `limit`.
pub async fn search(
    tx: &mut Tx,
    scope: &Scope,
    owner: Owner<'_>,
    words: &str,
    after: Option<(String, String, String)>,
    limit: i64,
) -> Result<Vec<Answer>, Fault> {
    let (topic, sort_key, id) = after.unwrap_or_default();
    let words: Vec<String> = words.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let sql: Sql = dialect(
        answers!(
            owner,
            "AND (topic, sort_key, id) > ($4, $5, $6)
             AND NOT EXISTS (SELECT 1 FROM json_each($7) w WHERE instr(words, w.value) = 0)
             ORDER BY topic, sort_key, id LIMIT $8"
        ),
        answers!(
            owner,
            "AND (topic, sort_key, id) > ($4, $5, $6)
             AND NOT EXISTS (SELECT 1 FROM jsonb_array_elements_text($7) w WHERE position(w IN words) = 0)
             ORDER BY topic, sort_key, id LIMIT $8"
        ),
    );
    Ok(tx
        .query(sql)
        .scope(scope)
        .bind(owner.id(scope))
        .bind(topic)
        .bind(sort_key)
        .bind(id)
        .bind(Json(words))
        .bind(limit + 1)
        .all()
        .await?)
}

/// An answer of an owner in the scope.
///
/// # Errors
/// Those of storage.
pub async fn find(
    tx: &mut Tx,
    scope: &Scope,
    owner: Owner<'_>,
    id: &AnswerId,
) -> Result<Option<Answer>, Fault> {
    let answer = tx.query(answers!(owner, "AND id = $4")).scope(scope).bind(owner.id(scope));
    Ok(answer.bind(id.as_str()).optional().await?)
}

/// The answer of an owner in the scope that has this question.
///
/// # Errors
/// Those of storage.
pub async fn find_by_question(
    tx: &mut Tx,
    scope: &Scope,
    owner: Owner<'_>,
    question: &str,
) -> Result<Option<Answer>, Fault> {
    let answer = tx.query(answers!(owner, "AND question_key = $4")).scope(scope).bind(owner.id(scope));
    Ok(answer.bind(key(question)).optional().await?)
}

/// All that the bot knows in a community of the scope: its answers and, where it has none of
/// its own to the same question, its company's. At most [`MOST_ANSWERS`] of each.
///
/// # Errors
/// Those of storage.
pub async fn for_bot(tx: &mut Tx, scope: &Scope, community: &CommunityId) -> Result<Vec<Answer>, Fault> {
    let own = Owner::Community(community);
    let answers = tx.query(answers!(own, "ORDER BY id LIMIT $4")).scope(scope).bind(community.as_str());
    let mut answers: Vec<Answer> = answers.bind(MOST_ANSWERS).all().await?;
    let shared: Vec<Answer> = tx
        .query(answers!(
            Owner::Company,
            "AND NOT EXISTS (SELECT 1 FROM answer own WHERE own.community_id = $4
                 AND own.question_key = company_answer.question_key AND own.answer <> '')
             ORDER BY id LIMIT $5"
        ))
        .scope(scope)
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .bind(MOST_ANSWERS)
        .all()
        .await?;
    answers.extend(shared);
    Ok(answers)
}

/// How many an owner has.
pub async fn count(tx: &mut Tx, scope: &Scope, owner: Owner<'_>) -> Result<i64, Fault> {
    let (count,): (i64,) = tx
        .query(alike!(owner, "SELECT count(*) FROM " TABLE " WHERE " OWNER " = $1"))
        .bind(owner.id(scope))
        .one()
        .await?;
    Ok(count)
}

/// Adds an answer to its company's, or to a community that the caller has looked up in the
/// scope; false when the question is there.
///
/// # Errors
/// Those of storage.
pub async fn insert(tx: &mut Tx, scope: &Scope, answer: &Answer) -> Result<bool, Fault> {
    let owner = answer.owner();
    let added = tx
        .query(alike!(
            owner,
            "INSERT INTO " TABLE " (" OWNER ", id, topic, question, question_key, sort_key, words, samples, answer, source,
                 version, used, updated_by, updated_ms)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
             ON CONFLICT (" OWNER ", question_key) DO NOTHING"
        ))
        .bind(owner.id(scope))
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
pub async fn save(tx: &mut Tx, scope: &Scope, answer: &Answer) -> Result<(), Fault> {
    let owner = answer.owner();
    tx.query(alike!(
        owner,
        "UPDATE " TABLE " SET topic = $3, question = $4, question_key = $5, sort_key = $6, words = $7, samples = $8,
             answer = $9, source = $10, version = $11, updated_by = $12, updated_ms = $13
         WHERE " OWNER " = $1 AND id = $2"
    ))
    .bind(owner.id(scope))
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

pub async fn delete(tx: &mut Tx, scope: &Scope, answer: &Answer) -> Result<(), Fault> {
    let owner = answer.owner();
    tx.query(alike!(owner, "DELETE FROM " TABLE " WHERE " OWNER " = $1 AND id = $2"))
        .bind(owner.id(scope))
        .bind(answer.id.as_str())
        .run()
        .await?;
    Ok(())
}

/// Counts that the bot replied with it.
///
/// # Errors
/// Those of storage.
pub async fn count_use(tx: &mut Tx, scope: &Scope, answer: &Answer) -> Result<(), Fault> {
    let owner = answer.owner();
    tx.query(alike!(owner, "UPDATE " TABLE " SET used = used + 1 WHERE " OWNER " = $1 AND id = $2"))
        .bind(owner.id(scope))
        .bind(answer.id.as_str())
        .run()
        .await?;
    Ok(())
}
