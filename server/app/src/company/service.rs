//! The calls of `CompanyService`.
use contract::v1::{company_service_server::CompanyService, *};
use platform::Fault;
use tonic::{Request, Response, Status};

use super::{convert, store};
use crate::{call, community, context::Context, session};

/// Answers the calls.
pub struct Service(pub Context);

#[tonic::async_trait]
impl CompanyService for Service {
    async fn get_company(
        &self,
        request: Request<GetCompanyRequest>,
    ) -> Result<Response<GetCompanyResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.within(&request.id.into())?;
        let mut tx = self.0.db.read(&scope).await?;
        let company = store::find(&mut tx, &scope).await?.ok_or_else(|| Fault::not_found("company"))?;
        let users = if request.include_users && actor.administrator {
            session::staff_of_company(&mut tx, &scope).await?
        } else {
            vec![]
        };
        let communities =
            if request.include_communities { community::all(&mut tx, &scope).await? } else { vec![] };
        Ok(Response::new(GetCompanyResponse {
            company: Some(convert::company(&company)),
            users: users.iter().map(|staff| session::user_to_contract(staff, &[])).collect(),
            communities: communities.iter().map(|c| community::to_contract(c, &scope)).collect(),
        }))
    }
}
