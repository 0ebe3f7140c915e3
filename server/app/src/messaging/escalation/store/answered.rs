//! Queries for answered escalations.
use platform::{Fault, Scope, Timestamp, Tx};

use crate::messaging::escalation::model::{AnsweredEscalation, Escalation, State};

/// Returns the response times of the newest answers since a time, in milliseconds; at most `limit`. Test
/// traffic is not included.
pub async fn answer_times(
    tx: &mut Tx,
    scope: &Scope,
    community: Option<&str>,
    since: Timestamp,
    limit: i64,
) -> Result<Vec<i64>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT e.reviewed_ms - e.asked_ms FROM escalation e
             WHERE e.company_id = $1 AND e.reviewed AND e.state = $3 AND NOT e.is_test AND e.reviewed_ms >= $4
               AND ($5 IS NULL OR e.community_id = $5) AND ",
            platform::sees!("e.community_id"),
            " ORDER BY e.reviewed_ms DESC LIMIT $6"
        ))
        .scope(scope)
        .bind(State::Reviewed as i32)
        .bind(since)
        .bind(community)
        .bind(limit)
        .values()
        .await?)
}

/// Returns the newest answered escalations of the same community, without the given escalation; at most
/// `limit`. Escalations from the test phone are included only for a test escalation.
pub async fn answered_beside(
    tx: &mut Tx,
    scope: &Scope,
    escalation: &Escalation,
    limit: i64,
) -> Result<Vec<AnsweredEscalation>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT e.id, e.question, COALESCE(NULLIF(q.english, ''), q.body, e.question) AS sample, e.answer, e.reviewed_ms, ",
            platform::actor_name!("e", "reviewed_by"),
            " AS reviewed_by
             FROM escalation e
             LEFT JOIN message q ON q.company_id = e.company_id AND q.id = e.message_id
             WHERE e.company_id = $1 AND e.reviewed AND e.state = $2 AND e.community_id = $3 AND e.id <> $4
               AND ($5 OR NOT e.is_test)
             ORDER BY e.reviewed_ms DESC, e.id DESC LIMIT $6"),
        )
        .bind(scope.company().as_str())
        .bind(State::Reviewed as i32)
        .bind(escalation.community_id.as_str())
        .bind(escalation.id.as_str())
        .bind(escalation.is_test)
        .bind(limit)
        .all()
        .await?)
}
