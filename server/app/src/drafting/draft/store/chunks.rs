//! Queries for chunks of drafts that are being generated.
use platform::{Fault, Scope, Timestamp, Tx};

use crate::drafting::draft::model::{Chunk, Draft, DraftId, DraftState};

/// Returns the chunks that end after a sequence number.
pub async fn list(tx: &mut Tx, scope: &Scope, id: &DraftId, after: i64) -> Result<Vec<Chunk>, Fault> {
    Ok(tx
        .query(
            "SELECT sequence, text FROM draft_chunk
             WHERE company_id = $1 AND draft_id = $2 AND sequence > $3 ORDER BY sequence",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(after)
        .all()
        .await?)
}

/// Renews the lease of a draft. Returns its locked sequence number, or `None` if this run no longer generates
/// it.
pub async fn renew(
    tx: &mut Tx,
    scope: &Scope,
    draft: &Draft,
    lease: Timestamp,
) -> Result<Option<i64>, Fault> {
    Ok(tx
        .query(
            "UPDATE draft SET lease_ms = $5 WHERE company_id = $1 AND id = $2 AND run = $3 AND state = $4
             RETURNING sequence",
        )
        .bind(scope.company().as_str())
        .bind(draft.id.as_str())
        .bind(draft.run)
        .bind(DraftState::Generating as i32)
        .bind(lease)
        .optional_value()
        .await?)
}

/// Stores a chunk that ends at a sequence number, unless it is empty.
pub async fn append(
    tx: &mut Tx,
    scope: &Scope,
    id: &DraftId,
    text: &str,
    sequence: i64,
) -> Result<(), Fault> {
    if text.is_empty() {
        return Ok(());
    }
    tx.query("INSERT INTO draft_chunk (company_id, draft_id, sequence, text) VALUES ($1, $2, $3, $4)")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(sequence)
        .bind(text)
        .run()
        .await?;
    tx.query("UPDATE draft SET sequence = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(sequence)
        .run()
        .await?;
    Ok(())
}

/// Returns the sequence number at which the first chunk begins that is not yet merged into the version.
pub async fn first_sequence(tx: &mut Tx, scope: &Scope, id: &DraftId) -> Result<Option<i64>, Fault> {
    Ok(tx
        .query("SELECT MIN(sequence - length(text)) FROM draft_chunk WHERE company_id = $1 AND draft_id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .value()
        .await?)
}
