//! Commands on users, and what they share. Each is one transaction with its audit event.
mod create_user;
mod deactivate_user;
mod reactivate_user;
mod resend_invitation;
mod set_community_order;
mod set_user_active;
mod update_user;

use platform::{Actor, ErrorReason, Fault, Scope, Tx};

pub use create_user::create_user;
pub use deactivate_user::deactivate_user;
pub use reactivate_user::reactivate_user;
pub use resend_invitation::resend_invitation;
pub use set_community_order::set_community_order;
pub use update_user::update_user;

use super::{rules, store};
use crate::{
    context::Context,
    identity::session::{self, Staff, UserKey},
    operations::audit::{self, AuditAction, AuditEvent},
};

/// Finds a user of the scope's company.
///
/// # Errors
/// `NOT_FOUND` if there is none.
pub async fn require(tx: &mut Tx, scope: &Scope, id: &str) -> Result<Staff, Fault> {
    session::staff_by_id(tx, scope, id).await?.ok_or_else(|| Fault::not_found("person"))
}

/// Removes duplicates from a list of communities.
///
/// # Errors
/// `NOT_FOUND` if the scope cannot see one of them.
async fn require_visible(tx: &mut Tx, scope: &Scope, communities: &[String]) -> Result<Vec<String>, Fault> {
    let communities = rules::deduplicate(communities.iter().map(String::as_str));
    if store::count_visible(tx, scope, &communities).await? == communities.len() {
        Ok(communities)
    } else {
        Err(Fault::not_found("community"))
    }
}

/// Checks that a change leaves the company an administrator who can sign in.
///
/// # Errors
/// `FAILED_PRECONDITION` with reason `LAST_ADMINISTRATOR`.
async fn require_other_administrator(
    tx: &mut Tx,
    scope: &Scope,
    before: &Staff,
    after: &Staff,
) -> Result<(), Fault> {
    if rules::loses_administrator(before, after)
        && !session::has_another_administrator(tx, scope, &before.id).await?
    {
        return Err(Fault::precondition(
            ErrorReason::LastAdministrator,
            "This is the company's last administrator. Make someone else an administrator first.",
        ));
    }
    Ok(())
}

/// Ends the user's sessions, except the actor's, if the change affects what the user may do.
async fn end_sessions(tx: &mut Tx, actor: &Actor, before: &Staff, after: &Staff) -> Result<(), Fault> {
    if rules::changes_privileges(before, after) {
        session::end_sessions(tx, after.key(), actor.session.as_str()).await?;
    }
    Ok(())
}

async fn record(
    context: &Context,
    tx: &mut Tx,
    scope: &Scope,
    actor: &Actor,
    action: AuditAction,
    staff: &Staff,
    summary: String,
) -> Result<(), Fault> {
    let audit_event = AuditEvent { action, subject: staff.id.as_str(), summary };
    audit::record(tx, scope, context, actor, audit_event).await
}

/// Invalidates the user's cached sessions and commits.
async fn finish(mut tx: Tx, user: UserKey<'_>) -> Result<(), Fault> {
    tx.signal(session::sessions_changed(user));
    tx.commit().await
}
