//! Queries for connections and mirrored texts. `$1` is the scope's company.
use std::time::Duration;

use platform::{
    Fault, Scope, Timestamp, Tx, delete_expired,
    ids::{CompanyId, ConversationId, MessageId, UserId},
};

use super::model::{Connection, MirrorState, PendingText};
use crate::messaging::thread::Status;

macro_rules! connections {
    ($rest:literal) => {
        concat!(
            "SELECT l.company_id, l.base_url, l.account_id, c.chatwoot_inbox_id AS inbox_id, l.since_ms,
                    l.connected_by, l.problem, l.mirrored_ms
             FROM chatwoot_connection l JOIN company c ON c.id = l.company_id WHERE l.company_id = $1",
            $rest
        )
    };
}

/// Returns the company's connection.
pub async fn find(tx: &mut Tx, scope: &Scope) -> Result<Option<Connection>, Fault> {
    Ok(tx.query(connections!("")).bind(scope.company().as_str()).optional().await?)
}

/// Returns the ID of a connected company. For platform use.
pub async fn find_company(tx: &mut Tx, company: &str) -> Result<Option<CompanyId>, Fault> {
    Ok(tx
        .query("SELECT company_id FROM chatwoot_connection WHERE company_id = $1")
        .bind(company)
        .optional_value()
        .await?)
}

/// Stores the company's connection and inbox, replacing existing ones.
pub async fn save(tx: &mut Tx, scope: &Scope, connection: &Connection) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO chatwoot_connection (company_id, base_url, account_id, since_ms, connected_by)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (company_id) DO UPDATE SET base_url = excluded.base_url, account_id = excluded.account_id,
             since_ms = excluded.since_ms, connected_by = excluded.connected_by, problem = ''",
    )
    .bind(scope.company().as_str())
    .bind(connection.base_url.as_str())
    .bind(connection.account_id.as_str())
    .bind(connection.since_ms)
    .bind(connection.connected_by.as_str())
    .run()
    .await?;
    tx.query("UPDATE company SET chatwoot_inbox_id = $2 WHERE id = $1")
        .bind(scope.company().as_str())
        .bind(connection.inbox_id.as_str())
        .run()
        .await?;
    Ok(())
}

/// Deletes the company's connection. Returns whether there was one.
pub async fn delete(tx: &mut Tx, scope: &Scope) -> Result<bool, Fault> {
    let deleted = tx
        .query("DELETE FROM chatwoot_connection WHERE company_id = $1")
        .bind(scope.company().as_str())
        .run()
        .await?;
    Ok(deleted == 1)
}

/// Stores why a text was not mirrored, unless that reason is already stored.
pub async fn record_problem(tx: &mut Tx, scope: &Scope, problem: &str) -> Result<(), Fault> {
    tx.query("UPDATE chatwoot_connection SET problem = $2 WHERE company_id = $1 AND problem <> $2")
        .bind(scope.company().as_str())
        .bind(problem)
        .run()
        .await?;
    Ok(())
}

/// Stores that a text was mirrored.
pub async fn record_success(tx: &mut Tx, scope: &Scope, now: Timestamp) -> Result<(), Fault> {
    tx.query("UPDATE chatwoot_connection SET problem = '', mirrored_ms = $2 WHERE company_id = $1")
        .bind(scope.company().as_str())
        .bind(now)
        .run()
        .await?;
    Ok(())
}

