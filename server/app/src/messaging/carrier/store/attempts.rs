//! Queries that record attempts to send texts.
use std::collections::HashMap;

use platform::{Fault, Scope, Timestamp, Tx, dialect};
use sqlx::types::Json;

use crate::messaging::{
    carrier::model::{Delivery, Kind, State},
    thread::MessageId,
};

/// Returns the carrier of an attempt, and the group at Textline that it used.
pub async fn carrier_of_attempt(
    tx: &mut Tx,
    scope: &Scope,
    id: &str,
) -> Result<Option<(Kind, Option<String>)>, Fault> {
    let query = tx.query("SELECT carrier, textline_group FROM delivery WHERE company_id = $1 AND id = $2");
    let known: Option<(i32, Option<String>)> =
        query.bind(scope.company().as_str()).bind(id).optional().await?;
    let Some((kind, group)) = known else { return Ok(None) };
    Ok(Some((Kind::try_from(kind).map_err(Fault::internal)?, group)))
}

/// Records an attempt before the text is sent.
pub async fn record_attempt(
    tx: &mut Tx,
    scope: &Scope,
    id: &str,
    message: &MessageId,
    kind: Kind,
    textline_group: Option<&str>,
    now: Timestamp,
) -> Result<Delivery, Fault> {
    Ok(tx
        .query(
            "INSERT INTO delivery (company_id, id, message_id, carrier, state, tries, tried_ms, lookups,
                 textline_group)
             VALUES ($1, $2, $3, $4, $5, 1, $6, 0, $7)
             ON CONFLICT (company_id, message_id) WHERE NOT superseded DO UPDATE SET carrier = excluded.carrier,
                 textline_group = excluded.textline_group, state = excluded.state, tries = delivery.tries + 1,
                 tried_ms = excluded.tried_ms, lookups = 0
             RETURNING id, message_id, state, sid, tries, tried_ms, lookups, superseded",
        )
        .bind(scope.company().as_str())
        .bind(id)
        .bind(message.as_str())
        .bind(kind as i32)
        .bind(State::Sending as i32)
        .bind(now)
        .bind(textline_group)
        .one()
        .await?)
}

/// Records attempts, by their ID and text, before the texts are sent. If the carrier did not accept a text,
/// its existing attempt is counted again.
pub async fn record_attempts(
    tx: &mut Tx,
    scope: &Scope,
    attempts: &[(String, MessageId)],
    kind: Kind,
    textline_group: Option<&str>,
    now: Timestamp,
) -> Result<HashMap<MessageId, Delivery>, Fault> {
    let deliveries: Vec<Delivery> = tx
        .query(dialect(
            "INSERT INTO delivery (company_id, id, message_id, carrier, state, tries, tried_ms, lookups,
                 textline_group)
             SELECT $1, value->>0, value->>1, $3, $4, 1, $5, 0, $6 FROM json_each($2) WHERE true
             ON CONFLICT (company_id, message_id) WHERE NOT superseded DO UPDATE SET carrier = excluded.carrier,
                 textline_group = excluded.textline_group, state = excluded.state, tries = delivery.tries + 1,
                 tried_ms = excluded.tried_ms, lookups = 0
             RETURNING id, message_id, state, sid, tries, tried_ms, lookups, superseded",
            "INSERT INTO delivery (company_id, id, message_id, carrier, state, tries, tried_ms, lookups,
                 textline_group)
             SELECT $1, v->>0, v->>1, $3, $4, 1, $5, 0, $6 FROM jsonb_array_elements($2) v
             ON CONFLICT (company_id, message_id) WHERE NOT superseded DO UPDATE SET carrier = excluded.carrier,
                 textline_group = excluded.textline_group, state = excluded.state, tries = delivery.tries + 1,
                 tried_ms = excluded.tried_ms, lookups = 0
             RETURNING id, message_id, state, sid, tries, tried_ms, lookups, superseded",
        ))
        .bind(scope.company().as_str())
        .bind(Json(attempts))
        .bind(kind as i32)
        .bind(State::Sending as i32)
        .bind(now)
        .bind(textline_group)
        .all()
        .await?;
    Ok(deliveries.into_iter().map(|delivery| (delivery.message_id.clone(), delivery)).collect())
}

/// Sets the state of recorded attempts whose texts were not sent to the carrier. They do not count as tries.
pub async fn withdraw_attempts(tx: &mut Tx, scope: &Scope, ids: &[&str], state: State) -> Result<(), Fault> {
    tx.query(platform::with_list!(
        "UPDATE delivery SET state = $3, tries = tries - 1
         WHERE company_id = $1 AND state = $4 AND id IN ",
        "$2"
    ))
    .bind(scope.company().as_str())
    .bind(Json(ids))
    .bind(state as i32)
    .bind(State::Sending as i32)
    .run()
    .await?;
    Ok(())
}
