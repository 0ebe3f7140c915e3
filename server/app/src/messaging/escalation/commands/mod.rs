//! Shared parts of the commands on escalations: loading, saving, publishing and undoing.
mod notice;
mod recipient;

use platform::{
    Actor, Fault, Scope, Tx,
    events::{self, Kind},
};

use super::{
    model::{Escalation, EscalationId, ListedEscalation, Undo},
    rules, store,
};
use crate::{
    context::Context,
    email::{self, outgoing_email},
    messaging::{
        carrier,
        thread::{self, ConversationId},
    },
    operations::mail,
    tenancy::community,
};

pub use notice::{NoticeDraft, compose_notice, schedule_notice};
pub use recipient::{find_recipient, require_email};

/// Applies a rule to an escalation and commits.
///
/// # Errors
/// `NOT_FOUND`; fails as `rule` does, and if a colleague changed the escalation in the meantime.
pub async fn change_escalation(
    context: &Context,
    actor: &Actor,
    id: &EscalationId,
    rule: impl FnOnce(Escalation) -> Result<Escalation, rules::EscalationError>,
) -> Result<ListedEscalation, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let escalation = require(&mut tx, &scope, id).await?.escalation;
    let before = escalation.state;
    let changed = rule(escalation)?;
    store::save(&mut tx, &scope, before, &changed).await?;
    commit(context, tx, &scope, id).await
}

/// Publishes a change to an escalation and commits. Returns the escalation with the data of the list.
pub async fn commit(
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
        email::thread::publish(&mut tx, scope, community, thread.as_str(), now);
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

/// Returns a conversation, if any, to the bot, unless it has another open escalation.
pub async fn return_to_bot(tx: &mut Tx, scope: &Scope, id: Option<&ConversationId>) -> Result<(), Fault> {
    let Some(id) = id else { return Ok(()) };
    if store::any_open(tx, scope, id).await? {
        return Ok(());
    }
    thread::return_to_bot(tx, scope, id).await
}

/// Cancels the scheduled notice of an answer.
///
/// # Errors
/// `FAILED_PRECONDITION` if it was already sent.
pub async fn cancel_notice(tx: &mut Tx, scope: &Scope, undo: &Undo) -> Result<(), Fault> {
    let text = match &undo.notice {
        Some(text) => carrier::cancel(tx, scope, text).await?,
        None => true,
    };
    let email = match &undo.mail {
        Some(email) => mail::recall(tx, scope, email).await?,
        None => true,
    };
    let reply = match &undo.email {
        Some(reply) => outgoing_email::recall_reply(tx, &scope.whole(), reply).await?,
        None => true,
    };
    if text && email && reply { Ok(()) } else { Err(rules::EscalationError::UndoTooLate.into()) }
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

/// Returns the resident's own text, and the question that the bot is trained with. A translated text trains
/// the bot in English.
pub async fn sample(
    tx: &mut Tx,
    scope: &Scope,
    asked: &Escalation,
    reworded: &str,
    question: &str,
) -> Result<(String, String), Fault> {
    let Some(message) = &asked.message_id else { return Ok((asked.question.clone(), question.to_owned())) };
    Ok(match thread::find_translation(tx, scope, message).await? {
        Some(english) if reworded.trim().is_empty() => (english.clone(), english),
        Some(english) => (english, question.to_owned()),
        None => (thread::message_body(tx, scope, message).await?, question.to_owned()),
    })
}