/// Returns the oldest text of a message's conversation, up to the message, that is still to be mirrored and
/// not older than `window`. Excludes test traffic, texts that can still be undone, and texts that were never
/// sent.
pub async fn next_text(
    tx: &mut Tx,
    scope: &Scope,
    connection: &Connection,
    up_to: &MessageId,
    now: Timestamp,
    window: Duration,
) -> Result<Option<PendingText>, Fault> {
    Ok(tx
        .query(
            "SELECT m.id, m.conversation_id, m.direction, m.body
             FROM message u JOIN message m ON m.company_id = u.company_id AND m.conversation_id = u.conversation_id
             WHERE u.company_id = $1 AND u.id = $2 AND m.created_ms >= $3
             AND (m.created_ms, m.id) <= (u.created_ms, u.id)
             AND NOT m.is_test AND m.status NOT IN ($4, $5)
             AND NOT (m.status = $6 AND COALESCE(m.undo_until_ms, 0) > $7)
             AND NOT (m.status = $9 AND COALESCE(m.sends_at_ms, 0) > $7)
             AND NOT EXISTS (SELECT 1 FROM chatwoot_message c WHERE c.company_id = $1 AND c.since_ms = $8
                 AND c.message_id = m.id AND c.state <> 1)
             ORDER BY m.created_ms, m.id LIMIT 1",
        )
        .bind(scope.company().as_str())
        .bind(up_to.as_str())
        .bind(connection.since_ms.max(now.minus(window)))
        .bind(Status::Canceled as i32)
        .bind(Status::Suppressed as i32)
        .bind(Status::Queued as i32)
        .bind(now)
        .bind(connection.since_ms)
        .bind(Status::HeldQuietHours as i32)
        .optional()
        .await?)
}

/// Marks a text as being mirrored. Returns the number of attempts.
pub async fn begin(
    tx: &mut Tx,
    scope: &Scope,
    connection: &Connection,
    text: &PendingText,
) -> Result<i32, Fault> {
    Ok(tx
        .query(
            "INSERT INTO chatwoot_message (company_id, since_ms, message_id, conversation_id, state, tries)
             VALUES ($1, $2, $3, $4, 1, 1)
             ON CONFLICT (company_id, since_ms, message_id) DO UPDATE SET tries = chatwoot_message.tries + 1
             RETURNING tries",
        )
        .bind(scope.company().as_str())
        .bind(connection.since_ms)
        .bind(text.id.as_str())
        .bind(text.conversation_id.as_str())
        .value()
        .await?)
}

/// Stores the outcome of mirroring a text.
pub async fn end(
    tx: &mut Tx,
    scope: &Scope,
    connection: &Connection,
    message: &MessageId,
    state: MirrorState,
    chatwoot_id: Option<i64>,
) -> Result<(), Fault> {
    tx.query(
        "UPDATE chatwoot_message SET state = $4, chatwoot_id = $5
         WHERE company_id = $1 AND since_ms = $2 AND message_id = $3 AND state = 1",
    )
    .bind(scope.company().as_str())
    .bind(connection.since_ms)
    .bind(message.as_str())
    .bind(state as i32)
    .bind(chatwoot_id)
    .run()
    .await?;
    Ok(())
}

/// Stores a reply from Chatwoot. Returns false if it is already stored.
pub async fn record_reply(
    tx: &mut Tx,
    scope: &Scope,
    connection: &Connection,
    message: &MessageId,
    conversation: &ConversationId,
    chatwoot_id: i64,
) -> Result<bool, Fault> {
    let added = tx
        .query(
            "INSERT INTO chatwoot_message (company_id, since_ms, message_id, conversation_id, state, chatwoot_id, tries)
             VALUES ($1, $2, $3, $4, 2, $5, 0) ON CONFLICT DO NOTHING",
        )
        .bind(scope.company().as_str())
        .bind(connection.since_ms)
        .bind(message.as_str())
        .bind(conversation.as_str())
        .bind(chatwoot_id)
        .run()
        .await?;
    Ok(added == 1)
}

/// Returns the largest message ID at Chatwoot of a conversation.
pub async fn last_message(
    tx: &mut Tx,
    scope: &Scope,
    connection: &Connection,
    conversation: &ConversationId,
) -> Result<Option<i64>, Fault> {
    Ok(tx
        .query(
            "SELECT max(chatwoot_id) FROM chatwoot_message
             WHERE company_id = $1 AND conversation_id = $2 AND since_ms = $3",
        )
        .bind(scope.company().as_str())
        .bind(conversation.as_str())
        .bind(connection.since_ms)
        .value()
        .await?)
}

