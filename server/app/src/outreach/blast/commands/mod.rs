//! Commands that change blasts, and the longer reads.
mod approve;
mod change_state;
mod create_draft;
mod delete_draft;
mod delete_picture;
mod draft_change;
mod draft_picture;
mod export;
mod list_previews;
mod list_recipients;
mod plan;
mod recipient_texts;
mod retry;
mod review;
mod schedule;
mod send_test;
mod set_picture;
mod update_draft;

use std::collections::HashMap;

use platform::{Actor, Fault, Scope, Timestamp, Tx};

pub use approve::{Decision, decide};
pub use change_state::{StateChange, change_state};
pub use create_draft::create_draft;
pub use delete_draft::delete_draft;
pub use delete_picture::delete_picture;
pub use export::export;
pub use list_previews::list_previews;
pub use list_recipients::{RecipientList, list_recipients};
pub use retry::retry;
pub use review::review;
pub use schedule::schedule;
pub use send_test::send_test;
pub use set_picture::set_picture;
pub use update_draft::update_draft;

use super::{
    model::{Blast, BlastId, BlastResults},
    rules::{self, Limits},
    store,
};
use crate::{
    outreach::audience::{self, ExclusionCount, Filter, SqlAudience},
    tenancy::company,
};

/// Returns a blast that the scope can see, locked until the transaction ends.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `INVALID_ARGUMENT` if the `community` header names none of its communities.
async fn require_locked(tx: &mut Tx, actor: &Actor, id: &BlastId) -> Result<Blast, Fault> {
    let scope = actor.scope();
    let found = store::lock(tx, &scope, id).await?;
    checked(tx, &scope, found).await
}

/// Returns a blast that the scope can see.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `INVALID_ARGUMENT` if the `community` header names none of its communities.
pub async fn require(tx: &mut Tx, scope: &Scope, id: &BlastId) -> Result<Blast, Fault> {
    let found = store::find(tx, scope, id).await?;
    checked(tx, scope, found).await
}

async fn checked(tx: &mut Tx, scope: &Scope, found: Option<Blast>) -> Result<Blast, Fault> {
    let blast = found.ok_or_else(|| Fault::not_found("blast"))?;
    if scope.has_community_header() {
        scope.check_communities(&store::communities(tx, scope, &blast.id).await?)?;
    }
    Ok(blast)
}

/// Returns the filter of a blast's recipients: its own, or the filter of its saved audience.
///
/// # Errors
/// `BLAST_INCOMPLETE` if the saved audience was deleted.
pub async fn filter_of(tx: &mut Tx, scope: &Scope, blast: &Blast) -> Result<Filter, Fault> {
    match (&blast.filter, &blast.audience_id) {
        (Some(filter), _) => Ok(filter.clone()),
        (None, Some(id)) => audience::find_filter(tx, scope, id).await?.ok_or_else(rules::audience_gone),
        (None, None) => Err(rules::audience_gone()),
    }
}

/// Returns the results of blasts so far, in the same order.
pub async fn results_of(tx: &mut Tx, scope: &Scope, blasts: &[Blast]) -> Result<Vec<BlastResults>, Fault> {
    let ids: Vec<BlastId> =
        blasts.iter().filter(|blast| blast.state.has_started()).map(|blast| blast.id.clone()).collect();
    if ids.is_empty() {
        return Ok(vec![BlastResults::default(); blasts.len()]);
    }
    let counts = store::count_recipients(tx, scope, &ids).await?;
    let responses = store::count_responses(tx, scope, &ids).await?;
    let results: HashMap<BlastId, BlastResults> = ids
        .into_iter()
        .zip(counts.into_iter().zip(responses))
        .map(|(id, (counts, responses))| (id, BlastResults { counts: Some(counts), responses }))
        .collect();
    Ok(blasts.iter().map(|blast| results.get(&blast.id).copied().unwrap_or_default()).collect())
}

/// Returns the whole audience of a blast with this filter.
fn audience_of<'a>(blast: &Blast, filter: &'a Filter) -> SqlAudience<'a> {
    SqlAudience::whole(filter).asking_consent(blast.asks_consent)
}

/// The number of recipients at one version of a blast. Counting takes seconds for a large audience, so it is
/// done before the transaction that changes the blast, which would block other writes.
pub struct RecipientCount {
    version: i64,
    count: i64,
}

impl RecipientCount {
    /// Counts the recipients of a blast.
    ///
    /// # Errors
    /// `BLAST_INCOMPLETE` if the saved audience was deleted.
    pub async fn of(tx: &mut Tx, scope: &Scope, blast: &Blast) -> Result<Self, Fault> {
        let filter = filter_of(tx, scope, blast).await?;
        let counts = audience::count_exclusions(tx, scope, &audience_of(blast, &filter)).await?;
        Ok(Self::from_counts(blast, &counts))
    }

    /// Adds up the members who are not left out; returns zero without counts.
    pub fn from_counts(blast: &Blast, counts: &[ExclusionCount]) -> Self {
        let count = plan::included(counts).map(|count| count.count).sum();
        Self { version: blast.version, count }
    }

    /// Returns the count if the blast has not changed since.
    ///
    /// # Errors
    /// `BLAST_CHANGED`.
    pub fn for_version_of(&self, blast: &Blast) -> Result<i64, Fault> {
        match self.version == blast.version {
            true => Ok(self.count),
            false => Err(rules::changed()),
        }
    }
}

/// Locks the company until the transaction ends, and returns the limits for one of its blasts that starts at
/// this time. Because of the lock, blasts that are scheduled, approved or started concurrently count toward
/// each other's limit.
pub async fn lock_limits(
    tx: &mut Tx,
    scope: &Scope,
    id: &BlastId,
    starts: Timestamp,
) -> Result<Limits, Fault> {
    company::find_for_update(tx, scope).await?;
    limits_at(tx, scope, id, starts).await
}

/// Returns the limits for one of the company's blasts that starts at this time.
async fn limits_at(tx: &mut Tx, scope: &Scope, id: &BlastId, starts: Timestamp) -> Result<Limits, Fault> {
    let company = company::require(tx, scope).await?;
    let others = store::starts_around(tx, scope, starts, id).await?;
    Ok(Limits {
        approval_above: company.customizations.blast_approval_above.into(),
        daily: company.blast_daily_limit,
        reached: rules::reached_within_a_day(&others, starts),
    })
}
