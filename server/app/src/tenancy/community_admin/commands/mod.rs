//! Commands on communities, and what they share.
mod community_request;
mod create_community;
mod decide_community_request;
mod delete_community;
mod fulfill_community_request;
mod purge_community;
mod request_community;
mod restore_community;
mod update_community;
mod withdraw_community_request;

use platform::{
    Actor, Fault, Scope, Tx, events,
    ids::{CommunityId, CompanyId},
    phone::Phone,
    signal::{InvalidationScope, Signal},
};

pub use create_community::create_community;
pub use decide_community_request::decide_community_request;
pub use delete_community::delete_community;
pub use purge_community::purge_batch;
pub use request_community::request_community;
pub use restore_community::restore_community;
pub use update_community::update_community;
pub use withdraw_community_request::withdraw_community_request;

use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent, FieldChange},
    tenancy::{
        community::{ASSOCIATIONS, Association, Community},
        community_admin::{rules, store},
    },
};

/// The companies of a community that the actor administers.
pub struct CommunityCompanies {
    /// The company that the actor acts for; their own if the community has no company.
    pub scope: Scope,
    /// All companies of the community.
    pub companies: Vec<CompanyId>,
}

impl CommunityCompanies {
    /// Loads the companies of a community, including a deleted one.
    ///
    /// # Errors
    /// `NOT_FOUND` if the actor does not administer the community.
    async fn load(context: &Context, actor: &Actor, id: &CommunityId) -> Result<Self, Fault> {
        let mut tx = context.db.platform_read().await?;
        let companies = store::companies(&mut tx, id).await?.ok_or_else(|| Fault::not_found("community"))?;
        if companies.contains(&actor.company) {
            return Ok(Self { scope: actor.scope(), companies });
        }
        if !actor.platform_administrator {
            return Err(Fault::not_found("community"));
        }
        let scope = companies.first().map_or_else(|| actor.scope(), Scope::of_company);
        Ok(Self { scope, companies })
    }

    /// Begins a transaction that holds the lock of all companies.
    ///
    /// # Errors
    /// `NOT_FOUND` if one of the companies does not exist.
    async fn begin(&self, context: &Context) -> Result<Tx, Fault> {
        let mut tx = context.db.found(&self.scope).await?;
        if store::lock(&mut tx, &self.ids()).await? != self.companies.len() {
            return Err(Fault::not_found("company"));
        }
        Ok(tx)
    }

    fn ids(&self) -> Vec<&CompanyId> {
        self.companies.iter().collect()
    }
}

/// A community after a command.
pub struct AdministeredCommunity {
    pub community: Community,
    pub companies: CommunityCompanies,
}

/// Parses a number; `None` if it is empty.
fn parse_number(text: &str) -> Result<Option<Phone>, Fault> {
    let text = text.trim();
    if text.is_empty() { Ok(None) } else { Phone::parse("number", text).map(Some) }
}

/// Returns the association with this number in the contract, if the software identifies communities by a code.
fn association_of(software: i32) -> Option<&'static Association> {
    ASSOCIATIONS.iter().find(|association| association.software == software)
}

/// Checks that no other community of the companies has the same name or the same code.
///
/// # Errors
/// `ALREADY_EXISTS` with reason `COMMUNITY_EXISTS` or `CODE_TAKEN`.
async fn require_unique(tx: &mut Tx, companies: &[&CompanyId], community: &Community) -> Result<(), Fault> {
    if store::is_name_taken(tx, companies, community).await? {
        return Err(rules::community_exists());
    }
    match store::find_code_conflict(tx, companies, community).await? {
        Some(association) => Err(rules::code_taken(&association)),
        None => Ok(()),
    }
}

/// Records an audit event about a community in the audit trail of each of its companies.
async fn record(
    context: &Context,
    tx: &mut Tx,
    companies: &CommunityCompanies,
    actor: &Actor,
    action: AuditAction,
    community: &Community,
    summary: &str,
) -> Result<(), Fault> {
    let event = AuditEvent { action, subject: community.id.as_str(), summary: summary.to_owned() };
    record_changes(context, tx, companies, actor, &event, &[]).await
}

/// Records an action with the fields that it changed in the audit trail of each company of a community.
async fn record_changes(
    context: &Context,
    tx: &mut Tx,
    companies: &CommunityCompanies,
    actor: &Actor,
    event: &AuditEvent<'_>,
    changes: &[FieldChange],
) -> Result<(), Fault> {
    let mut scopes: Vec<Scope> = companies.companies.iter().map(Scope::of_company).collect();
    if scopes.is_empty() {
        scopes.push(companies.scope.clone());
    }
    for scope in &scopes {
        audit::record_changes(tx, scope, context, actor, event.clone(), changes.to_vec()).await?;
    }
    Ok(())
}

/// Publishes a change of a community and commits. Sessions are invalidated because they contain community names.
async fn finish(
    context: &Context,
    mut tx: Tx,
    companies: &CommunityCompanies,
    id: &CommunityId,
) -> Result<(), Fault> {
    let (company, now) = (companies.scope.company(), context.now());
    events::publish(&mut tx, company, id, events::Kind::Community, id.as_str(), now);
    for company in &companies.companies {
        tx.signal(Signal::Sessions(InvalidationScope::Company(company.clone())));
    }
    tx.commit().await
}
