//! Queries for messages.
use std::slice;

use platform::{Fault, Scope, Timestamp, Tx, dialect, metrics::Counted, paging::PageKey, phone::Phone};
use sqlx::types::Json;

use super::{hide_canceled, search_words};
use crate::messaging::thread::model::{
    Author, Conversation, ConversationId, Direction, Message, MessageId, NewMessage, Status,
};

/// Maximum characters of a preview.
const MAX_PREVIEW: usize = 160;

/// Exceeds the number of unread messages of any conversation.
const ALL_UNREAD: i32 = 1_000_000;

/// Adds an inbound message, or a queued outbound message.
pub async fn add_message(
    tx: &mut Tx,
    scope: &Scope,
    conversation: &Conversation,
    outbound: Option<&NewMessage<'_>>,
    inbound: &str,
    id: &MessageId,
    now: Timestamp,
) -> Result<(), Fault> {
    let (direction, author, status) = match outbound {
        Some(outbound) => (Direction::Outbound, outbound.author, Status::Queued),
        None => (Direction::Inbound, Author::Resident, Status::Received),
    };
    let body = outbound.map_or(inbound, |o| o.body);
    // The bot's reply answers one message; a reply by staff marks all messages as read.
    let unread = match author {
        Author::Resident => 1,
        Author::Bot => outbound.and_then(|o| o.decision).map_or(0, |_| -1),
        Author::Staff => -ALL_UNREAD,
    };
    tx.query(
        "INSERT INTO message (company_id, id, conversation_id, direction, author, staff_id, body, status, decision,
             created_ms, segments, is_test)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 OR ($5 = 2 AND COALESCE(
             (SELECT i.is_test FROM message i WHERE i.company_id = $1 AND i.conversation_id = $3 AND i.direction = 1
              ORDER BY i.created_ms DESC, i.id DESC LIMIT 1), FALSE)))",
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
    .bind(outbound.map_or(0, |o| i32::try_from(platform::sms::cost(o.body).segments).unwrap_or(i32::MAX)))
    .bind(conversation.is_test)
    .run()
    .await?;
    let preview: String = body.chars().take(MAX_PREVIEW).collect();
    tx.query(
        "UPDATE conversation SET preview = $3, last_message_ms = $4,
             unread = CASE WHEN unread + $5 > 0 THEN unread + $5 ELSE 0 END,
             waiting_since_ms = CASE WHEN $6 THEN NULL ELSE waiting_since_ms END,
             reply_due_ms = CASE WHEN $6 THEN NULL ELSE reply_due_ms END
         WHERE company_id = $1 AND id = $2",
    )
    .bind(scope.company().as_str())
    .bind(conversation.id.as_str())
    .bind(preview)
    .bind(now)
    .bind(unread)
    .bind(author == Author::Staff)
    .run()
    .await?;
    search_words::index(tx, scope, &conversation.id, id, body).await
}

