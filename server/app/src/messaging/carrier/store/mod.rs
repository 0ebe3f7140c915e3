//! Queries for carriers and deliveries.
mod attempts;
mod health;
pub mod textline;

use platform::{Fault, Scope, Timestamp, Tx, delete_expired, dialect, ids::CommunityId, phone::Phone};
use serde::Serialize;
use sqlx::types::Json;

pub use attempts::{carrier_of_attempt, record_attempt, record_attempts, withdraw_attempts};
pub use health::{find_health, forget_problems, list_number_health, save_problem, save_working};

use super::model::{Delivery, Kind, NumberSettings, State};
use crate::messaging::thread::{MessageId, Status};

/// Returns the carrier of a company's number; the test phone if the company lacks the number.
pub async fn carrier_of(tx: &mut Tx, scope: &Scope, number: &str) -> Result<Kind, Fault> {
    let known: Option<(i32,)> = tx
        .query("SELECT carrier FROM text_number WHERE company_id = $1 AND number = $2")
        .bind(scope.company().as_str())
        .bind(number)
        .optional()
        .await?;
    known.map_or(Ok(Kind::TestPhone), |(kind,)| Kind::try_from(kind)).map_err(Fault::internal)
}

/// Sets the carrier and the rate of a community's number, if they are given. Returns the number with its
/// settings, if the community has one.
pub async fn set_carrier(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    kind: Option<Kind>,
    segments_per_second: Option<i32>,
) -> Result<Option<NumberSettings>, Fault> {
    Ok(tx
        .query(
            "UPDATE text_number SET carrier = COALESCE($3, carrier),
                 segments_per_second = COALESCE($4, segments_per_second)
             WHERE company_id = $1 AND community_id = $2 RETURNING number, carrier, segments_per_second",
        )
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .bind(kind.map(|kind| kind as i32))
        .bind(segments_per_second)
        .optional()
        .await?)
}

/// Returns whether any number of a company uses a carrier.
pub async fn any_number(tx: &mut Tx, scope: &Scope, kind: Kind) -> Result<bool, Fault> {
    Ok(tx
        .query("SELECT number FROM text_number WHERE company_id = $1 AND carrier = $2 LIMIT 1")
        .bind(scope.company().as_str())
        .bind(kind as i32)
        .exists()
        .await?)
}

/// Returns the numbers of a company that use a carrier.
pub async fn numbers_of(tx: &mut Tx, scope: &Scope, kind: Kind) -> Result<Vec<String>, Fault> {
    Ok(tx
        .query("SELECT number FROM text_number WHERE company_id = $1 AND carrier = $2")
        .bind(scope.company().as_str())
        .bind(kind as i32)
        .values()
        .await?)
}

/// Selects attempts of the company.
macro_rules! deliveries {
    ($condition:literal) => {
        concat!(
            "SELECT id, message_id, state, sid, tries, tried_ms, lookups, superseded FROM delivery
             WHERE company_id = $1 AND ",
            $condition
        )
    };
}

/// Returns an attempt by its ID.
pub async fn delivery(tx: &mut Tx, scope: &Scope, id: &str) -> Result<Option<Delivery>, Fault> {
    Ok(tx.query(deliveries!("id = $2")).bind(scope.company().as_str()).bind(id).optional().await?)
}

/// Returns the attempt with the carrier's ID of the text.
pub async fn delivery_by_sid(tx: &mut Tx, scope: &Scope, sid: &str) -> Result<Option<Delivery>, Fault> {
    Ok(tx.query(deliveries!("sid = $2")).bind(scope.company().as_str()).bind(sid).optional().await?)
}

/// Returns the current attempt of a text.
pub async fn delivery_of(tx: &mut Tx, scope: &Scope, message: &MessageId) -> Result<Option<Delivery>, Fault> {
    let query = tx.query(deliveries!("message_id = $2 AND NOT superseded"));
    Ok(query.bind(scope.company().as_str()).bind(message.as_str()).optional().await?)
}

/// A text that the carrier accepted.
#[derive(Serialize)]
pub struct Acceptance {
    /// The attempt.
    pub id: String,
    pub message: MessageId,
    /// The carrier's ID of the text.
    pub sid: String,
    pub status: i32,
}

