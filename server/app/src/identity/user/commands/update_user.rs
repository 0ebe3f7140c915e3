//! Changes a user.
use platform::{Actor, Fault, Scope, Tx};
use prost_reflect::{DynamicMessage, ReflectMessage};

use super::{end_sessions, finish, require, require_other_administrator, require_visible};
use crate::{
    context::Context,
    identity::{
        account,
        session::{self, Staff},
        user::{model::UserChange, rules, store},
    },
    operations::audit::{self, AuditAction, AuditEvent},
};

/// Changes a user. Administrative changes are ignored unless the actor is an administrator.
///
/// # Errors
/// `INVALID_ARGUMENT` for an invalid field; `NOT_FOUND` for a user or community outside the scope;
/// `LAST_ADMINISTRATOR`, `EMAIL_TAKEN`.
pub async fn update_user(
    context: &Context,
    actor: &Actor,
    scope: &Scope,
    id: &str,
    change: &UserChange,
) -> Result<Staff, Fault> {
    let mut tx = context.db.write(scope).await?;
    let before = require(&mut tx, scope, id).await?;
    let shown_before = shown(context, &mut tx, scope, &before).await?;
    let after = rules::apply_change(&before, change, actor.administrator)?;
    let communities = change.administrative.communities.as_ref().filter(|_| actor.administrator);
    if let Some(communities) = communities {
        let communities = require_visible(&mut tx, scope, communities).await?;
        store::assign(&mut tx, scope, &before.id, &communities).await?;
    }
    require_other_administrator(&mut tx, scope, &before, &after).await?;
    session::save_staff(&mut tx, &after).await?;
    if before.email != after.email {
        // Links that were sent to the previous address must not open the account.
        account::void_links(&mut tx, scope, &after.id).await?;
    }
    end_sessions(&mut tx, actor, &before, &after).await?;
    let changes = rules::describe_changes(&before, &after, communities.is_some());
    if !changes.is_empty() {
        let summary = format!("{}: {changes}", after.name());
        let event = AuditEvent { action: AuditAction::UserUpdated, subject: after.id.as_str(), summary };
        let changes = audit::differences(&shown_before, &shown(context, &mut tx, scope, &after).await?);
        audit::record_changes(&mut tx, scope, context, actor, event, changes).await?;
    }
    finish(tx, after.key()).await?;
    Ok(after)
}

/// Returns a user in the contract's format, with their communities.
async fn shown(
    context: &Context,
    tx: &mut Tx,
    scope: &Scope,
    staff: &Staff,
) -> Result<DynamicMessage, Fault> {
    let communities = session::communities_of(tx, scope, std::slice::from_ref(staff)).await?;
    let communities = communities.get(&staff.id).map(Vec::as_slice).unwrap_or_default();
    Ok(session::user_to_contract(context, staff, communities).transcode_to_dynamic())
}
