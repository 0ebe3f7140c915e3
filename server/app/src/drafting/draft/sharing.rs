//! Live events of drafts that are shared with the company.
use platform::{
    Fault, Scope, Timestamp, Tx,
    events::{self, Kind as EventKind},
    ids::CommunityId,
};

use super::{
    model::{Draft, DraftState, Failure},
    store,
};

/// Notifies browsers of a change to a draft if it is shared.
pub fn publish_if_shared(tx: &mut Tx, scope: &Scope, draft: &Draft, now: Timestamp) {
    if draft.shared_ms.is_some() {
        publish(tx, scope, draft, now);
    }
}

/// Notifies browsers of a change to a draft that is or was shared.
pub fn publish(tx: &mut Tx, scope: &Scope, draft: &Draft, now: Timestamp) {
    let community = draft.community_id.clone().unwrap_or_else(|| CommunityId::from(""));
    events::publish(tx, scope.company(), &community, EventKind::Draft, draft.id.as_str(), now);
}

/// Ends the generation of a draft, and notifies browsers if it is shared.
pub async fn settle(
    tx: &mut Tx,
    scope: &Scope,
    draft: &Draft,
    state: DraftState,
    failure: Failure,
    now: Timestamp,
) -> Result<(), Fault> {
    // The draft may have been shared since it was read.
    if store::settle(tx, scope, draft, state, failure, now).await? {
        publish(tx, scope, draft, now);
    }
    Ok(())
}
