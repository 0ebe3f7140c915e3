//! Reads the usage of communities.
use std::collections::HashMap;

use platform::{Fault, Scope, Timestamp, Tx, ids::CommunityId};

use super::{
    model::{PlannedCommunity, Usage},
    store,
};
use crate::reporting::report;

/// Returns the usage of the current month of communities that the scope can see: of all, or of `only`. Empty if the
/// company has no plan.
pub async fn find(
    tx: &mut Tx,
    scope: &Scope,
    only: Option<&[&CommunityId]>,
    now: Timestamp,
) -> Result<Vec<Usage>, Fault> {
    let included = report::included_segments(tx, scope).await?;
    if included == 0 {
        return Ok(Vec::new());
    }
    let mut communities = store::list_communities(tx, scope).await?;
    communities.retain(|community| only.is_none_or(|only| only.contains(&&community.id)));
    let month = |community: &PlannedCommunity| report::month_start(now, &community.time_zone);
    let starts: HashMap<CommunityId, Timestamp> =
        communities.iter().map(|community| (community.id.clone(), month(community).1)).collect();
    let used = report::segments_since(tx, scope, &starts, now).await?;
    let usage = |community: PlannedCommunity| Usage {
        month: month(&community).0,
        used: used.get(&community.id).copied().unwrap_or(0),
        community_id: community.id,
        community_label: community.tag.replace('_', " "),
        included,
    };
    Ok(communities.into_iter().map(usage).collect())
}
