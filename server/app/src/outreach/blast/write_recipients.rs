//! Writes the recipients of a blast, a community at a time.
use platform::{Fault, Scope, Tx, ids::CommunityId};

use super::{commands, model::Blast, store};
use crate::outreach::audience::{self, SqlAudience};

/// Number of recipients of a blast from which on the statistics that PostgreSQL plans with are renewed: after the first
/// community, so that the others are written with the right plan, and after the last.
const MANY_RECIPIENTS: i64 = 10_000;

/// Writes the recipients in one community. Returns whether the statistics are to be renewed after the commit.
pub async fn write_recipients(
    tx: &mut Tx,
    scope: &Scope,
    blast: &Blast,
    community: &CommunityId,
    position: i32,
) -> Result<bool, Fault> {
    let filter = commands::filter_of(tx, scope, blast).await?;
    let first = usize::try_from(position).unwrap_or(0);
    let part =
        SqlAudience::part(&filter, std::slice::from_ref(community), first).asking_consent(blast.asks_consent);
    audience::expand(tx, scope, &part, blast.id.as_str()).await?;
    store::mark_expanded(tx, scope, &blast.id, community).await?;
    let is_first_or_last = position == 0 || store::next_unexpanded(tx, scope, &blast.id).await?.is_none();
    Ok(is_first_or_last && blast.scheduled_count >= MANY_RECIPIENTS)
}
