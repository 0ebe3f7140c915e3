//! Changes a partner credential.
use platform::{Actor, Fault};

use super::{finish, require};
use crate::{
    context::Context,
    identity::partner::{
        model::{Partner, PartnerChange, PartnerId},
        rules, store,
    },
    operations::audit::{AuditAction, AuditEvent, FieldChange},
};

/// Changes a credential. `differences` describes the changes in the audit trail.
///
/// # Errors
/// `NOT_FOUND` outside the scope; fails as `rules::apply_change` does.
pub async fn update_partner(
    context: &Context,
    actor: &Actor,
    id: &PartnerId,
    change: PartnerChange,
    differences: impl Fn(&Partner, &Partner) -> Vec<FieldChange>,
) -> Result<Partner, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let before = require(&mut tx, &scope, id).await?;
    let (partner, summary) = rules::apply_change(before.clone(), change)?;
    let changes = differences(&before, &partner);
    store::save(&mut tx, &scope, &partner).await?;
    let event = AuditEvent { action: AuditAction::PartnerUpdated, subject: partner.id.as_str(), summary };
    finish(context, tx, &scope, actor, event, changes).await?;
    Ok(partner)
}
