//! Saves an audience.
use platform::{Actor, Fault};

use super::require_filter;
use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent},
    outreach::audience::{
        model::{Audience, Filter, MAX_AUDIENCES},
        rules, store,
    },
};

/// Saves a filter as an audience.
///
/// # Errors
/// `INVALID_ARGUMENT` for an invalid name or filter; `NOT_FOUND` for a community outside the scope;
/// `TOO_MANY_AUDIENCES`, `AUDIENCE_EXISTS`.
pub async fn create_audience(
    context: &Context,
    actor: &Actor,
    name: &str,
    filter: Filter,
) -> Result<Audience, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let audience = Audience {
        id: context.ids.next(now),
        name: rules::name(name)?,
        filter,
        member_count: 0,
        version: 1,
        updated_ms: now,
    };
    let mut tx = context.db.write(&scope).await?;
    require_filter(&mut tx, &scope, &audience.filter).await?;
    if store::lock_and_count(&mut tx, &scope).await? >= MAX_AUDIENCES {
        return Err(rules::too_many_audiences());
    }
    if !store::save(&mut tx, &scope, &audience).await? {
        return Err(rules::audience_exists());
    }
    let (action, what) = (AuditAction::AudienceCreated, "Saved the audience");
    let event = AuditEvent::named(action, what, audience.id.as_str(), &audience.name);
    audit::record(&mut tx, &scope, context, actor, event).await?;
    tx.commit().await?;
    Ok(audience)
}
