//! Answers in storage. An owner that the scope does not see has none.
use platform::{
    Fault, Scope, Tx,
    db::{Query, Sql},
    dialect,
    ids::CommunityId,
};
use sha2::{Digest, Sha256};
use sqlx::types::Json;

use super::model::{
    Answer, AnswerChange, AnswerId, CategoryCoverage, Listing, Owner, limits::MAX_ANSWERS, question_key,
};

/// Returns the digest of a question that is unique for its owner: 64 hexadecimal digits.
fn key(question: &str) -> String {
    hex::encode(Sha256::digest(question_key(question)))
}

/// Selects the answers of an owner that a scope sees: `$1` and `$2` are the scope, `$3` is the owner.
/// Everyone in a company sees the company's answers.
macro_rules! answers {
    ($rest:literal) => {
        concat!(
            "SELECT id, COALESCE(community_id, '') AS community_id, category, question, samples, learned_samples,
                    answer, source, version, used, updated_by, updated_ms, valid_until
             FROM answer
             WHERE owner_id = $3 AND (company_id = $1 OR (community_id = $3 AND ",
            platform::sees!("$3"),
            ")) ",
            $rest
        )
    };
}

mod bulk;
mod company_search;
mod history;

pub use bulk::{delete_all, insert_all, insert_versions, save_all, versions_before};
pub use company_search::search_company;
use history::MAX_VERSIONS;
pub use history::{find_version, insert_version, list_removed, list_versions};

/// Returns at most `limit + 1` answers, sorted by category and question.
pub async fn search(
    tx: &mut Tx,
    scope: &Scope,
    owner: Owner<'_>,
    listing: Listing<'_>,
) -> Result<Vec<Answer>, Fault> {
    let (category, sort_key, id) = listing.after.unwrap_or_default();
    let (from, to) = listing.until.unwrap_or_default();
    let words: Vec<String> = listing.query.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let sql: Sql = dialect(
        answers!(
            "AND (category, sort_key, id) > ($4, $5, $6)
             AND NOT EXISTS (SELECT 1 FROM json_each($7) w WHERE instr(search_text, w.value) = 0)
             AND ($8 IS NULL OR (answer <> '') = $8)
             AND ($9 = '' OR (valid_until >= $9 AND valid_until <= $10))
             ORDER BY category, sort_key, id LIMIT $11"
        ),
        answers!(
            "AND (category, sort_key, id) > ($4, $5, $6)
             AND NOT EXISTS (SELECT 1 FROM jsonb_array_elements_text($7) w WHERE position(w IN search_text) = 0)
             AND ($8 IS NULL OR (answer <> '') = $8)
             AND ($9 = '' OR (valid_until >= $9 AND valid_until <= $10))
             ORDER BY category, sort_key, id LIMIT $11"
        ),
    );
    Ok(tx
        .query(sql)
        .scope(scope)
        .bind(owner.id(scope))
        .bind(category)
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

/// Returns an answer of an owner.
pub async fn find(
    tx: &mut Tx,
    scope: &Scope,
    owner: Owner<'_>,
    id: &AnswerId,
) -> Result<Option<Answer>, Fault> {
    let answer = tx.query(answers!("AND id = $4")).scope(scope).bind(owner.id(scope));
    Ok(answer.bind(id.as_str()).optional().await?)
}

/// Returns the answer of an owner to a question.
pub async fn find_by_question(
    tx: &mut Tx,
    scope: &Scope,
    owner: Owner<'_>,
    question: &str,
) -> Result<Option<Answer>, Fault> {
    let answer = tx.query(answers!("AND question_key = $4")).scope(scope).bind(owner.id(scope));
    Ok(answer.bind(key(question)).optional().await?)
}

/// Returns the answers and unanswered questions of an owner, at most [`MAX_ANSWERS`].
pub async fn all(tx: &mut Tx, scope: &Scope, owner: Owner<'_>) -> Result<Vec<Answer>, Fault> {
    let answers = tx.query(answers!("ORDER BY id LIMIT $4")).scope(scope).bind(owner.id(scope));
    Ok(answers.bind(MAX_ANSWERS).all().await?)
}

/// Counts the questions of a community by category, and those with an answer that is valid today.
pub async fn coverage(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    today: &str,
) -> Result<Vec<CategoryCoverage>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT category, count(*) AS total, CAST(SUM(CASE WHEN answer <> '' AND (valid_until = '' OR valid_until >= $4) THEN 1 ELSE 0 END)
                         AS BIGINT) AS answered
             FROM answer WHERE owner_id = $3 AND community_id = $3 AND ",
            platform::sees!("$3"),
            " GROUP BY category ORDER BY category"
        ))
        .scope(scope)
        .bind(community.as_str())
        .bind(today)
        .all()
        .await?)
}

/// Waits for other transactions that add answers of the owner or change several of them, until the end of the
/// transaction. SQLite has one writer at a time.
pub async fn lock(tx: &mut Tx, scope: &Scope, owner: Owner<'_>) -> Result<(), Fault> {
    tx.lock(&format!("answers {}", owner.id(scope))).await
}

