//! Disconnects a company from its association software.
use platform::{Actor, Fault, Scope};

use crate::{
    context::Context,
    integrations::integration::{software, store},
    operations::audit::{self, AuditAction, AuditEvent},
    tenancy::company,
};

/// Removes the connection of the scope's company, if there is one, with its secret.
///
/// # Errors
/// `NOT_FOUND` if there is no such company.
pub async fn disconnect_software(context: &Context, actor: &Actor, scope: &Scope) -> Result<(), Fault> {
    let mut tx = context.db.write(scope).await?;
    company::require(&mut tx, scope).await?;
    let removed = store::delete(&mut tx, scope).await?;
    if let Some(association) = removed.and_then(software::association) {
        context.secrets.delete(&mut tx, scope, &software::secret_name(association)).await?;
        let summary = format!("Disconnected {}.", association.name);
        let subject = scope.company().as_str();
        let event = AuditEvent { action: AuditAction::SoftwareDisconnected, subject, summary };
        audit::record(&mut tx, scope, context, actor, event).await?;
    }
    tx.commit().await
}
