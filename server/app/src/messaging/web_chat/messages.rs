//! Adds messages to web chats, and recalls answers of staff that are still held.
use platform::{Fault, Scope, Timestamp, Tx, ids::UserId};

use super::{
    model::{
        BotMessage, Choice, Cursor, SentMessage, StaffAnswer, WebChat, WebChatAuthor, WebChatId,
        WebChatMessage, WebChatMessageId,
    },
    notice_job, photos, publish, rules, store,
};
use crate::context::Context;

/// Maximum number of messages that are read after a recalled one. Limits allow fewer in the time of the undo.
const MAX_LATER: i64 = 200;

/// A message to add to a chat.
pub struct NewMessage<'a> {
    pub author: WebChatAuthor,
    pub staff: Option<&'a UserId>,
    pub body: &'a str,
    pub choices: Vec<Choice>,
    /// Time at which the visitor sees it.
    pub at: Timestamp,
}

/// Stores a message, updates its chat, and notifies browsers of staff.
pub async fn add(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    chat: &WebChat,
    new: NewMessage<'_>,
) -> Result<WebChatMessage, Fault> {
    let NewMessage { author, staff, body, choices, at } = new;
    let now = context.now();
    let (snippet, expires) = (rules::snippet(body), rules::expires_at(at));
    let position = store::count_message(tx, scope, &chat.id, &snippet, at, expires).await?;
    let message = WebChatMessage {
        id: context.ids.next(now),
        chat_id: chat.id.clone(),
        position,
        author,
        staff_id: staff.cloned(),
        body: body.to_owned(),
        bot_note: String::new(),
        choices,
        at_ms: at,
    };
    store::insert_message(tx, scope, &message).await?;
    store::index_messages(tx, scope, &chat.id, std::slice::from_ref(&message)).await?;
    publish(tx, scope, chat, now);
    Ok(message)
}

/// Adds a message of the bot, and stores what the bot did with the message that it replies to.
pub async fn add_bot_message(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    chat: &WebChat,
    reply: BotMessage<'_>,
) -> Result<WebChatMessage, Fault> {
    let BotMessage { reply_to, body, choices, note } = reply;
    store::set_bot_note(tx, scope, reply_to, note).await?;
    let new = NewMessage { author: WebChatAuthor::Bot, staff: None, body, choices, at: context.now() };
    add(tx, context, scope, chat, new).await
}

/// Adds an answer or a reply of staff that the visitor gets at a time. Until then it can be recalled. If the visitor
/// has left by then, it is emailed. The chat no longer waits for a reply. The links to its photos are for staff.
pub async fn schedule_answer(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    chat: &WebChat,
    answer: StaffAnswer<'_>,
) -> Result<SentMessage, Fault> {
    let StaffAnswer { author, body, photos, visible_at } = answer;
    let new = NewMessage {
        author: WebChatAuthor::Staff,
        staff: Some(author),
        body,
        choices: Vec::new(),
        at: visible_at,
    };
    let message = add(tx, context, scope, chat, new).await?;
    store::stop_waiting(tx, scope, &chat.id).await?;
    notice_job::enqueue(tx, context, scope, &message).await?;
    let photos = photos::keep(tx, context, scope, &message, photos, photos::STAFF_LINK).await?;
    Ok(SentMessage { message, photos })
}

/// Deletes an answer of staff that the visitor does not see yet. Returns false if it is too late, and true if there is
/// no such answer.
pub async fn recall_answer(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    id: &WebChatMessageId,
) -> Result<bool, Fault> {
    let now = context.now();
    let Some(message) = store::find_message(tx, scope, id).await? else { return Ok(true) };
    // The lock keeps the chat's message count and snippet correct.
    let chat = store::lock(tx, &scope.whole(), &message.chat_id).await?;
    if message.is_visible(now) {
        return Ok(false);
    }
    photos::delete(tx, scope, id).await?;
    if !store::delete_held(tx, scope, id, now).await? {
        return Ok(false);
    }
    notice_job::cancel(tx, scope, id).await?;
    // The chat is not found by words that were never sent.
    let after = Cursor { position: message.position, held: Vec::new() };
    let later = store::read_after(tx, scope, &message.chat_id, &after, MAX_LATER).await?;
    store::remove_words(tx, scope, &message, &later).await?;
    uncount(tx, scope, &message.chat_id).await?;
    if let Some(chat) = chat {
        publish(tx, scope, &chat, now);
    }
    Ok(true)
}

/// Updates a chat after one of its messages was deleted.
async fn uncount(tx: &mut Tx, scope: &Scope, id: &WebChatId) -> Result<(), Fault> {
    let last = store::list_messages(tx, scope, id, None, 1).await?.into_iter().next();
    // Each chat has the visitor's first message, which is never deleted.
    let Some(last) = last else { return Ok(()) };
    store::uncount_message(tx, scope, id, &rules::snippet(&last.message.body), last.message.at_ms).await
}
