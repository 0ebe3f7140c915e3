//! Synchronizes a company's communities with its association software.
use std::time::Duration;

use platform::{
    Actor, ErrorReason, Fault, Scope,
    ids::CommunityId,
    signal::{InvalidationScope, Signal},
};

use super::{
    model::{IntegrationChange, Plan},
    rules,
    software::{AssociationSoftware, Uploaded},
    store,
};
use crate::{
    context::Context,
    knowledge::answer,
    operations::{
        audit::{self, AuditAction, AuditEvent},
        rate_limit::{self, Limit},
    },
    tenancy::{
        community::{self, ASSOCIATIONS, Association, Community},
        community_admin,
    },
};

/// Limit of syncs per company.
const SYNCS: Limit = Limit {
    name: "sync of a company",
    most: 10,
    window: Duration::from_secs(3600),
    reason: ErrorReason::TooManySyncs,
    words: "This company was synced ten times in the last hour. Wait a moment, then try again.",
};
/// Maximum number of communities that a sync returns.
const MAX_SHOWN: i64 = 200;

/// The outcome of a sync, and the communities afterwards.
pub struct SyncResult {
    pub communities: Vec<Community>,
    pub has_more: bool,
    pub added: Vec<String>,
    pub changed: Vec<String>,
    pub removed: Vec<String>,
}

/// Returns a company's association software, if it uses community codes.
pub fn association(software: i32) -> Option<&'static Association> {
    ASSOCIATIONS.iter().find(|association| association.software == software)
}

/// Stores a file as the company's associations. Returns the number of associations.
pub async fn upload(context: &Context, actor: &Actor, scope: &Scope, data: &str) -> Result<usize, Fault> {
    let mut tx = context.db.write(scope).await?;
    let company_settings = community::company_settings(&mut tx, scope).await?;
    let entries = rules::read(data, association(company_settings.software))?;
    store::save_file(&mut tx, scope, &entries, actor.id.as_str(), context.now()).await?;
    let summary = format!("Uploaded {} associations.", entries.len());
    let audit_event =
        AuditEvent { action: AuditAction::AssociationsUploaded, subject: scope.company().as_str(), summary };
    audit::record(&mut tx, scope, context, actor, audit_event).await?;
    tx.commit().await?;
    Ok(entries.len())
}

/// Adds, changes and deletes communities in one transaction.
pub async fn sync(context: &Context, actor: &Actor, scope: &Scope) -> Result<SyncResult, Fault> {
    rate_limit::take(context, &SYNCS, scope.company().as_str(), None).await?;
    let now = context.now();
    let mut tx = context.db.found(scope).await?;
    community_admin::lock(&mut tx, scope).await?;
    let company_settings = community::company_settings(&mut tx, scope).await?;
    let association = association(company_settings.software).ok_or_else(|| {
        Fault::precondition(
            ErrorReason::NoSoftware,
            "This company's software has no community codes. Choose its association software first.",
        )
    })?;
    let entries = Uploaded.associations(&mut tx, scope).await?.ok_or_else(|| {
        Fault::precondition(
            ErrorReason::NoAssociations,
            "No associations have been uploaded. Upload the file first.",
        )
    })?;
    let linked = store::linked(&mut tx, scope, &association.name).await?;
    let Plan { added, changed, removed } = rules::plan(entries, linked, association)?;

    let gone: Vec<CommunityId> = removed.iter().map(|linked| linked.id.clone()).collect();
    let reason = format!("It is no longer in {}.", association.name);
    let deletion = community_admin::Deletion { reason: &reason, deleted_by: actor.id.as_str() };
    community_admin::archive(&mut tx, context, &gone, deletion).await?;
    store::update(&mut tx, &association.name, &changed).await?;
    let fresh: Vec<IntegrationChange> =
        added.into_iter().map(|entry| rules::fresh(entry, context.ids.next(now))).collect();
    store::insert(&mut tx, scope, &association.name, &fresh, &company_settings.verbiage(), now).await?;
    let new: Vec<CommunityId> = fresh.iter().map(|change| change.id.clone()).collect();
    answer::enqueue_seed(&mut tx, scope, context, new).await?;

    let summary = format!("Synced: {} new, {} changed, {} deleted.", fresh.len(), changed.len(), gone.len());
    let audit_event =
        AuditEvent { action: AuditAction::CompanySynced, subject: scope.company().as_str(), summary };
    audit::record(&mut tx, scope, context, actor, audit_event).await?;
    let mut communities = community::with_code(&mut tx, scope, &association.name, MAX_SHOWN + 1).await?;
    let has_more = i64::try_from(communities.len()).is_ok_and(|length| length > MAX_SHOWN);
    communities.truncate(usize::try_from(MAX_SHOWN).unwrap_or_default());
    // Sessions cache the names of communities.
    tx.signal(Signal::Sessions(InvalidationScope::Company(scope.company().clone())));
    tx.commit().await?;
    Ok(SyncResult {
        communities,
        has_more,
        added: rules::labels(fresh.iter().map(|change| &change.tag)),
        changed: rules::labels(changed.iter().map(|change| &change.tag)),
        removed: rules::labels(removed.iter().map(|linked| &linked.tag)),
    })
}
