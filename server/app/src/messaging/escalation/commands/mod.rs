//! Commands on escalations, and what they share.
mod answer_escalation;
mod answer_photos;
mod change_escalation;
mod dismiss_escalation;
mod notice;
mod preview_notice;
mod recipient;
mod undo_escalation;

use platform::{
    Fault, Scope, Tx,
    events::{self, Kind},
};

pub use answer_escalation::answer_escalation;
pub use change_escalation::change_escalation;
pub use dismiss_escalation::dismiss_escalation;
pub use preview_notice::preview_notice;
pub use undo_escalation::undo_escalation;

use super::{
    model::{Escalation, EscalationId, ListedEscalation},
    store,
};
use crate::{
    context::Context,
    email,
    messaging::{thread, web_chat},
    tenancy::community,
};

/// Publishes a change to an escalation and commits. Returns the escalation with the data of the list.
async fn commit(
    context: &Context,
    mut tx: Tx,
    scope: &Scope,
    id: &EscalationId,
) -> Result<ListedEscalation, Fault> {
    let listed = require(&mut tx, scope, id).await?;
    let now = context.now();
    let community = &listed.escalation.community_id;
    if let Some(conversation) = &listed.escalation.conversation_id {
        let conversation = conversation.as_str();
        events::publish(&mut tx, scope.company(), community, Kind::Conversation, conversation, now);
    }
    if let Some(thread) = &listed.escalation.email_thread_id {
        email::email_thread::publish(&mut tx, scope, community, thread.as_str(), now);
    }
    if let Some(chat) = &listed.escalation.web_chat_id {
        events::publish(&mut tx, scope.company(), community, Kind::WebChat, chat.as_str(), now);
    }
    events::publish(&mut tx, scope.company(), community, Kind::Escalation, id.as_str(), now);
    tx.commit().await?;
    Ok(listed)
}

/// Returns an escalation with the data of the list.
///
/// # Errors
/// `NOT_FOUND` if the scope does not include it.
pub async fn require(tx: &mut Tx, scope: &Scope, id: &EscalationId) -> Result<ListedEscalation, Fault> {
    scope.require(store::find(tx, scope, id).await?)
}

/// Returns the conversation or the web chat of a reviewed escalation to the bot, unless it has another open one.
async fn return_to_bot(tx: &mut Tx, scope: &Scope, reviewed: &Escalation) -> Result<(), Fault> {
    if let Some(chat) = &reviewed.web_chat_id {
        return web_chat::return_to_bot(tx, scope, chat).await;
    }
    let Some(id) = &reviewed.conversation_id else { return Ok(()) };
    if store::any_open(tx, scope, id).await? {
        return Ok(());
    }
    thread::return_to_bot(tx, scope, id).await
}

/// Returns the community to filter by; `None` if `id` is empty.
///
/// # Errors
/// `NOT_FOUND` if the scope does not include the community, unless `secondary` is set and the caller is one
/// of its secondary contacts.
pub async fn community_filter<'a>(
    tx: &mut Tx,
    scope: &Scope,
    id: &'a str,
    secondary: bool,
) -> Result<Option<&'a str>, Fault> {
    if id.is_empty() {
        return Ok(None);
    }
    if secondary && store::is_secondary_contact(tx, scope, id).await? {
        return Ok(Some(id));
    }
    community::require(tx, scope, &id.into()).await?;
    Ok(Some(id))
}
