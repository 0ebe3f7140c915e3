//! Carriers in storage.
use platform::{Fault, Scope, Timestamp, Tx, bygone, dialect, ids::CommunityId};
use sqlx::types::Json;

use super::model::{Delivery, Kind, State};
use crate::conversation::MessageId;

/// Who brings the texts of a company's number; the handset for one that it does not have.
pub async fn carrier_of(tx: &mut Tx, scope: &Scope, number: &str) -> Result<Kind, Fault> {
    let known: Option<(i32,)> = tx
        .query("SELECT carrier FROM text_number WHERE company_id = $1 AND number = $2")
        .bind(scope.company().as_str())
        .bind(number)
        .optional()
        .await?;
    known.map_or(Ok(Kind::Handset), |(kind,)| Kind::try_from(kind)).map_err(Fault::internal)
}

/// Says who brings a community's texts; its number, if it has one.
pub async fn set_carrier(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    kind: Kind,
) -> Result<Option<String>, Fault> {
    let number: Option<(String,)> = tx
        .query(
            "UPDATE text_number SET carrier = $3 WHERE company_id = $1 AND community_id = $2 RETURNING number",
        )
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .bind(kind as i32)
        .optional()
        .await?;
    Ok(number.map(|(number,)| number))
}

/// Whether any number of a company is a carrier's.
pub async fn any_number(tx: &mut Tx, scope: &Scope, kind: Kind) -> Result<bool, Fault> {
    let any: Option<(String,)> = tx
        .query("SELECT number FROM text_number WHERE company_id = $1 AND carrier = $2 LIMIT 1")
        .bind(scope.company().as_str())
        .bind(kind as i32)
        .optional()
        .await?;
    Ok(any.is_some())
}

/// The numbers of a company that are a carrier's.
pub async fn numbers_of(tx: &mut Tx, scope: &Scope, kind: Kind) -> Result<Vec<String>, Fault> {
    let numbers: Vec<(String,)> = tx
        .query("SELECT number FROM text_number WHERE company_id = $1 AND carrier = $2")
        .bind(scope.company().as_str())
        .bind(kind as i32)
        .all()
        .await?;
    Ok(numbers.into_iter().map(|(number,)| number).collect())
}

/// An attempt, by its id.
pub async fn delivery(tx: &mut Tx, scope: &Scope, id: &str) -> Result<Option<Delivery>, Fault> {
    Ok(tx
        .query(
            "SELECT id, message_id, state, sid, tries, tried_ms, asked, past FROM delivery
             WHERE company_id = $1 AND id = $2",
        )
        .bind(scope.company().as_str())
        .bind(id)
        .optional()
        .await?)
}

/// The attempt that the carrier knows under a name.
pub async fn delivery_by_sid(tx: &mut Tx, scope: &Scope, sid: &str) -> Result<Option<Delivery>, Fault> {
    Ok(tx
        .query(
            "SELECT id, message_id, state, sid, tries, tried_ms, asked, past FROM delivery
             WHERE company_id = $1 AND sid = $2",
        )
        .bind(scope.company().as_str())
        .bind(sid)
        .optional()
        .await?)
}

/// The attempt to send a text.
pub async fn delivery_of(tx: &mut Tx, scope: &Scope, message: &MessageId) -> Result<Option<Delivery>, Fault> {
    Ok(tx
        .query(
            "SELECT id, message_id, state, sid, tries, tried_ms, asked, past FROM delivery
             WHERE company_id = $1 AND message_id = $2 AND NOT past",
        )
        .bind(scope.company().as_str())
        .bind(message.as_str())
        .optional()
        .await?)
}

/// Notes, before a text leaves, that it is about to.
pub async fn begin_try(
    tx: &mut Tx,
    scope: &Scope,
    id: &str,
    message: &MessageId,
    kind: Kind,
    now: Timestamp,
) -> Result<Delivery, Fault> {
    Ok(tx
        .query(
            "INSERT INTO delivery (company_id, id, message_id, carrier, state, tries, tried_ms, asked)
             VALUES ($1, $2, $3, $4, $5, 1, $6, 0)
             ON CONFLICT (company_id, message_id) WHERE NOT past DO UPDATE
             SET state = excluded.state, tries = delivery.tries + 1, tried_ms = excluded.tried_ms, asked = 0
             RETURNING id, message_id, state, sid, tries, tried_ms, asked, past",
        )
        .bind(scope.company().as_str())
        .bind(id)
        .bind(message.as_str())
        .bind(kind as i32)
        .bind(State::Sending as i32)
        .bind(now)
        .one()
        .await?)
}

/// Another attempt comes after the one that there was to send a text, if there was one.
pub async fn pass(tx: &mut Tx, scope: &Scope, message: &MessageId) -> Result<(), Fault> {
    tx.query("UPDATE delivery SET past = TRUE WHERE company_id = $1 AND message_id = $2")
        .bind(scope.company().as_str())
        .bind(message.as_str())
        .run()
        .await?;
    Ok(())
}

/// Moves an attempt on from one of some states; false when it is elsewhere: a report of the
/// carrier was faster.
pub async fn settle(
    tx: &mut Tx,
    scope: &Scope,
    id: &str,
    from: &[State],
    (state, sid, code): (State, Option<&str>, Option<i32>),
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

/// Counts that the carrier was asked about an attempt.
pub async fn count_asking(tx: &mut Tx, scope: &Scope, id: &str) -> Result<(), Fault> {
    tx.query("UPDATE delivery SET asked = asked + 1 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id)
        .run()
        .await?;
    Ok(())
}

/// Which of these names of the carrier's are known as some attempt's.
pub async fn taken(tx: &mut Tx, scope: &Scope, sids: &[&str]) -> Result<Vec<String>, Fault> {
    let taken: Vec<(String,)> = tx
        .query(dialect(
            "SELECT sid FROM delivery WHERE company_id = $1 AND sid IN (SELECT value FROM json_each($2))",
            "SELECT sid FROM delivery
             WHERE company_id = $1 AND sid IN (SELECT jsonb_array_elements_text($2))",
        ))
        .bind(scope.company().as_str())
        .bind(Json(sids))
        .all()
        .await?;
    Ok(taken.into_iter().map(|(sid,)| sid).collect())
}

/// Forgets at most `most` of the reports that came then or earlier, whosever they are; how many.
pub async fn forget_reports(tx: &mut Tx, then: Timestamp, most: i64) -> Result<u64, Fault> {
    let forget = bygone!("carrier_report", "company_id, sid, status", "at_ms");
    Ok(tx.query(forget).bind(then).bind(most).run().await?)
}

/// Notes what a carrier told; false when it told that before.
pub async fn first_time(
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
