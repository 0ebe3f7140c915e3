//! Resends a text that was not delivered.
use platform::{Actor, Fault};

use super::{commit_step, lock, require_message};
use crate::{
    context::Context,
    messaging::{
        carrier,
        thread::{self, ConversationError, ConversationId, Message, MessageId, NewStep, Status, StepKind},
    },
    residents::consent,
};

/// Queues a failed or undelivered text again.
///
/// # Errors
/// `NOT_FOUND`; fails if the text did not fail, the resident opted out, or a colleague has taken over
/// the conversation.
pub async fn retry_message(
    context: &Context,
    actor: &Actor,
    id: &ConversationId,
    failed: &MessageId,
) -> Result<Message, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.write(&scope).await?;
    let conversation = lock(&mut tx, &scope, id).await?;
    let message = require_message(&mut tx, &scope, id, failed).await?;
    thread::check_assignee(&conversation, actor)?;
    let opted_out = consent::is_opted_out(&mut tx, &scope, &conversation.phone).await?;
    thread::retry(&message, opted_out)?;
    let from = [Status::Undelivered, Status::Failed];
    if !thread::set_status(&mut tx, &scope, failed, &from, Status::Queued).await? {
        return Err(ConversationError::NothingToRetry.into());
    }
    carrier::resend_message(&mut tx, &scope, context, &conversation, failed).await?;
    let step = NewStep::new(StepKind::Retried, format!("{} sent it again.", actor.name));
    commit_step(tx, &scope, &conversation, failed, step, now).await
}
