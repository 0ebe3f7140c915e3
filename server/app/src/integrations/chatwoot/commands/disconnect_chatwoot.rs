//! Disconnects a company from Chatwoot.
use platform::{Actor, Fault, Scope};

use crate::{
    context::Context,
    integrations::chatwoot::{connection, store},
    operations::audit::{self, AuditAction, AuditEvent},
    tenancy::company,
};

/// Removes the connection of the scope's company, if there is one, with its secrets.
///
/// # Errors
/// `NOT_FOUND` if there is no such company.
pub async fn disconnect_chatwoot(context: &Context, actor: &Actor, scope: &Scope) -> Result<(), Fault> {
    let mut tx = context.db.write(scope).await?;
    company::require(&mut tx, scope).await?;
    if store::delete(&mut tx, scope).await? {
        connection::forget(&mut tx, scope, context).await?;
        let summary = "Disconnected Chatwoot.".to_owned();
        let subject = scope.company().as_str();
        let event = AuditEvent { action: AuditAction::ChatwootRemoved, subject, summary };
        audit::record(&mut tx, scope, context, actor, event).await?;
    }
    tx.commit().await
}
