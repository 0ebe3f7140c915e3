//! Shows that a user types a reply in a chat.
use platform::{Actor, Fault, typing};

use crate::{
    context::Context,
    messaging::web_chat::{model::WebChatId, require, rules, store},
};

/// Reports to colleagues that the actor is typing a reply or stopped, and to the visitor that someone is typing.
///
/// # Errors
/// `NOT_FOUND` outside the scope.
pub async fn report_typing(
    context: &Context,
    actor: &Actor,
    id: &WebChatId,
    has_stopped: bool,
) -> Result<(), Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let chat = require(&mut tx, &scope, id).await?;
    let until = (!has_stopped).then(|| context.now().plus(rules::TYPING_DURATION));
    store::set_staff_typing(&mut tx, &scope, id, until).await?;
    typing::report(&mut tx, actor, &chat.community_id, id.as_str(), has_stopped);
    tx.commit().await
}
