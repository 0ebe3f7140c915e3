//! Lists the newer messages of a visitor's chat.
use platform::Fault;

use crate::{
    context::Context,
    messaging::web_chat::{
        access,
        model::{VisitorChat, WebChatAuthor},
        rules, store,
    },
};

/// Returns the messages after a cursor, or the newest ones if it is empty, and marks the chat as seen.
///
/// # Errors
/// `NOT_FOUND`; `INVALID_ARGUMENT` on `after`.
pub async fn list_messages(
    context: &Context,
    key: &str,
    token: &str,
    after: &str,
) -> Result<VisitorChat, Fault> {
    let visit = access::require(context, key, token).await?;
    let cursor = match after {
        "" => None,
        after => Some(rules::parse_cursor(&visit.chat.id, after)?),
    };
    let scope = &visit.site.scope;
    let mut tx = context.db.read(scope).await?;
    let view = access::read(&mut tx, context, scope, visit.chat, cursor.as_ref()).await?;
    drop(tx);
    let has_new = view.read.messages.iter().any(|message| message.author != WebChatAuthor::Visitor);
    let now = context.now();
    if rules::is_seen_outdated(&view.chat, has_new, now) {
        let mut tx = context.db.write(scope).await?;
        store::mark_seen(&mut tx, scope, &view.chat.id, now).await?;
        tx.commit().await?;
    }
    Ok(view)
}
