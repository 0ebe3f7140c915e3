//! The word index by which the inbox finds web chats.
use platform::{Fault, Scope, Tx, dialect, sms};
use sqlx::types::Json;

use crate::messaging::web_chat::model::{WebChat, WebChatId, WebChatMessage};

/// Adds the words of messages to the word index of a chat.
pub async fn index_messages(
    tx: &mut Tx,
    scope: &Scope,
    chat: &WebChatId,
    messages: &[WebChatMessage],
) -> Result<(), Fault> {
    let texts: Vec<_> = messages.iter().map(|message| (message.position, &*message.body)).collect();
    index(tx, scope, chat, &texts).await
}

/// Adds words of the visitor's contact or accounts to the word index of a chat.
pub async fn index_words(tx: &mut Tx, scope: &Scope, chat: &WebChatId, text: &str) -> Result<(), Fault> {
    index(tx, scope, chat, &[(0, text)]).await
}

/// Adds the words of a visitor's name and email address to the word index of the chat.
pub async fn index_contact(tx: &mut Tx, scope: &Scope, chat: &WebChat) -> Result<(), Fault> {
    index_words(tx, scope, &chat.id, &format!("{} {}", chat.name, chat.email)).await
}

/// Adds the words of texts, each with the position of its message. A word keeps the first of its positions.
async fn index(tx: &mut Tx, scope: &Scope, chat: &WebChatId, texts: &[(i32, &str)]) -> Result<(), Fault> {
    let rows: Vec<_> = texts.iter().map(|(position, text)| (position, sms::words_of(text))).collect();
    tx.query(dialect(
        "INSERT INTO web_chat_word (company_id, word, chat_id, position)
         SELECT $1, w.value, $2, min(m.value->>0) FROM json_each($3) m, json_each(m.value->1) w WHERE TRUE
         GROUP BY w.value
         ON CONFLICT (company_id, chat_id, word) DO UPDATE SET position = excluded.position
         WHERE web_chat_word.position > excluded.position",
        "INSERT INTO web_chat_word (company_id, word, chat_id, position)
         SELECT $1, w, $2, min((m->>0)::INTEGER)
         FROM jsonb_array_elements($3) m, jsonb_array_elements_text(m->1) w
         GROUP BY w
         ON CONFLICT (company_id, chat_id, word) DO UPDATE SET position = excluded.position
         WHERE web_chat_word.position > excluded.position",
    ))
    .bind(scope.company().as_str())
    .bind(chat.as_str())
    .bind(Json(rows))
    .run()
    .await?;
    Ok(())
}

/// Takes the words of a deleted message out of the word index. `later` are the messages after it, whose words stay.
pub async fn remove_words(
    tx: &mut Tx,
    scope: &Scope,
    deleted: &WebChatMessage,
    later: &[WebChatMessage],
) -> Result<(), Fault> {
    tx.query("DELETE FROM web_chat_word WHERE company_id = $1 AND chat_id = $2 AND position = $3")
        .bind(scope.company().as_str())
        .bind(deleted.chat_id.as_str())
        .bind(deleted.position)
        .run()
        .await?;
    index_messages(tx, scope, &deleted.chat_id, later).await
}