/// Returns the number of a conversation at Chatwoot.
pub async fn chatwoot_conversation(
    tx: &mut Tx,
    scope: &Scope,
    connection: &Connection,
    conversation: &ConversationId,
) -> Result<Option<i64>, Fault> {
    Ok(tx
        .query(
            "SELECT chatwoot_id FROM chatwoot_conversation
             WHERE company_id = $1 AND since_ms = $2 AND inbox_id = $3 AND conversation_id = $4",
        )
        .bind(scope.company().as_str())
        .bind(connection.since_ms)
        .bind(connection.inbox_id.as_str())
        .bind(conversation.as_str())
        .optional_value()
        .await?)
}

/// Returns the conversation with this number at Chatwoot.
pub async fn conversation(
    tx: &mut Tx,
    scope: &Scope,
    connection: &Connection,
    chatwoot_id: i64,
) -> Result<Option<ConversationId>, Fault> {
    Ok(tx
        .query(
            "SELECT conversation_id FROM chatwoot_conversation
             WHERE company_id = $1 AND since_ms = $2 AND chatwoot_id = $3",
        )
        .bind(scope.company().as_str())
        .bind(connection.since_ms)
        .bind(chatwoot_id)
        .optional_value()
        .await?)
}

/// Stores the number of a conversation at Chatwoot.
pub async fn save_conversation(
    tx: &mut Tx,
    scope: &Scope,
    connection: &Connection,
    conversation: &ConversationId,
    chatwoot_id: i64,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO chatwoot_conversation (company_id, since_ms, inbox_id, conversation_id, chatwoot_id)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (company_id, since_ms, inbox_id, conversation_id) DO UPDATE SET chatwoot_id = excluded.chatwoot_id",
    )
    .bind(scope.company().as_str())
    .bind(connection.since_ms)
    .bind(connection.inbox_id.as_str())
    .bind(conversation.as_str())
    .bind(chatwoot_id)
    .run()
    .await?;
    Ok(())
}

/// Deletes the number of a conversation that no longer exists at Chatwoot.
pub async fn delete_conversation(
    tx: &mut Tx,
    scope: &Scope,
    connection: &Connection,
    conversation: &ConversationId,
) -> Result<(), Fault> {
    tx.query(
        "DELETE FROM chatwoot_conversation WHERE company_id = $1 AND since_ms = $2 AND conversation_id = $3",
    )
    .bind(scope.company().as_str())
    .bind(connection.since_ms)
    .bind(conversation.as_str())
    .run()
    .await?;
    Ok(())
}

/// Records a webhook by one of its keys. Returns false if it was recorded before.
pub async fn record_delivery(tx: &mut Tx, scope: &Scope, key: &str, now: Timestamp) -> Result<bool, Fault> {
    let added = tx
        .query("INSERT INTO chatwoot_delivery (company_id, key, at_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
        .bind(scope.company().as_str())
        .bind(key)
        .bind(now)
        .run()
        .await?;
    Ok(added == 1)
}

/// Deletes at most `most` webhooks up to a time.
pub async fn delete_old_deliveries(tx: &mut Tx, until: Timestamp, most: i64) -> Result<u64, Fault> {
    let sql = delete_expired!("chatwoot_delivery", "company_id, key", "at_ms");
    Ok(tx.query(sql).bind(until).bind(most).run().await?)
}

/// Returns the active user with an email address.
pub async fn user_with_email(tx: &mut Tx, scope: &Scope, email: &str) -> Result<Option<UserId>, Fault> {
    Ok(tx
        .query("SELECT id FROM staff WHERE company_id = $1 AND email = lower($2) AND active")
        .bind(scope.company().as_str())
        .bind(email)
        .optional_value()
        .await?)
}
