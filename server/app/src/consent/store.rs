//! Consent in storage.
use platform::{Fault, Scope, Timestamp, Tx, phone::Phone};

use super::{
    Evidence,
    model::{Source, State},
};

/// A phone and a program.
type Whose<'a> = (&'a Phone, &'a str);

pub async fn state(tx: &mut Tx, scope: &Scope, whose: Whose<'_>) -> Result<Option<State>, Fault> {
    let known: Option<(i32,)> = tx
        .query("SELECT state FROM consent WHERE company_id = $1 AND phone = $2 AND program = $3")
        .bind(scope.company().as_str())
        .bind(whose.0)
        .bind(whose.1)
        .optional()
        .await?;
    known.map(|(state,)| State::try_from(state)).transpose().map_err(Fault::internal)
}

/// Sets the first state of a phone; false when it has one.
pub async fn begin(
    tx: &mut Tx,
    scope: &Scope,
    whose: Whose<'_>,
    state: State,
    source: Source,
    now: Timestamp,
) -> Result<bool, Fault> {
    let begun = tx
        .query(
            "INSERT INTO consent (company_id, phone, program, state, source, at_ms)
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (company_id, phone, program) DO NOTHING",
        )
        .bind(scope.company().as_str())
        .bind(whose.0)
        .bind(whose.1)
        .bind(state as i32)
        .bind(source as i32)
        .bind(now)
        .run()
        .await?;
    Ok(begun == 1)
}

/// Sets the state of a phone; false when it is that already. Of two at once, one changes it.
pub async fn turn(
    tx: &mut Tx,
    scope: &Scope,
    whose: Whose<'_>,
    state: State,
    source: Source,
    now: Timestamp,
) -> Result<bool, Fault> {
    let turned = tx
        .query(
            "INSERT INTO consent (company_id, phone, program, state, source, at_ms)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (company_id, phone, program) DO UPDATE
             SET state = excluded.state, source = excluded.source, at_ms = excluded.at_ms
             WHERE consent.state <> excluded.state",
        )
        .bind(scope.company().as_str())
        .bind(whose.0)
        .bind(whose.1)
        .bind(state as i32)
        .bind(source as i32)
        .bind(now)
        .run()
        .await?;
    Ok(turned == 1)
}

/// Writes into the ledger.
pub async fn record(
    tx: &mut Tx,
    scope: &Scope,
    id: &str,
    whose: Whose<'_>,
    state: State,
    evidence: &Evidence<'_>,
    now: Timestamp,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO consent_entry (company_id, id, phone, program, state, source, evidence, message_id, at_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(scope.company().as_str())
    .bind(id)
    .bind(whose.0)
    .bind(whose.1)
    .bind(state as i32)
    .bind(evidence.source as i32)
    .bind(evidence.words)
    .bind(evidence.message)
    .bind(now)
    .run()
    .await?;
    Ok(())
}
