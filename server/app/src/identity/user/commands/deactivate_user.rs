//! Deactivates a user.
use platform::{Actor, Fault, Scope};

use super::set_user_active::set_user_active;
use crate::{context::Context, identity::session::Staff};

/// Deactivates a user: ends their sessions, grants and password links.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `OWN_ACCOUNT` for the actor; `LAST_ADMINISTRATOR`.
pub async fn deactivate_user(
    context: &Context,
    actor: &Actor,
    scope: &Scope,
    id: &str,
) -> Result<Staff, Fault> {
    set_user_active(context, actor, scope, id, false).await
}
