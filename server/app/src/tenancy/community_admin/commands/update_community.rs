//! Changes a community and the companies that it belongs to.
use platform::{Actor, ErrorReason, Fault, Scope, Tx, ids::CompanyId, phone::Phone};

use super::{AdministeredCommunity, CommunityCompanies};
use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent},
    tenancy::{
        community::{self, Addresses, Community, CommunityContent},
        community_admin::{model::UpdateCommunity, rules, store},
    },
};

/// Changes a community. Only platform administrators may change its companies.
///
/// # Errors
/// `NOT_FOUND` if the actor does not administer the community or a company; `INVALID_ARGUMENT` for an invalid
/// field; `PLATFORM_ADMINISTRATORS_ONLY`, `COMMUNITY_EXISTS`, `CODE_TAKEN`, `NUMBER_TAKEN`, `NO_COMPANY`.
pub async fn update_community(
    context: &Context,
    content: &dyn CommunityContent,
    actor: &Actor,
    command: UpdateCommunity,
) -> Result<AdministeredCommunity, Fault> {
    let id = &command.id;
    let before = CommunityCompanies::load(context, actor, id).await?;
    let after = companies_after(actor, &before, &command)?;
    let concerned = CommunityCompanies { scope: after.scope.clone(), companies: union(&before, &after) };
    let mut tx = concerned.begin(context).await?;
    let found = store::find(&mut tx, id).await?.filter(|community| community.archived_ms.is_none());
    let mut community = found.ok_or_else(|| Fault::not_found("community"))?;
    let shown_before = community::to_contract(&community, &before.scope);
    apply_change(&mut community, &command)?;
    let company_settings = match after.companies.first() {
        Some(company) => Some(community::company_settings(&mut tx, &Scope::of_company(company)).await?),
        None => None,
    };
    let required =
        company_settings.and_then(|company_settings| super::association_of(company_settings.software));
    rules::set_codes(&mut community.association_codes, &command.codes, required, false)?;
    super::require_unique(&mut tx, &after.ids(), &community).await?;
    store::save(&mut tx, &community).await?;
    if after.companies != before.companies {
        store::attach(&mut tx, &community, &after.companies).await?;
        for company in after.companies.iter().filter(|company| !before.companies.contains(company)) {
            content.resume(&mut tx, &Scope::of_company(company), id, context.now()).await?;
        }
    }
    update_number(&mut tx, &after, &mut community, command.number.as_deref()).await?;
    community.carrier = store::find_carrier(&mut tx, id).await?;
    let summary = format!("Changed the community {}.", community.label());
    let changes = audit::differences(&shown_before, &community::to_contract(&community, &before.scope));
    let event = AuditEvent { action: AuditAction::CommunityUpdated, subject: community.id.as_str(), summary };
    super::record_changes(context, &mut tx, &concerned, actor, &event, &changes).await?;
    super::finish(context, tx, &concerned, id).await?;
    Ok(AdministeredCommunity { community, companies: after })
}

/// Returns the companies of a community after a change.
fn companies_after(
    actor: &Actor,
    before: &CommunityCompanies,
    command: &UpdateCommunity,
) -> Result<CommunityCompanies, Fault> {
    let mut after = CommunityCompanies { scope: before.scope.clone(), companies: before.companies.clone() };
    let Some(companies) = &command.companies else { return Ok(after) };
    after.companies.clear();
    for company in companies {
        actor.within(company)?;
        if !after.companies.contains(company) {
            after.companies.push(company.clone());
        }
    }
    if after.companies != before.companies && !actor.platform_administrator {
        return Err(rules::platform_administrators_only());
    }
    // The transaction belongs to a company that has the community afterwards, whose staff are notified.
    if let Some(first) = after.companies.first()
        && !after.companies.contains(after.scope.company())
    {
        after.scope = Scope::of_company(first);
    }
    Ok(after)
}

fn union(before: &CommunityCompanies, after: &CommunityCompanies) -> Vec<CompanyId> {
    let mut all = before.companies.clone();
    all.extend(after.companies.iter().filter(|company| !before.companies.contains(company)).cloned());
    all
}

/// Applies a change to all fields except codes, number and companies.
fn apply_change(community: &mut Community, command: &UpdateCommunity) -> Result<(), Fault> {
    if let Some(label) = &command.label {
        community.tag = community::tag("label", label)?;
    }
    if let Some(email) = &command.escalation_email {
        community.escalation_email = community::address(email);
    }
    if let Some(emails) = &command.secondary_escalation_emails {
        community.secondary_escalation_emails = Addresses(community::addresses(emails));
    }
    if let Some(time_zone) = &command.time_zone {
        community.time_zone = community::time_zone("timeZone", time_zone)?;
    }
    community.units = command.units.unwrap_or(community.units);
    Ok(())
}

/// Sets a community's number, or moves its current one to a company that has the community. A community without
/// a company loses its number.
async fn update_number(
    tx: &mut Tx,
    companies: &CommunityCompanies,
    community: &mut Community,
    new: Option<&str>,
) -> Result<(), Fault> {
    let number = match new {
        Some(text) => super::parse_number(text)?,
        None => community.number.as_deref().map(|number| Phone::parse("number", number)).transpose()?,
    };
    let Some(first) = companies.companies.first() else {
        if new.is_some() && number.is_some() {
            return Err(Fault::precondition(
                ErrorReason::NoCompany,
                "No company associated with this community",
            ));
        }
        store::set_number(tx, &companies.scope, &community.id, None).await?;
        community.number = None;
        return Ok(());
    };
    // The number belongs to the actor's company if that has the community.
    let is_own = |company: &&CompanyId| *company == companies.scope.company();
    let owner = companies.companies.iter().find(is_own).unwrap_or(first);
    if !store::set_number(tx, &Scope::of_company(owner), &community.id, number.as_ref()).await? {
        return Err(rules::number_taken());
    }
    community.number = number.map(|number| number.as_str().to_owned());
    Ok(())
}
