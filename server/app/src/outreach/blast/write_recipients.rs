//! Writes the recipients of a blast, in a transaction for each community.
use futures::future::try_join_all;
use platform::{Db, Fault, Scope, Tx, ids::CommunityId};

use super::{
    commands,
    model::{Blast, BlastId, BlastState},
    store,
};
use crate::outreach::audience::{self, SqlAudience};

/// Number of communities that are written at the same time, where several transactions can write.
const COMMUNITIES_AT_ONCE: usize = 2;
/// Number of recipients of a blast from which on the statistics that PostgreSQL plans with are renewed: after the first
/// communities, so that the others are written with the right plan, and after the last.
const MANY_RECIPIENTS: i64 = 10_000;

/// Communities of a blast whose recipients are to be written at the same time.
pub struct UnwrittenCommunities {
    /// In the order of the blast, with their positions in it.
    communities: Vec<(CommunityId, i32)>,
    /// No other community is left to be written.
    is_last: bool,
}

impl UnwrittenCommunities {
    /// Returns the next communities of a blast; `None` if the recipients of all are written.
    pub async fn find(tx: &mut Tx, scope: &Scope, blast: &BlastId, db: &Db) -> Result<Option<Self>, Fault> {
        let at_once = if db.has_one_writer() { 1 } else { COMMUNITIES_AT_ONCE };
        let limit = i64::try_from(at_once + 1).unwrap_or(i64::MAX);
        let mut communities = store::list_unexpanded(tx, scope, blast, limit).await?;
        let is_last = communities.len() <= at_once;
        communities.truncate(at_once);
        Ok((!communities.is_empty()).then_some(Self { communities, is_last }))
    }

    /// Writes the recipients of these communities.
    pub async fn write(&self, db: &Db, scope: &Scope, blast: &Blast) -> Result<(), Fault> {
        let ids: Vec<CommunityId> = self.communities.iter().map(|(community, _)| community.clone()).collect();
        let writes =
            self.communities.iter().enumerate().map(|(index, (_, position))| {
                write_recipients(db, scope, &blast.id, &ids[..=index], *position)
            });
        try_join_all(writes).await?;
        let is_first = self.communities.iter().any(|(_, position)| *position == 0);
        if (is_first || self.is_last) && blast.scheduled_count >= MANY_RECIPIENTS {
            let mut tx = db.write_in_background(scope).await?;
            store::renew_statistics(&mut tx).await?;
            tx.commit().await?;
        }
        Ok(())
    }
}

/// Writes the recipients in the last one of `communities`, while those in the others are being written.
async fn write_recipients(
    db: &Db,
    scope: &Scope,
    blast: &BlastId,
    communities: &[CommunityId],
    position: i32,
) -> Result<(), Fault> {
    let Some(community) = communities.last() else { return Ok(()) };
    let mut tx = db.write_in_background(scope).await?;
    // A shared lock, because the other communities are written at the same time.
    let Some(blast) = store::lock_shared(&mut tx, scope, blast).await? else { return Ok(()) };
    if blast.state != BlastState::Running
        || !store::lock_unexpanded(&mut tx, scope, &blast.id, community).await?
    {
        return Ok(());
    }
    let filter = commands::filter_of(&mut tx, scope, &blast).await?;
    let position = usize::try_from(position).unwrap_or(0);
    let part = SqlAudience::last_of(&filter, communities, position).asking_consent(blast.asks_consent);
    audience::expand(&mut tx, scope, &part, blast.id.as_str()).await?;
    store::mark_expanded(&mut tx, scope, &blast.id, community).await?;
    tx.commit().await
}
