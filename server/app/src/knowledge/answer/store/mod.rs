//! Answers in storage: a community's in one table, a company's for all of its communities in
//! another that is alike but for two names. A community that the scope does not see has none.
use platform::{Fault, Scope, Tx, db::Sql, dialect, ids::CommunityId};
use sha2::{Digest, Sha256};
use sqlx::types::Json;

use super::model::{Answer, AnswerId, Changed, Covered, Listing, MOST_ANSWERS, Owner, question_key};

/// What is unique of a question, in as many bytes however long it is.
fn key(question: &str) -> String {
    hex::encode(Sha256::digest(question_key(question)))
}

/// A statement on the table of an owner's answers: TABLE and OWNER stand for its name and for
/// the column of the owner. `TABLE "_version"` is the table of their history.
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
            "SELECT id, community_id, topic, question, samples, taught, answer, source, version, used, updated_by,
                    updated_ms, valid_until
             FROM answer WHERE community_id = $3 AND ",
            platform::sees!("$3"),
            " "
        )
    };
    (@ company) => {
        "SELECT id, '' AS community_id, topic, question, samples, taught, answer, source, version, used,
                updated_by, updated_ms, valid_until
         FROM company_answer WHERE company_id = $1 AND company_id = $3 AND ($2 IS NULL OR $2 IS NOT NULL) "
    };
}

mod bulk;
mod history;

pub use bulk::{delete_all, insert_all, keep_all, kept, lock, save_all};
use history::MAX_VERSIONS;
pub use history::{find_version, keep, removed, versions};

