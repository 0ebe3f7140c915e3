//! Queries for notes on parts of long documents, and for the progress of generation.
use platform::{Fault, Scope, Tx};

use crate::drafting::draft::model::{Draft, DraftState, Progress};

/// Returns the notes on parts for the current version, in order.
pub async fn list(tx: &mut Tx, scope: &Scope, draft: &Draft) -> Result<Vec<String>, Fault> {
    Ok(tx
        .query(
            "SELECT notes FROM draft_part WHERE company_id = $1 AND draft_id = $2 AND version = $3
             ORDER BY number LIMIT 100",
        )
        .bind(scope.company().as_str())
        .bind(draft.id.as_str())
        .bind(draft.version)
        .values()
        .await?)
}

/// Stores the notes on a part. Returns false if this run no longer generates the draft.
pub async fn insert(
    tx: &mut Tx,
    scope: &Scope,
    draft: &Draft,
    number: i64,
    notes: &str,
) -> Result<bool, Fault> {
    let stored = tx
        .query(
            "INSERT INTO draft_part (company_id, draft_id, version, number, notes)
             SELECT company_id, id, version, $5, $6 FROM draft
             WHERE company_id = $1 AND id = $2 AND run = $3 AND state = $4",
        )
        .bind(scope.company().as_str())
        .bind(draft.id.as_str())
        .bind(draft.run)
        .bind(DraftState::Generating as i32)
        .bind(number)
        .bind(notes)
        .run()
        .await?;
    Ok(stored == 1)
}

/// Stores the progress. Returns false if this run no longer generates the draft.
pub async fn set_progress(
    tx: &mut Tx,
    scope: &Scope,
    draft: &Draft,
    progress: Progress,
) -> Result<bool, Fault> {
    let stored = tx
        .query(
            "UPDATE draft SET stage = $5, part = $6, part_count = $7
             WHERE company_id = $1 AND id = $2 AND run = $3 AND state = $4",
        )
        .bind(scope.company().as_str())
        .bind(draft.id.as_str())
        .bind(draft.run)
        .bind(DraftState::Generating as i32)
        .bind(progress.stage as i32)
        .bind(progress.part)
        .bind(progress.part_count)
        .run()
        .await?;
    Ok(stored == 1)
}

/// Deletes the notes of a draft.
pub async fn delete(tx: &mut Tx, scope: &Scope, draft: &Draft) -> Result<(), Fault> {
    tx.query("DELETE FROM draft_part WHERE company_id = $1 AND draft_id = $2")
        .bind(scope.company().as_str())
        .bind(draft.id.as_str())
        .run()
        .await?;
    Ok(())
}
