//! Queries for conversations. In queries with a scope, the scope is `$1` and `$2`.
mod bulk;
mod canceled;
mod messages;
mod past_conversations;
mod questions;
mod residents;
mod search_words;
mod steps;

use platform::{
    Fault, Ids, Priority, Scope, Timestamp, Tx, dialect,
    events::{self, Kind},
    ids::CommunityId,
    phone::Phone,
};

pub use bulk::{
    BlastReply, BulkMessage, BulkOrigin, add_bulk, last_blast, record_blast_reply, set_status_of_many,
};
pub use canceled::hide_canceled;
pub use messages::{
    add_message, cancel_queued, find_message, hold, mark_as_test, message_body, messages, messages_of_phone,
    release, set_status, set_undo_until,
};
pub use past_conversations::{PastConversation, PastMessage, add_past};
pub use questions::{find_translation, inbound_questions, save_translation, set_bot_community, set_decision};
pub use residents::{find_email, find_resident, insert_resident};
pub use steps::{add_step_to_all, add_step_to_newest, add_steps, steps};

use super::model::{Conversation, ConversationId, State};

/// Returns the conversation of a phone and a community; creates it if there is none.
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
             RETURNING id, community_id, phone, number, state, preview, last_message_ms, assigned_to,
                       assigned_by_rule, snoozed_until_ms, unread, is_test, priority",
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

/// Marks a conversation with an inbound text as test traffic; the first real text makes it real. Returns the
/// conversation.
pub async fn mark_origin(
    tx: &mut Tx,
    scope: &Scope,
    conversation: Conversation,
    is_from_test_phone: bool,
) -> Result<Conversation, Fault> {
    if conversation.is_test == is_from_test_phone {
        return Ok(conversation);
    }
    let (is_test,): (bool,) = tx
        .query(
            "UPDATE conversation SET is_test = $3 AND NOT EXISTS (
                 SELECT 1 FROM message WHERE company_id = $1 AND conversation_id = $2)
             WHERE company_id = $1 AND id = $2 RETURNING is_test",
        )
        .bind(scope.company().as_str())
        .bind(conversation.id.as_str())
        .bind(is_from_test_phone)
        .one()
        .await?;
    Ok(Conversation { is_test, ..conversation })
}

/// Selects conversations of the scope.
macro_rules! conversations {
    ($rest:literal) => {
        concat!(
            "SELECT v.id, v.community_id, v.phone, v.number, v.state, v.preview, v.last_message_ms, v.assigned_to,
                    v.assigned_by_rule, v.snoozed_until_ms, v.unread, v.is_test, v.priority
             FROM conversation v WHERE v.company_id = $1 AND ",
            platform::sees!("v.community_id"),
            " ",
            $rest
        )
    };
}

/// Returns a conversation that the scope includes.
pub async fn find(tx: &mut Tx, scope: &Scope, id: &ConversationId) -> Result<Option<Conversation>, Fault> {
    Ok(tx.query(conversations!("AND v.id = $3")).scope(scope).bind(id.as_str()).optional().await?)
}

/// Returns a conversation that the scope includes, and locks it until the transaction ends.
pub async fn lock(tx: &mut Tx, scope: &Scope, id: &ConversationId) -> Result<Option<Conversation>, Fault> {
    let sql = dialect(conversations!("AND v.id = $3"), conversations!("AND v.id = $3 FOR UPDATE OF v"));
    Ok(tx.query(sql).scope(scope).bind(id.as_str()).optional().await?)
}

/// Updates state, assignee, snooze time, number of unread messages and priority.
pub async fn save(tx: &mut Tx, scope: &Scope, conversation: &Conversation) -> Result<(), Fault> {
    tx.query(
        "UPDATE conversation SET state = $3, assigned_to = $4, snoozed_until_ms = $5, unread = $6,
             assigned_by_rule = $7, priority = $8,
             waiting_since_ms = CASE WHEN $3 = 2 THEN waiting_since_ms END,
             reply_due_ms = CASE WHEN $3 = 2 THEN reply_due_ms END
         WHERE company_id = $1 AND id = $2",
    )
    .bind(scope.company().as_str())
    .bind(conversation.id.as_str())
    .bind(conversation.state as i32)
    .bind(conversation.assigned_to.as_ref().map(platform::ids::UserId::as_str))
    .bind(conversation.snoozed_until_ms)
    .bind(conversation.unread)
    .bind(&*conversation.assigned_by_rule)
    .bind(conversation.priority as i32)
    .run()
    .await?;
    Ok(())
}

