//! Approves or rejects a request for a new community.
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

/// Approves a request, or rejects it if `rejection` has a reason.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `ALREADY_DECIDED`, `REQUEST_CHANGED`.
pub async fn decide_community_request(
    context: &Context,
    actor: &Actor,
    id: &CommunityRequestId,
    rejection: Option<String>,
) -> Result<CommunityRequest, Fault> {
    let mut tx = context.db.write(&actor.scope()).await?;
    let request = require(&mut tx, &actor.scope(), id).await?;
    let before = request.state;
    let verb = if rejection.is_some() { "Rejected" } else { "Approved" };
    let request = rules::decide(request, rejection, &actor.name, context.now()).map_err(Fault::from)?;
    store::save_community_request(&mut tx, before, &request).await?;
    record(context, &mut tx, actor, AuditAction::CommunityRequestDecided, &request, verb).await?;
    tx.commit().await?;
    Ok(request)
}
