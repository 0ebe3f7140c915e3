//! Access of visitors to their chats, by the key of the community's chat and the token of the visitor's own.
use platform::{Fault, Scope, Tx};

use super::{
    answer_job,
    model::{Cursor, VisitorChat, WebChat},
    photos, rules, store,
};
use crate::{
    context::Context,
    identity::session,
    messaging::web_chat_site::{self, EnabledSite},
};

/// A visitor's chat, and the community's site that it belongs to.
pub struct Visit {
    pub site: EnabledSite,
    pub chat: WebChat,
}

/// Returns the chat of a key and a token.
///
/// # Errors
/// The same `NOT_FOUND` for all reasons.
pub async fn require(context: &Context, key: &str, token: &str) -> Result<Visit, Fault> {
    let site = web_chat_site::require_enabled(context, key).await?;
    let mut tx = context.db.read(&site.scope).await?;
    let chat = find_valid(&mut tx, context, &site, token).await?.ok_or_else(web_chat_site::not_found)?;
    Ok(Visit { site, chat })
}

/// Returns the chat of a token; `None` if the token is unknown or has expired.
pub async fn find_valid(
    tx: &mut Tx,
    context: &Context,
    site: &EnabledSite,
    token: &str,
) -> Result<Option<WebChat>, Fault> {
    let token_hash = session::digest_of(token);
    let chat = store::find_by_token(tx, &site.scope, &site.community.id, &token_hash).await?;
    Ok(chat.filter(|chat| rules::is_valid(chat, context.now())))
}

/// Reads the messages of a chat after a cursor, or the newest ones.
pub async fn read(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    chat: WebChat,
    after: Option<&Cursor>,
) -> Result<VisitorChat, Fault> {
    // Before the messages, so that a message of the bot is not missed when its job ends.
    let is_bot_writing = answer_job::is_waiting(tx, scope, &chat.id).await?;
    let identity = store::find_identity(tx, scope, &chat.id).await?;
    let most = i64::try_from(rules::MAX_MESSAGES).unwrap_or(i64::MAX);
    let rows = match after {
        Some(cursor) => store::read_after(tx, scope, &chat.id, cursor, most + 1).await?,
        None => {
            let mut rows = store::read_newest(tx, scope, &chat.id, most).await?;
            rows.reverse();
            rows
        }
    };
    let beginning = Cursor::default();
    let now = context.now();
    let read = rules::read_on(after.unwrap_or(&beginning), rows, now);
    let is_staff_writing = rules::is_staff_writing(&chat, &read, now);
    let ids: Vec<&str> = read.messages.iter().map(|message| message.id.as_str()).collect();
    let photos = photos::of_messages(tx, context, scope, &ids, photos::VISITOR_LINK).await?;
    Ok(VisitorChat { chat, read, photos, is_bot_writing, is_staff_writing, identity })
}
