//! Storage of embeddings, one per utterance, company and model, and of the calibrated score threshold.
mod calibration;

use std::{collections::HashMap, time::Duration};

use answering::QuantizedEmbedding;
use platform::{Fault, Scope, Timestamp, Tx, delete_expired};
use sha2::{Digest, Sha256};
use sqlx::{FromRow, types::Json};

pub use calibration::{Calibration, ConfirmationCount, confirmation_counts, count_companies};

/// Time after the last use after which an embedding is deleted.
const UNUSED_EMBEDDING_TTL: Duration = Duration::from_secs(90 * 24 * 3_600);
/// Minimum time between two updates of `used_ms`.
const TOUCH_INTERVAL: Duration = Duration::from_secs(24 * 3_600);

/// Returns the digest that identifies an utterance.
pub fn digest(text: &str) -> String {
    hex::encode(Sha256::digest(text))
}

/// Embeddings by the digests of their texts.
pub type Embeddings = HashMap<String, QuantizedEmbedding>;

#[derive(FromRow)]
struct Row {
    digest: String,
    vector: Vec<u8>,
    used_ms: Timestamp,
}

/// Finds the stored embeddings of these texts. Returns them, and whether [`mark_used`] is due.
pub async fn embeddings(
    tx: &mut Tx,
    scope: &Scope,
    model: &str,
    digests: &[String],
    now: Timestamp,
) -> Result<(Embeddings, bool), Fault> {
    let stored: Vec<Row> = tx
        .query(platform::with_list!(
            "SELECT digest, vector, used_ms FROM utterance_vector
             WHERE company_id = $1 AND model = $2 AND digest IN ",
            "$3"
        ))
        .bind(scope.company().as_str())
        .bind(model)
        .bind(Json(digests))
        .all()
        .await?;
    let is_due = stored.iter().any(|stored| stored.used_ms.plus(TOUCH_INTERVAL) <= now);
    let read = |row: Row| Some((row.digest, QuantizedEmbedding::from_bytes(&row.vector)?));
    Ok((stored.into_iter().filter_map(read).collect(), is_due))
}

/// Stores embeddings. An embedding that another server stored in the meantime is identical.
pub async fn save_embeddings(
    tx: &mut Tx,
    scope: &Scope,
    model: &str,
    embeddings: &Embeddings,
    now: Timestamp,
) -> Result<(), Fault> {
    for (digest, read) in embeddings {
        tx.query(
            "INSERT INTO utterance_vector (company_id, model, digest, vector, used_ms) VALUES ($1, $2, $3, $4, $5)
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

/// Marks embeddings as used now.
pub async fn mark_used(
    tx: &mut Tx,
    scope: &Scope,
    model: &str,
    digests: &[String],
    now: Timestamp,
) -> Result<(), Fault> {
    tx.query(platform::with_list!(
        "UPDATE utterance_vector SET used_ms = $4
         WHERE company_id = $1 AND model = $2 AND digest IN ",
        "$3"
    ))
    .bind(scope.company().as_str())
    .bind(model)
    .bind(Json(digests))
    .bind(now)
    .run()
    .await?;
    Ok(())
}

/// Deletes up to `limit` unused embeddings of all companies. Returns the number of deleted embeddings.
pub async fn delete_unused(tx: &mut Tx, now: Timestamp, limit: i64) -> Result<u64, Fault> {
    let before = now.minus(UNUSED_EMBEDDING_TTL);
    let delete_unused = delete_expired!("utterance_vector", "company_id, model, digest", "used_ms");
    Ok(tx.query(delete_unused).bind(before).bind(limit).run().await?)
}
