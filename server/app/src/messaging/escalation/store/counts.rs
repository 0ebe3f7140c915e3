//! Numbers of escalations.
use platform::{Fault, Scope, Tx};

use crate::messaging::escalation::model::CommunityCount;

/// Counts escalations that are not test traffic, up to `most`.
pub async fn count(
    tx: &mut Tx,
    scope: &Scope,
    community: Option<&str>,
    reviewed: bool,
    most: i64,
) -> Result<i32, Fault> {
    let (count,): (i64,) = tx
        .query(concat!(
            "SELECT count(*) FROM (
                     SELECT 1 FROM escalation e WHERE e.company_id = $1 AND e.reviewed = $3 AND NOT e.is_test AND ",
            platform::sees!("e.community_id"),
            " AND ($4 IS NULL OR e.community_id = $4) LIMIT $5) counted"
        ))
        .scope(scope)
        .bind(reviewed)
        .bind(community)
        .bind(most)
        .one()
        .await?;
    Ok(i32::try_from(count).unwrap_or(i32::MAX))
}

/// Counts the open escalations of each community that the scope sees, without test traffic. Counts up to `most`
/// escalations in all.
pub async fn open_by_community(tx: &mut Tx, scope: &Scope, most: i64) -> Result<Vec<CommunityCount>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT community_id, count(*) AS open FROM (
                 SELECT e.community_id FROM escalation e
                 WHERE e.company_id = $1 AND e.reviewed = FALSE AND NOT e.is_test AND ",
            platform::sees!("e.community_id"),
            " LIMIT $3) counted GROUP BY community_id"
        ))
        .scope(scope)
        .bind(most)
        .all()
        .await?)
}