/// By topic and question; one more than the limit.
pub async fn search(
    tx: &mut Tx,
    scope: &Scope,
    owner: Owner<'_>,
    listing: Listing<'_>,
) -> Result<Vec<Answer>, Fault> {
    let (topic, sort_key, id) = listing.after.unwrap_or_default();
    let (from, to) = listing.until.unwrap_or_default();
    let words: Vec<String> = listing.words.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let sql: Sql = dialect(
        answers!(
            owner,
            "AND (topic, sort_key, id) > ($4, $5, $6)
             AND NOT EXISTS (SELECT 1 FROM json_each($7) w WHERE instr(words, w.value) = 0)
             AND ($8 IS NULL OR (answer <> '') = $8)
             AND ($9 = '' OR (valid_until >= $9 AND valid_until <= $10))
             ORDER BY topic, sort_key, id LIMIT $11"
        ),
        answers!(
            owner,
            "AND (topic, sort_key, id) > ($4, $5, $6)
             AND NOT EXISTS (SELECT 1 FROM jsonb_array_elements_text($7) w WHERE position(w IN words) = 0)
             AND ($8 IS NULL OR (answer <> '') = $8)
             AND ($9 = '' OR (valid_until >= $9 AND valid_until <= $10))
             ORDER BY topic, sort_key, id LIMIT $11"
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
        .bind(listing.answered)
        .bind(from)
        .bind(to)
        .bind(listing.limit + 1)
        .all()
        .await?)
}

/// An answer of an owner in the scope.
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
pub async fn find_by_question(
    tx: &mut Tx,
    scope: &Scope,
    owner: Owner<'_>,
    question: &str,
) -> Result<Option<Answer>, Fault> {
    let answer = tx.query(answers!(owner, "AND question_key = $4")).scope(scope).bind(owner.id(scope));
    Ok(answer.bind(key(question)).optional().await?)
}

/// All answers of an owner in the scope, and all questions that wait; at most [`MOST_ANSWERS`].
pub async fn all(tx: &mut Tx, scope: &Scope, owner: Owner<'_>) -> Result<Vec<Answer>, Fault> {
    let answers = tx.query(answers!(owner, "ORDER BY id LIMIT $4")).scope(scope).bind(owner.id(scope));
    Ok(answers.bind(MOST_ANSWERS).all().await?)
}

/// How many questions of each topic a community of the scope has, and how many have an answer that
/// holds today.
pub async fn coverage(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    today: &str,
) -> Result<Vec<Covered>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT topic, count(*) AS total, CAST(SUM(CASE WHEN answer <> '' AND (valid_until = '' OR valid_until >= $4) THEN 1 ELSE 0 END)
                         AS BIGINT) AS answered
             FROM answer WHERE community_id = $3 AND ",
            platform::sees!("$3"),
            " GROUP BY topic ORDER BY topic"
        ))
        .scope(scope)
        .bind(community.as_str())
        .bind(today)
        .all()
        .await?)
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
pub async fn insert(tx: &mut Tx, scope: &Scope, answer: &Answer) -> Result<bool, Fault> {
    let owner = answer.owner();
    let added = tx
        .query(alike!(
            owner,
            "INSERT INTO " TABLE " (" OWNER ", id, topic, question, question_key, sort_key, words, samples, answer, source,
                 version, used, updated_by, updated_ms, valid_until, taught)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
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
        .bind(answer.valid_until.as_str())
        .bind(Json(&answer.taught))
        .run()
        .await?;
    Ok(added == 1)
}

/// Adds unanswered questions to those of the communities that the scope's company has, except
/// questions whose id or text exists. Returns the added questions. A question that was removed before
/// continues its version numbers.
pub async fn insert_unanswered(
    tx: &mut Tx,
    scope: &Scope,
    communities: &[CommunityId],
    unanswered: &[Answer],
) -> Result<Vec<Changed>, Fault> {
    let row = |answer: &Answer| {
        let Answer { id, topic, question, samples, updated_ms, .. } = answer;
        serde_json::json!([
            id,
            topic,
            question,
            key(question),
            answer.sort_key(),
            answer.words(),
            samples,
            updated_ms
        ])
    };
    let rows: Vec<_> = unanswered.iter().map(row).collect();
    Ok(tx
        .query(dialect(
            "INSERT INTO answer (community_id, id, topic, question, question_key, sort_key, words, samples, answer,
                 source, version, used, updated_by, updated_ms)
             SELECT l.community_id, a.value->>0, a.value->>1, a.value->>2, a.value->>3, a.value->>4, a.value->>5,
                    a.value->6, '', '',
                    1 + COALESCE((SELECT MAX(v.version) FROM answer_version v
                                  WHERE v.community_id = l.community_id AND v.answer_id = a.value->>0), 0),
                    0, '', a.value->>7
             FROM company_community l, json_each($3) a
             WHERE l.company_id = $1 AND l.community_id IN (SELECT value FROM json_each($2))
             ON CONFLICT DO NOTHING RETURNING id, version",
            "INSERT INTO answer (community_id, id, topic, question, question_key, sort_key, words, samples, answer,
                 source, version, used, updated_by, updated_ms)
             SELECT l.community_id, a->>0, a->>1, a->>2, a->>3, a->>4, a->>5, a->6, '', '',
                    1 + COALESCE((SELECT MAX(v.version) FROM answer_version v
                                  WHERE v.community_id = l.community_id AND v.answer_id = a->>0), 0),
                    0, '', (a->>7)::BIGINT
             FROM company_community l, jsonb_array_elements($3) a
             WHERE l.company_id = $1 AND l.community_id IN (SELECT jsonb_array_elements_text($2))
             ON CONFLICT DO NOTHING RETURNING id, version",
        ))
        .bind(scope.company().as_str())
        .bind(Json(communities))
        .bind(Json(rows))
        .all()
        .await?)
}

/// Writes an answer over the version before its own.
pub async fn save(tx: &mut Tx, scope: &Scope, answer: &Answer) -> Result<(), Fault> {
    let owner = answer.owner();
    tx.query(alike!(
        owner,
        "UPDATE " TABLE " SET topic = $3, question = $4, question_key = $5, sort_key = $6, words = $7, samples = $8,
             answer = $9, source = $10, version = $11, updated_by = $12, updated_ms = $13,
             valid_until = $14, taught = $15
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
    .bind(answer.valid_until.as_str())
    .bind(Json(&answer.taught))
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
pub async fn count_use(tx: &mut Tx, scope: &Scope, answer: &Answer) -> Result<(), Fault> {
    let owner = answer.owner();
    tx.query(alike!(owner, "UPDATE " TABLE " SET used = used + 1 WHERE " OWNER " = $1 AND id = $2"))
        .bind(owner.id(scope))
        .bind(answer.id.as_str())
        .run()
        .await?;
    Ok(())
}
