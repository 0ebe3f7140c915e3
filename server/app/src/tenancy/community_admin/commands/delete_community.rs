//! Deletes a community.
use platform::{Actor, ErrorReason, Fault, ids::CommunityId};

use super::CommunityCompanies;
use crate::{
    context::Context,
    operations::audit::AuditAction,
    tenancy::community_admin::{self, Deletion, rules, store},
};

/// Minimum length of the reason for a deletion, in characters.
const MIN_REASON_LENGTH: usize = 10;

/// Archives a community; it can be restored for 30 days. Only platform administrators may delete a community of
/// several companies.
///
/// # Errors
/// `INVALID_ARGUMENT` if the reason has fewer than 10 characters; `NOT_FOUND` if the actor does not administer the
/// community; `SHARED_COMMUNITY`.
pub async fn delete_community(
    context: &Context,
    actor: &Actor,
    id: &CommunityId,
    reason: &str,
) -> Result<(), Fault> {
    let reason = rules::reason(reason, MIN_REASON_LENGTH)?;
    let companies = CommunityCompanies::load(context, actor, id).await?;
    if companies.companies.len() > 1 && !actor.platform_administrator {
        return Err(Fault::precondition(
            ErrorReason::SharedCommunity,
            "Another company also manages this community. Contact Parlor support to delete it.",
        ));
    }
    let mut tx = companies.begin(context).await?;
    let found = store::find(&mut tx, id).await?.filter(|community| community.archived_ms.is_none());
    let community = found.ok_or_else(|| Fault::not_found("community"))?;
    let deletion = Deletion { reason: &reason, deleted_by: actor.id.as_str() };
    community_admin::archive(&mut tx, context, std::slice::from_ref(id), deletion).await?;
    let summary = format!("Deleted the community {}: {reason}", community.label());
    super::record(context, &mut tx, &companies, actor, AuditAction::CommunityDeleted, &community, &summary)
        .await?;
    super::finish(context, tx, &companies, id).await
}
