//! Imports a community's accounts from a file.
use platform::{Actor, CpuPool, Fault, Tx, ids::CommunityId, tabular};

use crate::{
    context::Context,
    operations::audit::AuditAction,
    residents::{
        consent,
        homeowner::{model::ImportPlan, rules, store},
    },
    tenancy::community::{self, Community},
};

/// Limits of an import file.
const BOUNDS: tabular::Bounds = tabular::Bounds { megabytes: 5, lines: 20_000 };

/// Evidence of consent for accounts that agreed to receive texts according to their line.
const CONSENT_EVIDENCE: &str = "The column \"text consent\" of an imported file says yes.";

/// An import of accounts.
pub struct ImportAccounts {
    pub community: CommunityId,
    /// The file's content.
    pub data: Vec<u8>,
    /// Removes accounts that the file does not name.
    pub is_whole: bool,
    /// Plans the import without storing it.
    pub is_dry_run: bool,
    /// The digest of the dry run that the import must match; empty to skip the check.
    pub preview: String,
}

/// The outcome of an import or a dry run.
pub struct ImportOutcome {
    pub plan: ImportPlan,
    /// The digest of the plan.
    pub preview: String,
}

/// Plans an import and stores it unless it is a dry run.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `INVALID_ARGUMENT` for an unreadable file; `ACCOUNTS_CHANGED` if the plan
/// differs from the preview; `TOO_MANY_ACCOUNTS`.
pub async fn import_accounts(
    context: &Context,
    cpu_pool: &CpuPool,
    actor: &Actor,
    command: ImportAccounts,
) -> Result<ImportOutcome, Fault> {
    let ImportAccounts { community: id, data, is_whole, is_dry_run, preview: expected } = command;
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    let time_zone = community::require(&mut tx, &scope, &id).await?.time_zone;
    drop(tx);
    let today = context.now().date_in(&time_zone).to_string();
    let file = cpu_pool.run(move || rules::parse_file(&tabular::read(&data, BOUNDS)?, &today)).await??;
    let mut tx = match is_dry_run {
        true => context.db.read(&scope).await?,
        false => context.db.write(&scope).await?,
    };
    let community = community::require(&mut tx, &scope, &id).await?;
    if !is_dry_run {
        store::lock(&mut tx, &scope, &id).await?;
    }
    let existing = store::list_all(&mut tx, &scope, &id).await?;
    let mut plan = rules::plan_import(existing, &id, file, is_whole, context.now())?;
    let preview = rules::preview_digest(&plan);
    if !expected.is_empty() && expected != preview {
        return Err(rules::accounts_changed());
    }
    let has_effect = !plan.differences.is_empty() || !plan.consented.is_empty();
    if !is_dry_run && has_effect {
        store_plan(context, tx, actor, &community, &mut plan).await?;
    }
    Ok(ImportOutcome { plan, preview })
}

/// Stores a plan and assigns ids to its new accounts.
async fn store_plan(
    context: &Context,
    mut tx: Tx,
    actor: &Actor,
    community: &Community,
    plan: &mut ImportPlan,
) -> Result<(), Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let (saved, removed) = super::save_differences(context, &mut tx, &scope, &community.id, plan).await?;
    consent::record_imported(&mut tx, &scope, &context.ids, &plan.consented, CONSENT_EVIDENCE, now).await?;
    let change = format!("Imported a file that changed {saved} and removed {removed} accounts");
    super::finish(context, tx, actor, community, AuditAction::HomeownersImported, &change, vec![]).await
}
