//! Stores chats that took place in the past, such as those of the demo.
use platform::{Fault, Ids, Scope, Timestamp, Tx};

use super::{
    model::{WebChat, WebChatAuthor, WebChatMessage, WebChatMessageId},
    rules, store,
};

/// A message of a past chat.
pub struct PastMessage<'a> {
    pub author: WebChatAuthor,
    pub body: &'a str,
    /// What the bot did with a message of the visitor; empty for other messages.
    pub bot_note: &'a str,
    pub at: Timestamp,
}

/// Inserts a chat with its messages, oldest first. It has no token, so no visitor can continue it. Returns the IDs of
/// the messages.
pub async fn insert_past(
    tx: &mut Tx,
    ids: &Ids,
    scope: &Scope,
    chat: &WebChat,
    messages: &[PastMessage<'_>],
) -> Result<Vec<WebChatMessageId>, Fault> {
    // Not the digest of any token.
    store::insert(tx, scope, chat, &format!("none {}", chat.id)).await?;
    let mut inserted = Vec::with_capacity(messages.len());
    for message in messages {
        let (snippet, expires) = (rules::snippet(message.body), rules::expires_at(message.at));
        let position = store::count_message(tx, scope, &chat.id, &snippet, message.at, expires).await?;
        let stored = WebChatMessage {
            id: ids.next(message.at),
            chat_id: chat.id.clone(),
            position,
            author: message.author,
            staff_id: None,
            body: message.body.to_owned(),
            bot_note: message.bot_note.to_owned(),
            choices: Vec::new(),
            at_ms: message.at,
        };
        store::insert_message(tx, scope, &stored).await?;
        store::index_messages(tx, scope, &chat.id, std::slice::from_ref(&stored)).await?;
        inserted.push(stored.id);
    }
    store::index_contact(tx, scope, chat).await?;
    store::save_inbox_status(tx, scope, &chat.id, &chat.inbox_status).await?;
    if chat.is_greeted {
        store::mark_greeted(tx, scope, &chat.id).await?;
    }
    if let Some(seen) = chat.seen_ms {
        store::mark_seen(tx, scope, &chat.id, seen).await?;
    }
    Ok(inserted)
}
