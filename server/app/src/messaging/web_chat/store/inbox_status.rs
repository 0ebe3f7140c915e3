//! Queries for how the inbox lists a web chat.
use platform::{Fault, Priority, Scope, Timestamp, Tx, ids::UserId};

use crate::messaging::{
    thread::State,
    web_chat::model::{InboxStatus, WebChatId, WebChatMessageId},
};

/// Stores how the inbox lists a chat. A chat that is not open does not wait for a reply of staff.
pub async fn save_inbox_status(
    tx: &mut Tx,
    scope: &Scope,
    id: &WebChatId,
    inbox_status: &InboxStatus,
) -> Result<(), Fault> {
    tx.query(
        "UPDATE web_chat SET state = $3, assignee_id = $4, snoozed_until_ms = $5, is_unread = $6, priority = $7,
             assigned_by_rule = $8,
             waiting_since_ms = CASE WHEN $3 = 2 THEN waiting_since_ms END,
             reply_due_ms = CASE WHEN $3 = 2 THEN reply_due_ms END
         WHERE company_id = $1 AND id = $2",
    )
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(inbox_status.state as i32)
    .bind(inbox_status.assignee_id.as_ref().map(UserId::as_str))
    .bind(inbox_status.snoozed_until_ms)
    .bind(inbox_status.is_unread)
    .bind(inbox_status.priority as i32)
    .bind(&*inbox_status.assigned_by_rule)
    .run()
    .await?;
    Ok(())
}

/// Opens a chat for staff. An emergency makes it urgent.
pub async fn open_for_staff(
    tx: &mut Tx,
    scope: &Scope,
    id: &WebChatId,
    is_urgent: bool,
) -> Result<(), Fault> {
    tx.query(
        "UPDATE web_chat SET state = $3, snoozed_until_ms = NULL, is_unread = TRUE,
             priority = CASE WHEN $4 THEN $5 ELSE priority END
         WHERE company_id = $1 AND id = $2",
    )
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(State::Open as i32)
    .bind(is_urgent)
    .bind(Priority::Urgent as i32)
    .run()
    .await?;
    Ok(())
}

/// Returns an open chat to the bot, unless a user took it over or another question of it is open.
pub async fn return_to_bot(tx: &mut Tx, scope: &Scope, id: &WebChatId) -> Result<(), Fault> {
    tx.query(
        "UPDATE web_chat SET state = $3, is_unread = FALSE, assignee_id = NULL, assigned_by_rule = '',
             waiting_since_ms = NULL, reply_due_ms = NULL
         WHERE company_id = $1 AND id = $2 AND state = $4 AND (assignee_id IS NULL OR assigned_by_rule <> '')
           AND NOT EXISTS (
             SELECT 1 FROM escalation q WHERE q.company_id = $1 AND q.web_chat_id = $2 AND NOT q.reviewed)",
    )
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(State::Bot as i32)
    .bind(State::Open as i32)
    .run()
    .await?;
    Ok(())
}

/// Marks an open chat as waiting for a reply of staff. Returns `false` if it is already waiting, or not open.
pub async fn begin_waiting(
    tx: &mut Tx,
    scope: &Scope,
    id: &WebChatId,
    since: Timestamp,
) -> Result<bool, Fault> {
    let marked = tx
        .query(
            "UPDATE web_chat SET waiting_since_ms = $3
             WHERE company_id = $1 AND id = $2 AND state = 2 AND waiting_since_ms IS NULL",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(since)
        .run()
        .await?;
    Ok(marked == 1)
}

/// Stores when the reply in a waiting chat is due.
pub async fn set_reply_due(tx: &mut Tx, scope: &Scope, id: &WebChatId, due: Timestamp) -> Result<(), Fault> {
    tx.query("UPDATE web_chat SET reply_due_ms = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(due)
        .run()
        .await?;
    Ok(())
}

/// Records that staff replied in a chat.
pub async fn stop_waiting(tx: &mut Tx, scope: &Scope, id: &WebChatId) -> Result<(), Fault> {
    tx.query(
        "UPDATE web_chat SET waiting_since_ms = NULL, reply_due_ms = NULL WHERE company_id = $1 AND id = $2",
    )
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .run()
    .await?;
    Ok(())
}

/// Marks a chat as unread.
pub async fn mark_unread(tx: &mut Tx, scope: &Scope, id: &WebChatId) -> Result<(), Fault> {
    tx.query("UPDATE web_chat SET is_unread = TRUE WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .run()
        .await?;
    Ok(())
}

/// Stores until when its author can undo a reply.
pub async fn set_undo_until(
    tx: &mut Tx,
    scope: &Scope,
    id: &WebChatMessageId,
    until: Timestamp,
) -> Result<(), Fault> {
    tx.query("UPDATE web_chat_message SET undo_until_ms = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(until)
        .run()
        .await?;
    Ok(())
}

/// Returns whether a message is a reply that a user wrote in a chat, instead of an answer to an escalation.
pub async fn is_reply_of(
    tx: &mut Tx,
    scope: &Scope,
    id: &WebChatMessageId,
    author: &UserId,
) -> Result<bool, Fault> {
    Ok(tx
        .query(
            "SELECT id FROM web_chat_message
             WHERE company_id = $1 AND id = $2 AND staff_id = $3 AND undo_until_ms IS NOT NULL",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(author.as_str())
        .exists()
        .await?)
}
