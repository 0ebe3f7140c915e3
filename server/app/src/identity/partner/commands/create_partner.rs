//! Issues a partner credential.
use platform::{Actor, Fault, Scope};

use super::finish;
use crate::{
    context::Context,
    identity::partner::{
        model::{NewPartner, Partner},
        rules, store,
    },
    operations::audit::{AuditAction, AuditEvent},
};

/// A credential with its secret, which is not stored.
pub struct IssuedPartner {
    pub partner: Partner,
    /// Empty for a public client.
    pub secret: String,
}

/// Issues a credential in the scope's company.
///
/// # Errors
/// `INVALID_ARGUMENT` for an invalid field; `NOT_FOUND` for the company; `TOO_MANY_PARTNERS`.
pub async fn create_partner(
    context: &Context,
    actor: &Actor,
    scope: &Scope,
    new: NewPartner,
) -> Result<IssuedPartner, Fault> {
    let (now, ids, secret) = (context.now(), &context.ids, context.ids.secret());
    let (secret, secret_hash) = match new.is_public {
        true => Default::default(),
        false => (secret.clone(), rules::digest(&secret)),
    };
    let partner = Partner {
        company_id: scope.company().clone(),
        id: ids.next(now),
        name: rules::parse_name(&new.name)?,
        client_id: ids.next(now),
        secret_hash,
        is_public: new.is_public,
        scopes: rules::scope_names(&new.scopes)?,
        redirect_uris: rules::new_partner_redirect_uris(new.redirect_uris, new.is_public)?,
        requests_per_minute: rules::requests_per_minute(new.requests_per_minute),
        created_by: actor.name.to_string(),
        created_ms: now,
        used_ms: None,
        revoked_ms: None,
    };
    let mut tx = context.db.write(scope).await?;
    store::require_company(&mut tx, scope).await?;
    if !store::insert(&mut tx, scope, &partner, rules::MAX_PARTNERS).await? {
        return Err(rules::too_many_partners());
    }
    let summary = format!("Issued {} for {}", partner.name, partner.scopes.join(" "));
    let event = AuditEvent { action: AuditAction::PartnerIssued, subject: partner.id.as_str(), summary };
    finish(context, tx, scope, actor, event, Vec::new()).await?;
    Ok(IssuedPartner { partner, secret })
}
