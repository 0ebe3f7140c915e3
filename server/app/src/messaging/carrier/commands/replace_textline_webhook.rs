//! Replaces the webhook URL of a Textline account.
use platform::{Actor, Fault, Scope};

use super::textline_not_configured;
use crate::{
    context::Context,
    messaging::carrier::textline,
    operations::audit::{self, AuditAction, AuditEvent},
    tenancy::company,
};

/// Replaces the webhook URL of the scope's company. Returns its new secret.
///
/// # Errors
/// `NOT_FOUND`; `TEXTLINE_NOT_CONFIGURED`.
pub async fn replace_textline_webhook(
    context: &Context,
    actor: &Actor,
    scope: &Scope,
) -> Result<String, Fault> {
    textline::load_account(scope, context).await?;
    let mut tx = context.db.write(scope).await?;
    company::require(&mut tx, scope).await?;
    let account = textline::find_account(&mut tx, scope, context).await?;
    let account = account.ok_or_else(textline_not_configured)?;
    let secret = context.ids.secret();
    textline::set_webhook(&mut tx, scope, context, &secret).await?;
    let summary = format!("Replaced the webhook URL of the Textline account of {}.", account.email);
    let action = AuditAction::TextlineWebhookReplaced;
    let event = AuditEvent { action, subject: scope.company().as_str(), summary };
    audit::record(&mut tx, scope, context, actor, event).await?;
    tx.commit().await?;
    Ok(secret)
}
