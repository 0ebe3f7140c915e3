//! Queries for the health of a company's accounts, which have the names of their carriers instead of numbers, and of its
//! numbers.
use platform::{Fault, Scope, Timestamp, Tx, dialect};
use sqlx::types::Json;

use crate::messaging::carrier::model::{CarrierHealth, CarrierProblem, NumberRow};

pub async fn find_health(tx: &mut Tx, scope: &Scope, numbers: &[&str]) -> Result<Vec<CarrierHealth>, Fault> {
    Ok(tx
        .query(platform::with_list!(
            "SELECT number, problem, accepted_ms FROM carrier_health WHERE company_id = $1 AND number IN ",
            "$2"
        ))
        .bind(scope.company().as_str())
        .bind(Json(numbers))
        .all()
        .await?)
}

/// Stores a problem. It keeps the time of an earlier problem that has not ended.
pub async fn save_problem(
    tx: &mut Tx,
    scope: &Scope,
    number: &str,
    problem: CarrierProblem,
    reason: &str,
    now: Timestamp,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO carrier_health (company_id, number, problem, reason, since_ms) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (company_id, number) DO UPDATE SET problem = excluded.problem, reason = excluded.reason,
             since_ms = COALESCE(carrier_health.since_ms, excluded.since_ms)",
    )
    .bind(scope.company().as_str())
    .bind(number)
    .bind(problem as i32)
    .bind(reason)
    .bind(now)
    .run()
    .await?;
    Ok(())
}

/// Stores that the carrier accepted a text from numbers, which ends their problems.
pub async fn save_working(tx: &mut Tx, scope: &Scope, numbers: &[&str], now: Timestamp) -> Result<(), Fault> {
    tx.query(dialect(
        "INSERT INTO carrier_health (company_id, number, problem, reason, accepted_ms)
         SELECT $1, value, 0, '', $3 FROM json_each($2) WHERE TRUE
         ON CONFLICT (company_id, number) DO UPDATE SET problem = 0, reason = '', since_ms = NULL,
             accepted_ms = excluded.accepted_ms",
        "INSERT INTO carrier_health (company_id, number, problem, reason, accepted_ms)
         SELECT $1, n, 0, '', $3 FROM jsonb_array_elements_text($2) n ORDER BY n
         ON CONFLICT (company_id, number) DO UPDATE SET problem = 0, reason = '', since_ms = NULL,
             accepted_ms = excluded.accepted_ms",
    ))
    .bind(scope.company().as_str())
    .bind(Json(numbers))
    .bind(now)
    .run()
    .await?;
    Ok(())
}

/// Ends the problems of the accounts and of all numbers, or of one number, after their settings were changed: the next
/// text shows whether they work.
pub async fn forget_problems(tx: &mut Tx, scope: &Scope, number: Option<&str>) -> Result<(), Fault> {
    tx.query(
        "UPDATE carrier_health SET problem = 0, reason = '', since_ms = NULL
         WHERE company_id = $1 AND ($2 IS NULL OR number = $2) AND problem <> 0",
    )
    .bind(scope.company().as_str())
    .bind(number)
    .run()
    .await?;
    Ok(())
}

/// Lists numbers of communities that the scope can see, those with a problem first, then by community; up to `limit`.
pub async fn list_number_health(tx: &mut Tx, scope: &Scope, limit: i64) -> Result<Vec<NumberRow>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT n.community_id, c.tag AS community_tag, n.number, n.carrier,
                    COALESCE(NULLIF(a.problem, 0), h.problem, 0) AS problem,
                    CASE WHEN a.problem > 0 THEN a.reason ELSE COALESCE(h.reason, '') END AS reason,
                    CASE WHEN a.problem > 0 THEN a.since_ms ELSE h.since_ms END AS since_ms, h.accepted_ms
             FROM text_number n
             JOIN community c ON c.id = n.community_id
             LEFT JOIN carrier_health h ON h.company_id = n.company_id AND h.number = n.number
             LEFT JOIN carrier_health a ON a.company_id = n.company_id
                 AND a.number = CASE n.carrier WHEN 3 THEN 'textline' ELSE 'twilio' END
             WHERE n.company_id = $1 AND ",
            platform::sees!("n.community_id"),
            " ORDER BY CASE WHEN n.carrier <> 1 AND (a.problem > 0 OR h.problem > 0) THEN 0 ELSE 1 END,
                       c.tag, n.number LIMIT $3"
        ))
        .scope(scope)
        .bind(limit)
        .all()
        .await?)
}
