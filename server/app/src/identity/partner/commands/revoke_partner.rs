//! Revokes a partner credential.
use platform::{Actor, Fault};

use super::{finish, require};
use crate::{
    context::Context,
    identity::partner::{model::PartnerId, store},
    operations::audit::{AuditAction, AuditEvent},
};

/// Revokes a credential with all its tokens. Does nothing if it is revoked already.
///
/// # Errors
/// `NOT_FOUND` outside the scope.
pub async fn revoke_partner(context: &Context, actor: &Actor, id: &PartnerId) -> Result<(), Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let mut partner = require(&mut tx, &scope, id).await?;
    if partner.revoked_ms.is_none() {
        partner.revoked_ms = Some(context.now());
        store::save(&mut tx, &scope, &partner).await?;
        store::delete_tokens_and_grants(&mut tx, &scope, &partner.id).await?;
        let summary = format!("Revoked {} with all its tokens", partner.name);
        let event = AuditEvent { action: AuditAction::PartnerRevoked, subject: partner.id.as_str(), summary };
        finish(context, tx, &scope, actor, event, Vec::new()).await?;
    }
    Ok(())
}
