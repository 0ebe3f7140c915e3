//! Creates an account.
use platform::{Actor, Fault, ids::CommunityId};

use super::{finish, require_unused_number, today};
use crate::{
    context::Context,
    operations::audit::AuditAction,
    residents::homeowner::{
        model::{Account, AccountChange},
        rules::{self, ChangeTime},
        store,
    },
    tenancy::community,
};

/// Creates an account.
///
/// # Errors
/// `NOT_FOUND` for a community outside the scope; `INVALID_ARGUMENT` for an invalid field; `TOO_MANY_ACCOUNTS`,
/// `ACCOUNT_EXISTS`.
pub async fn create_account(
    context: &Context,
    actor: &Actor,
    community: &CommunityId,
    new: AccountChange,
) -> Result<Account, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.write(&scope).await?;
    let community = community::require(&mut tx, &scope, community).await?;
    let time = ChangeTime { today: &today(context, &community), now };
    let account = rules::new_account(community.id.clone(), new, time)?;
    let account = Account { id: context.ids.next(now), ..account };
    store::lock(&mut tx, &scope, &community.id).await?;
    let count = store::count(&mut tx, &scope, &community.id).await?;
    rules::require_room(usize::try_from(count).unwrap_or(usize::MAX).saturating_add(1))?;
    require_unused_number(&mut tx, &scope, &account).await?;
    store::save_accounts(&mut tx, &scope, &community.id, &[&account]).await?;
    let action = AuditAction::HomeownerCreated;
    finish(context, tx, actor, &community, action, "Added an account", vec![]).await?;
    Ok(account)
}
