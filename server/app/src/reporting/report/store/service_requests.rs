//! Service requests that are open now: pending, needing information, approved, in progress, deferred or reopened.
use platform::{Fault, Scope, Tx, ids::CommunityId};

use super::details::DetailFilter;
use crate::reporting::report::model::{Detail, OpenRequests, Selection};

/// Milliseconds of a day.
const DAY_MS: i64 = 86_400_000;

/// Counts open requests by state and age. Also returns whether there has ever been a request.
pub async fn open(
    tx: &mut Tx,
    scope: &Scope,
    selection: &Selection,
) -> Result<(Vec<OpenRequests>, bool), Fault> {
    let community = selection.community.as_ref().map(CommunityId::as_str);
    let requests = tx
        .query(concat!(
            "SELECT q.state, CAST(SUM(CASE WHEN q.created_ms > $4 THEN 1 ELSE 0 END) AS BIGINT) AS up_to_7_days,
                    CAST(SUM(CASE WHEN q.created_ms <= $4 AND q.created_ms > $5 THEN 1 ELSE 0 END) AS BIGINT)
                        AS up_to_30_days,
                    CAST(SUM(CASE WHEN q.created_ms <= $5 AND q.created_ms > $6 THEN 1 ELSE 0 END) AS BIGINT)
                        AS up_to_90_days,
                    CAST(SUM(CASE WHEN q.created_ms <= $6 THEN 1 ELSE 0 END) AS BIGINT) AS older
             FROM service_request q
             WHERE q.company_id = $1 AND q.state IN (2, 3, 4, 5, 6, 11) AND ($3 IS NULL OR q.community_id = $3) AND ",
            platform::sees!("q.community_id"),
            " GROUP BY q.state ORDER BY q.state"
        ))
        .scope(scope)
        .bind(community)
        .bind(selection.now_ms - 7 * DAY_MS)
        .bind(selection.now_ms - 30 * DAY_MS)
        .bind(selection.now_ms - 90 * DAY_MS)
        .all()
        .await?;
    let any: Option<(i32,)> = tx
        .query(concat!(
            "SELECT CAST(1 AS INTEGER) FROM service_request q
             WHERE q.company_id = $1 AND ($3 IS NULL OR q.community_id = $3) AND ",
            platform::sees!("q.community_id"),
            " LIMIT 1"
        ))
        .scope(scope)
        .bind(community)
        .optional()
        .await?;
    Ok((requests, any.is_some()))
}

/// Lists up to `limit + 1` open requests, newest first.
pub async fn list_open(tx: &mut Tx, scope: &Scope, filter: &DetailFilter<'_>) -> Result<Vec<Detail>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT q.id AS subject_id, '' AS conversation_id, '' AS email_thread_id, '' AS web_chat_id,
                    q.id AS request_id, '' AS dimension, q.community_id, c.tag, q.contact_phone AS phone,
                    q.contact_email AS email_address, q.contact_name AS resident_name, c.time_zone,
                    SUBSTR(q.number || ' ' || q.title, 1, 160) AS excerpt, q.created_ms AS at_ms,
                    CAST(1 AS BIGINT) AS value, CAST(NULL AS BIGINT) AS asked_ms, CAST(NULL AS BIGINT) AS replied_ms
             FROM service_request q JOIN community c ON c.id = q.community_id
             WHERE q.company_id = $1 AND q.state IN (2, 3, 4, 5, 6, 11) AND ($3 IS NULL OR q.community_id = $3)
               AND (q.created_ms, q.id) < ($4, $5) AND ",
            platform::sees!("q.community_id"),
            " ORDER BY q.created_ms DESC, q.id DESC LIMIT $6"
        ))
        .scope(scope)
        .bind(filter.selection.community.as_ref().map(CommunityId::as_str))
        .bind(filter.before.at)
        .bind(filter.before.id.as_str())
        .bind(filter.limit + 1)
        .all()
        .await?)
}
