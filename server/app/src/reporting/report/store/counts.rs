//! Reads the counts of a report: stored ones, and those of the hours that are not stored.
use platform::{Fault, Scope, Tx, ids::CommunityId};
use sqlx::types::Json;

use super::{facts::facts, roll_up, service_requests, settings::find_settings};
use crate::reporting::report::model::{
    BlastStart, CategoryCount, CommunityCount, Counts, DimensionCount, HourCount, Selection, Span,
};

/// Counts as `n` in the range `$5` to `$6`, from storage and from facts, that the scope may see, in community `$4` if it
/// is set, and of category `$8` if that is set.
macro_rules! counted {
    ($select:literal, $rest:literal) => {
        facts!(concat!(
            ", counted AS (
                 SELECT h.counter, h.community_id, h.hour_ms, h.dimension, h.category, h.value
                 FROM report_coverage k
                 JOIN report_hour h ON h.company_id = k.company_id AND h.hour_ms = k.hour_ms
                 WHERE k.company_id = $1 AND k.hour_ms >= $5 AND k.hour_ms < $6 AND k.is_ready
                 UNION ALL
                 SELECT f.counter, f.community_id, f.at_ms - f.at_ms % 3600000, f.dimension, f.category, f.value
                 FROM fact f
             ), n AS (
                 SELECT * FROM counted WHERE ($4 IS NULL OR community_id = $4) AND ",
            platform::sees!("counted.community_id"),
            " AND ($8 IS NULL OR CASE WHEN counter IN (4, 5) THEN EXISTS (
                     SELECT 1 FROM answer a WHERE a.owner_id IN (counted.community_id, $1)
                        AND a.id = counted.dimension AND a.category = $8) ELSE category = $8 END)
                   AND $7 = $7) ",
            $select,
            $rest
        ))
    };
}

/// What all queries of a report bind.
struct Reader<'a> {
    scope: &'a Scope,
    selection: &'a Selection,
    gaps: Vec<Span>,
}

/// Runs a query of a report, of a category or of all.
macro_rules! run {
    ($tx:ident, $reader:ident, $category:expr, $sql:expr) => {
        $tx.query($sql)
            .scope($reader.scope)
            .bind(Json(&$reader.gaps))
            .bind($reader.selection.community.as_ref().map(CommunityId::as_str))
            .bind($reader.selection.previous_ms)
            .bind($reader.selection.end_ms)
            .bind($reader.selection.start_ms)
            .bind($category)
            .all()
            .await?
    };
}

