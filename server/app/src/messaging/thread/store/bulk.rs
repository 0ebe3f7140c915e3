//! Stores many texts of a blast at once, and replies to blasts.
use std::collections::HashMap;

use platform::{
    Fault, Scope, Timestamp, Tx, dialect,
    ids::{CommunityId, UserId},
    metrics::Counted,
    phone::Phone,
};
use serde::Serialize;
use sqlx::{FromRow, types::Json};

use super::{hide_canceled, search_words};

use crate::messaging::thread::model::{
    Author, Conversation, ConversationId, Direction, Message, MessageId, State, Status,
};

/// A text of a blast to store.
#[derive(Serialize)]
pub struct BulkMessage<'a> {
    pub id: MessageId,
    /// The ID of the new conversation, if the phone has none yet.
    pub conversation: ConversationId,
    pub phone: &'a Phone,
    pub body: &'a str,
}

/// A text of a blast as a resident received it, with the blast's title.
#[derive(FromRow)]
pub struct BlastText {
    pub body: String,
    pub title: String,
}

/// The data that the texts have in common.
pub struct BulkOrigin<'a> {
    pub community: &'a CommunityId,
    /// The number that sends the texts.
    pub number: &'a str,
    pub blast: &'a str,
    pub staff: Option<&'a UserId>,
    pub status: Status,
}

/// Stores texts of a blast to different phones. Returns them with their conversations, in the same order. A
/// new conversation is resolved, so that it does not wait for staff; existing conversations keep their state.
pub async fn add_bulk(
    tx: &mut Tx,
    scope: &Scope,
    origin: &BulkOrigin<'_>,
    messages: &[BulkMessage<'_>],
    now: Timestamp,
) -> Result<Vec<(Message, Conversation)>, Fault> {
    let conversations = find_or_insert_conversations(tx, scope, origin, messages, now).await?;
    let by_phone: HashMap<&str, &Conversation> =
        conversations.iter().map(|one| (one.phone.as_str(), one)).collect();
    let stored: Option<Vec<_>> = messages
        .iter()
        .map(|message| {
            let conversation = Conversation::clone(by_phone.get(message.phone.as_str())?);
            Some((stored_message(origin, message, &conversation, now), conversation))
        })
        .collect();
    let stored = stored.ok_or_else(|| Fault::internal("a conversation of a blast is missing"))?;
    let rows: Vec<_> = stored
        .iter()
        .map(|(message, _)| {
            let segments = platform::sms::cost(&message.body).segments;
            (&message.id, &message.conversation_id, &message.body, segments, message.is_test)
        })
        .collect();
    tx.query(dialect(
        "INSERT INTO message (company_id, id, conversation_id, direction, author, staff_id, body, status, blast_id,
             created_ms, segments, is_test)
         SELECT $1, v.value->>0, v.value->>1, $2, $3, $4, v.value->>2, $5, $6, $7, v.value->>3, v.value->>4
         FROM json_each($8) v",
        "INSERT INTO message (company_id, id, conversation_id, direction, author, staff_id, body, status, blast_id,
             created_ms, segments, is_test)
         SELECT $1, v->>0, v->>1, $2, $3, $4, v->>2, $5, $6, $7, (v->>3)::INTEGER, (v->>4)::BOOLEAN
         FROM jsonb_array_elements($8) v",
    ))
    .bind(scope.company().as_str())
    .bind(Direction::Outbound as i32)
    .bind(Author::Staff as i32)
    .bind(origin.staff.map(UserId::as_str))
    .bind(origin.status as i32)
    .bind(origin.blast)
    .bind(now)
    .bind(Json(rows))
    .run()
    .await?;
    let indexed: Vec<_> = stored
        .iter()
        .map(|(message, _)| (&message.conversation_id, &message.id, message.body.as_str()))
        .collect();
    search_words::index_many(tx, scope, &indexed).await?;
    Ok(stored)
}