/// Records that the carrier accepted texts that are being sent. A report that arrived first takes precedence:
/// only texts whose status is one of `from` are updated. A first step materializes the keys to look up; in
/// one step, both databases would read all texts of the company. It also selects the company, because
/// PostgreSQL reads all texts of a company that had few texts in its last statistics. Attempts are locked before
/// their texts, as by the carrier's reports, so that neither waits for the other forever.
pub async fn record_acceptances(
    tx: &mut Tx,
    scope: &Scope,
    accepted: &[Acceptance],
    from: &[Status],
) -> Result<(), Fault> {
    if accepted.is_empty() {
        return Ok(());
    }
    let from: Vec<i32> = from.iter().map(|status| *status as i32).collect();
    let message = dialect(
        "WITH accepted AS MATERIALIZED (
             SELECT m.rowid AS row, v.value->>'status' AS status
             FROM json_each($2) v CROSS JOIN message m CROSS JOIN delivery d
             WHERE m.company_id = $1 AND m.id = v.value->>'message'
               AND m.status IN (SELECT value FROM json_each($4))
               AND d.company_id = $1 AND d.id = v.value->>'id' AND d.state = $3)
         UPDATE message SET status = a.status FROM accepted a WHERE message.rowid = a.row",
        "WITH accepted AS MATERIALIZED (
             SELECT $1 AS company_id, v->>'id' AS id, v->>'message' AS message_id,
                    (v->>'status')::INTEGER AS status
             FROM jsonb_array_elements($2) v),
         locked AS MATERIALIZED (
             SELECT a.company_id, a.message_id, a.status FROM accepted a
             JOIN delivery d ON d.company_id = a.company_id AND d.id = a.id AND d.state = $3
             FOR UPDATE OF d)
         UPDATE message SET status = l.status FROM locked l
         WHERE message.company_id = l.company_id AND message.id = l.message_id
           AND message.status IN (SELECT jsonb_array_elements_text($4)::INTEGER)",
    );
    let query = tx.query(message).bind(scope.company().as_str()).bind(Json(accepted));
    query.bind(State::Sending as i32).bind(Json(from)).run().await?;
    let delivery = dialect(
        "WITH accepted AS MATERIALIZED (
             SELECT d.rowid AS row, v.value->>'sid' AS sid
             FROM json_each($2) v CROSS JOIN delivery d
             WHERE d.company_id = $1 AND d.id = v.value->>'id' AND d.state = $3)
         UPDATE delivery SET state = $4, sid = COALESCE(delivery.sid, a.sid) FROM accepted a
         WHERE delivery.rowid = a.row",
        "WITH accepted AS MATERIALIZED (
             SELECT $1 AS company_id, v->>'id' AS id, v->>'sid' AS sid FROM jsonb_array_elements($2) v)
         UPDATE delivery SET state = $4, sid = COALESCE(delivery.sid, a.sid) FROM accepted a
         WHERE delivery.company_id = a.company_id AND delivery.id = a.id AND delivery.state = $3",
    );
    let query = tx.query(delivery).bind(scope.company().as_str()).bind(Json(accepted));
    query.bind(State::Sending as i32).bind(State::Accepted as i32).run().await?;
    Ok(())
}

/// Returns the interrupted attempts to send texts of a blast: those that have not ended and have no job of
/// their own.
pub async fn interrupted_attempts(tx: &mut Tx, scope: &Scope, blast: &str) -> Result<Vec<Delivery>, Fault> {
    Ok(tx
        .query(
            "SELECT d.id, d.message_id, d.state, d.sid, d.tries, d.tried_ms, d.lookups, d.superseded
             FROM message m JOIN delivery d ON d.company_id = m.company_id AND d.message_id = m.id
                 AND NOT d.superseded
             WHERE m.company_id = $1 AND m.blast_id = $2 AND m.status = $3 AND d.state = $4
               AND NOT EXISTS (SELECT 1 FROM job j WHERE j.company_id = $1
                   AND (j.key = 'deliver ' || m.id OR j.key LIKE 'deliver ' || m.id || ' %'))
             LIMIT 1000",
        )
        .bind(scope.company().as_str())
        .bind(blast)
        .bind(Status::Sending as i32)
        .bind(State::Sending as i32)
        .all()
        .await?)
}

/// Records that a phone cannot receive texts.
pub async fn mark_unreachable(
    tx: &mut Tx,
    scope: &Scope,
    phone: &Phone,
    code: i32,
    now: Timestamp,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO unreachable_phone (company_id, phone, error_code, at_ms) VALUES ($1, $2, $3, $4)
         ON CONFLICT (company_id, phone) DO UPDATE SET error_code = excluded.error_code, at_ms = excluded.at_ms",
    )
    .bind(scope.company().as_str())
    .bind(phone)
    .bind(code)
    .bind(now)
    .run()
    .await?;
    Ok(())
}

