//! Changes an audience.
use platform::{Actor, Fault};

use super::{require, require_filter};
use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent, FieldChange},
    outreach::audience::{
        model::{Audience, AudienceChange},
        rules, store,
    },
};

/// Changes an audience. `differences` describes the changes in the audit trail.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `AUDIENCE_CHANGED`, `AUDIENCE_EXISTS`; `INVALID_ARGUMENT` for an invalid name or
/// filter; fails if the recipients are fixed and the filter is set.
pub async fn update_audience(
    context: &Context,
    actor: &Actor,
    change: AudienceChange,
    differences: impl Fn(&Audience, &Audience) -> Vec<FieldChange>,
) -> Result<Audience, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let before = require(&mut tx, &scope, &change.id).await?;
    if change.version != 0 && change.version != before.version {
        return Err(rules::audience_changed());
    }
    if before.filter.list.is_some() && change.filter.is_some() {
        return Err(rules::fixed_recipients());
    }
    let audience = Audience {
        name: change.name.map_or_else(|| Ok(before.name.clone()), |name| rules::name(&name))?,
        filter: change.filter.unwrap_or_else(|| before.filter.clone()),
        member_count: before.member_count,
        version: before.version + 1,
        updated_ms: context.now(),
        id: before.id.clone(),
    };
    require_filter(&mut tx, &scope, &audience.filter).await?;
    if !store::save(&mut tx, &scope, &audience).await? {
        return Err(rules::audience_exists());
    }
    let changes = differences(&before, &audience);
    let (action, what) = (AuditAction::AudienceUpdated, "Changed the audience");
    let event = AuditEvent::named(action, what, audience.id.as_str(), &audience.name);
    audit::record_changes(&mut tx, &scope, context, actor, event, changes).await?;
    tx.commit().await?;
    Ok(audience)
}
