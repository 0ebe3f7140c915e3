//! Commands on homeowner accounts, and what they share.
mod create_account;
mod delete_account;
mod import_accounts;
mod search_accounts;
mod sync_accounts;
mod update_account;

use platform::{Actor, Fault, Scope, Tx, ids::CommunityId};

pub use create_account::create_account;
pub use delete_account::delete_account;
pub use import_accounts::{ImportAccounts, import_accounts};
pub use search_accounts::search_accounts;
pub use sync_accounts::sync_accounts;
pub use update_account::{AccountToChange, update_account};

use super::{
    model::{Account, AccountId, ImportPlan},
    rules, store,
};
use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent, FieldChange},
    tenancy::community::Community,
};

/// Number of changed accounts from which on the statistics that PostgreSQL plans with are renewed.
const MANY_ACCOUNTS: usize = 500;

/// Stores the differences of a plan and assigns ids to its new accounts. Returns the numbers of saved and of removed
/// accounts.
async fn save_differences(
    context: &Context,
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    plan: &mut ImportPlan,
) -> Result<(usize, usize), Fault> {
    let now = context.now();
    for added in plan.differences.iter_mut().filter(|difference| difference.before.is_none()) {
        added.after.iter_mut().for_each(|account| account.id = context.ids.next(now));
    }
    let removed = plan.differences.iter().filter(|difference| difference.after.is_none());
    let removed: Vec<_> =
        removed.filter_map(|difference| difference.before.as_ref().map(|account| &account.id)).collect();
    let saved: Vec<_> = plan.differences.iter().filter_map(|difference| difference.after.as_ref()).collect();
    store::delete(tx, scope, &removed).await?;
    store::save_accounts(tx, scope, community, &saved).await?;
    if saved.len() >= MANY_ACCOUNTS {
        store::renew_statistics(tx).await?;
    }
    Ok((saved.len(), removed.len()))
}

/// Returns the date in a community.
fn today(context: &Context, community: &Community) -> String {
    context.now().date_in(&community.time_zone).to_string()
}

async fn require(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    id: &AccountId,
) -> Result<Account, Fault> {
    store::find(tx, scope, community, id).await?.ok_or_else(|| Fault::not_found("account"))
}

/// Checks that no other account has the same number.
///
/// # Errors
/// `ALREADY_EXISTS` with reason `ACCOUNT_EXISTS`.
async fn require_unused_number(tx: &mut Tx, scope: &Scope, account: &Account) -> Result<(), Fault> {
    let same = store::find_by_number(tx, scope, &account.community_id, &account.entry.number).await?;
    match same.is_some_and(|other| other.id != account.id) {
        true => Err(rules::account_exists()),
        false => Ok(()),
    }
}

/// Records an audit event about a community's accounts and commits. Neither `change` nor `changes` may contain
/// account data.
async fn finish(
    context: &Context,
    mut tx: Tx,
    actor: &Actor,
    community: &Community,
    action: AuditAction,
    change: &str,
    changes: Vec<FieldChange>,
) -> Result<(), Fault> {
    let summary = format!("{change} of {}.", community.tag);
    let audit_event = AuditEvent { action, subject: community.id.as_str(), summary };
    audit::record_changes(&mut tx, &actor.scope(), context, actor, audit_event, changes).await?;
    tx.commit().await
}
