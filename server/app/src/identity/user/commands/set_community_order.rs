//! Sets the communities that the actor selects from.
use platform::{Actor, Fault};

use super::{finish, require_visible};
use crate::{
    context::Context,
    identity::{session, user::store},
};

/// Sets the actor's selection of communities and its order, in the company that they act for.
///
/// # Errors
/// `NOT_FOUND` if the actor cannot see one of the communities.
pub async fn set_community_order(
    context: &Context,
    actor: &Actor,
    communities: &[String],
) -> Result<(), Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let communities = require_visible(&mut tx, &scope, communities).await?;
    store::select(&mut tx, &scope, &actor.id, &communities).await?;
    finish(tx, session::user_key(actor)).await
}
