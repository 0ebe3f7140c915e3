//! Stores counts by hour.
use platform::{Fault, Scope, Tx, dialect, ids::CompanyId};
use sqlx::types::Json;

use super::facts::facts;
use crate::reporting::report::model::{ResolvedEscalation, Span, TimeKey};

/// Lists all companies.
pub async fn list_companies(tx: &mut Tx) -> Result<Vec<CompanyId>, Fault> {
    let rows: Vec<(CompanyId,)> = tx.query("SELECT id FROM company ORDER BY id").all().await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Returns the time of the first message of the company. `None` without messages.
pub async fn first_message(tx: &mut Tx, scope: &Scope) -> Result<Option<i64>, Fault> {
    let (first,): (Option<i64>,) = tx
        .query("SELECT MIN(created_ms) FROM message WHERE company_id = $1")
        .bind(scope.company().as_str())
        .one()
        .await?;
    Ok(first)
}

/// Returns the hours whose counts are stored.
pub async fn covered_hours(tx: &mut Tx, scope: &Scope, from: i64, to: i64) -> Result<Vec<i64>, Fault> {
    let rows: Vec<(i64,)> = tx
        .query(
            "SELECT hour_ms FROM report_coverage
             WHERE company_id = $1 AND hour_ms >= $2 AND hour_ms < $3 AND is_ready",
        )
        .bind(scope.company().as_str())
        .bind(from)
        .bind(to)
        .all()
        .await?;
    Ok(rows.into_iter().map(|(hour,)| hour).collect())
}

/// Marks hours whose counts are about to be stored, so that a change in the meantime is seen.
pub async fn begin_hours(tx: &mut Tx, scope: &Scope, hours: &[i64]) -> Result<(), Fault> {
    tx.query(dialect(
        "INSERT INTO report_coverage (company_id, hour_ms, is_ready)
         SELECT $1, value, FALSE FROM json_each($2) WHERE TRUE ON CONFLICT (company_id, hour_ms) DO NOTHING",
        "INSERT INTO report_coverage (company_id, hour_ms, is_ready)
         SELECT $1, value::BIGINT, FALSE FROM jsonb_array_elements_text($2)
         ON CONFLICT (company_id, hour_ms) DO NOTHING",
    ))
    .bind(scope.company().as_str())
    .bind(Json(hours))
    .run()
    .await?;
    Ok(())
}

/// Makes the stored counts of hours hold, unless what they count has changed in the meantime.
pub async fn finish_hours(tx: &mut Tx, scope: &Scope, span: Span) -> Result<(), Fault> {
    tx.query(
        "UPDATE report_coverage SET is_ready = TRUE WHERE company_id = $1 AND hour_ms >= $2 AND hour_ms < $3",
    )
    .bind(scope.company().as_str())
    .bind(span.0)
    .bind(span.1)
    .run()
    .await?;
    Ok(())
}

/// Replaces the stored counts of a span.
pub async fn store_counts(
    tx: &mut Tx,
    scope: &Scope,
    span: Span,
    times: &[(TimeKey, i64)],
) -> Result<(), Fault> {
    tx.query("DELETE FROM report_hour WHERE company_id = $1 AND hour_ms >= $2 AND hour_ms < $3")
        .bind(scope.company().as_str())
        .bind(span.0)
        .bind(span.1)
        .run()
        .await?;
    let counted: Vec<(i64, String, i32, String, String, i64)> = tx
        .query(facts!(
            "SELECT at_ms - at_ms % 3600000 AS hour_ms, community_id, counter, dimension, category,
                    CAST(SUM(value) AS BIGINT)
             FROM fact WHERE $2 IS NULL OR $2 = ''
             GROUP BY at_ms - at_ms % 3600000, community_id, counter, dimension, category"
        ))
        .scope(scope)
        .bind(Json([span]))
        .all()
        .await?;
    let rows: Vec<(i64, &str, i32, &str, &str, i64)> = counted
        .iter()
        .map(|(hour, community, counter, dimension, category, value)| {
            (*hour, &**community, *counter, &**dimension, &**category, *value)
        })
        .chain(times.iter().map(|(time, value)| {
            (time.hour_ms, &*time.community, time.counter as i32, &*time.minutes, &*time.category, *value)
        }))
        .collect();
    tx.query(dialect(
        "INSERT INTO report_hour (company_id, hour_ms, community_id, counter, dimension, category, value)
         SELECT $1, value->>0, value->>1, value->>2, value->>3, value->>4, value->>5 FROM json_each($2)",
        "INSERT INTO report_hour (company_id, hour_ms, community_id, counter, dimension, category, value)
         SELECT $1, (value->>0)::BIGINT, value->>1, (value->>2)::INTEGER, value->>3, value->>4, (value->>5)::BIGINT
         FROM jsonb_array_elements($2)",
    ))
    .bind(scope.company().as_str())
    .bind(Json(rows))
    .run()
    .await?;
    Ok(())
}

/// Returns the escalations that staff answered in spans of time: in a community or all that the scope includes, of a
/// category or all.
pub async fn resolved(
    tx: &mut Tx,
    scope: &Scope,
    spans: &[Span],
    (community, category): (Option<&str>, Option<&str>),
) -> Result<Vec<ResolvedEscalation>, Fault> {
    Ok(tx
        .query(facts!(concat!(
            "SELECT f.community_id, f.category, e.asked_ms, f.at_ms AS reviewed_ms, c.time_zone,
                    (SELECT MIN(m.created_ms) FROM message m
                     WHERE m.company_id = $1 AND m.conversation_id = e.conversation_id AND m.author = 3
                       AND m.blast_id IS NULL AND m.created_ms > e.asked_ms
                       AND m.created_ms <= e.reviewed_ms) AS replied_ms
             FROM fact f JOIN escalation e ON e.company_id = $1 AND e.id = f.subject_id
             JOIN community c ON c.id = f.community_id
             WHERE f.counter = 10 AND ($4 IS NULL OR f.community_id = $4)
               AND ($5 IS NULL OR f.category = $5) AND ",
            platform::sees!("f.community_id")
        )))
        .scope(scope)
        .bind(Json(spans))
        .bind(community)
        .bind(category)
        .all()
        .await?)
}
