//! Deletes an audience.
use platform::{Actor, Fault};

use super::require;
use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent},
    outreach::audience::{model::AudienceId, rules, store},
};

/// Deletes an audience.
///
/// # Errors
/// `NOT_FOUND` outside the scope; fails if a blast uses the audience.
pub async fn delete_audience(context: &Context, actor: &Actor, id: &AudienceId) -> Result<(), Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let audience = require(&mut tx, &scope, id).await?;
    if store::is_used(&mut tx, &scope, &audience.id).await? {
        return Err(rules::audience_in_use());
    }
    store::delete(&mut tx, &scope, &audience.id).await?;
    let (action, what) = (AuditAction::AudienceDeleted, "Deleted the audience");
    let event = AuditEvent::named(action, what, audience.id.as_str(), &audience.name);
    audit::record(&mut tx, &scope, context, actor, event).await?;
    tx.commit().await
}
