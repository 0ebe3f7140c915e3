//! Undoes the answer or the dismissal of an escalation.
use platform::{Actor, Fault, Scope, Tx};

use super::{commit, require};
use crate::{
    context::Context,
    email::outgoing_email,
    knowledge::answer,
    messaging::{
        carrier,
        escalation::{
            model::{EscalationId, ListedEscalation, Undo},
            rules, store,
        },
        photo, thread, web_chat,
    },
    operations::{file, mail},
};

/// Opens an escalation again that the actor answered or dismissed: cancels the notice, undoes the training and
/// returns the conversation to staff.
///
/// # Errors
/// `NOT_FOUND` outside the scope; fails as `rules::undo` does, and if the notice was already sent.
pub async fn undo_escalation(
    context: &Context,
    actor: &Actor,
    id: &EscalationId,
) -> Result<ListedEscalation, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.write(&scope).await?;
    let done = require(&mut tx, &scope, id).await?.escalation;
    let before = done.state;
    let (open, undo) = rules::undo(done, &actor.id, now)?;
    cancel_notice(context, &mut tx, &scope, &undo).await?;
    if let Some(taught) = &undo.taught {
        let whole = scope.whole();
        answer::undo_training(&mut tx, &whole, &open.community_id, taught, &actor.name, now).await?;
    }
    // The question is open again, regardless of the assignee of the conversation or of the chat.
    if let Some(conversation) = &open.conversation_id {
        thread::wait_for_staff(&mut tx, &scope, context, conversation).await?;
    }
    if let Some(chat) = &open.web_chat_id {
        web_chat::wait_for_staff(&mut tx, &scope, context, chat, false).await?;
    }
    store::save(&mut tx, &scope, before, &open).await?;
    commit(context, tx, &scope, id).await
}

/// Cancels the scheduled notice of an answer, and deletes its photos.
///
/// # Errors
/// `FAILED_PRECONDITION` if it was already sent.
async fn cancel_notice(context: &Context, tx: &mut Tx, scope: &Scope, undo: &Undo) -> Result<(), Fault> {
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
    let chat = match &undo.chat {
        Some(answer) => web_chat::recall_answer(tx, context, &scope.whole(), answer).await?,
        None => true,
    };
    if !(text && email && reply && chat) {
        return Err(rules::EscalationError::UndoTooLate.into());
    }
    remove_photos(tx, scope, undo).await
}

/// Deletes the photos of a canceled text or email. Those of replies are deleted with them.
async fn remove_photos(tx: &mut Tx, scope: &Scope, undo: &Undo) -> Result<(), Fault> {
    if let Some(text) = &undo.notice {
        photo::delete(tx, scope, text).await?;
    }
    match undo.mailed_photos.is_empty() {
        true => Ok(()),
        false => file::remove(tx, scope, &undo.mailed_photos.iter().collect::<Vec<_>>()).await,
    }
}
