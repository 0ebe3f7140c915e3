//! Opens, snoozes or resolves a chat, or gives it back to the bot.
use platform::{Actor, Fault, Timestamp};

use super::{StaffAction, commit, lock, record, save};
use crate::{
    context::Context,
    messaging::{
        thread::State,
        web_chat::{
            inbox_status,
            model::{ListedChat, WebChatId},
            triage, wake_job,
        },
    },
    operations::audit::{AuditAction, FieldChange},
};

/// Changes the state of a chat.
///
/// # Errors
/// `NOT_FOUND`; `CLAIMED_BY_ANOTHER`; `INVALID_ARGUMENT` on `snoozedUntil`.
pub async fn change_state(
    context: &Context,
    actor: &Actor,
    id: &WebChatId,
    state: State,
    until: Option<Timestamp>,
) -> Result<ListedChat, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let chat = lock(&mut tx, &scope, id).await?;
    let before = chat.inbox_status.state;
    let changed = inbox_status::change_state(chat.inbox_status.clone(), actor, state, until, context.now())?;
    if changed == chat.inbox_status {
        return commit(tx, &scope, id).await;
    }
    if let Some(until) = changed.snoozed_until_ms {
        wake_job::enqueue(&mut tx, context, &scope, id, until).await?;
    }
    save(&mut tx, context, &scope, &chat, &changed).await?;
    if before == state {
        return commit(tx, &scope, id).await;
    }
    if state == State::Open && !changed.is_taken_over() {
        triage::enqueue(&mut tx, &scope, context, id).await?;
    }
    let summary = match state {
        State::Bot => "Gave a web chat back to the bot",
        State::Open => "Opened a web chat",
        State::Snoozed => "Snoozed a web chat",
        State::Resolved => "Resolved a web chat",
    };
    let change = FieldChange::of("state", format!("{before:?}"), format!("{state:?}"));
    let action = AuditAction::WebChatStateUpdated;
    record(&mut tx, context, actor, id, StaffAction { action, summary: summary.to_owned(), change }).await?;
    commit(tx, &scope, id).await
}