/// Publishes a change of a conversation when the transaction commits.
pub fn publish_change(tx: &mut Tx, scope: &Scope, conversation: &Conversation, now: Timestamp) {
    let (community, id) = (&conversation.community_id, conversation.id.as_str());
    events::publish(tx, scope.company(), community, Kind::Conversation, id, now);
}

/// Publishes a change of each conversation with a phone when the transaction commits.
pub async fn publish_changes_of_phone(
    tx: &mut Tx,
    scope: &Scope,
    phone: &Phone,
    now: Timestamp,
) -> Result<(), Fault> {
    let found: Vec<(String, CommunityId)> = tx
        .query("SELECT id, community_id FROM conversation WHERE company_id = $1 AND phone = $2")
        .bind(scope.company().as_str())
        .bind(phone)
        .all()
        .await?;
    for (id, community) in &found {
        events::publish(tx, scope.company(), community, Kind::Conversation, id, now);
    }
    Ok(())
}

/// Publishes a change of the results of a blast when the transaction commits.
pub fn publish_blast_change(tx: &mut Tx, scope: &Scope, blast: &str, now: Timestamp) {
    let everywhere = CommunityId(String::new());
    events::publish(tx, scope.company(), &everywhere, Kind::Blast, blast, now);
}

/// Stores the priority of a conversation.
pub async fn set_priority(
    tx: &mut Tx,
    scope: &Scope,
    id: &ConversationId,
    priority: Priority,
) -> Result<(), Fault> {
    tx.query("UPDATE conversation SET priority = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(priority as i32)
        .run()
        .await?;
    Ok(())
}

/// Opens a conversation for staff.
pub async fn open_for_staff(tx: &mut Tx, scope: &Scope, id: &ConversationId) -> Result<(), Fault> {
    tx.query("UPDATE conversation SET state = $3, snoozed_until_ms = NULL WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(State::Open as i32)
        .run()
        .await?;
    Ok(())
}

/// Returns an open conversation to the bot, unless a user took it over.
pub async fn return_to_bot(tx: &mut Tx, scope: &Scope, id: &ConversationId) -> Result<(), Fault> {
    tx.query(
        "UPDATE conversation SET state = $3, assigned_to = NULL, assigned_by_rule = '',
             waiting_since_ms = NULL, reply_due_ms = NULL
         WHERE company_id = $1 AND id = $2 AND state = $4 AND (assigned_to IS NULL OR assigned_by_rule <> '')",
    )
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(State::Bot as i32)
    .bind(State::Open as i32)
    .run()
    .await?;
    Ok(())
}

/// Marks an open conversation as waiting for a reply of staff. Returns `false` if it is already waiting, or
/// not open.
pub async fn begin_waiting(
    tx: &mut Tx,
    scope: &Scope,
    id: &ConversationId,
    since: Timestamp,
) -> Result<bool, Fault> {
    let marked = tx
        .query(
            "UPDATE conversation SET waiting_since_ms = $3
             WHERE company_id = $1 AND id = $2 AND state = 2 AND waiting_since_ms IS NULL",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(since)
        .run()
        .await?;
    Ok(marked == 1)
}

/// Stores when the reply to a waiting conversation is due.
pub async fn set_reply_due(
    tx: &mut Tx,
    scope: &Scope,
    id: &ConversationId,
    due: Timestamp,
) -> Result<(), Fault> {
    tx.query("UPDATE conversation SET reply_due_ms = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(due)
        .run()
        .await?;
    Ok(())
}

/// Returns whether the company's texts are mirrored to another inbox.
pub async fn is_mirrored(tx: &mut Tx, scope: &Scope) -> Result<bool, Fault> {
    Ok(tx
        .query(
            "SELECT l.since_ms FROM chatwoot_connection l JOIN company c ON c.id = l.company_id
             WHERE l.company_id = $1 AND c.chatwoot_inbox_id <> ''",
        )
        .bind(scope.company().as_str())
        .exists()
        .await?)
}

/// Decreases the number of unread messages by one.
pub async fn mark_one_read(tx: &mut Tx, scope: &Scope, id: &ConversationId) -> Result<(), Fault> {
    tx.query("UPDATE conversation SET unread = unread - 1 WHERE company_id = $1 AND id = $2 AND unread > 0")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .run()
        .await?;
    Ok(())
}
