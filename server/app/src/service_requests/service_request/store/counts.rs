//! Counts of service requests. Counts by state are updated with each state change, so that reading them takes
//! the same time for any number of requests.
use std::ops::Range;

use platform::{Fault, Scope, Timestamp, Tx, ids::CommunityId};

use crate::service_requests::service_request::model::{State, StateCount};

/// Maximum value of counts that are not stored.
const MAX_COUNT: i64 = 1_000;

/// Updates the stored counts for a new request or a state change.
pub async fn move_count(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    from: Option<State>,
    to: State,
) -> Result<(), Fault> {
    let mut moves = vec![(to, 1_i64)];
    moves.extend(from.map(|from| (from, -1)));
    // Rows are locked in the order of the states, so that concurrent changes do not deadlock.
    moves.sort_by_key(|(state, _)| *state as i32);
    for (state, change) in moves {
        tx.query(
            "INSERT INTO service_request_count (company_id, community_id, state, count) VALUES ($1, $2, $3, $4)
             ON CONFLICT (company_id, community_id, state)
             DO UPDATE SET count = service_request_count.count + excluded.count",
        )
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .bind(state as i32)
        .bind(change)
        .run()
        .await?;
    }
    Ok(())
}

/// Returns the number of requests by state, of a community or of all that the scope can see.
pub async fn count_by_state(
    tx: &mut Tx,
    scope: &Scope,
    community: Option<&CommunityId>,
) -> Result<Vec<StateCount>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT n.state, CAST(sum(n.count) AS BIGINT) AS count FROM service_request_count n
             WHERE n.company_id = $1 AND ($3 IS NULL OR n.community_id = $3) AND ",
            platform::sees!("n.community_id"),
            " GROUP BY n.state HAVING sum(n.count) > 0 ORDER BY n.state"
        ))
        .scope(scope)
        .bind(community.map(CommunityId::as_str))
        .all()
        .await?)
}

/// Returns the number of open requests by state that are due in a period, up to 1,000 in all.
pub async fn count_due(
    tx: &mut Tx,
    scope: &Scope,
    community: Option<&CommunityId>,
    period: Range<Timestamp>,
) -> Result<Vec<StateCount>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT o.state, count(*) AS count FROM (
                 SELECT r.state FROM service_request r
                 WHERE r.company_id = $1 AND ($3 IS NULL OR r.community_id = $3)
                   AND r.state IN (2, 3, 4, 5, 11) AND r.due_ms >= $4 AND r.due_ms < $5 AND ",
            platform::sees!("r.community_id"),
            " LIMIT $6) o GROUP BY o.state"
        ))
        .scope(scope)
        .bind(community.map(CommunityId::as_str))
        .bind(period.start)
        .bind(period.end)
        .bind(MAX_COUNT)
        .all()
        .await?)
}

/// Returns the number of open requests that are assigned to a user, up to 1,000.
pub async fn count_assigned(
    tx: &mut Tx,
    scope: &Scope,
    community: Option<&CommunityId>,
    assignee: &str,
) -> Result<i64, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT count(*) FROM (
                 SELECT 1 FROM service_request r
                 WHERE r.company_id = $1 AND ($3 IS NULL OR r.community_id = $3)
                   AND r.assignee_id = $4 AND r.state IN (2, 3, 4, 5, 6, 11) AND ",
            platform::sees!("r.community_id"),
            " LIMIT $5) counted"
        ))
        .scope(scope)
        .bind(community.map(CommunityId::as_str))
        .bind(assignee)
        .bind(MAX_COUNT)
        .value()
        .await?)
}

/// Returns the number of open requests whose estimate waits for a decision, up to 1,000.
pub async fn count_pending_estimates(
    tx: &mut Tx,
    scope: &Scope,
    community: Option<&CommunityId>,
) -> Result<i64, Fault> {
    // The unary plus prevents SQLite from reading all requests in these states; it uses the index of
    // estimates instead.
    Ok(tx
        .query(concat!(
            "SELECT count(*) FROM (
                 SELECT 1 FROM service_request r
                 WHERE r.company_id = $1 AND ($3 IS NULL OR r.community_id = $3)
                   AND r.estimate_state = 1 AND +r.state IN (2, 3, 4, 5, 6, 11) AND ",
            platform::sees!("r.community_id"),
            " LIMIT $4) counted"
        ))
        .scope(scope)
        .bind(community.map(CommunityId::as_str))
        .bind(MAX_COUNT)
        .value()
        .await?)
}
