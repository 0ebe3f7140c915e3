//! Queries for the usage of text plans.
use platform::{Fault, Scope, Timestamp, Tx, ids::CommunityId};

use super::model::{Level, PlannedCommunity, Usage};

/// Maximum number of administrators who are warned.
const MAX_RECIPIENTS: i64 = 50;

/// Lists the communities that the scope can see.
pub async fn list_communities(tx: &mut Tx, scope: &Scope) -> Result<Vec<PlannedCommunity>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT c.id, c.tag, c.time_zone FROM company_community l JOIN community c ON c.id = l.community_id
             WHERE l.company_id = $1 AND ",
            platform::sees!("l.community_id"),
            " ORDER BY c.tag, c.id"
        ))
        .scope(scope)
        .all()
        .await?)
}

/// Returns the warnings that were recorded since a time: each with its community, its month and its level.
pub async fn list_warnings(
    tx: &mut Tx,
    scope: &Scope,
    since: Timestamp,
) -> Result<Vec<(CommunityId, String, i32)>, Fault> {
    Ok(tx
        .query(
            "SELECT community_id, month, level FROM text_plan_warning WHERE company_id = $1 AND sent_ms >= $2",
        )
        .bind(scope.company().as_str())
        .bind(since)
        .all()
        .await?)
}

/// Records a warning. Returns false if it was recorded before.
pub async fn record_warning(
    tx: &mut Tx,
    scope: &Scope,
    usage: &Usage,
    level: Level,
    now: Timestamp,
) -> Result<bool, Fault> {
    let recorded = tx
        .query(
            "INSERT INTO text_plan_warning (company_id, community_id, month, level, sent_ms)
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
        )
        .bind(scope.company().as_str())
        .bind(usage.community_id.as_str())
        .bind(usage.month.to_string())
        .bind(level as i32)
        .bind(now)
        .run()
        .await?;
    Ok(recorded == 1)
}

/// Returns the email addresses of the company's administrators.
pub async fn administrators(tx: &mut Tx, scope: &Scope) -> Result<Vec<String>, Fault> {
    Ok(tx
        .query(
            "SELECT email FROM staff WHERE company_id = $1 AND active AND parlor_role = 'admin'
             ORDER BY created_ms, id LIMIT $2",
        )
        .bind(scope.company().as_str())
        .bind(MAX_RECIPIENTS)
        .values()
        .await?)
}
