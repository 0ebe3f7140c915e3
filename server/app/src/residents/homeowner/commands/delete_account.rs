//! Deletes an account.
use platform::{Actor, Fault, ids::CommunityId};

use super::{finish, require};
use crate::{
    context::Context,
    operations::audit::AuditAction,
    residents::homeowner::{model::AccountId, store},
    tenancy::community,
};

/// Deletes an account.
///
/// # Errors
/// `NOT_FOUND` outside the scope.
pub async fn delete_account(
    context: &Context,
    actor: &Actor,
    community: &CommunityId,
    id: &AccountId,
) -> Result<(), Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let community = community::require(&mut tx, &scope, community).await?;
    store::lock(&mut tx, &scope, &community.id).await?;
    let account = require(&mut tx, &scope, &community.id, id).await?;
    store::delete(&mut tx, &scope, &[&account.id]).await?;
    let action = AuditAction::HomeownerDeleted;
    finish(context, tx, actor, &community, action, "Removed an account", vec![]).await
}
