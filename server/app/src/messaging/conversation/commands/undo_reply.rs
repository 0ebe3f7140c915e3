//! Cancels a reply before it is sent.
use platform::{Actor, Fault};

use super::{commit_step, lock, require_message};
use crate::{
    context::Context,
    messaging::{
        carrier, photo,
        thread::{self, ConversationError, ConversationId, Message, MessageId, NewStep, StepKind},
    },
};

/// Cancels the actor's own reply, and deletes its photos.
///
/// # Errors
/// `NOT_FOUND`; fails if the reply is not the actor's own or was already sent.
pub async fn undo_reply(
    context: &Context,
    actor: &Actor,
    id: &ConversationId,
    reply: &MessageId,
) -> Result<Message, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.write(&scope).await?;
    let conversation = lock(&mut tx, &scope, id).await?;
    let message = require_message(&mut tx, &scope, id, reply).await?;
    thread::undo(&message, &actor.id, now)?;
    if !carrier::cancel(&mut tx, &scope, reply).await? {
        return Err(ConversationError::UndoTooLate.into());
    }
    photo::delete(&mut tx, &scope, reply).await?;
    thread::enqueue_triage(&mut tx, &scope, context, id).await?;
    let step = NewStep::new(StepKind::Canceled, format!("{} canceled it before it was sent.", actor.name));
    commit_step(tx, &scope, &conversation, reply, step, now).await
}
