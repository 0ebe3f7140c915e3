//! Reactivates a user.
use platform::{Actor, Fault, Scope};

use super::set_user_active::set_user_active;
use crate::{context::Context, identity::session::Staff};

/// Reactivates a user.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `OWN_ACCOUNT` for the actor.
pub async fn reactivate_user(
    context: &Context,
    actor: &Actor,
    scope: &Scope,
    id: &str,
) -> Result<Staff, Fault> {
    set_user_active(context, actor, scope, id, true).await
}
