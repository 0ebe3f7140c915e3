//! Changes a user.
use platform::{Actor, Fault, Scope, Tx, ids::UserId};
use prost_reflect::{DynamicMessage, ReflectMessage};

use super::{end_sessions, finish, require, require_other_administrator, require_visible};
use crate::{
    context::Context,
    identity::{
        account,
        session::{self, Staff},
        user::{
            model::{AssignmentChange, UserChange},
            rules, store,
        },
    },
    operations::audit::{self, AuditAction, AuditEvent},
};

/// Maximum number of communities that are compared for the audit trail.
const MAX_AUDITED_COMMUNITIES: i64 = 1000;

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
    let communities = &change.administrative.communities;
    let assigns = actor.administrator && !communities.is_empty();
    if assigns {
        assign(&mut tx, scope, &before.id, communities).await?;
    }
    require_other_administrator(&mut tx, scope, &before, &after).await?;
    session::save_staff(&mut tx, &after).await?;
    if before.email != after.email {
        // Links that were sent to the previous address must not open the account.
        account::void_links(&mut tx, scope, &after.id).await?;
    }
    end_sessions(&mut tx, actor, &before, &after).await?;
    let changes = rules::describe_changes(&before, &after, assigns);
    if !changes.is_empty() {
        let summary = format!("{}: {changes}", after.name());
        let event = AuditEvent { action: AuditAction::UserUpdated, subject: after.id.as_str(), summary };
        let changes = audit::differences(&shown_before, &shown(context, &mut tx, scope, &after).await?);
        audit::record_changes(&mut tx, scope, context, actor, event, changes).await?;
    }
    finish(tx, after.key()).await?;
    Ok(after)
}

/// Changes the communities assigned to a user.
async fn assign(tx: &mut Tx, scope: &Scope, user: &UserId, change: &AssignmentChange) -> Result<(), Fault> {
    if let Some(all) = &change.all {
        let all = require_visible(tx, scope, all).await?;
        store::assign(tx, scope, user, &all).await?;
    }
    let removed = require_visible(tx, scope, &change.removed).await?;
    store::remove_assigned(tx, scope, user, &removed).await?;
    let added = require_visible(tx, scope, &change.added).await?;
    store::add_assigned(tx, scope, user, &added).await
}

/// Returns a user in the contract's format, with the communities assigned to them instead of those that they selected.
async fn shown(
    context: &Context,
    tx: &mut Tx,
    scope: &Scope,
    staff: &Staff,
) -> Result<DynamicMessage, Fault> {
    let mut assigned = store::assigned(tx, scope, &[staff.id.as_str()], MAX_AUDITED_COMMUNITIES).await?;
    let communities = assigned.remove(&staff.id).unwrap_or_default().communities;
    Ok(session::user_to_contract(context, staff, &communities).transcode_to_dynamic())
}
