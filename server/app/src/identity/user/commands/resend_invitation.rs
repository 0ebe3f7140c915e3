//! Sends a user another invitation.
use platform::{Actor, ErrorReason, Fault, Scope};

use super::{finish, record, require};
use crate::{
    context::Context,
    identity::{account, session::Staff},
    operations::audit::AuditAction,
};

/// Sends another invitation; the previous link stops working.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `NOT_INVITED` if the user is inactive or has a password.
pub async fn resend_invitation(
    context: &Context,
    actor: &Actor,
    scope: &Scope,
    id: &str,
) -> Result<Staff, Fault> {
    let mut tx = context.db.write(scope).await?;
    let staff = require(&mut tx, scope, id).await?;
    if !(staff.active && staff.is_invited()) {
        return Err(Fault::precondition(
            ErrorReason::NotInvited,
            "This user has no pending invitation: the account has a password or is deactivated.",
        ));
    }
    account::invite(&mut tx, scope, context, &staff).await?;
    let summary = format!("{}, again", staff.name());
    record(context, &mut tx, scope, actor, AuditAction::UserInvited, &staff, summary).await?;
    finish(tx, staff.key()).await?;
    Ok(staff)
}