/// Marks a text of the test phone in a conversation that is not test traffic.
pub async fn mark_as_test(tx: &mut Tx, scope: &Scope, id: &MessageId) -> Result<(), Fault> {
    tx.query("UPDATE message SET is_test = TRUE WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .run()
        .await?;
    Ok(())
}

/// Returns a message of the scope's company.
pub async fn find_message(tx: &mut Tx, scope: &Scope, id: &MessageId) -> Result<Option<Message>, Fault> {
    Ok(tx
        .query(
            "SELECT id, conversation_id, direction, author, staff_id, '' AS author_name, body, status,
                    decision, created_ms, undo_until_ms, sends_at_ms, blast_id, is_test
             FROM message WHERE company_id = $1 AND id = $2",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .optional()
        .await?)
}

/// Returns the text of a message; empty if there is no such message.
pub async fn message_body(tx: &mut Tx, scope: &Scope, id: &MessageId) -> Result<String, Fault> {
    Ok(find_message(tx, scope, id).await?.map(|m| m.body).unwrap_or_default())
}

/// Returns messages of a conversation before a key, newest first; one more than `limit`.
pub async fn messages(
    tx: &mut Tx,
    scope: &Scope,
    conversation: &ConversationId,
    before: Option<PageKey>,
    limit: i64,
) -> Result<Vec<Message>, Fault> {
    let PageKey { at, id } = before.unwrap_or_else(PageKey::max);
    Ok(tx
        .query(concat!(
            "SELECT e.id, e.conversation_id, e.direction, e.author, e.staff_id, ",
            platform::actor_name!("e", "staff_id"),
            " AS author_name,
                    e.body, e.status, e.decision, e.created_ms, e.undo_until_ms, e.sends_at_ms, e.blast_id,
                    b.title AS blast_title
             FROM message e
             LEFT JOIN blast b ON b.company_id = e.company_id AND b.id = e.blast_id
             WHERE e.company_id = $1 AND e.conversation_id = $2 AND (e.created_ms, e.id) < ($3, $4)
             ORDER BY e.created_ms DESC, e.id DESC LIMIT $5"
        ))
        .bind(scope.company().as_str())
        .bind(conversation.as_str())
        .bind(at)
        .bind(id)
        .bind(limit + 1)
        .all()
        .await?)
}

/// Statuses of texts that a phone has not received, or not for certain.
const UNSENT: [Status; 6] = [
    Status::Queued,
    Status::Sending,
    Status::Canceled,
    Status::Suppressed,
    Status::Unknown,
    Status::HeldQuietHours,
];

/// Returns the sent messages between a phone and numbers of the scope before a key, newest first; one more than
/// `limit`.
pub async fn messages_of_phone(
    tx: &mut Tx,
    scope: &Scope,
    phone: &Phone,
    numbers: &[String],
    before: Option<PageKey>,
    limit: i64,
) -> Result<Vec<Message>, Fault> {
    let PageKey { at, id } = before.unwrap_or_else(PageKey::max);
    macro_rules! of_phone {
        ($numbers:literal) => {
            concat!(
                "SELECT e.id, e.conversation_id, e.direction, e.author, e.staff_id, '' AS author_name,
                        e.body, e.status, e.decision, e.created_ms, e.undo_until_ms
                 FROM conversation v JOIN message e ON e.company_id = v.company_id AND e.conversation_id = v.id
                 WHERE v.company_id = $1 AND v.phone = $3 AND v.number IN (",
                $numbers,
                ") AND ",
                platform::sees!("v.community_id"),
                " AND e.status NOT IN ($5, $6, $7, $8, $9, $10) AND (e.created_ms, e.id) < ($11, $12)
                 ORDER BY e.created_ms DESC, e.id DESC LIMIT $13"
            )
        };
    }
    let sql = dialect(
        of_phone!("SELECT value FROM json_each($4)"),
        of_phone!("SELECT jsonb_array_elements_text($4)"),
    );
    let mut query = tx.query(sql).scope(scope).bind(phone).bind(Json(numbers));
    for status in UNSENT {
        query = query.bind(status as i32);
    }
    Ok(query.bind(at).bind(id).bind(limit + 1).all().await?)
}

/// Changes the status of a message if it is one of `from`. Returns whether it was. A canceled message is neither found
/// by its words nor the last one of its conversation.
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
    if moved == 1 {
        tx.count(Counted::Text(to.name()));
        if to == Status::Canceled {
            hide_canceled(tx, scope, slice::from_ref(id)).await?;
        }
    }
    Ok(moved == 1)
}

/// Holds queued texts until quiet hours end. Returns the IDs of those that were queued.
pub async fn hold(
    tx: &mut Tx,
    scope: &Scope,
    ids: &[MessageId],
    until: Timestamp,
) -> Result<Vec<MessageId>, Fault> {
    let held: Vec<MessageId> = tx
        .query(platform::with_list!(
            "UPDATE message SET status = $4, sends_at_ms = $5
             WHERE company_id = $1 AND id IN ",
            "$2",
            " AND status = $3 RETURNING id"
        ))
        .bind(scope.company().as_str())
        .bind(Json(ids))
        .bind(Status::Queued as i32)
        .bind(Status::HeldQuietHours as i32)
        .bind(until)
        .values()
        .await?;
    held.iter().for_each(|_| tx.count(Counted::Text(Status::HeldQuietHours.name())));
    Ok(held)
}

/// Queues held texts, because quiet hours are over or the texts are canceled.
pub async fn release(tx: &mut Tx, scope: &Scope, ids: &[MessageId]) -> Result<(), Fault> {
    tx.query(platform::with_list!(
        "UPDATE message SET status = $4, sends_at_ms = NULL
         WHERE company_id = $1 AND id IN ",
        "$2",
        " AND status = $3"
    ))
    .bind(scope.company().as_str())
    .bind(Json(ids))
    .bind(Status::HeldQuietHours as i32)
    .bind(Status::Queued as i32)
    .run()
    .await?;
    Ok(())
}

/// Cancels all texts to a phone that wait to be sent, of all communities of the company. Returns their IDs.
pub async fn cancel_queued(tx: &mut Tx, scope: &Scope, phone: &Phone) -> Result<Vec<MessageId>, Fault> {
    let canceled: Vec<(MessageId,)> = tx
        .query(
            "UPDATE message SET status = $5 WHERE company_id = $1 AND status IN ($3, $4) AND conversation_id IN (
                 SELECT id FROM conversation WHERE company_id = $1 AND phone = $2)
             RETURNING id",
        )
        .bind(scope.company().as_str())
        .bind(phone)
        .bind(Status::Queued as i32)
        .bind(Status::HeldQuietHours as i32)
        .bind(Status::Canceled as i32)
        .all()
        .await?;
    canceled.iter().for_each(|_| tx.count(Counted::Text(Status::Canceled.name())));
    let canceled: Vec<MessageId> = canceled.into_iter().map(|(id,)| id).collect();
    hide_canceled(tx, scope, &canceled).await?;
    Ok(canceled)
}

/// Sets the time until which a reply can be undone.
pub async fn set_undo_until(
    tx: &mut Tx,
    scope: &Scope,
    id: &MessageId,
    until: Timestamp,
) -> Result<(), Fault> {
    tx.query("UPDATE message SET undo_until_ms = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(until)
        .run()
        .await?;
    Ok(())
}
