//! Queries for consent states and their ledger.
mod ledger;

use std::collections::HashSet;

use platform::{Fault, Scope, Timestamp, Tx, dialect, phone::Phone};
use sqlx::types::Json;

pub use ledger::{append_entry, entries, find_consent, require_time_zones};

use super::model::{ConsentSource, ConsentState, CurrentConsent, Subscription};

/// Returns the current consent of a subscription, if it has one.
pub async fn find(
    tx: &mut Tx,
    scope: &Scope,
    subscription: Subscription<'_>,
) -> Result<Option<CurrentConsent>, Fault> {
    Ok(tx
        .query(
            "SELECT state, source, at_ms FROM consent WHERE company_id = $1 AND phone = $2 AND program = $3",
        )
        .bind(scope.company().as_str())
        .bind(subscription.phone)
        .bind(subscription.program)
        .optional()
        .await?)
}

/// Returns those of the given phones that opted out.
pub async fn opted_out_among(
    tx: &mut Tx,
    scope: &Scope,
    program: &str,
    phones: &[&Phone],
) -> Result<HashSet<Phone>, Fault> {
    let found: Vec<(Phone,)> = tx
        .query(platform::with_list!(
            "SELECT phone FROM consent WHERE company_id = $1 AND program = $2 AND state = $3
             AND phone IN ",
            "$4"
        ))
        .bind(scope.company().as_str())
        .bind(program)
        .bind(ConsentState::OptedOut as i32)
        .bind(Json(phones))
        .all()
        .await?;
    Ok(found.into_iter().map(|(phone,)| phone).collect())
}

/// Inserts the first state of a subscription. Returns false if it has one, or if the phone was asked for consent
/// since `asked`.
pub async fn insert_if_absent(
    tx: &mut Tx,
    scope: &Scope,
    subscription: Subscription<'_>,
    state: ConsentState,
    source: ConsentSource,
    now: Timestamp,
    asked: Timestamp,
) -> Result<bool, Fault> {
    let inserted = tx
        .query(
            "INSERT INTO consent (company_id, phone, program, state, source, at_ms)
             SELECT $1, $2, $3, $4, $5, $6 WHERE NOT EXISTS (
                 SELECT 1 FROM consent_request q
                 WHERE q.company_id = $1 AND q.phone = $2 AND q.program = $3 AND q.asked_ms >= $7)
             ON CONFLICT (company_id, phone, program) DO NOTHING",
        )
        .bind(scope.company().as_str())
        .bind(subscription.phone)
        .bind(subscription.program)
        .bind(state as i32)
        .bind(source as i32)
        .bind(now)
        .bind(asked)
        .run()
        .await?;
    Ok(inserted == 1)
}

/// Inserts consent requests of a blast. Phones that were asked before keep their earlier request.
pub async fn insert_requests(
    tx: &mut Tx,
    scope: &Scope,
    program: &str,
    blast: &str,
    phones: &[&Phone],
    now: Timestamp,
) -> Result<(), Fault> {
    tx.query(dialect(
        "INSERT INTO consent_request (company_id, phone, program, blast_id, asked_ms)
         SELECT $1, v.value, $2, $3, $4 FROM json_each($5) v WHERE true
         ON CONFLICT (company_id, phone, program) DO NOTHING",
        "INSERT INTO consent_request (company_id, phone, program, blast_id, asked_ms)
         SELECT $1, v, $2, $3, $4 FROM jsonb_array_elements_text($5) v
         ON CONFLICT (company_id, phone, program) DO NOTHING",
    ))
    .bind(scope.company().as_str())
    .bind(program)
    .bind(blast)
    .bind(now)
    .bind(Json(phones))
    .run()
    .await?;
    Ok(())
}

/// Deletes consent requests of a blast.
pub async fn delete_requests(
    tx: &mut Tx,
    scope: &Scope,
    program: &str,
    blast: &str,
    phones: &[Phone],
) -> Result<(), Fault> {
    tx.query(platform::with_list!(
        "DELETE FROM consent_request WHERE company_id = $1 AND program = $2 AND blast_id = $3 AND phone IN ",
        "$4"
    ))
    .bind(scope.company().as_str())
    .bind(program)
    .bind(blast)
    .bind(Json(phones))
    .run()
    .await?;
    Ok(())
}

/// Inserts or updates the state of a subscription on a condition. A state that stays the same keeps its time. In the
/// condition, `consent` is the current row, 4 is [`ConsentState::OptedOut`], and 3, 6 and 7 are the sources that staff
/// record.
macro_rules! upsert_state {
    ($condition:literal) => {
        concat!(
            "INSERT INTO consent (company_id, phone, program, state, source, at_ms)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (company_id, phone, program) DO UPDATE
             SET state = excluded.state, source = excluded.source,
                 at_ms = CASE WHEN consent.state = excluded.state THEN consent.at_ms ELSE excluded.at_ms END
             WHERE ",
            $condition
        )
    };
}

