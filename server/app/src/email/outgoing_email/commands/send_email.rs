//! Schedules an email.
use platform::{Actor, Fault, Timestamp};

use super::{publish, require_locked};
use crate::{
    context::Context,
    email::{
        email_thread::{self, EmailMessage, EmailMessageId},
        outgoing_email::{rules, send_job},
    },
    operations::audit::{self, AuditAction, AuditEvent},
};

/// Schedules a draft.
///
/// # Errors
/// `NOT_FOUND`; fails as `rules::schedule` does.
pub async fn send_email(
    context: &Context,
    actor: &Actor,
    id: &EmailMessageId,
    send_at: Option<Timestamp>,
) -> Result<EmailMessage, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.write(&scope).await?;
    let draft = require_locked(&mut tx, actor, id).await?;
    let mut scheduled = rules::schedule(draft, send_at, now)?;
    scheduled.author_id = Some(actor.id.clone());
    scheduled.author_name = actor.name.to_string();
    email_thread::save_message(&mut tx, &scope, &scheduled).await?;
    send_job::enqueue(&mut tx, &scope, context, &scheduled).await?;
    let summary = format!("Sends an email to {} recipients", scheduled.to_addresses.len());
    let event = AuditEvent { action: AuditAction::EmailScheduled, subject: scheduled.id.as_str(), summary };
    audit::record(&mut tx, &scope, context, actor, event).await?;
    publish(&mut tx, actor, &scheduled, now);
    tx.commit().await?;
    Ok(scheduled)
}
