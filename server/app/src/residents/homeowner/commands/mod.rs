//! Commands on homeowner accounts.
mod import_accounts;

use platform::{Actor, Fault, Tx};

pub use import_accounts::{ImportAccounts, import_accounts};

use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent, FieldChange},
    tenancy::community::Community,
};

/// Records an audit event about a community's accounts and commits. Neither `change` nor `changes` may contain
/// account data.
pub async fn finish(
    context: &Context,
    mut tx: Tx,
    actor: &Actor,
    community: &Community,
    action: AuditAction,
    change: &str,
    changes: Vec<FieldChange>,
) -> Result<(), Fault> {
    let summary = format!("{change} of {}.", community.tag);
    let audit_event = AuditEvent { action, subject: community.id.as_str(), summary };
    audit::record_changes(&mut tx, &actor.scope(), context, actor, audit_event, changes).await?;
    tx.commit().await
}
