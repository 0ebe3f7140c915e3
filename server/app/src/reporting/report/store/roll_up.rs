//! Stores counts by hour.
use platform::{Fault, Scope, Tx, dialect, ids::CompanyId};
use sqlx::types::Json;

use super::{
    facts::{facts_of_short_spans, in_spans},
    sources::{answered, channel_of_escalation, first_reply, first_reply_by_index},
};
use crate::reporting::report::model::{BLOCK_MS, BlockRow, Count, HOUR_MS, ResolvedEscalation, Span};

/// Lists all companies.
pub async fn list_companies(tx: &mut Tx) -> Result<Vec<CompanyId>, Fault> {
    Ok(tx.query("SELECT id FROM company ORDER BY id").values().await?)
}

/// Returns the time of the first text, email or message of a web chat of the company. `None` without messages.
pub async fn first_message(tx: &mut Tx, scope: &Scope) -> Result<Option<i64>, Fault> {
    Ok(tx
        .query(
            "SELECT MIN(at_ms) FROM (
                 SELECT MIN(created_ms) AS at_ms FROM message WHERE company_id = $1
                 UNION ALL SELECT MIN(at_ms) FROM email_message WHERE company_id = $1 AND status = 1
                 UNION ALL SELECT MIN(at_ms) FROM email_message WHERE company_id = $1 AND status = 4
                 UNION ALL SELECT MIN(at_ms) FROM web_chat_message WHERE company_id = $1) earliest",
        )
        .bind(scope.company().as_str())
        .value()
        .await?)
}

/// Returns the spans without stored counts, oldest first.
pub async fn gaps(tx: &mut Tx, scope: &Scope, from: i64, to: i64) -> Result<Vec<Span>, Fault> {
    let (first, last, stored): (Option<i64>, Option<i64>, i64) = tx
        .query(
            "SELECT MIN(hour_ms), MAX(hour_ms), COUNT(*) FROM report_coverage
             WHERE company_id = $1 AND hour_ms >= $2 AND hour_ms < $3 AND is_ready",
        )
        .bind(scope.company().as_str())
        .bind(from)
        .bind(to)
        .one()
        .await?;
    // Usually the stored hours are contiguous. The query that checks each hour takes ten times as long.
    if let (Some(first), Some(last)) = (first, last)
        && last - first == (stored - 1) * HOUR_MS
    {
        let around = [Span(from, first), Span(last + HOUR_MS, to)];
        return Ok(around.into_iter().filter(|Span(from, to)| from < to).collect());
    }
    Ok(tx
        .query(
            "SELECT since_ms, until_ms FROM (
                 SELECT LAG(hour_ms + 3600000, 1, $2) OVER (ORDER BY hour_ms) AS since_ms, hour_ms AS until_ms
                 FROM report_coverage WHERE company_id = $1 AND hour_ms >= $2 AND hour_ms < $3 AND is_ready
                 UNION ALL
                 SELECT COALESCE(MAX(hour_ms) + 3600000, $2), $3 FROM report_coverage
                 WHERE company_id = $1 AND hour_ms >= $2 AND hour_ms < $3 AND is_ready) gap
             WHERE since_ms < until_ms ORDER BY since_ms",
        )
        .bind(scope.company().as_str())
        .bind(from)
        .bind(to)
        .all()
        .await?)
}

