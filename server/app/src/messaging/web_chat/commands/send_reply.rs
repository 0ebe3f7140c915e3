//! Sends a reply of staff to a visitor.
use platform::{Actor, Fault, Scope, sms};

use super::{commit, lock, record_assignment, save};
use crate::{
    context::Context,
    messaging::{
        thread::UNDO_WINDOW,
        web_chat::{
            inbox_status, messages,
            model::{LinkedPhoto, ListedChat, ListedMessage, SentMessage, StaffAnswer, WebChatId},
            photos, require, rules, store,
        },
    },
    residents::homeowner,
};

/// A reply that is held until it can no longer be undone, and its chat.
pub struct SentReply {
    pub chat: ListedChat,
    pub message: ListedMessage,
    pub photos: Vec<LinkedPhoto>,
}

/// Stores a reply, which the visitor gets when it can no longer be undone. The user takes the chat over. `photos` are
/// files in base64.
///
/// # Errors
/// `NOT_FOUND`; `INVALID_ARGUMENT` on `body` or `photos`; `CLAIMED_BY_ANOTHER`; `ACCOUNT_NOT_FILLED_IN`.
pub async fn send_reply(
    context: &Context,
    actor: &Actor,
    id: &WebChatId,
    body: &str,
    photos: &[String],
) -> Result<SentReply, Fault> {
    let scope = actor.scope();
    let body = rules::body(body, photos.len())?;
    require_visible(context, &scope, id).await?;
    let written = photos::write(context, &scope, photos).await?;
    let mut tx = context.db.write(&scope).await?;
    let chat = lock(&mut tx, &scope, id).await?;
    let replied = inbox_status::reply(chat.inbox_status.clone(), &actor.id)?;
    // Account placeholders are not filled in in replies of staff.
    if sms::has_account_fields(&body) {
        return Err(homeowner::template_not_filled());
    }
    if replied != chat.inbox_status {
        save(&mut tx, context, &scope, &chat, &replied).await?;
    }
    if !chat.inbox_status.is_taken_over() {
        record_assignment(&mut tx, context, actor, &chat, &actor.name).await?;
    }
    let visible_at = context.now().plus(UNDO_WINDOW);
    let reply = StaffAnswer { author: &actor.id, body: &body, photos: &written, visible_at };
    let sent = messages::schedule_answer(&mut tx, context, &scope, &chat, reply).await?;
    let SentMessage { message, photos } = sent;
    store::set_undo_until(&mut tx, &scope, &message.id, visible_at).await?;
    let chat = commit(tx, &scope, id).await?;
    let author_name = actor.name.to_string();
    let message = ListedMessage { message, author_name, escalation_id: String::new() };
    Ok(SentReply { chat, message, photos })
}

/// Checks that the actor sees the chat before its photos are written.
///
/// # Errors
/// `NOT_FOUND` outside the scope.
async fn require_visible(context: &Context, scope: &Scope, id: &WebChatId) -> Result<(), Fault> {
    let mut tx = context.db.read(scope).await?;
    require(&mut tx, scope, id).await.map(drop)
}
