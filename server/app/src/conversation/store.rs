//! Conversations in storage. In queries with a scope, `$1` and `$2` are it.
use platform::{
    Fault, Ids, Scope, Timestamp, Tx, dialect,
    events::{self, Kind},
    ids::CommunityId,
    phone::Phone,
};
use sqlx::types::Json;

use super::model::{
    Author, Conversation, ConversationId, Decision, Direction, Listed, Message, MessageId, Outbound,
    Resident, State, Status, Step,
};

const PREVIEW: usize = 160;

/// The conversation with this phone, begun if there is none.
///
/// # Errors
/// Those of storage.
pub async fn open(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    phone: &Phone,
    number: &str,
    ids: &Ids,
    now: Timestamp,
) -> Result<Conversation, Fault> {
    Ok(tx
        .query(
            "INSERT INTO conversation (company_id, id, community_id, phone, number, state, preview, last_message_ms)
             VALUES ($1, $2, $3, $4, $5, $6, '', $7)
             ON CONFLICT (company_id, community_id, phone) DO UPDATE SET number = excluded.number
             RETURNING id, community_id, phone, number, state, preview, last_message_ms",
        )
        .bind(scope.company().as_str())
        .bind(ids.next::<String>(now))
        .bind(community.as_str())
        .bind(phone)
        .bind(number)
        .bind(State::Bot as i32)
        .bind(now)
        .one()
        .await?)
}

/// Conversations of the scope with what is shown beside them.
macro_rules! listed {
    ($rest:literal) => {
        concat!(
            "SELECT v.id, v.community_id, v.phone, v.number, v.state, v.preview, v.last_message_ms, c.tag,
                    COALESCE(r.name, '') AS name, COALESCE(r.unit, '') AS unit, COALESCE(r.kind, '') AS kind,
                    COALESCE(r.email, '') AS email
             FROM conversation v JOIN community c ON c.id = v.community_id
             LEFT JOIN resident r
               ON r.company_id = v.company_id AND r.community_id = v.community_id AND r.phone = v.phone
             WHERE v.company_id = $1 AND ",
            platform::sees!("v.community_id"),
            " ",
            $rest
        )
    };
}

/// A conversation that the scope sees.
///
/// # Errors
/// Those of storage.
pub async fn find(tx: &mut Tx, scope: &Scope, id: &ConversationId) -> Result<Option<Conversation>, Fault> {
    Ok(listed(tx, scope, id).await?.map(|listed| listed.conversation))
}

pub async fn listed(tx: &mut Tx, scope: &Scope, id: &ConversationId) -> Result<Option<Listed>, Fault> {
    Ok(tx.query(listed!("AND v.id = $3")).scope(scope).bind(id.as_str()).optional().await?)
}

/// The newest message first, after a key; one more than `limit`.
pub async fn list(
    tx: &mut Tx,
    scope: &Scope,
    community: Option<&str>,
    state: Option<i32>,
    before: Option<(i64, String)>,
    limit: i64,
) -> Result<Vec<Listed>, Fault> {
    let (time, id) = before.unwrap_or((i64::MAX, String::new()));
    Ok(tx
        .query(listed!(
            "AND (v.last_message_ms, v.id) < ($3, $4)
             AND ($5 IS NULL OR v.community_id = $5) AND ($6 IS NULL OR v.state = $6)
             ORDER BY v.last_message_ms DESC, v.id DESC LIMIT $7"
        ))
        .scope(scope)
        .bind(time)
        .bind(id)
        .bind(community)
        .bind(state)
        .bind(limit + 1)
        .all()
        .await?)
}

/// Who has this phone in a community, as far as known.
///
/// # Errors
/// Those of storage.
pub async fn resident(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    phone: &Phone,
) -> Result<Option<Resident>, Fault> {
    Ok(tx
        .query("SELECT name, unit, kind, email FROM resident WHERE company_id = $1 AND community_id = $2 AND phone = $3")
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .bind(phone)
        .optional()
        .await?)
}

/// An e-mail address as a community knows it, in whatever case it is asked for.
///
/// # Errors
/// Those of storage.
pub async fn address(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    address: &str,
) -> Result<Option<String>, Fault> {
    let known: Option<(String,)> = tx
        .query(
            "SELECT email FROM resident WHERE company_id = $1 AND community_id = $2 AND lower(email) = lower($3)
             ORDER BY phone LIMIT 1",
        )
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .bind(address)
        .optional()
        .await?;
    Ok(known.map(|(email,)| email))
}

/// Adds a resident.
///
/// # Errors
/// Those of storage.
pub async fn insert_resident(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    phone: &Phone,
    resident: &Resident,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO resident (company_id, community_id, phone, name, unit, kind, email)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(scope.company().as_str())
    .bind(community.as_str())
    .bind(phone)
    .bind(resident.name.as_str())
    .bind(resident.unit.as_str())
    .bind(resident.kind.as_str())
    .bind(resident.email.as_str())
    .run()
    .await?;
    Ok(())
}