/// Marks hours whose counts are about to be stored, so that changes in the meantime are detected.
pub async fn begin_hours(tx: &mut Tx, scope: &Scope, span: Span) -> Result<(), Fault> {
    let hours: Vec<i64> = (span.0..span.1).step_by(HOUR_MS.unsigned_abs() as usize).collect();
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

/// Marks the stored counts of hours as valid, unless the counted data changed in the meantime.
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

macro_rules! counted {
    () => {
        "SELECT community_id, at_ms - at_ms % 3600000 AS hour_ms, counter, channel, dimension, category,
                    CAST(SUM(value) AS BIGINT) AS value
             FROM fact WHERE $2 IS NULL OR $2 = ''
             GROUP BY community_id, at_ms - at_ms % 3600000, counter, channel, dimension, category"
    };
}

/// Counts the facts in a span in all communities, except times of escalations.
pub async fn count(tx: &mut Tx, scope: &Scope, span: Span) -> Result<Vec<Count>, Fault> {
    Ok(tx.query(facts_of_short_spans!(counted!(), counted!())).scope(scope).bind(Json([span])).all().await?)
}

/// Prevents other servers from storing counts of the company until the end of the transaction, because blocks
/// are read and then replaced.
pub async fn lock_blocks(tx: &mut Tx, scope: &Scope) -> Result<(), Fault> {
    tx.lock(&format!("report of {}", scope.company())).await
}

/// Reads the blocks of a span in all communities.
pub async fn all_blocks(tx: &mut Tx, scope: &Scope, Span(from, to): Span) -> Result<Vec<BlockRow>, Fault> {
    Ok(tx
        .query(
            "SELECT community_id, block_ms, counts FROM report_block
             WHERE company_id = $1 AND block_ms > $2 AND block_ms < $3",
        )
        .bind(scope.company().as_str())
        .bind(from - BLOCK_MS)
        .bind(to)
        .all()
        .await?)
}

/// Saves blocks.
pub async fn save_blocks(tx: &mut Tx, scope: &Scope, blocks: &[BlockRow]) -> Result<(), Fault> {
    let rows: Vec<_> = blocks
        .iter()
        .map(|block| (block.community_id.as_str(), block.block_ms, hex::encode(&block.counts)))
        .collect();
    tx.query(dialect(
        "INSERT INTO report_block (company_id, community_id, block_ms, counts)
         SELECT $1, value->>0, value->>1, unhex(value->>2) FROM json_each($2) WHERE TRUE
         ON CONFLICT (company_id, community_id, block_ms) DO UPDATE SET counts = excluded.counts",
        "INSERT INTO report_block (company_id, community_id, block_ms, counts)
         SELECT $1, value->>0, (value->>1)::BIGINT, decode(value->>2, 'hex') FROM jsonb_array_elements($2)
         ON CONFLICT (company_id, community_id, block_ms) DO UPDATE SET counts = excluded.counts",
    ))
    .bind(scope.company().as_str())
    .bind(Json(rows))
    .run()
    .await?;
    Ok(())
}

/// Reads the blocks with the given start in the communities that the scope includes.
pub async fn blocks(
    tx: &mut Tx,
    scope: &Scope,
    community: Option<&str>,
    block_ms: i64,
) -> Result<Vec<BlockRow>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT b.community_id, b.block_ms, b.counts
             FROM company_community l CROSS JOIN report_block b
             WHERE l.company_id = $1 AND l.live AND ($3 IS NULL OR l.community_id = $3)
               AND ($2 IS NULL OR ",
            platform::assigned!("l.community_id"),
            ") AND b.company_id = $1 AND b.community_id = l.community_id
               AND b.block_ms = $4"
        ))
        .scope(scope)
        .bind(community)
        .bind(block_ms)
        .all()
        .await?)
}

/// Escalations that staff answered, with the time `$replied_ms` of the first reply.
macro_rules! resolved_sql {
    ($replied_ms:expr) => {
        concat!(
            "SELECT ",
            channel_of_escalation!(),
            " AS channel, e.community_id, e.suggested_category AS category, e.asked_ms, e.reviewed_ms, c.time_zone, ",
            $replied_ms,
            " AS replied_ms
             FROM span CROSS JOIN escalation e JOIN community c ON c.id = e.community_id
             WHERE e.company_id = $1 AND e.reviewed_ms >= span.since_ms AND e.reviewed_ms < span.until_ms
               AND NOT e.is_test AND ",
            answered!(),
            " AND ($4 IS NULL OR e.community_id = $4) AND ",
            platform::sees!("e.community_id")
        )
    };
}

/// Returns the escalations that staff answered in spans of time, in one community or in all that the scope
/// includes.
pub async fn resolved(
    tx: &mut Tx,
    scope: &Scope,
    spans: &[Span],
    community: Option<&str>,
) -> Result<Vec<ResolvedEscalation>, Fault> {
    Ok(tx
        .query(in_spans!(resolved_sql!(first_reply_by_index!()), resolved_sql!(first_reply!("", "", ""))))
        .scope(scope)
        .bind(Json(spans))
        .bind(community)
        .all()
        .await?)
}