/// Returns the conversations of the texts, in any order. New ones are inserted, and existing ones get the number that
/// sends the texts.
async fn find_or_insert_conversations(
    tx: &mut Tx,
    scope: &Scope,
    origin: &BulkOrigin<'_>,
    messages: &[BulkMessage<'_>],
    now: Timestamp,
) -> Result<Vec<Conversation>, Fault> {
    Ok(tx
        .query(dialect(
            "INSERT INTO conversation (company_id, id, community_id, phone, number, state, preview, last_message_ms)
             SELECT $1, v.value->>'conversation', $2, v.value->>'phone', $3, $4,
                    substr(v.value->>'body', 1, 160), $5
             FROM json_each($6) v WHERE true
             ON CONFLICT (company_id, community_id, phone) DO UPDATE SET number = excluded.number
             RETURNING id, community_id, phone, number, state, preview, last_message_ms, assigned_to,
                       assigned_by_rule,
                       snoozed_until_ms, unread, is_test, priority",
            "INSERT INTO conversation (company_id, id, community_id, phone, number, state, preview, last_message_ms)
             SELECT $1, v->>'conversation', $2, v->>'phone', $3, $4, substr(v->>'body', 1, 160), $5
             FROM jsonb_array_elements($6) v
             ON CONFLICT (company_id, community_id, phone) DO UPDATE SET number = excluded.number
             RETURNING id, community_id, phone, number, state, preview, last_message_ms, assigned_to,
                       assigned_by_rule,
                       snoozed_until_ms, unread, is_test, priority",
        ))
        .bind(scope.company().as_str())
        .bind(origin.community.as_str())
        .bind(origin.number)
        .bind(State::Resolved as i32)
        .bind(now)
        .bind(Json(messages))
        .all()
        .await?)
}

fn stored_message(
    origin: &BulkOrigin<'_>,
    message: &BulkMessage<'_>,
    conversation: &Conversation,
    now: Timestamp,
) -> Message {
    Message {
        id: message.id.clone(),
        conversation_id: conversation.id.clone(),
        direction: Direction::Outbound,
        author: Author::Staff,
        staff_id: origin.staff.cloned(),
        author_name: String::new(),
        body: message.body.to_owned(),
        status: origin.status,
        decision: None,
        created_ms: now,
        undo_until_ms: None,
        sends_at_ms: None,
        blast_id: None,
        blast_title: None,
        is_test: conversation.is_test,
    }
}

/// Changes the status of texts whose status is `from`. Returns those texts with their conversations.
pub async fn set_status_of_many(
    tx: &mut Tx,
    scope: &Scope,
    ids: &[MessageId],
    from: Status,
    to: Status,
) -> Result<Vec<(Message, Conversation)>, Fault> {
    let messages: Vec<Message> = tx
        .query(platform::with_list!(
            "UPDATE message SET status = $4
             WHERE company_id = $1 AND id IN ",
            "$2",
            " AND status = $3
             RETURNING id, conversation_id, direction, author, staff_id, '' AS author_name, body, status, decision,
                       created_ms, undo_until_ms"
        ))
        .bind(scope.company().as_str())
        .bind(Json(ids))
        .bind(from as i32)
        .bind(to as i32)
        .all()
        .await?;
    messages.iter().for_each(|_| tx.count(Counted::Text(to.name())));
    if to == Status::Canceled {
        let canceled: Vec<MessageId> = messages.iter().map(|message| message.id.clone()).collect();
        hide_canceled(tx, scope, &canceled).await?;
    }
    let wanted: Vec<&ConversationId> = messages.iter().map(|message| &message.conversation_id).collect();
    let conversations: Vec<Conversation> = tx
        .query(platform::with_list!(
            "SELECT id, community_id, phone, number, state, preview, last_message_ms, assigned_to,
                       assigned_by_rule, snoozed_until_ms,
                    unread, is_test, priority
             FROM conversation WHERE company_id = $1 AND id IN ",
            "$2"
        ))
        .bind(scope.company().as_str())
        .bind(Json(wanted))
        .all()
        .await?;
    let conversations: HashMap<ConversationId, Conversation> =
        conversations.into_iter().map(|one| (one.id.clone(), one)).collect();
    let with_conversation = |message: Message| {
        let conversation = conversations.get(&message.conversation_id)?.clone();
        Some((message, conversation))
    };
    Ok(messages.into_iter().filter_map(with_conversation).collect())
}

/// Returns the last text of a blast in a conversation since a time.
pub async fn last_blast(
    tx: &mut Tx,
    scope: &Scope,
    conversation: &ConversationId,
    since: Timestamp,
) -> Result<Option<BlastText>, Fault> {
    Ok(tx
        .query(
            "SELECT m.body, b.title FROM message m
             JOIN blast b ON b.company_id = m.company_id AND b.id = m.blast_id
             WHERE m.company_id = $1 AND m.conversation_id = $2 AND m.created_ms >= $3
             ORDER BY m.created_ms DESC, m.id DESC LIMIT 1",
        )
        .bind(scope.company().as_str())
        .bind(conversation.as_str())
        .bind(since)
        .optional()
        .await?)
}

/// A reply to a blast.
pub struct BlastReply {
    pub opted_out: bool,
    /// Whether the test phone sent it.
    pub is_test: bool,
}

/// Records that a text replies to the last blast of its conversation, if the blast was sent since `since`.
/// Returns the blast.
pub async fn record_blast_reply(
    tx: &mut Tx,
    scope: &Scope,
    conversation: &ConversationId,
    reply: BlastReply,
    since: Timestamp,
    now: Timestamp,
) -> Result<Option<String>, Fault> {
    Ok(tx
        .query(
            "INSERT INTO blast_reply (company_id, blast_id, conversation_id, replied_ms, opted_out, is_test)
             SELECT $1, m.blast_id, $2, $3, $4, $6 FROM message m
             WHERE m.company_id = $1 AND m.conversation_id = $2 AND m.created_ms >= $5 AND m.blast_id IS NOT NULL
             ORDER BY m.created_ms DESC, m.id DESC LIMIT 1
             ON CONFLICT (company_id, blast_id, conversation_id) DO UPDATE
             SET opted_out = blast_reply.opted_out OR excluded.opted_out,
                 is_test = blast_reply.is_test AND excluded.is_test,
                 replied_ms = CASE WHEN blast_reply.is_test AND NOT excluded.is_test THEN excluded.replied_ms
                                   ELSE blast_reply.replied_ms END
             RETURNING blast_id",
        )
        .bind(scope.company().as_str())
        .bind(conversation.as_str())
        .bind(now)
        .bind(reply.opted_out)
        .bind(since)
        .bind(reply.is_test)
        .optional_value()
        .await?)
}
