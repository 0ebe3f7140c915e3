//! Reads current counts of hours without stored counts, and other data of a report.
use std::collections::HashMap;

use platform::{Fault, Scope, Tx, ids::CommunityId};
use sqlx::types::Json;

use super::facts::facts_of_short_spans;
use crate::reporting::report::model::{BlastStart, Count, Selection, Span};

/// A community, a counter, a channel, a dimension, a category and a value.
type HourCount = (CommunityId, i32, i32, String, String, i64);

/// Returns the counts of each hour as one JSON document: returning thousands of rows takes as long as
/// counting them. `IS TRUE` makes PostgreSQL use a hash lookup for communities; otherwise it compares each
/// fact with each community.
macro_rules! live_hours {
    ($counts:literal) => {
        concat!(
            "SELECT hour_ms, ",
            $counts,
            " FROM (SELECT community_id, at_ms - at_ms % 3600000 AS hour_ms, counter, channel, dimension, category,
                        CAST(SUM(value) AS BIGINT) AS value
                 FROM fact WHERE ($4 IS NULL OR community_id = $4) AND (community_id IN (
                     SELECT l.community_id FROM company_community l WHERE l.company_id = $1 AND ",
            platform::sees!("l.community_id"),
            ")) IS TRUE
                 GROUP BY at_ms - at_ms % 3600000, community_id, counter, channel, dimension, category) n
             GROUP BY hour_ms"
        )
    };
}

/// Counts the facts in spans of time, in one community or in all that the scope includes.
pub async fn live(
    tx: &mut Tx,
    scope: &Scope,
    spans: &[Span],
    community: Option<&str>,
) -> Result<Vec<Count>, Fault> {
    let hours: Vec<(i64, Json<Vec<HourCount>>)> = tx
        .query(facts_of_short_spans!(
            live_hours!(
                "json_group_array(json_array(community_id, counter, channel, dimension, category, value))"
            ),
            live_hours!(
                "json_agg(json_build_array(community_id, counter, channel, dimension, category, value))"
            )
        ))
        .scope(scope)
        .bind(Json(spans))
        .bind(community)
        .all()
        .await?;
    let counts =
        hours.into_iter().flat_map(|(hour_ms, Json(counts))| {
            counts.into_iter().map(move |(community_id, counter, channel, dimension, category, value)| {
                Count { community_id, hour_ms, counter, channel, dimension, category, value }
            })
        });
    Ok(counts.collect())
}

/// Returns the names of users and partners.
pub async fn names(tx: &mut Tx, scope: &Scope, ids: &[&str]) -> Result<HashMap<String, String>, Fault> {
    let rows: Vec<(String, String)> = tx
        .query(platform::dialect(
            "SELECT id, first_name || ' ' || last_name FROM staff
             WHERE company_id = $1 AND id IN (SELECT value FROM json_each($2))
             UNION ALL
             SELECT id, name FROM partner WHERE company_id = $1 AND id IN (SELECT value FROM json_each($2))",
            "SELECT id, first_name || ' ' || last_name FROM staff
             WHERE company_id = $1 AND id IN (SELECT jsonb_array_elements_text($2))
             UNION ALL
             SELECT id, name FROM partner
             WHERE company_id = $1 AND id IN (SELECT jsonb_array_elements_text($2))",
        ))
        .bind(scope.company().as_str())
        .bind(Json(ids))
        .all()
        .await?;
    Ok(rows.into_iter().collect())
}

/// Returns up to 50 blasts that started in the range.
pub async fn blasts(tx: &mut Tx, scope: &Scope, selection: &Selection) -> Result<Vec<BlastStart>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT b.id, b.title, b.starts_ms FROM blast b
             WHERE b.company_id = $1 AND b.starts_ms >= $4 AND b.starts_ms < $5 AND b.state IN (3, 4, 5)
               AND EXISTS (SELECT 1 FROM blast_community t WHERE t.company_id = $1 AND t.blast_id = b.id
                   AND ($3 IS NULL OR t.community_id = $3) AND ",
            platform::sees!("t.community_id"),
            ") ORDER BY b.starts_ms, b.id LIMIT 50"
        ))
        .scope(scope)
        .bind(selection.community.as_ref().map(CommunityId::as_str))
        .bind(selection.start_ms)
        .bind(selection.end_ms)
        .all()
        .await?)
}

/// Communities of a report, starting with those in a list of IDs.
macro_rules! labels {
    ($first:literal) => {
        concat!(
            "SELECT c.id, c.tag, COUNT(*) OVER () FROM community c
             JOIN company_community l ON l.community_id = c.id AND l.company_id = $1
             WHERE ($3 IS NULL OR c.id = $3) AND ",
            platform::sees!("c.id"),
            " ORDER BY CASE WHEN c.id IN ",
            $first,
            " THEN 0 ELSE 1 END, c.tag, c.id LIMIT 200"
        )
    };
}
/// Returns up to 200 communities of the report with their labels, starting with the given IDs, and the total
/// number of communities.
pub async fn labels(
    tx: &mut Tx,
    scope: &Scope,
    selection: &Selection,
    first: &[&CommunityId],
) -> Result<(Vec<(CommunityId, String)>, i64), Fault> {
    let rows: Vec<(CommunityId, String, i64)> = tx
        .query(platform::dialect(
            labels!("(SELECT value FROM json_each($4))"),
            labels!("(SELECT jsonb_array_elements_text($4))"),
        ))
        .scope(scope)
        .bind(selection.community.as_ref().map(CommunityId::as_str))
        .bind(Json(first))
        .all()
        .await?;
    let number = rows.first().map_or(0, |(_, _, number)| *number);
    Ok((rows.into_iter().map(|(id, tag, _)| (id, tag.replace('_', " "))).collect(), number))
}

/// Returns the price of a segment in micros, and the number of segments per community and month that the best
/// plan of the company's users includes.
pub async fn plan(tx: &mut Tx, scope: &Scope) -> Result<(i64, i64), Fault> {
    let (price, best): (i64, Option<i32>) = tx
        .query(
            "SELECT segment_price_micros,
                    (SELECT MIN(text_plan) FROM staff WHERE company_id = $1 AND active AND text_plan IN (1, 2))
             FROM company WHERE id = $1",
        )
        .bind(scope.company().as_str())
        .one()
        .await?;
    Ok((
        price,
        match best {
            Some(1) => 10_000,
            Some(2) => 1_000,
            _ => 0,
        },
    ))
}