/// Reads what a report is made of. `gaps` are the hours whose counts are not stored.
pub async fn read_counts(
    tx: &mut Tx,
    scope: &Scope,
    selection: &Selection,
    gaps: Vec<Span>,
) -> Result<Counts, Fault> {
    let settings = find_settings(tx, scope).await?;
    let reader = Reader { scope, selection, gaps };
    let category = selection.category.as_deref();
    let hours: Vec<HourCount> = run!(
        tx,
        reader,
        category,
        counted!(
            "SELECT counter, hour_ms, CASE WHEN counter IN (2, 3) THEN dimension ELSE '' END AS dimension,
                    CAST(SUM(value) AS BIGINT) AS value FROM n WHERE counter NOT IN (12, 13, 20) ",
            "GROUP BY counter, hour_ms, CASE WHEN counter IN (2, 3) THEN dimension ELSE '' END"
        )
    );
    let communities: Vec<CommunityCount> = run!(
        tx,
        reader,
        category,
        counted!(
            "SELECT counter, community_id, CASE WHEN counter = 13 THEN dimension ELSE '' END AS dimension,
                    (hour_ms - $7) * 10 / ($6 - $7) AS part, CAST(SUM(value) AS BIGINT) AS value
             FROM n WHERE counter IN (3, 4, 5, 9, 13) AND hour_ms >= $7 ",
            "GROUP BY counter, community_id, CASE WHEN counter = 13 THEN dimension ELSE '' END,
                    (hour_ms - $7) * 10 / ($6 - $7)"
        )
    );
    let dimensions: Vec<DimensionCount> = run!(
        tx,
        reader,
        category,
        counted!(
            "SELECT counter, dimension, hour_ms >= $7 AS is_current, CAST(SUM(value) AS BIGINT) AS value
             FROM n WHERE counter IN (6, 12, 13, 14, 20) ",
            "GROUP BY counter, dimension, hour_ms >= $7"
        )
    );
    // Of all categories, to choose another from.
    let categories: Vec<CategoryCount> = run!(
        tx,
        reader,
        None::<&str>,
        counted!(
            "SELECT counter, category, is_learned, is_current, CAST(SUM(value) AS BIGINT) AS value FROM (
                 SELECT q.counter, q.is_current, q.value,
                        CASE q.counter WHEN 9 THEN q.category ELSE COALESCE((SELECT a.category FROM answer a
                            WHERE a.owner_id IN (q.community_id, $1) AND a.id = q.dimension LIMIT 1), '')
                        END AS category,
                        q.counter = 4 AND EXISTS (SELECT 1 FROM answer a
                            WHERE a.owner_id IN (q.community_id, $1) AND a.id = q.dimension
                              AND CAST(a.learned_samples AS TEXT) <> '[]') AS is_learned
                 FROM (SELECT counter, community_id, dimension, category, hour_ms >= $7 AS is_current,
                              CAST(SUM(value) AS BIGINT) AS value
                       FROM n WHERE counter IN (4, 9)
                       GROUP BY counter, community_id, dimension, category, hour_ms >= $7) q) c ",
            "GROUP BY counter, category, is_learned, is_current"
        )
    );
    let community = selection.community.as_ref().map(CommunityId::as_str);
    let live = roll_up::resolved(tx, scope, &reader.gaps, (community, category)).await?;
    let (open_requests, has_requests) = service_requests::open(tx, scope, selection).await?;
    let ids: Vec<&str> = dimensions.iter().map(|one| one.dimension.as_str()).collect();
    let names = names(tx, scope, &ids).await?;
    let blasts = blasts(tx, &reader).await?;
    let labels = labels(tx, &reader).await?;
    let (segment_price_micros, plan_segments) = plan(tx, scope).await?;
    Ok(Counts {
        hours,
        communities,
        dimensions,
        categories,
        live,
        open_requests,
        has_requests,
        blasts,
        names,
        labels,
        settings,
        segment_price_micros,
        plan_segments,
    })
}

/// Returns the names of users and partners.
async fn names(tx: &mut Tx, scope: &Scope, ids: &[&str]) -> Result<Vec<(String, String)>, Fault> {
    Ok(tx
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
        .await?)
}

/// Returns up to 50 blasts that started in the range.
async fn blasts(tx: &mut Tx, reader: &Reader<'_>) -> Result<Vec<BlastStart>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT b.id, b.title, b.starts_ms FROM blast b
             WHERE b.company_id = $1 AND b.starts_ms >= $4 AND b.starts_ms < $5 AND b.state IN (3, 4, 5)
               AND EXISTS (SELECT 1 FROM blast_community t WHERE t.company_id = $1 AND t.blast_id = b.id
                   AND ($3 IS NULL OR t.community_id = $3) AND ",
            platform::sees!("t.community_id"),
            ") ORDER BY b.starts_ms, b.id LIMIT 50"
        ))
        .scope(reader.scope)
        .bind(reader.selection.community.as_ref().map(CommunityId::as_str))
        .bind(reader.selection.start_ms)
        .bind(reader.selection.end_ms)
        .all()
        .await?)
}

/// Returns up to 200 communities of the report with their labels.
async fn labels(tx: &mut Tx, reader: &Reader<'_>) -> Result<Vec<(CommunityId, String)>, Fault> {
    let rows: Vec<(CommunityId, String)> = tx
        .query(concat!(
            "SELECT c.id, c.tag FROM community c
             JOIN company_community l ON l.community_id = c.id AND l.company_id = $1
             WHERE ($3 IS NULL OR c.id = $3) AND ",
            platform::sees!("c.id"),
            " ORDER BY c.tag, c.id LIMIT 200"
        ))
        .scope(reader.scope)
        .bind(reader.selection.community.as_ref().map(CommunityId::as_str))
        .all()
        .await?;
    Ok(rows.into_iter().map(|(id, tag)| (id, tag.replace('_', " "))).collect())
}

/// Returns the price of a segment, and the number of segments that the best plan of the company's users includes for one
/// community in a month.
async fn plan(tx: &mut Tx, scope: &Scope) -> Result<(i64, i64), Fault> {
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
