//! Commands on requests for new communities.
use platform::{Actor, ErrorReason, Fault, Scope, Tx};

use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent},
    tenancy::{
        community::{self, Community},
        community_admin::{
            model::{CommunityRequest, CommunityRequestId, RequestCommunity},
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

/// Links an approved request to its new community and assigns the community to the requester.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `NOT_APPROVED`, `REQUEST_CHANGED`.
pub async fn fulfill(
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

async fn require(tx: &mut Tx, scope: &Scope, id: &CommunityRequestId) -> Result<CommunityRequest, Fault> {
    store::find_community_request(tx, scope, id).await?.ok_or_else(|| Fault::not_found("request"))
}

async fn record(
    context: &Context,
    tx: &mut Tx,
    actor: &Actor,
    action: AuditAction,
    request: &CommunityRequest,
    verb: &str,
) -> Result<(), Fault> {
    let summary = format!("{verb} the community {}.", request.community_name);
    let audit_event = AuditEvent { action, subject: request.id.as_str(), summary };
    audit::record(tx, &actor.scope(), context, actor, audit_event).await
}
