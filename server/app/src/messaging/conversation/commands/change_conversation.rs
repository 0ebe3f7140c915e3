//! Takes over, hands back, resolves, snoozes or marks a conversation as read.
use platform::{Actor, Fault};

use super::{
    super::{model::ListedConversation, wake},
    commit, lock,
};
use crate::{
    context::Context,
    messaging::thread::{self, Conversation, ConversationError, ConversationId, State},
    operations::audit::{self, AuditAction, AuditEvent},
};

/// Applies a rule to a conversation. A rule that changes nothing stores and publishes nothing.
///
/// # Errors
/// `NOT_FOUND`; fails as `rule` does.
pub async fn change_conversation(
    context: &Context,
    actor: &Actor,
    id: &ConversationId,
    rule: impl FnOnce(Conversation) -> Result<Conversation, ConversationError>,
) -> Result<ListedConversation, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.write(&scope).await?;
    let before = lock(&mut tx, &scope, id).await?;
    let after = rule(before.clone())?;
    if after != before {
        thread::save(&mut tx, &scope, &after).await?;
        thread::publish_change(&mut tx, &scope, &after, now);
        if let Some(until) = after.snoozed_until_ms.filter(|_| after.state == State::Snoozed) {
            wake::enqueue(&mut tx, &scope, context, &after, until).await?;
        }
        // Changes to the state or the assignee of a colleague's conversation are recorded in the audit trail.
        let is_moved = (after.state, &after.assigned_to) != (before.state, &before.assigned_to);
        if is_moved && before.is_taken_over() && before.assigned_to.as_ref() != Some(&actor.id) {
            let summary = "Took over a colleague's conversation.".to_owned();
            let audit_event =
                AuditEvent { action: AuditAction::ConversationTaken, subject: after.id.as_str(), summary };
            audit::record(&mut tx, &scope, context, actor, audit_event).await?;
        }
    }
    commit(tx, &scope, id).await
}
