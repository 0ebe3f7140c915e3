//! Creates a community in a company.
use platform::{Actor, Fault, Scope};

use super::{
    AdministeredCommunity, CommunityCompanies, fulfill_community_request::fulfill_community_request,
};
use crate::{
    context::Context,
    operations::audit::AuditAction,
    tenancy::{
        community::{self, Addresses, Community, CommunityContent},
        community_admin::{model::CreateCommunity, rules, store},
    },
};

/// Creates a community with the default verbiage of its company and the questions of a catalog.
///
/// # Errors
/// `INVALID_ARGUMENT` for an invalid field; `COMMUNITY_EXISTS`, `CODE_TAKEN`, `NUMBER_TAKEN`; `NOT_APPROVED` or
/// `NOT_FOUND` for the request; `NOT_FOUND` for the company.
pub async fn create_community(
    context: &Context,
    content: &dyn CommunityContent,
    actor: &Actor,
    scope: Scope,
    command: CreateCommunity,
) -> Result<AdministeredCommunity, Fault> {
    let now = context.now();
    let number = super::parse_number(&command.number)?;
    let tag = community::tag("label", &command.label)?;
    let time_zone = community::time_zone("timeZone", &command.time_zone)?;
    let mut community = Community::new(context.ids.next(now), tag, time_zone, now);
    community.units = command.units;
    community.number = number.as_ref().map(|number| number.as_str().to_owned());
    community.escalation_email = community::address(&command.escalation_email);
    community.secondary_escalation_emails =
        Addresses(community::addresses(&command.secondary_escalation_emails));
    let companies = CommunityCompanies { companies: vec![scope.company().clone()], scope };
    let scope = &companies.scope;
    let mut tx = companies.begin(context).await?;
    let company_settings = community::company_settings(&mut tx, scope).await?;
    community.custom_verbiage = company_settings.verbiage().to_vec();
    let required = super::association_of(company_settings.software);
    rules::set_codes(&mut community.association_codes, &command.codes, required, true)?;
    super::require_unique(&mut tx, &companies.ids(), &community).await?;
    community::insert(&mut tx, &community).await?;
    community::link(&mut tx, scope, &community, &[]).await?;
    content.seed(&mut tx, scope, &community.id, command.catalog, now).await?;
    if !store::set_number(&mut tx, scope, &community.id, number.as_ref()).await? {
        return Err(rules::number_taken());
    }
    community.carrier = store::find_carrier(&mut tx, &community.id).await?;
    if let Some(request) = &command.request {
        fulfill_community_request(&mut tx, scope, request, &community).await?;
    }
    let summary = format!("Created the community {}.", community.label());
    super::record(context, &mut tx, &companies, actor, AuditAction::CommunityCreated, &community, &summary)
        .await?;
    super::finish(context, tx, &companies, &community.id).await?;
    Ok(AdministeredCommunity { community, companies })
}
