//! `CompanyService`.
use contract::v1::{company_service_server::CompanyService, *};
use platform::{
    Actor, ErrorReason, Fault, Scope, Tx, paging, secrets,
    signal::{InvalidationScope, Signal},
};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{convert, model::Company, rules, store};
use crate::{
    context::Context,
    identity::session::{self, StaffKey},
    incoming_request,
    operations::audit::{self, AuditAction, AuditEvent},
    tenancy::community,
};

/// Maximum number of users that a company is returned with.
const MAX_USERS: i64 = 200;

/// Implements `CompanyService`.
pub struct Service {
    pub context: Context,
    pub sessions: session::Sessions,
}

#[async_service]
impl CompanyService for Service {
    async fn get_company(
        &self,
        request: Request<GetCompanyRequest>,
    ) -> Result<Response<GetCompanyResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.into())?;
        let mut tx = self.context.db.read(&scope).await?;
        let company = super::require(&mut tx, &scope).await?;
        let users = match request.include_users && actor.administrator {
            true => session::staff_of_company(&mut tx, &scope, MAX_USERS).await?,
            false => vec![],
        };
        let (users, more_users) = paging::page(users, MAX_USERS, StaffKey::of);
        let (communities, has_more_communities) = match request.include_communities {
            true => community::list_first(&mut tx, &scope).await?,
            false => (vec![], false),
        };
        Ok(Response::new(GetCompanyResponse {
            company: Some(convert::company(&company)),
            users: users.iter().map(|staff| session::user_to_contract(&self.context, staff, &[])).collect(),
            communities: communities.iter().map(|c| community::to_contract(c, &scope)).collect(),
            has_more_users: !more_users.is_empty(),
            has_more_communities,
        }))
    }

    async fn list_admin_companies(
        &self,
        request: Request<ListAdminCompaniesRequest>,
    ) -> Result<Response<ListAdminCompaniesResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        if request.c_id.is_empty() {
            return Err(Fault::invalid(ErrorReason::NoCompanyId, "No cId passed").into());
        }
        let scope = actor.within(&request.c_id.into())?;
        let mut tx = self.context.db.read(&scope).await?;
        let company = super::require(&mut tx, &scope).await?;
        Ok(Response::new(ListAdminCompaniesResponse { companies: vec![convert::company(&company)] }))
    }

    async fn list_companies(
        &self,
        request: Request<ListCompaniesRequest>,
    ) -> Result<Response<ListCompaniesResponse>, Status> {
        let (_, request) = incoming_request::split(request)?;
        let limit = paging::limit(request.limit);
        let after = paging::after(&request.page_token)?;
        let mut tx = self.context.db.platform_read().await?;
        let rows = store::search(&mut tx, &request.query, after, limit).await?;
        let (rows, next_page_token) = paging::page(rows, limit, Company::key);
        let companies = rows.iter().map(convert::company).collect();
        Ok(Response::new(ListCompaniesResponse { companies, next_page_token }))
    }

    async fn create_company(
        &self,
        request: Request<CreateCompanyRequest>,
    ) -> Result<Response<CreateCompanyResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let now = self.context.now();
        let (name, initial) = convert::new_company(request);
        let new = Company::new(self.context.ids.next(now), &rules::parse_name(&name)?, now);
        let (company, _) = rules::apply_change(&new, initial)?;
        let scope = Scope::of_company(&company.id);
        let mut tx = self.context.db.found(&scope).await?;
        if !store::insert(&mut tx, &company).await? {
            return Err(rules::name_taken().into());
        }
        let summary = format!("Created {}.", company.name);
        let audit_event =
            AuditEvent { action: AuditAction::CompanyCreated, subject: company.id.as_str(), summary };
        audit::record(&mut tx, &scope, &self.context, &actor, audit_event).await?;
        tx.commit().await?;
        Ok(Response::new(CreateCompanyResponse { company: Some(convert::company(&company)) }))
    }

    async fn update_company(
        &self,
        request: Request<UpdateCompanyRequest>,
    ) -> Result<Response<UpdateCompanyResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.clone().into())?;
        let mut tx = self.context.db.write(&scope).await?;
        let before = require_for_update(&mut tx, &scope).await?;
        let (company, changes) = rules::apply_change(&before, convert::company_change(request)?)?;
        if changes.is_empty() {
            return Ok(Response::new(UpdateCompanyResponse { company: Some(convert::company(&company)) }));
        }
        if !before.credential_name.is_empty() && before.credential_name != company.credential_name {
            let from = secrets::credential(&before.credential_name);
            let to = Some(&company.credential_name).filter(|name| !name.is_empty());
            let to = to.map(|name| secrets::credential(name));
            self.context.secrets.rename(&mut tx, &scope, &from, to.as_deref()).await?;
        }
        let summary = format!("Changed {}.", changes.join(", "));
        let audit_event =
            AuditEvent { action: AuditAction::CompanyUpdated, subject: company.id.as_str(), summary };
        self.save(tx, &scope, &actor, &before, &company, audit_event).await?;
        Ok(Response::new(UpdateCompanyResponse { company: Some(convert::company(&company)) }))
    }

    async fn customize_company(
        &self,
        request: Request<CustomizeCompanyRequest>,
    ) -> Result<Response<CustomizeCompanyResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.into())?;
        let customizations =
            rules::check_customizations(convert::customizations_from(request.customizations))?;
        let mut tx = self.context.db.write(&scope).await?;
        let before = require_for_update(&mut tx, &scope).await?;
        let mut company = before.clone();
        company.set_label(&request.label);
        company.customizations = customizations;
        let summary = "Changed the company's branding.".to_owned();
        let audit_event =
            AuditEvent { action: AuditAction::CompanyCustomized, subject: company.id.as_str(), summary };
        self.save(tx, &scope, &actor, &before, &company, audit_event).await?;
        Ok(Response::new(CustomizeCompanyResponse { company: Some(convert::company(&company)) }))
    }

    async fn start_impersonation(
        &self,
        request: Request<StartImpersonationRequest>,
    ) -> Result<Response<StartImpersonationResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.company_id.into())?;
        let account = self.sessions.start_impersonation(&actor, &scope).await?;
        let scope = account.actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let company = store::find(&mut tx, &scope).await?.ok_or_else(|| Fault::not_found("company"))?;
        Ok(Response::new(StartImpersonationResponse {
            company: Some(convert::company(&company)),
            entitlements: Some(session::entitlements_to_contract(&account)),
        }))
    }
}

impl Service {
    /// Stores a company and its audit event. Cached sessions of its staff are invalidated.
    async fn save(
        &self,
        mut tx: Tx,
        scope: &Scope,
        actor: &Actor,
        before: &Company,
        company: &Company,
        audit_event: AuditEvent<'_>,
    ) -> Result<(), Fault> {
        if !store::save(&mut tx, scope, company).await? {
            return Err(rules::name_taken());
        }
        let changes = audit::differences(&convert::company(before), &convert::company(company));
        audit::record_changes(&mut tx, scope, &self.context, actor, audit_event, changes).await?;
        tx.signal(Signal::Sessions(InvalidationScope::Company(company.id.clone())));
        tx.commit().await
    }
}

async fn require_for_update(tx: &mut Tx, scope: &Scope) -> Result<Company, Fault> {
    store::find_for_update(tx, scope).await?.ok_or_else(|| Fault::not_found("company"))
}
