//! What the commands on requests for new communities share.
use platform::{Actor, Fault, Scope, Tx};

use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent},
    tenancy::community_admin::{
        model::{CommunityRequest, CommunityRequestId},
        store,
    },
};

/// Returns a request.
///
/// # Errors
/// `NOT_FOUND` outside the scope.
pub(super) async fn require(
    tx: &mut Tx,
    scope: &Scope,
    id: &CommunityRequestId,
) -> Result<CommunityRequest, Fault> {
    store::find_community_request(tx, scope, id).await?.ok_or_else(|| Fault::not_found("request"))
}

/// Records a command on a request in the audit trail. `verb` begins its summary.
pub(super) async fn record(
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