/// Adds an inbound message, or an outbound one that waits to be sent.
///
/// # Errors
/// Those of storage.
pub async fn add_message(
    tx: &mut Tx,
    scope: &Scope,
    conversation: &Conversation,
    outbound: Option<&Outbound<'_>>,
    inbound: &str,
    id: &MessageId,
    now: Timestamp,
) -> Result<(), Fault> {
    let (direction, author, status) = match outbound {
        Some(outbound) => (Direction::Outbound, outbound.author, Status::Queued),
        None => (Direction::Inbound, Author::Resident, Status::Received),
    };
    let body = outbound.map_or(inbound, |o| o.body);
    tx.query(
        "INSERT INTO message (company_id, id, conversation_id, direction, author, staff_id, body, status, decision,
             created_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(conversation.id.as_str())
    .bind(direction as i32)
    .bind(author as i32)
    .bind(outbound.and_then(|o| o.staff).map(platform::ids::UserId::as_str))
    .bind(body)
    .bind(status as i32)
    .bind(outbound.and_then(|o| o.decision).map(Json))
    .bind(now)
    .run()
    .await?;
    let preview: String = body.chars().take(PREVIEW).collect();
    tx.query("UPDATE conversation SET preview = $3, last_message_ms = $4 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(conversation.id.as_str())
        .bind(preview)
        .bind(now)
        .run()
        .await?;
    Ok(())
}

/// Tells listeners, once it is committed, that a conversation has something new.
pub fn announce(tx: &mut Tx, scope: &Scope, conversation: &Conversation, now: Timestamp) {
    let (community, id) = (&conversation.community_id, conversation.id.as_str());
    events::publish(tx, scope.company(), community, Kind::Conversation, id, now);
}

/// Hands a conversation to the bot or to staff.
///
/// # Errors
/// Those of storage.
pub async fn set_state(tx: &mut Tx, scope: &Scope, id: &ConversationId, state: State) -> Result<(), Fault> {
    tx.query("UPDATE conversation SET state = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(state as i32)
        .run()
        .await?;
    Ok(())
}

/// A message of the scope's company, for the work on it.
///
/// # Errors
/// Those of storage.
pub async fn find_message(tx: &mut Tx, scope: &Scope, id: &MessageId) -> Result<Option<Message>, Fault> {
    Ok(tx
        .query(
            "SELECT id, conversation_id, direction, author, '' AS author_name, body, status,
                    decision, created_ms
             FROM message WHERE company_id = $1 AND id = $2",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .optional()
        .await?)
}

/// The text of a message; empty when there is none.
///
/// # Errors
/// Those of storage.
pub async fn message_body_of(tx: &mut Tx, scope: &Scope, id: &MessageId) -> Result<String, Fault> {
    Ok(find_message(tx, scope, id).await?.map(|m| m.body).unwrap_or_default())
}

/// A conversation's messages, the newest first, before a key; one more than `limit`.
pub async fn messages(
    tx: &mut Tx,
    scope: &Scope,
    conversation: &ConversationId,
    before: Option<(i64, String)>,
    limit: i64,
) -> Result<Vec<Message>, Fault> {
    let (time, id) = before.unwrap_or((i64::MAX, String::new()));
    Ok(tx
        .query(
            "SELECT e.id, e.conversation_id, e.direction, e.author,
                    COALESCE(s.first_name || ' ' || s.last_name, p.name, '') AS author_name,
                    e.body, e.status, e.decision, e.created_ms
             FROM message e LEFT JOIN staff s ON s.company_id = e.company_id AND s.id = e.staff_id
             LEFT JOIN partner p ON p.company_id = e.company_id AND p.id = e.staff_id
             WHERE e.company_id = $1 AND e.conversation_id = $2 AND (e.created_ms, e.id) < ($3, $4)
             ORDER BY e.created_ms DESC, e.id DESC LIMIT $5",
        )
        .bind(scope.company().as_str())
        .bind(conversation.as_str())
        .bind(time)
        .bind(id)
        .bind(limit + 1)
        .all()
        .await?)
}

/// What a phone and the numbers of the scope texted one another, the newest first. What
/// waits to go is not among it.
///
/// # Errors
/// Those of storage.
pub async fn of_phone(
    tx: &mut Tx,
    scope: &Scope,
    phone: &Phone,
    number: Option<&str>,
    limit: i64,
) -> Result<Vec<Message>, Fault> {
    Ok(tx
        .query(
            concat!(
                "SELECT e.id, e.conversation_id, e.direction, e.author, '' AS author_name,
                        e.body, e.status, e.decision, e.created_ms
                 FROM conversation v JOIN message e ON e.company_id = v.company_id AND e.conversation_id = v.id
                 WHERE v.company_id = $1 AND v.phone = $3 AND ($4 IS NULL OR v.number = $4) AND ",
                platform::sees!("v.community_id"),
                " AND e.status NOT IN ($5, $6, $7, $9)
                 ORDER BY e.created_ms DESC, e.id DESC LIMIT $8"
            ),
        )
        .scope(scope)
        .bind(phone)
        .bind(number)
        .bind(Status::Queued as i32)
        .bind(Status::Sending as i32)
        .bind(Status::Canceled as i32)
        .bind(limit)
        .bind(Status::Suppressed as i32)
        .all()
        .await?)
}

/// Moves a message on from one of the statuses that `from` allows; false when it is elsewhere.
///
/// # Errors
/// Those of storage.
pub async fn set_status(
    tx: &mut Tx,
    scope: &Scope,
    id: &MessageId,
    from: &[Status],
    to: Status,
) -> Result<bool, Fault> {
    let from: Vec<i32> = from.iter().map(|status| *status as i32).collect();
    let moved = tx
        .query(dialect(
            "UPDATE message SET status = $3 WHERE company_id = $1 AND id = $2
             AND status IN (SELECT value FROM json_each($4))",
            "UPDATE message SET status = $3 WHERE company_id = $1 AND id = $2
             AND status IN (SELECT jsonb_array_elements_text($4)::INTEGER)",
        ))
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(to as i32)
        .bind(Json(from))
        .run()
        .await?;
    Ok(moved == 1)
}

/// Takes back every text to a phone that has not left yet, from whichever of the company's
/// communities; which ones.
///
/// # Errors
/// Those of storage.
pub async fn cancel_queued(tx: &mut Tx, scope: &Scope, phone: &Phone) -> Result<Vec<MessageId>, Fault> {
    let canceled: Vec<(MessageId,)> = tx
        .query(
            "UPDATE message SET status = $4 WHERE company_id = $1 AND status = $3 AND conversation_id IN (
                 SELECT id FROM conversation WHERE company_id = $1 AND phone = $2)
             RETURNING id",
        )
        .bind(scope.company().as_str())
        .bind(phone)
        .bind(Status::Queued as i32)
        .bind(Status::Canceled as i32)
        .all()
        .await?;
    Ok(canceled.into_iter().map(|(id,)| id).collect())
}

/// Notes why the bot did what it did.
///
/// # Errors
/// Those of storage.
pub async fn set_decision(
    tx: &mut Tx,
    scope: &Scope,
    id: &MessageId,
    decision: &Decision,
) -> Result<(), Fault> {
    tx.query("UPDATE message SET decision = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(Json(decision))
        .run()
        .await?;
    Ok(())
}

/// Notes the next step of what happened to many messages, the same for each.
///
/// # Errors
/// Those of storage.
pub async fn add_step_to(
    tx: &mut Tx,
    scope: &Scope,
    messages: &[MessageId],
    (name, reason): (&str, &str),
    now: Timestamp,
) -> Result<(), Fault> {
    tx.query(dialect(
        "INSERT INTO message_step (company_id, message_id, position, name, reason, at_ms)
         SELECT $1, value, (SELECT count(*) FROM message_step k WHERE k.company_id = $1 AND k.message_id = value),
                $3, $4, $5
         FROM json_each($2)",
        "INSERT INTO message_step (company_id, message_id, position, name, reason, at_ms)
         SELECT $1, m, (SELECT count(*) FROM message_step k WHERE k.company_id = $1 AND k.message_id = m),
                $3, $4, $5
         FROM jsonb_array_elements_text($2) AS m",
    ))
    .bind(scope.company().as_str())
    .bind(Json(messages))
    .bind(name)
    .bind(reason)
    .bind(now)
    .run()
    .await?;
    Ok(())
}

/// Notes the next steps of what happened to a message: their names and reasons.
///
/// # Errors
/// Those of storage.
pub async fn add_steps(
    tx: &mut Tx,
    scope: &Scope,
    id: &MessageId,
    steps: &[(&str, String)],
    now: Timestamp,
) -> Result<(), Fault> {
    tx.query(dialect(
        "INSERT INTO message_step (company_id, message_id, position, name, reason, at_ms)
         SELECT $1, $2, known.n + key, json_extract(value, '$[0]'), json_extract(value, '$[1]'), $4
         FROM json_each($3),
              (SELECT count(*) AS n FROM message_step WHERE company_id = $1 AND message_id = $2) known",
        "INSERT INTO message_step (company_id, message_id, position, name, reason, at_ms)
         SELECT $1, $2, known.n + step.place - 1, step.value->>0, step.value->>1, $4
         FROM jsonb_array_elements($3) WITH ORDINALITY AS step (value, place),
              (SELECT count(*) AS n FROM message_step WHERE company_id = $1 AND message_id = $2) known",
    ))
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(Json(steps))
    .bind(now)
    .run()
    .await?;
    Ok(())
}

/// The steps of these messages, in order.
///
/// # Errors
/// Those of storage.
pub async fn steps_of(tx: &mut Tx, scope: &Scope, messages: &[&str]) -> Result<Vec<Step>, Fault> {
    Ok(tx
        .query(dialect(
            "SELECT message_id, name, reason, at_ms FROM message_step WHERE company_id = $1
             AND message_id IN (SELECT value FROM json_each($2)) ORDER BY message_id, position",
            "SELECT message_id, name, reason, at_ms FROM message_step WHERE company_id = $1
             AND message_id IN (SELECT jsonb_array_elements_text($2)) ORDER BY message_id, position",
        ))
        .bind(scope.company().as_str())
        .bind(Json(messages))
        .all()
        .await?)
}
