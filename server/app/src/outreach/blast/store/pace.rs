//! Queries for the use of a company's rates.
use platform::{Fault, Scope, Timestamp, Tx, dialect};
use sqlx::types::Json;

use crate::outreach::blast::model::SenderPace;

/// Returns the use of the rates of the company and its numbers, and locks them until the transaction ends.
/// SQLite has a single writer and needs no lock.
pub async fn lock_pace(tx: &mut Tx, scope: &Scope) -> Result<Vec<SenderPace>, Fault> {
    tx.query(
        "INSERT INTO blast_pace (company_id, sender, free_ms, day, day_segments) VALUES ($1, '', 0, 0, 0)
         ON CONFLICT (company_id, sender) DO NOTHING",
    )
    .bind(scope.company().as_str())
    .run()
    .await?;
    let sql = dialect(
        "SELECT sender, free_ms, day, day_segments FROM blast_pace WHERE company_id = $1 ORDER BY sender",
        "SELECT sender, free_ms, day, day_segments FROM blast_pace WHERE company_id = $1 ORDER BY sender
         FOR UPDATE",
    );
    Ok(tx.query(sql).bind(scope.company().as_str()).all().await?)
}

/// Returns the use of the rates of the company and its numbers.
pub async fn find_pace(tx: &mut Tx, scope: &Scope) -> Result<Vec<SenderPace>, Fault> {
    Ok(tx
        .query("SELECT sender, free_ms, day, day_segments FROM blast_pace WHERE company_id = $1")
        .bind(scope.company().as_str())
        .all()
        .await?)
}

/// Stores the use of rates. It was read and locked in the same transaction.
pub async fn save_pace(tx: &mut Tx, scope: &Scope, senders: &[SenderPace]) -> Result<(), Fault> {
    let rows: Vec<(&str, Timestamp, i64, i64)> =
        senders.iter().map(|one| (&*one.sender, one.free_ms, one.day, one.day_segments)).collect();
    tx.query(dialect(
        "INSERT INTO blast_pace (company_id, sender, free_ms, day, day_segments)
         SELECT $1, v.value->>0, v.value->>1, v.value->>2, v.value->>3 FROM json_each($2) v WHERE true
         ON CONFLICT (company_id, sender) DO UPDATE SET free_ms = excluded.free_ms,
             day = excluded.day, day_segments = excluded.day_segments",
        "INSERT INTO blast_pace (company_id, sender, free_ms, day, day_segments)
         SELECT $1, v->>0, (v->>1)::BIGINT, (v->>2)::BIGINT, (v->>3)::BIGINT FROM jsonb_array_elements($2) v
         ON CONFLICT (company_id, sender) DO UPDATE SET free_ms = excluded.free_ms,
             day = excluded.day, day_segments = excluded.day_segments",
    ))
    .bind(scope.company().as_str())
    .bind(Json(rows))
    .run()
    .await?;
    Ok(())
}

/// Subtracts segments that were not sent from those of the brand's day, unless another day has begun.
pub async fn refund_segments(tx: &mut Tx, scope: &Scope, day: i64, segments: i64) -> Result<(), Fault> {
    tx.query(dialect(
        "UPDATE blast_pace SET day_segments = max(day_segments - $3, 0)
         WHERE company_id = $1 AND sender = '' AND day = $2",
        "UPDATE blast_pace SET day_segments = GREATEST(day_segments - $3, 0)
         WHERE company_id = $1 AND sender = '' AND day = $2",
    ))
    .bind(scope.company().as_str())
    .bind(day)
    .bind(segments)
    .run()
    .await?;
    Ok(())
}