/// Counts the answers and unanswered questions of an owner.
pub async fn count(tx: &mut Tx, scope: &Scope, owner: Owner<'_>) -> Result<i64, Fault> {
    Ok(tx.query("SELECT count(*) FROM answer WHERE owner_id = $1").bind(owner.id(scope)).value().await?)
}

/// Inserts an answer. Returns false if its owner already has the question. The caller has checked that
/// the scope sees the owner.
pub async fn insert(tx: &mut Tx, scope: &Scope, answer: &Answer) -> Result<bool, Fault> {
    let owner = answer.owner();
    let query = tx.query(
        "INSERT INTO answer (community_id, company_id, id, category, question, question_key, sort_key, search_text,
             samples, learned_samples, answer, source, version, updated_by, updated_ms, valid_until, used)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
         ON CONFLICT (owner_id, question_key) DO NOTHING",
    );
    let query = bind_values(query.bind(owner.community_id()).bind(owner.company_id(scope)), answer);
    Ok(query.bind(answer.used).run().await? == 1)
}

/// Binds the values that are inserted and updated.
fn bind_values<'t>(query: Query<'t>, answer: &Answer) -> Query<'t> {
    query
        .bind(answer.id.as_str())
        .bind(answer.category.as_str())
        .bind(answer.question.as_str())
        .bind(key(&answer.question))
        .bind(answer.sort_key())
        .bind(answer.search_text())
        .bind(Json(&answer.samples))
        .bind(Json(&answer.learned_samples))
        .bind(answer.answer.as_str())
        .bind(answer.source.as_str())
        .bind(answer.version)
        .bind(answer.updated_by.as_str())
        .bind(answer.updated_ms)
        .bind(answer.valid_until.as_str())
}

/// Adds unanswered questions to those of the communities that the scope's company has, except
/// questions whose id or text exists. Returns the added questions. A question that was removed before
/// continues its version numbers.
pub async fn insert_unanswered(
    tx: &mut Tx,
    scope: &Scope,
    communities: &[CommunityId],
    unanswered: &[Answer],
) -> Result<Vec<AnswerChange>, Fault> {
    let row = |answer: &Answer| {
        let Answer { id, category, question, samples, updated_ms, .. } = answer;
        serde_json::json!([
            id,
            category,
            question,
            key(question),
            answer.sort_key(),
            answer.search_text(),
            samples,
            updated_ms
        ])
    };
    let rows: Vec<_> = unanswered.iter().map(row).collect();
    Ok(tx
        .query(dialect(
            "INSERT INTO answer (community_id, id, category, question, question_key, sort_key, search_text, samples, answer,
                 source, version, used, updated_by, updated_ms)
             SELECT l.community_id, a.value->>0, a.value->>1, a.value->>2, a.value->>3, a.value->>4, a.value->>5,
                    a.value->6, '', '',
                    1 + COALESCE((SELECT MAX(v.version) FROM answer_version v
                                  WHERE v.owner_id = l.community_id AND v.answer_id = a.value->>0), 0),
                    0, '', a.value->>7
             FROM company_community l, json_each($3) a
             WHERE l.company_id = $1 AND l.community_id IN (SELECT value FROM json_each($2))
             ON CONFLICT DO NOTHING RETURNING id, version",
            "INSERT INTO answer (community_id, id, category, question, question_key, sort_key, search_text, samples, answer,
                 source, version, used, updated_by, updated_ms)
             SELECT l.community_id, a->>0, a->>1, a->>2, a->>3, a->>4, a->>5, a->6, '', '',
                    1 + COALESCE((SELECT MAX(v.version) FROM answer_version v
                                  WHERE v.owner_id = l.community_id AND v.answer_id = a->>0), 0),
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

/// Updates an answer. Its use count stays.
pub async fn save(tx: &mut Tx, scope: &Scope, answer: &Answer) -> Result<(), Fault> {
    let query = tx.query(
        "UPDATE answer SET category = $3, question = $4, question_key = $5, sort_key = $6, search_text = $7,
             samples = $8, learned_samples = $9, answer = $10, source = $11, version = $12, updated_by = $13,
             updated_ms = $14, valid_until = $15
         WHERE owner_id = $1 AND id = $2",
    );
    bind_values(query.bind(answer.owner().id(scope)), answer).run().await?;
    Ok(())
}

/// Deletes an answer. Its versions stay.
pub async fn delete(tx: &mut Tx, scope: &Scope, answer: &Answer) -> Result<(), Fault> {
    tx.query("DELETE FROM answer WHERE owner_id = $1 AND id = $2")
        .bind(answer.owner().id(scope))
        .bind(answer.id.as_str())
        .run()
        .await?;
    Ok(())
}

/// Increments the use count of an answer.
pub async fn count_use(tx: &mut Tx, scope: &Scope, answer: &Answer) -> Result<(), Fault> {
    tx.query("UPDATE answer SET used = used + 1 WHERE owner_id = $1 AND id = $2")
        .bind(answer.owner().id(scope))
        .bind(answer.id.as_str())
        .run()
        .await?;
    Ok(())
}
