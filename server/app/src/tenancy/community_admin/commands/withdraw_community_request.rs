//! Withdraws a request for a new community.
use platform::{Actor, Fault};

use super::community_request::{record, require};
use crate::{
    context::Context,
    operations::audit::AuditAction,
    tenancy::community_admin::{
        model::{CommunityRequest, CommunityRequestId},
        rules, store,
    },
};

/// Withdraws a request of the actor.
///
/// # Errors
/// `NOT_FOUND` for a request of another user; `ALREADY_DECIDED`, `REQUEST_CHANGED`.
pub async fn withdraw_community_request(
    context: &Context,
    actor: &Actor,
    id: &CommunityRequestId,
) -> Result<CommunityRequest, Fault> {
    let mut tx = context.db.write(&actor.scope()).await?;
    let request = require(&mut tx, &actor.scope(), id).await?;
    if request.requested_by != actor.id {
        return Err(Fault::not_found("request"));
    }
    let before = request.state;
    let request = rules::withdraw(request, context.now()).map_err(Fault::from)?;
    store::save_community_request(&mut tx, before, &request).await?;
    record(context, &mut tx, actor, AuditAction::CommunityRequestWithdrawn, &request, "Took back").await?;
    tx.commit().await?;
    Ok(request)
}
