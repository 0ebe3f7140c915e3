//! Synchronizes a company's communities with its association software.
use std::time::Duration;

use platform::{
    Actor, ErrorReason, Fault, Scope, Timestamp,
    ids::CommunityId,
    signal::{InvalidationScope, Signal},
};
use tonic::Code;

use super::{
    accounts_job,
    model::{Entry, IntegrationChange, Plan},
    outgoing_request, rules,
    software::{self, SoftwareApis, SoftwareError, Source},
    store,
};
use crate::{
    context::Context,
    knowledge::answer,
    operations::{
        audit::{self, AuditAction, AuditActor, AuditEvent},
        rate_limit::{self, Limit},
    },
    tenancy::{
        community::{self, Community},
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

/// The reason why a sync failed.
pub enum SyncError {
    /// The software could not be read.
    Software(SoftwareError),
    Fault(Fault),
}

impl From<Fault> for SyncError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<SoftwareError> for SyncError {
    fn from(error: SoftwareError) -> Self {
        Self::Software(error)
    }
}

impl From<SyncError> for Fault {
    fn from(error: SyncError) -> Self {
        match error {
            SyncError::Software(error) => rules::call_failed(error.words()),
            SyncError::Fault(fault) => fault,
        }
    }
}

/// Stores a file as the company's associations. Returns the number of associations.
pub async fn upload(context: &Context, actor: &Actor, scope: &Scope, data: &str) -> Result<usize, Fault> {
    let mut tx = context.db.write(scope).await?;
    let company_settings = community::company_settings(&mut tx, scope).await?;
    let association = software::association(company_settings.software);
    if let Some(association) = association
        && store::find(&mut tx, scope, association.software).await?.is_some()
    {
        return Err(Fault::precondition(
            ErrorReason::SoftwareConnected,
            "This company is connected to its software, so files are not used. Disconnect it to upload a file.",
        ));
    }
    let entries = rules::read(data, association)?;
    store::save_file(&mut tx, scope, &entries, actor.id.as_str(), context.now()).await?;
    let summary = format!("Uploaded {} associations.", entries.len());
    let audit_event =
        AuditEvent { action: AuditAction::AssociationsUploaded, subject: scope.company().as_str(), summary };
    audit::record(&mut tx, scope, context, actor, audit_event).await?;
    tx.commit().await?;
    Ok(entries.len())
}

/// Syncs the scope's company on behalf of a user.
///
/// # Errors
/// `TOO_MANY_SYNCS`; as [`run`].
pub async fn sync(
    context: &Context,
    apis: &SoftwareApis,
    actor: &Actor,
    scope: &Scope,
) -> Result<SyncResult, Fault> {
    rate_limit::take(context, &SYNCS, scope.company().as_str(), None).await?;
    let audit_actor = AuditActor { id: actor.id.as_str(), name: actor.name.as_ref() };
    let synced = run(context, apis, scope, audit_actor).await;
    if let Err(error) = &synced {
        record_failure(context, scope, error).await?;
    }
    synced.map_err(Fault::from)
}

/// Reads the associations, then adds, changes and deletes communities in one transaction. The accounts of a connected
/// company are synced by a job.
///
/// # Errors
/// Why the software could not be read; `NOT_FOUND`, `NO_SOFTWARE`, `NO_ASSOCIATIONS`, `WRONG_CODES`,
/// `TOO_MANY_REMOVED`, `COMMUNITY_EXISTS`.
pub async fn run(
    context: &Context,
    apis: &SoftwareApis,
    scope: &Scope,
    actor: AuditActor<'_>,
) -> Result<SyncResult, SyncError> {
    let started = context.now();
    software::load_secret(scope, context).await?;
    let mut tx = context.db.read(scope).await?;
    let source = software::select(&mut tx, context, apis, scope).await?;
    drop(tx);
    let entries = source.software.associations().await?;
    apply(context, scope, actor, &source, entries, started).await.map_err(SyncError::Fault)
}

/// Stores why the communities of a connected company could not be synced, unless Parlor itself failed.
pub async fn record_failure(context: &Context, scope: &Scope, error: &SyncError) -> Result<(), Fault> {
    let words = match error {
        SyncError::Software(error) => error.words(),
        SyncError::Fault(fault) if is_refusal(fault) => fault.words(),
        SyncError::Fault(_) => return Ok(()),
    };
    let mut tx = context.db.write(scope).await?;
    store::record_failure(&mut tx, scope, words, context.now()).await?;
    tx.commit().await
}

/// Returns whether the company's data, not Parlor itself, caused a fault.
pub fn is_refusal(fault: &Fault) -> bool {
    matches!(
        fault.code(),
        Code::FailedPrecondition | Code::AlreadyExists | Code::InvalidArgument | Code::NotFound
    )
}

async fn apply(
    context: &Context,
    scope: &Scope,
    actor: AuditActor<'_>,
    source: &Source,
    entries: Vec<Entry>,
    started: Timestamp,
) -> Result<SyncResult, Fault> {
    let now = context.now();
    let association = source.association;
    let mut tx = context.db.found(scope).await?;
    community_admin::lock(&mut tx, scope).await?;
    let company_settings = community::company_settings(&mut tx, scope).await?;
    if company_settings.software != association.software {
        return Err(changed_meanwhile());
    }
    let linked = store::linked(&mut tx, scope, &association.name).await?;
    let Plan { added, changed, removed } = rules::plan(entries, linked, association)?;

    let gone: Vec<CommunityId> = removed.iter().map(|linked| linked.id.clone()).collect();
    let reason = format!("It is no longer in {}.", association.name);
    let deletion = community_admin::Deletion { reason: &reason, deleted_by: actor.id };
    community_admin::archive(&mut tx, context, &gone, deletion).await?;
    store::update(&mut tx, &association.name, &changed).await?;
    let fresh: Vec<IntegrationChange> =
        added.into_iter().map(|entry| rules::fresh(entry, context.ids.next(now))).collect();
    store::insert(&mut tx, scope, &association.name, &fresh, &company_settings.verbiage(), now).await?;
    let new: Vec<CommunityId> = fresh.iter().map(|change| change.id.clone()).collect();
    answer::enqueue_seed(&mut tx, scope, context, new).await?;
    if source.is_connected {
        if !store::start_sync(&mut tx, scope, &association.name, started).await? {
            return Err(changed_meanwhile());
        }
        accounts_job::enqueue(&mut tx, scope, context).await?;
        outgoing_request::enqueue_read(&mut tx, scope, context).await?;
    }

    let summary = format!("Synced: {} new, {} changed, {} deleted.", fresh.len(), changed.len(), gone.len());
    let audit_event =
        AuditEvent { action: AuditAction::CompanySynced, subject: scope.company().as_str(), summary };
    audit::write(&mut tx, scope, context, actor, audit_event).await?;
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

fn changed_meanwhile() -> Fault {
    Fault::precondition(
        ErrorReason::NoSoftware,
        "The company's software or its connection was changed during the sync. Sync again.",
    )
}
