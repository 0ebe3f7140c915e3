//! Syncs a community's accounts with those that its association software lists.
use platform::{Fault, Scope, Tx, ids::CommunityId};

use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditActor, AuditEvent},
    residents::homeowner::{
        model::AccountsSynced,
        rules::{self, ImportFile},
        store,
    },
    tenancy::community,
};

/// Adds, changes and removes accounts, so that the community has those of `listed`. Rejected accounts are kept as they
/// are. `software` is the name of the software, for the audit trail.
///
/// # Errors
/// `NOT_FOUND` if the community was deleted; `TOO_MANY_REMOVED`; `TOO_MANY_ACCOUNTS`.
pub async fn sync_accounts(
    context: &Context,
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    software: &str,
    listed: ImportFile,
) -> Result<AccountsSynced, Fault> {
    let community = community::require(tx, scope, community).await?;
    store::lock(tx, scope, &community.id).await?;
    let existing = store::list_all(tx, scope, &community.id).await?;
    let before = existing.len();
    let mut plan = rules::plan_import(existing, &community.id, listed, true, context.now())?;
    rules::require_most_kept(&plan, before)?;
    if !plan.differences.is_empty() {
        super::save_differences(context, tx, scope, &community.id, &mut plan).await?;
    }
    let synced = rules::count_synced(plan);
    let AccountsSynced { added, changed, removed, .. } = &synced;
    if added + changed + removed > 0 {
        let summary = format!(
            "Synced the accounts of {} with {software}: {added} new, {changed} changed, {removed} removed.",
            community.tag
        );
        let event =
            AuditEvent { action: AuditAction::HomeownersSynced, subject: community.id.as_str(), summary };
        audit::write(tx, scope, context, AuditActor::default(), event).await?;
    }
    Ok(synced)
}