/// Records that a phone can receive texts: it sent or received one. A number may get another owner or become mobile.
pub async fn mark_reachable(tx: &mut Tx, scope: &Scope, phone: &Phone) -> Result<(), Fault> {
    tx.query("DELETE FROM unreachable_phone WHERE company_id = $1 AND phone = $2")
        .bind(scope.company().as_str())
        .bind(phone)
        .run()
        .await?;
    Ok(())
}

/// Marks the attempts of texts as superseded.
pub async fn supersede_many(tx: &mut Tx, scope: &Scope, messages: &[MessageId]) -> Result<(), Fault> {
    tx.query(platform::with_list!(
        "UPDATE delivery SET superseded = TRUE
         WHERE company_id = $1 AND message_id IN ",
        "$2"
    ))
    .bind(scope.company().as_str())
    .bind(Json(messages))
    .run()
    .await?;
    Ok(())
}

/// Marks the attempts of a text as superseded.
pub async fn supersede(tx: &mut Tx, scope: &Scope, message: &MessageId) -> Result<(), Fault> {
    tx.query("UPDATE delivery SET superseded = TRUE WHERE company_id = $1 AND message_id = $2")
        .bind(scope.company().as_str())
        .bind(message.as_str())
        .run()
        .await?;
    Ok(())
}

/// Changes the state of an attempt if it is one of `from`. Returns whether it was; a report of the
/// carrier may have come first.
pub async fn set_state(
    tx: &mut Tx,
    scope: &Scope,
    id: &str,
    from: &[State],
    state: State,
    sid: Option<&str>,
    code: Option<i32>,
) -> Result<bool, Fault> {
    let from: Vec<i32> = from.iter().map(|state| *state as i32).collect();
    let moved = tx
        .query(dialect(
            "UPDATE delivery SET state = $3, sid = COALESCE(sid, $4), error_code = COALESCE($5, error_code)
             WHERE company_id = $1 AND id = $2 AND state IN (SELECT value FROM json_each($6))",
            "UPDATE delivery SET state = $3, sid = COALESCE(sid, $4), error_code = COALESCE($5, error_code)
             WHERE company_id = $1 AND id = $2
               AND state IN (SELECT jsonb_array_elements_text($6)::INTEGER)",
        ))
        .bind(scope.company().as_str())
        .bind(id)
        .bind(state as i32)
        .bind(sid)
        .bind(code)
        .bind(Json(from))
        .run()
        .await?;
    Ok(moved == 1)
}

/// Counts a lookup of an attempt at the carrier.
pub async fn count_lookup(tx: &mut Tx, scope: &Scope, id: &str) -> Result<(), Fault> {
    tx.query("UPDATE delivery SET lookups = lookups + 1 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id)
        .run()
        .await?;
    Ok(())
}

/// Returns the given carrier IDs that belong to an attempt.
pub async fn known_sids(tx: &mut Tx, scope: &Scope, sids: &[&str]) -> Result<Vec<String>, Fault> {
    Ok(tx
        .query(platform::with_list!("SELECT sid FROM delivery WHERE company_id = $1 AND sid IN ", "$2"))
        .bind(scope.company().as_str())
        .bind(Json(sids))
        .values()
        .await?)
}

/// Deletes at most `most` reports of all companies up to a time. Returns the number of deleted reports.
pub async fn delete_old_reports(tx: &mut Tx, then: Timestamp, most: i64) -> Result<u64, Fault> {
    let forget = delete_expired!("carrier_report", "company_id, sid, status", "at_ms");
    Ok(tx.query(forget).bind(then).bind(most).run().await?)
}

/// Records a report. Returns false if it was recorded before.
pub async fn record_report(
    tx: &mut Tx,
    scope: &Scope,
    sid: &str,
    status: &str,
    now: Timestamp,
) -> Result<bool, Fault> {
    let noted = tx
        .query(
            "INSERT INTO carrier_report (company_id, sid, status, at_ms) VALUES ($1, $2, $3, $4)
             ON CONFLICT (company_id, sid, status) DO NOTHING",
        )
        .bind(scope.company().as_str())
        .bind(sid)
        .bind(status)
        .bind(now)
        .run()
        .await?;
    Ok(noted == 1)
}
