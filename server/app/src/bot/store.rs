//! What the bot keeps: readings of wordings, each text of a company once for every model, and what residents were
//! asked back.
mod asked;
mod calibration;

use std::{collections::HashMap, time::Duration};

use answering::Kept;
use platform::{Fault, Scope, Timestamp, Tx, bygone, dialect};
use sha2::{Digest, Sha256};
use sqlx::{FromRow, types::Json};

pub use asked::{Asked, Choice, keep_pick};
pub use calibration::{Calibration, Confirmed, companies, confirmed};

/// A reading that nobody needed for so long is forgotten.
const KEPT: Duration = Duration::from_secs(90 * 24 * 3_600);
/// That one was needed is noted once in so long.
const NOTED_EVERY: Duration = Duration::from_secs(24 * 3_600);

/// The name of a text under which its reading is kept.
pub fn digest(text: &str) -> String {
    hex::encode(Sha256::digest(text))
}

/// Readings by the digests of their texts.
pub type Readings = HashMap<String, Kept>;

#[derive(FromRow)]
struct Row {
    digest: String,
    vector: Vec<u8>,
    used_ms: Timestamp,
}

/// Those of these texts that are kept, and whether it is time to note that they are needed.
pub async fn readings(
    tx: &mut Tx,
    scope: &Scope,
    model: &str,
    digests: &[String],
    now: Timestamp,
) -> Result<(Readings, bool), Fault> {
    let kept: Vec<Row> = tx
        .query(dialect(
            "SELECT digest, vector, used_ms FROM wording_vector
             WHERE company_id = $1 AND model = $2 AND digest IN (SELECT value FROM json_each($3))",
            "SELECT digest, vector, used_ms FROM wording_vector
             WHERE company_id = $1 AND model = $2 AND digest IN (SELECT jsonb_array_elements_text($3))",
        ))
        .bind(scope.company().as_str())
        .bind(model)
        .bind(Json(digests))
        .all()
        .await?;
    let is_due = kept.iter().any(|kept| kept.used_ms.plus(NOTED_EVERY) <= now);
    let read = |row: Row| Some((row.digest, Kept::from_bytes(&row.vector)?));
    Ok((kept.into_iter().filter_map(read).collect(), is_due))
}

/// Keeps readings; one that another server kept meanwhile is the same.
pub async fn keep(
    tx: &mut Tx,
    scope: &Scope,
    model: &str,
    readings: &Readings,
    now: Timestamp,
) -> Result<(), Fault> {
    for (digest, read) in readings {
        tx.query(
            "INSERT INTO wording_vector (company_id, model, digest, vector, used_ms) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (company_id, model, digest) DO UPDATE SET vector = excluded.vector",
        )
        .bind(scope.company().as_str())
        .bind(model)
        .bind(digest.as_str())
        .bind(read.to_bytes())
        .bind(now)
        .run()
        .await?;
    }
    Ok(())
}

/// Notes that these are needed.
pub async fn note_use(
    tx: &mut Tx,
    scope: &Scope,
    model: &str,
    digests: &[String],
    now: Timestamp,
) -> Result<(), Fault> {
    tx.query(dialect(
        "UPDATE wording_vector SET used_ms = $4
         WHERE company_id = $1 AND model = $2 AND digest IN (SELECT value FROM json_each($3))",
        "UPDATE wording_vector SET used_ms = $4
         WHERE company_id = $1 AND model = $2 AND digest IN (SELECT jsonb_array_elements_text($3))",
    ))
    .bind(scope.company().as_str())
    .bind(model)
    .bind(Json(digests))
    .bind(now)
    .run()
    .await?;
    Ok(())
}

/// Forgets at most `most` of the readings that nobody needed for long, whosever they are; how many.
///
/// # Errors
/// Those of storage.
pub async fn forget(tx: &mut Tx, now: Timestamp, most: i64) -> Result<u64, Fault> {
    let before = now.minus(KEPT);
    let forget = bygone!("wording_vector", "company_id, model, digest", "used_ms");
    Ok(tx.query(forget).bind(before).bind(most).run().await?)
}
