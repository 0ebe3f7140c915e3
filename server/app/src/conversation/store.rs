//! Conversations in storage. In queries with a scope, `$1` and `$2` are it.
mod messages;
mod questions;
mod residents;
mod steps;
mod words;

use platform::{
    Fault, Ids, Scope, Timestamp, Tx, dialect,
    events::{self, Kind},
    ids::CommunityId,
    phone::Phone,
};

pub use messages::{
    add_message, cancel_queued, find_message, message_body_of, messages, of_phone, set_status, set_undo,
};
pub use questions::{asked, english, set_asked, set_decision, set_english};
pub use residents::{address, insert_resident, resident};
pub use steps::{add_step_to, add_steps, steps_of};

use super::model::{Conversation, ConversationId, State};

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
             RETURNING id, community_id, phone, number, state, preview, last_message_ms, assigned_to,
                       snoozed_until_ms, unread",
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

/// Conversations of the scope.
macro_rules! conversations {
    ($rest:literal) => {
        concat!(
            "SELECT v.id, v.community_id, v.phone, v.number, v.state, v.preview, v.last_message_ms, v.assigned_to,
                    v.snoozed_until_ms, v.unread
             FROM conversation v WHERE v.company_id = $1 AND ",
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
    Ok(tx.query(conversations!("AND v.id = $3")).scope(scope).bind(id.as_str()).optional().await?)
}

/// A conversation that the scope sees, which nobody else changes until this is committed: of two
/// who act at once, the second acts on what the first made of it.
///
/// # Errors
/// Those of storage.
pub async fn hold(tx: &mut Tx, scope: &Scope, id: &ConversationId) -> Result<Option<Conversation>, Fault> {
    let sql = dialect(conversations!("AND v.id = $3"), conversations!("AND v.id = $3 FOR UPDATE OF v"));
    Ok(tx.query(sql).scope(scope).bind(id.as_str()).optional().await?)
}

/// Writes who is at a conversation and has it, until when it is put aside, and what is unread.
///
/// # Errors
/// Those of storage.
pub async fn save(tx: &mut Tx, scope: &Scope, conversation: &Conversation) -> Result<(), Fault> {
    tx.query(
        "UPDATE conversation SET state = $3, assigned_to = $4, snoozed_until_ms = $5, unread = $6
         WHERE company_id = $1 AND id = $2",
    )
    .bind(scope.company().as_str())
    .bind(conversation.id.as_str())
    .bind(conversation.state as i32)
    .bind(conversation.assigned_to.as_ref().map(platform::ids::UserId::as_str))
    .bind(conversation.snoozed_until_ms)
    .bind(conversation.unread)
    .run()
    .await?;
    Ok(())
}

/// Tells listeners, once it is committed, that a conversation has something new.
pub fn announce(tx: &mut Tx, scope: &Scope, conversation: &Conversation, now: Timestamp) {
    let (community, id) = (&conversation.community_id, conversation.id.as_str());
    events::publish(tx, scope.company(), community, Kind::Conversation, id, now);
}

/// Says that a conversation waits for staff.
///
/// # Errors
/// Those of storage.
pub async fn set_open(tx: &mut Tx, scope: &Scope, id: &ConversationId) -> Result<(), Fault> {
    tx.query("UPDATE conversation SET state = $3, snoozed_until_ms = NULL WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(State::Open as i32)
        .run()
        .await?;
    Ok(())
}

/// Gives a conversation that waited to the bot, unless somebody of the staff has it.
///
/// # Errors
/// Those of storage.
pub async fn give_to_bot(tx: &mut Tx, scope: &Scope, id: &ConversationId) -> Result<(), Fault> {
    tx.query(
        "UPDATE conversation SET state = $3
         WHERE company_id = $1 AND id = $2 AND state = $4 AND assigned_to IS NULL",
    )
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(State::Bot as i32)
    .bind(State::Open as i32)
    .run()
    .await?;
    Ok(())
}

/// A text waits for nobody any more, though nothing was said to it.
///
/// # Errors
/// Those of storage.
pub async fn settle(tx: &mut Tx, scope: &Scope, id: &ConversationId) -> Result<(), Fault> {
    tx.query("UPDATE conversation SET unread = unread - 1 WHERE company_id = $1 AND id = $2 AND unread > 0")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .run()
        .await?;
    Ok(())
}
