//! Creates or invites a user.
use platform::{Actor, Fault, Scope, visibility};

use super::{finish, record, require_visible};
use crate::{
    context::Context,
    identity::{
        account,
        session::{self, Staff},
        user::{model::UserDraft, rules, store},
    },
    operations::audit::AuditAction,
};

/// Creates a user. With an empty `password_hash`, the user is sent an invitation to choose a password.
///
/// # Errors
/// `INVALID_ARGUMENT` for an invalid field; `EMAIL_TAKEN`; `NOT_FOUND` for a company or community outside the scope.
pub async fn create_user(
    context: &Context,
    actor: &Actor,
    scope: &Scope,
    draft: &UserDraft,
    password_hash: String,
) -> Result<Staff, Fault> {
    let now = context.now();
    let id = context.ids.next(now);
    let staff = rules::new_staff(scope.company().clone(), id, draft, password_hash, now)?;
    let mut tx = context.db.write(scope).await?;
    visibility::require_company(&mut tx, scope).await?;
    let communities = require_visible(&mut tx, scope, &draft.communities).await?;
    session::insert_staff(&mut tx, &staff).await?;
    store::assign(&mut tx, scope, &staff.id, &communities).await?;
    let action = if staff.is_invited() { AuditAction::UserInvited } else { AuditAction::UserCreated };
    if staff.is_invited() {
        account::invite(&mut tx, scope, context, &staff).await?;
    }
    record(context, &mut tx, scope, actor, action, &staff, staff.name()).await?;
    finish(tx, staff.key()).await?;
    Ok(staff)
}
