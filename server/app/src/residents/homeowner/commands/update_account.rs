//! Changes an account.
use platform::{Actor, Fault, ids::CommunityId};

use super::{finish, require, require_unused_number, today};
use crate::{
    context::Context,
    operations::audit::{AuditAction, FieldChange},
    residents::homeowner::{
        model::{Account, AccountChange, AccountId},
        rules::{self, ChangeTime},
        store,
    },
    tenancy::community,
};

/// The account to change.
pub struct AccountToChange {
    pub community: CommunityId,
    pub id: AccountId,
    /// The version that the change is based on; 0 for any.
    pub version: i64,
}

/// Changes an account. `differences` describes the changes in the audit trail; it must not contain account data.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `INVALID_ARGUMENT` for an invalid field; `ACCOUNT_CHANGED`, `ACCOUNT_EXISTS`.
pub async fn update_account(
    context: &Context,
    actor: &Actor,
    target: &AccountToChange,
    change: AccountChange,
    differences: impl Fn(&Account, &Account) -> Vec<FieldChange>,
) -> Result<Account, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let community = community::require(&mut tx, &scope, &target.community).await?;
    store::lock(&mut tx, &scope, &community.id).await?;
    let before = require(&mut tx, &scope, &community.id, &target.id).await?;
    rules::require_version(&before, target.version)?;
    let time = ChangeTime { today: &today(context, &community), now: context.now() };
    let account = rules::apply_change(before.clone(), change, time)?;
    require_unused_number(&mut tx, &scope, &account).await?;
    store::save_accounts(&mut tx, &scope, &community.id, &[&account]).await?;
    let (action, changes) = (AuditAction::HomeownerUpdated, differences(&before, &account));
    finish(context, tx, actor, &community, action, "Changed an account", changes).await?;
    Ok(account)
}
