//! Submits a request for a new community.
use platform::{Actor, ErrorReason, Fault};

use super::community_request::record;
use crate::{
    context::Context,
    operations::audit::AuditAction,
    tenancy::{
        community,
        community_admin::{
            model::{CommunityRequest, RequestCommunity},
            rules, store,
        },
    },
};

/// Submits a request for a new community.
///
/// # Errors
/// `INVALID_ARGUMENT` on the name; `COMMUNITY_EXISTS` or `ALREADY_REQUESTED`.
pub async fn request_community(
    context: &Context,
    actor: &Actor,
    command: &RequestCommunity,
) -> Result<CommunityRequest, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let name = community::tag("communityName", &command.community_name)?.replace('_', " ");
    let email = community::address(&command.escalation_email);
    let id = context.ids.next(now);
    let mut request = CommunityRequest::new(&scope, id, name, &email, actor.id.clone(), now);
    request.requested_by_name = actor.name.to_string();
    request.secondary_escalation_emails = community::addresses(&command.secondary_escalation_emails);
    let mut tx = context.db.write(&scope).await?;
    if community::find_by_tag(&mut tx, &scope.whole(), &request.community_name).await?.is_some() {
        return Err(rules::community_exists());
    }
    if !store::insert_community_request(&mut tx, &request).await? {
        return Err(Fault::exists(
            ErrorReason::AlreadyRequested,
            "A community with this name was already requested. An administrator will review it.",
        ));
    }
    record(context, &mut tx, actor, AuditAction::CommunityRequested, &request, "Asked for").await?;
    tx.commit().await?;
    Ok(request)
}
