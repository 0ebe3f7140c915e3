//! Links a request for a new community to the community made for it.
use platform::{Fault, Scope, Tx};

use super::community_request::require;
use crate::tenancy::{
    community::Community,
    community_admin::{model::CommunityRequestId, rules, store},
};

/// Links an approved request to its new community and assigns the community to the requester.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `NOT_APPROVED`, `REQUEST_CHANGED`.
pub async fn fulfill_community_request(
    tx: &mut Tx,
    scope: &Scope,
    id: &CommunityRequestId,
    community: &Community,
) -> Result<(), Fault> {
    let request = require(tx, scope, id).await?;
    let before = request.state;
    let request = rules::fulfill(request, community).map_err(Fault::from)?;
    store::save_community_request(tx, before, &request).await?;
    store::assign(tx, scope, &request.requested_by, &community.id).await
}
