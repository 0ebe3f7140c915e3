//! Commands on homeowner accounts, and what they share.
mod create_account;
mod delete_account;
mod import_accounts;
mod update_account;

use platform::{Actor, Fault, Scope, Tx, ids::CommunityId};

pub use create_account::create_account;
pub use delete_account::delete_account;
pub use import_accounts::{ImportAccounts, import_accounts};
pub use update_account::{AccountToChange, update_account};

use super::{
    model::{Account, AccountId},
    rules, store,
};
use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent, FieldChange},
    tenancy::community::Community,
};

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
