//! Cancels a scheduled email.
use platform::{Actor, Fault};

use super::{publish, require_locked};
use crate::{
    context::Context,
    email::{
        email_thread::{self, EmailMessage, EmailMessageId},
        outgoing_email::{rules, send_job},
    },
    operations::audit::{self, AuditAction, AuditEvent},
};

/// Cancels a scheduled email.
///
/// # Errors
/// `NOT_FOUND`, `EMAIL_ALREADY_SENT`.
pub async fn cancel_email(
    context: &Context,
    actor: &Actor,
    id: &EmailMessageId,
) -> Result<EmailMessage, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.write(&scope).await?;
    let before = require_locked(&mut tx, actor, id).await?;
    let key = send_job::key(&before);
    let draft = rules::cancel(before, now)?;
    if !platform::jobs::cancel(&mut tx, scope.company(), &key).await? {
        return Err(rules::already_sent());
    }
    email_thread::save_message(&mut tx, &scope, &draft).await?;
    let summary = "Canceled an email before it was sent".to_owned();
    let event = AuditEvent { action: AuditAction::EmailCanceled, subject: draft.id.as_str(), summary };
    audit::record(&mut tx, &scope, context, actor, event).await?;
    publish(&mut tx, actor, &draft, now);
    tx.commit().await?;
    Ok(draft)
}
