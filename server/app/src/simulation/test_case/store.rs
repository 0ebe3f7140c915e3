//! Test cases in storage. `$1` and `$2` are the scope, `$3` the community.
use platform::{Fault, Scope, Tx, dialect, ids::CommunityId};
use sha2::{Digest, Sha256};
use sqlx::types::Json;

use super::model::{MAX_CASES, TestCase, TestCaseId, TestRun};
use crate::knowledge::answer;

/// Returns the hash that identifies a question; 64 hexadecimal digits.
fn key(question: &str) -> String {
    let key = answer::question_key(question);
    hex::encode(Sha256::digest(key))
}

/// Selects test cases of a community, as `t`, with the current question of the expected answer.
macro_rules! cases {
    ($rest:literal) => {
        concat!(
            "SELECT t.id, t.community_id, t.question, t.answer_id, t.version, t.outcome, t.created_ms,
                    COALESCE(a.question, c.question, t.answer_question) AS answer_question,
                    t.answer_id <> '' AND a.id IS NULL AND c.id IS NULL AS answer_gone
             FROM test_case t
             LEFT JOIN answer a ON a.owner_id = t.community_id AND a.id = t.answer_id
             LEFT JOIN answer c ON c.owner_id = t.company_id AND c.id = t.answer_id
             WHERE t.company_id = $1 AND t.community_id = $3 AND ",
            platform::sees!("$3"),
            " ",
            $rest
        )
    };
}

/// Returns at most `limit + 1` test cases after a key, the newest first.
pub async fn list(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    after: Option<String>,
    limit: i64,
) -> Result<Vec<TestCase>, Fault> {
    Ok(tx
        .query(cases!("AND ($4 IS NULL OR t.id < $4) ORDER BY t.id DESC LIMIT $5"))
        .scope(scope)
        .bind(community.as_str())
        .bind(after)
        .bind(limit + 1)
        .all()
        .await?)
}

/// Returns all test cases of a community, the newest first.
pub async fn all(tx: &mut Tx, scope: &Scope, community: &CommunityId) -> Result<Vec<TestCase>, Fault> {
    list(tx, scope, community, None, MAX_CASES - 1).await
}

pub async fn find(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    id: &TestCaseId,
) -> Result<Option<TestCase>, Fault> {
    let found = tx.query(cases!("AND t.id = $4")).scope(scope).bind(community.as_str());
    Ok(found.bind(id.as_str()).optional().await?)
}

/// Counts the test cases of a community that the caller has looked up in the scope. Blocks other transactions that
/// count them until this one ends.
pub async fn lock_and_count(tx: &mut Tx, scope: &Scope, community: &CommunityId) -> Result<i64, Fault> {
    tx.lock(&format!("test cases {} {community}", scope.company())).await?;
    Ok(tx
        .query("SELECT count(*) FROM test_case WHERE company_id = $1 AND community_id = $2")
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .value()
        .await?)
}

/// Adds a test case to a community that the caller has looked up in the scope. Returns false if the
/// question exists.
pub async fn insert(tx: &mut Tx, scope: &Scope, case: &TestCase) -> Result<bool, Fault> {
    let added = tx
        .query(
            "INSERT INTO test_case (company_id, id, community_id, question, question_key, answer_id,
                 answer_question, version, created_ms)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
             ON CONFLICT (company_id, community_id, question_key) DO NOTHING",
        )
        .bind(scope.company().as_str())
        .bind(case.id.as_str())
        .bind(case.community_id.as_str())
        .bind(case.question.as_str())
        .bind(key(&case.question))
        .bind(case.answer_id.as_str())
        .bind(case.answer_question.as_str())
        .bind(case.version)
        .bind(case.created_ms)
        .run()
        .await?;
    Ok(added == 1)
}

/// Replaces a test case and clears its outcome. Returns false if another test case has its question.
pub async fn save(tx: &mut Tx, scope: &Scope, case: &TestCase) -> Result<bool, Fault> {
    let saved = tx
        .query(
            "UPDATE test_case SET question = $3, question_key = $4, answer_id = $5, answer_question = $6,
                 version = $7, outcome = NULL
             WHERE company_id = $1 AND id = $2 AND NOT EXISTS (SELECT 1 FROM test_case o
                 WHERE o.company_id = $1 AND o.community_id = $8 AND o.question_key = $4 AND o.id <> $2)",
        )
        .bind(scope.company().as_str())
        .bind(case.id.as_str())
        .bind(case.question.as_str())
        .bind(key(&case.question))
        .bind(case.answer_id.as_str())
        .bind(case.answer_question.as_str())
        .bind(case.version)
        .bind(case.community_id.as_str())
        .run()
        .await?;
    Ok(saved == 1)
}

pub async fn delete(tx: &mut Tx, scope: &Scope, id: &TestCaseId) -> Result<(), Fault> {
    tx.query("DELETE FROM test_case WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .run()
        .await?;
    Ok(())
}

/// Stores the outcomes of test cases that were not changed or deleted since they were read.
pub async fn save_outcomes(tx: &mut Tx, scope: &Scope, runs: &[TestRun]) -> Result<(), Fault> {
    let row = |run: &TestRun| serde_json::json!([run.case.id, run.case.version, run.outcome]);
    let rows: Vec<_> = runs.iter().map(row).collect();
    tx.query(dialect(
        "UPDATE test_case SET outcome = json(v.value->2) FROM json_each($2) v
         WHERE test_case.company_id = $1 AND test_case.id = v.value->>0 AND test_case.version = v.value->>1",
        "UPDATE test_case SET outcome = v->2 FROM jsonb_array_elements($2) v
         WHERE test_case.company_id = $1 AND test_case.id = v->>0 AND test_case.version = (v->>1)::BIGINT",
    ))
    .bind(scope.company().as_str())
    .bind(Json(rows))
    .run()
    .await?;
    Ok(())
}
