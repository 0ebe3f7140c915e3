//! Queries for connections to association software and for the progress of syncs. `$1` is the scope's company.
use platform::{
    Fault, Scope, Timestamp, Tx, dialect,
    ids::{CommunityId, CompanyId},
};
use sqlx::types::Json;

use crate::integrations::integration::model::{
    CommunityProblem, CommunityResult, CommunitySyncState, Connection, PendingCommunity, Progress,
};

/// Returns the company's connection to a software.
pub async fn find(tx: &mut Tx, scope: &Scope, software: i32) -> Result<Option<Connection>, Fault> {
    Ok(tx
        .query(
            "SELECT software, account, login, connected_ms, sync_started_ms, sync_ended_ms, problem
             FROM software_connection WHERE company_id = $1 AND software = $2",
        )
        .bind(scope.company().as_str())
        .bind(software)
        .optional()
        .await?)
}

/// Stores the company's connection, replacing an existing one. It counts as never synced.
pub async fn save(
    tx: &mut Tx,
    scope: &Scope,
    software: i32,
    account: &str,
    login: &str,
    now: Timestamp,
) -> Result<(), Fault> {
    delete(tx, scope).await?;
    tx.query(
        "INSERT INTO software_connection (company_id, software, account, login, connected_ms)
         VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(scope.company().as_str())
    .bind(software)
    .bind(account)
    .bind(login)
    .bind(now)
    .run()
    .await?;
    Ok(())
}

/// Lets the syncs read service requests again that a software no longer listed: the connection may have been to another
/// account.
pub async fn read_unlisted_requests_again(tx: &mut Tx, scope: &Scope, software: i32) -> Result<(), Fault> {
    tx.query(
        "UPDATE software_request SET is_unlisted = FALSE
         WHERE company_id = $1 AND software = $2 AND is_unlisted",
    )
    .bind(scope.company().as_str())
    .bind(software)
    .run()
    .await?;
    Ok(())
}

/// Deletes the company's connection with the state of its syncs. Returns the number of its software, if there was a
/// connection.
pub async fn delete(tx: &mut Tx, scope: &Scope) -> Result<Option<i32>, Fault> {
    tx.query("DELETE FROM community_sync WHERE company_id = $1").bind(scope.company().as_str()).run().await?;
    Ok(tx
        .query("DELETE FROM software_connection WHERE company_id = $1 RETURNING software")
        .bind(scope.company().as_str())
        .optional_value()
        .await?)
}

/// Records that the communities were synced and that the accounts of those with a code in `software` are to be synced.
/// Returns false if the company is not connected.
pub async fn start_sync(
    tx: &mut Tx,
    scope: &Scope,
    software: &str,
    started: Timestamp,
) -> Result<bool, Fault> {
    let updated = tx
        .query(
            "UPDATE software_connection
             SET is_synced = TRUE, sync_started_ms = $2, sync_ended_ms = NULL, problem = ''
             WHERE company_id = $1",
        )
        .bind(scope.company().as_str())
        .bind(started)
        .run()
        .await?;
    tx.query("DELETE FROM community_sync WHERE company_id = $1").bind(scope.company().as_str()).run().await?;
    tx.query(dialect(
        "INSERT INTO community_sync (company_id, community_id, state)
         SELECT l.company_id, l.community_id, 1 FROM company_community l JOIN community c ON c.id = l.community_id
         WHERE l.company_id = $1 AND l.live AND json_extract(c.association_codes, '$.' || $2) IS NOT NULL",
        "INSERT INTO community_sync (company_id, community_id, state)
         SELECT l.company_id, l.community_id, 1 FROM company_community l JOIN community c ON c.id = l.community_id
         WHERE l.company_id = $1 AND l.live AND c.association_codes->>$2 IS NOT NULL",
    ))
    .bind(scope.company().as_str())
    .bind(software)
    .run()
    .await?;
    Ok(updated == 1)
}

/// Records that the communities could not be synced. Results of the previous sync are deleted.
pub async fn record_failure(
    tx: &mut Tx,
    scope: &Scope,
    problem: &str,
    started: Timestamp,
) -> Result<(), Fault> {
    tx.query(
        "UPDATE software_connection SET sync_started_ms = $2, sync_ended_ms = $2, problem = $3
         WHERE company_id = $1",
    )
    .bind(scope.company().as_str())
    .bind(started)
    .bind(problem)
    .run()
    .await?;
    tx.query("DELETE FROM community_sync WHERE company_id = $1 AND state <> 1")
        .bind(scope.company().as_str())
        .run()
        .await?;
    Ok(())
}

/// Records that the accounts of all communities are done, unless another sync has begun.
pub async fn end_sync(tx: &mut Tx, scope: &Scope, now: Timestamp) -> Result<(), Fault> {
    tx.query(
        "UPDATE software_connection SET sync_ended_ms = $2 WHERE company_id = $1 AND sync_ended_ms IS NULL
         AND NOT EXISTS (SELECT 1 FROM community_sync s WHERE s.company_id = $1 AND s.state = 1)",
    )
    .bind(scope.company().as_str())
    .bind(now)
    .run()
    .await?;
    Ok(())
}

/// Returns the next community whose accounts are to be synced, with its code in `software`.
pub async fn next_pending(
    tx: &mut Tx,
    scope: &Scope,
    software: &str,
) -> Result<Option<PendingCommunity>, Fault> {
    Ok(tx
        .query(dialect(
            "SELECT c.id, c.time_zone, s.tries,
                    CASE WHEN l.live THEN json_extract(c.association_codes, '$.' || $2) END AS code
             FROM community_sync s
             JOIN company_community l ON l.company_id = s.company_id AND l.community_id = s.community_id
             JOIN community c ON c.id = s.community_id
             WHERE s.company_id = $1 AND s.state = 1 ORDER BY l.name_key, c.id LIMIT 1",
            "SELECT c.id, c.time_zone, s.tries, CASE WHEN l.live THEN c.association_codes->>$2 END AS code
             FROM community_sync s
             JOIN company_community l ON l.company_id = s.company_id AND l.community_id = s.community_id
             JOIN community c ON c.id = s.community_id
             WHERE s.company_id = $1 AND s.state = 1 ORDER BY l.name_key, c.id LIMIT 1",
        ))
        .bind(scope.company().as_str())
        .bind(software)
        .optional()
        .await?)
}

/// Counts a failed attempt that is to be repeated.
pub async fn add_try(tx: &mut Tx, scope: &Scope, community: &CommunityId) -> Result<(), Fault> {
    tx.query("UPDATE community_sync SET tries = tries + 1 WHERE company_id = $1 AND community_id = $2")
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .run()
        .await?;
    Ok(())
}

/// Returns the number of communities that failed after `tries` failed attempts.
pub async fn count_exhausted(tx: &mut Tx, scope: &Scope, tries: i32) -> Result<i64, Fault> {
    Ok(tx
        .query("SELECT count(*) FROM community_sync WHERE company_id = $1 AND state = 3 AND tries >= $2")
        .bind(scope.company().as_str())
        .bind(tries)
        .value()
        .await?)
}

/// Stores the result of a community.
pub async fn save_result(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    result: &CommunityResult,
) -> Result<(), Fault> {
    let state = match result.problem.is_empty() {
        true => CommunitySyncState::Done,
        false => CommunitySyncState::Failed,
    };
    tx.query(
        "UPDATE community_sync SET state = $3, added = $4, changed = $5, removed = $6, unchanged = $7,
             rejected = $8, rejections = $9, problem = $10
         WHERE company_id = $1 AND community_id = $2",
    )
    .bind(scope.company().as_str())
    .bind(community.as_str())
    .bind(state as i32)
    .bind(result.added)
    .bind(result.changed)
    .bind(result.removed)
    .bind(result.unchanged)
    .bind(result.rejected)
    .bind(Json(&result.rejections))
    .bind(result.problem.as_str())
    .run()
    .await?;
    Ok(())
}

/// Stores the problem that keeps the accounts of all pending communities from being synced.
pub async fn fail_pending(tx: &mut Tx, scope: &Scope, problem: &str) -> Result<(), Fault> {
    tx.query("UPDATE community_sync SET state = 3, problem = $2 WHERE company_id = $1 AND state = 1")
        .bind(scope.company().as_str())
        .bind(problem)
        .run()
        .await?;
    Ok(())
}

/// Removes a community from the sync.
pub async fn forget_community(tx: &mut Tx, scope: &Scope, community: &CommunityId) -> Result<(), Fault> {
    tx.query("DELETE FROM community_sync WHERE company_id = $1 AND community_id = $2")
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .run()
        .await?;
    Ok(())
}

/// Returns the progress of the last sync.
pub async fn progress(tx: &mut Tx, scope: &Scope) -> Result<Progress, Fault> {
    Ok(tx
        .query(
            "SELECT count(*) AS communities,
                    CAST(COALESCE(SUM(CASE WHEN state = 1 THEN 1 ELSE 0 END), 0) AS BIGINT) AS pending,
                    CAST(COALESCE(SUM(CASE WHEN state = 3 THEN 1 ELSE 0 END), 0) AS BIGINT) AS failed,
                    CAST(COALESCE(SUM(added), 0) AS BIGINT) AS added,
                    CAST(COALESCE(SUM(changed), 0) AS BIGINT) AS changed,
                    CAST(COALESCE(SUM(removed), 0) AS BIGINT) AS removed,
                    CAST(COALESCE(SUM(unchanged), 0) AS BIGINT) AS unchanged,
                    CAST(COALESCE(SUM(rejected), 0) AS BIGINT) AS rejected
             FROM community_sync WHERE company_id = $1",
        )
        .bind(scope.company().as_str())
        .one()
        .await?)
}

/// Returns up to `limit` communities whose accounts could not be synced or were rejected, by name.
pub async fn list_problems(tx: &mut Tx, scope: &Scope, limit: i64) -> Result<Vec<CommunityProblem>, Fault> {
    Ok(tx
        .query(
            "SELECT s.community_id, c.tag, s.problem, s.rejected, s.rejections
             FROM community_sync s
             JOIN company_community l ON l.company_id = s.company_id AND l.community_id = s.community_id
             JOIN community c ON c.id = s.community_id
             WHERE s.company_id = $1 AND (s.problem <> '' OR s.rejected > 0)
             ORDER BY l.name_key, c.id LIMIT $2",
        )
        .bind(scope.company().as_str())
        .bind(limit)
        .all()
        .await?)
}

/// Returns up to `limit` connected companies whose last sync began before a time. For platform use.
pub async fn due(tx: &mut Tx, before: Timestamp, limit: i64) -> Result<Vec<CompanyId>, Fault> {
    Ok(tx
        .query(
            "SELECT s.company_id FROM software_connection s
             JOIN company c ON c.id = s.company_id AND c.software = s.software
             WHERE s.is_synced AND s.sync_started_ms < $1 ORDER BY s.sync_started_ms, s.company_id LIMIT $2",
        )
        .bind(before)
        .bind(limit)
        .values()
        .await?)
}
