//! Sets whether a user is active; shared by deactivation and reactivation.
use platform::{Actor, ErrorReason, Fault, Scope};

use super::{end_sessions, finish, record, require, require_other_administrator};
use crate::{
    context::Context,
    identity::{
        account, oauth,
        session::{self, Staff},
    },
    operations::audit::AuditAction,
};

/// Sets whether a user is active; does nothing if unchanged.
pub(super) async fn set_user_active(
    context: &Context,
    actor: &Actor,
    scope: &Scope,
    id: &str,
    active: bool,
) -> Result<Staff, Fault> {
    let mut tx = context.db.write(scope).await?;
    let before = require(&mut tx, scope, id).await?;
    if before.id == actor.id {
        return Err(Fault::precondition(
            ErrorReason::OwnAccount,
            "You can't deactivate your own account. Ask another administrator.",
        ));
    }
    let after = Staff { active, ..before.clone() };
    if before.active == active {
        return Ok(after);
    }
    require_other_administrator(&mut tx, scope, &before, &after).await?;
    session::save_staff(&mut tx, &after).await?;
    account::void_links(&mut tx, scope, &after.id).await?;
    oauth::end_grants(&mut tx, scope, &after.id).await?;
    end_sessions(&mut tx, actor, &before, &after).await?;
    let action = if active { AuditAction::UserReactivated } else { AuditAction::UserDeactivated };
    record(context, &mut tx, scope, actor, action, &after, after.name()).await?;
    finish(tx, after.key()).await?;
    Ok(after)
}