/// Sets the state of a subscription. Returns false if it is unchanged; only one of two concurrent calls returns true.
/// An opt-out replaces one that staff recorded, so that staff cannot undo it.
pub async fn set_state(
    tx: &mut Tx,
    scope: &Scope,
    subscription: Subscription<'_>,
    state: ConsentState,
    source: ConsentSource,
    now: Timestamp,
) -> Result<bool, Fault> {
    let sql = upsert_state!(
        "consent.state <> excluded.state
         OR consent.state = 4 AND consent.source IN (3, 6, 7) AND excluded.source NOT IN (3, 6, 7)"
    );
    upsert_state(tx, scope, sql, subscription, state, source, now).await
}

/// Sets the state of a subscription to one that staff record. Returns false if the phone opted out, unless staff
/// recorded that and now record an opt-in.
pub async fn set_state_by_staff(
    tx: &mut Tx,
    scope: &Scope,
    subscription: Subscription<'_>,
    state: ConsentState,
    source: ConsentSource,
    now: Timestamp,
) -> Result<bool, Fault> {
    let sql = upsert_state!("consent.state <> 4 OR consent.source IN (3, 6, 7) AND excluded.state <> 4");
    upsert_state(tx, scope, sql, subscription, state, source, now).await
}

async fn upsert_state(
    tx: &mut Tx,
    scope: &Scope,
    sql: &'static str,
    subscription: Subscription<'_>,
    state: ConsentState,
    source: ConsentSource,
    now: Timestamp,
) -> Result<bool, Fault> {
    let updated = tx
        .query(sql)
        .bind(scope.company().as_str())
        .bind(subscription.phone)
        .bind(subscription.program)
        .bind(state as i32)
        .bind(source as i32)
        .bind(now)
        .run()
        .await?;
    Ok(updated == 1)
}

/// Opts in phones without an explicit state, and appends an entry for each to the ledger. `entries` are the
/// IDs of the entries with their phones.
pub async fn opt_in_many(
    tx: &mut Tx,
    scope: &Scope,
    program: &str,
    entries: &[(String, &str)],
    source: ConsentSource,
    evidence: &str,
    now: Timestamp,
) -> Result<(), Fault> {
    let append = dialect(
        "INSERT INTO consent_entry (company_id, id, phone, program, state, source, evidence, message_id, at_ms)
         SELECT $1, e.value->>0, e.value->>1, $3, $4, $5, $7, NULL, $6 FROM json_each($2) e
         WHERE NOT EXISTS (SELECT 1 FROM consent c WHERE c.company_id = $1 AND c.phone = e.value->>1
             AND c.program = $3 AND c.state <> $8)",
        "INSERT INTO consent_entry (company_id, id, phone, program, state, source, evidence, message_id, at_ms)
         SELECT $1, e.id, e.phone, $3, $4, $5, $7, NULL, $6
         FROM (SELECT v->>0 AS id, v->>1 AS phone FROM jsonb_array_elements($2) v OFFSET 0) e
         WHERE NOT EXISTS (SELECT 1 FROM consent c WHERE c.company_id = $1 AND c.phone = e.phone
             AND c.program = $3 AND c.state <> $8)",
    );
    let upsert = dialect(
        "INSERT INTO consent (company_id, phone, program, state, source, at_ms)
         SELECT DISTINCT $1, e.value->>1, $3, $4, $5, $6 FROM json_each($2) e WHERE true
         ON CONFLICT (company_id, phone, program) DO UPDATE
         SET state = excluded.state, source = excluded.source, at_ms = excluded.at_ms
         WHERE consent.state = $7",
        "INSERT INTO consent (company_id, phone, program, state, source, at_ms)
         SELECT DISTINCT $1, e->>1, $3, $4::INTEGER, $5::INTEGER, $6::BIGINT FROM jsonb_array_elements($2) e
         ON CONFLICT (company_id, phone, program) DO UPDATE
         SET state = excluded.state, source = excluded.source, at_ms = excluded.at_ms
         WHERE consent.state = $7",
    );
    let (opted_in, implied) = (ConsentState::OptedIn as i32, ConsentState::Implied as i32);
    let query = tx.query(append).bind(scope.company().as_str()).bind(Json(entries)).bind(program);
    let query = query.bind(opted_in).bind(source as i32).bind(now).bind(evidence);
    query.bind(implied).run().await?;
    let query = tx.query(upsert).bind(scope.company().as_str()).bind(Json(entries)).bind(program);
    query.bind(opted_in).bind(source as i32).bind(now).bind(implied).run().await?;
    Ok(())
}
