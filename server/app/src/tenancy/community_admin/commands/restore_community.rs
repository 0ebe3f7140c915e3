//! Restores a deleted community.
use platform::{Actor, ErrorReason, Fault, Scope, ids::CommunityId, phone::Phone};

use super::{AdministeredCommunity, CommunityCompanies};
use crate::{
    context::Context,
    operations::audit::AuditAction,
    tenancy::{
        community::CommunityContent,
        community_admin::{rules, store},
    },
};

/// Restores a community with its number, within 30 days of its deletion.
///
/// # Errors
/// `NOT_FOUND` if the actor does not administer the community or the 30 days are over; `NOT_DELETED`,
/// `COMMUNITY_EXISTS`, `CODE_TAKEN`, `NUMBER_TAKEN`.
pub async fn restore_community(
    context: &Context,
    content: &dyn CommunityContent,
    actor: &Actor,
    id: &CommunityId,
) -> Result<AdministeredCommunity, Fault> {
    let companies = CommunityCompanies::load(context, actor, id).await?;
    let mut tx = companies.begin(context).await?;
    let found = store::find(&mut tx, id).await?;
    let mut community = found.ok_or_else(|| Fault::not_found("community"))?;
    let Some(archived) = community.archived_ms else {
        return Err(Fault::precondition(ErrorReason::NotDeleted, "This community is not deleted."));
    };
    if !rules::is_restorable(archived, context.now()) {
        return Err(Fault::not_found("community"));
    }
    super::require_unique(&mut tx, &companies.ids(), &community).await?;
    let number = store::archived_number(&mut tx, id).await?;
    store::restore(&mut tx, id).await?;
    if let Some(number) = number.filter(|_| !companies.companies.is_empty()) {
        let number = Phone::parse("number", &number)?;
        if !store::set_number(&mut tx, &companies.scope, id, Some(&number)).await? {
            return Err(rules::number_taken());
        }
        community.number = Some(number.as_str().to_owned());
        community.carrier = store::find_carrier(&mut tx, id).await?;
    }
    for company in &companies.companies {
        content.resume(&mut tx, &Scope::of_company(company), id, context.now()).await?;
    }
    community.archived_ms = None;
    community.archived_reason.clear();
    let summary = format!("Restored the community {}.", community.label());
    super::record(context, &mut tx, &companies, actor, AuditAction::CommunityRestored, &community, &summary)
        .await?;
    super::finish(context, tx, &companies, id).await?;
    Ok(AdministeredCommunity { community, companies })
}
