//! Replaces the secret of a partner credential.
use platform::{Actor, Fault};

use super::{IssuedPartner, finish, require};
use crate::{
    context::Context,
    identity::partner::{model::PartnerId, rules, store},
    operations::audit::{AuditAction, AuditEvent},
};

/// Replaces the secret of a credential.
///
/// # Errors
/// `NOT_FOUND` outside the scope; fails for a revoked credential and for a public client.
pub async fn rotate_secret(context: &Context, actor: &Actor, id: &PartnerId) -> Result<IssuedPartner, Fault> {
    let (scope, secret) = (actor.scope(), context.ids.secret());
    let mut tx = context.db.write(&scope).await?;
    let mut partner = require(&mut tx, &scope, id).await?;
    rules::require_active(&partner)?;
    rules::require_confidential(&partner)?;
    partner.secret_hash = rules::digest(&secret);
    store::save(&mut tx, &scope, &partner).await?;
    let summary = format!("Replaced the secret of {}", partner.name);
    let event =
        AuditEvent { action: AuditAction::PartnerSecretRotated, subject: partner.id.as_str(), summary };
    finish(context, tx, &scope, actor, event, Vec::new()).await?;
    Ok(IssuedPartner { partner, secret })
}
