//! Queries for the messages of web chats.
use platform::{Fault, Scope, Timestamp, Tx, dialect, paging::PageKey};
use sqlx::types::Json;

use crate::{
    knowledge::answer::Answer,
    messaging::web_chat::model::{
        Cursor, ListedMessage, WebChatAuthor, WebChatId, WebChatMessage, WebChatMessageId,
    },
};

/// In SQL: the columns of a message `m`.
macro_rules! columns {
    () => {
        "m.id, m.chat_id, m.position, m.author, m.staff_id, m.body, m.bot_note, m.choices, m.at_ms"
    };
}

/// Inserts a message at its position.
pub async fn insert_message(tx: &mut Tx, scope: &Scope, message: &WebChatMessage) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO web_chat_message (company_id, id, chat_id, position, author, staff_id, body, bot_note, choices, at_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(scope.company().as_str())
    .bind(message.id.as_str())
    .bind(message.chat_id.as_str())
    .bind(message.position)
    .bind(message.author as i32)
    .bind(message.staff_id.as_ref().map(platform::ids::UserId::as_str))
    .bind(&*message.body)
    .bind(&*message.bot_note)
    .bind(Json(&message.choices))
    .bind(message.at_ms)
    .run()
    .await?;
    Ok(())
}

/// Returns a message of the scope's company.
pub async fn find_message(
    tx: &mut Tx,
    scope: &Scope,
    id: &WebChatMessageId,
) -> Result<Option<WebChatMessage>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT ",
            columns!(),
            " FROM web_chat_message m WHERE m.company_id = $1 AND m.id = $2"
        ))
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .optional()
        .await?)
}

/// Returns the last message of the bot that is before a message in its chat.
pub async fn find_bot_message_before(
    tx: &mut Tx,
    scope: &Scope,
    message: &WebChatMessage,
) -> Result<Option<WebChatMessage>, Fault> {
    newest_of(tx, scope, WebChatAuthor::Bot, &message.chat_id, message.position).await
}

/// Returns the last message of the visitor that is before a message in its chat.
pub async fn find_question_before(
    tx: &mut Tx,
    scope: &Scope,
    message: &WebChatMessage,
) -> Result<Option<WebChatMessage>, Fault> {
    newest_of(tx, scope, WebChatAuthor::Visitor, &message.chat_id, message.position).await
}

/// Returns the last message of the bot in a chat.
pub async fn find_last_of_bot(
    tx: &mut Tx,
    scope: &Scope,
    chat: &WebChatId,
) -> Result<Option<WebChatMessage>, Fault> {
    newest_of(tx, scope, WebChatAuthor::Bot, chat, i32::MAX).await
}

async fn newest_of(
    tx: &mut Tx,
    scope: &Scope,
    author: WebChatAuthor,
    chat: &WebChatId,
    before: i32,
) -> Result<Option<WebChatMessage>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT ",
            columns!(),
            " FROM web_chat_message m
             WHERE m.company_id = $1 AND m.chat_id = $2 AND m.position < $3 AND m.author = $4
             ORDER BY m.position DESC LIMIT 1"
        ))
        .bind(scope.company().as_str())
        .bind(chat.as_str())
        .bind(before)
        .bind(author as i32)
        .optional()
        .await?)
}

/// Returns the messages of a chat after a cursor, including held ones, by position; up to `limit`.
pub async fn read_after(
    tx: &mut Tx,
    scope: &Scope,
    chat: &WebChatId,
    after: &Cursor,
    limit: i64,
) -> Result<Vec<WebChatMessage>, Fault> {
    macro_rules! after {
        ($held:literal) => {
            concat!(
                "SELECT ",
                columns!(),
                " FROM web_chat_message m
                 WHERE m.company_id = $1 AND m.chat_id = $2 AND (m.position > $3 OR m.position IN (",
                $held,
                ")) ORDER BY m.position LIMIT $5"
            )
        };
    }
    Ok(tx
        .query(dialect(
            after!("SELECT value FROM json_each($4)"),
            after!("SELECT jsonb_array_elements_text($4)::INTEGER"),
        ))
        .bind(scope.company().as_str())
        .bind(chat.as_str())
        .bind(after.position)
        .bind(Json(&after.held))
        .bind(limit)
        .all()
        .await?)
}

/// Returns the newest messages of a chat, including held ones, newest first by position; up to `limit`.
pub async fn read_newest(
    tx: &mut Tx,
    scope: &Scope,
    chat: &WebChatId,
    limit: i64,
) -> Result<Vec<WebChatMessage>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT ",
            columns!(),
            " FROM web_chat_message m WHERE m.company_id = $1 AND m.chat_id = $2
             ORDER BY m.position DESC LIMIT $3"
        ))
        .bind(scope.company().as_str())
        .bind(chat.as_str())
        .bind(limit)
        .all()
        .await?)
}

/// Lists the messages of a chat before a key as staff see them, newest first; up to `limit + 1`.
pub async fn list_messages(
    tx: &mut Tx,
    scope: &Scope,
    chat: &WebChatId,
    before: Option<PageKey>,
    limit: i64,
) -> Result<Vec<ListedMessage>, Fault> {
    let PageKey { at, id } = before.unwrap_or_else(PageKey::max);
    Ok(tx
        .query(concat!(
            "SELECT ",
            columns!(),
            ", ",
            platform::actor_name!("m", "staff_id"),
            " AS author_name, COALESCE(e.id, '') AS escalation_id
             FROM web_chat_message m
             LEFT JOIN escalation e ON e.company_id = m.company_id AND e.web_chat_message_id = m.id
             WHERE m.company_id = $1 AND m.chat_id = $2 AND (m.at_ms, m.id) < ($3, $4)
             ORDER BY m.at_ms DESC, m.id DESC LIMIT $5"
        ))
        .bind(scope.company().as_str())
        .bind(chat.as_str())
        .bind(at)
        .bind(id)
        .bind(limit + 1)
        .all()
        .await?)
}

/// Stores what the bot did with a message of the visitor.
pub async fn set_bot_note(
    tx: &mut Tx,
    scope: &Scope,
    id: &WebChatMessageId,
    note: &str,
) -> Result<(), Fault> {
    tx.query("UPDATE web_chat_message SET bot_note = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(note)
        .run()
        .await?;
    Ok(())
}

/// Stores the answer that a message of the bot gives, by which reports count.
pub async fn set_answer(
    tx: &mut Tx,
    scope: &Scope,
    id: &WebChatMessageId,
    answer: &Answer,
) -> Result<(), Fault> {
    tx.query(
        "UPDATE web_chat_message SET answer_id = $3, answer_category = $4, is_answer_learned = $5
         WHERE company_id = $1 AND id = $2",
    )
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(answer.id.as_str())
    .bind(&*answer.category)
    .bind(answer.is_learned())
    .run()
    .await?;
    Ok(())
}

/// Deletes a message that is still held. Returns whether it was.
pub async fn delete_held(
    tx: &mut Tx,
    scope: &Scope,
    id: &WebChatMessageId,
    now: Timestamp,
) -> Result<bool, Fault> {
    let deleted = tx
        .query("DELETE FROM web_chat_message WHERE company_id = $1 AND id = $2 AND at_ms > $3")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(now)
        .run()
        .await?;
    Ok(deleted == 1)
}
