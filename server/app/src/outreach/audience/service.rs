//! RPC handlers of `AudienceService`.
use contract::v1::{audience_service_server::AudienceService, *};
use platform::CpuPool;
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    commands, convert,
    model::{Audience, AudienceChange},
    store::{self, SqlAudience},
};
use crate::{context::Context, incoming_request, operations::audit};

/// Implements `AudienceService`.
pub struct Service {
    context: Context,
    cpu_pool: CpuPool,
}

impl Service {
    #[must_use]
    pub fn new(context: Context) -> Self {
        Self { context, cpu_pool: CpuPool::new() }
    }
}

#[async_service]
impl AudienceService for Service {
    async fn list_audiences(
        &self,
        request: Request<ListAudiencesRequest>,
    ) -> Result<Response<ListAudiencesResponse>, Status> {
        let (actor, _) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let audiences = store::list(&mut tx, &scope).await?;
        Ok(Response::new(ListAudiencesResponse {
            audiences: audiences.iter().map(convert::audience).collect(),
        }))
    }

    async fn create_audience(
        &self,
        request: Request<CreateAudienceRequest>,
    ) -> Result<Response<CreateAudienceResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let filter = convert::filter(request.filter.unwrap_or_default());
        let audience = commands::create_audience(&self.context, &actor, &request.name, filter).await?;
        Ok(Response::new(CreateAudienceResponse { audience: Some(convert::audience(&audience)) }))
    }

    async fn import_recipient_list(
        &self,
        request: Request<ImportRecipientListRequest>,
    ) -> Result<Response<ImportRecipientListResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let all_rejected = request.all_rejected;
        let command = convert::recipient_import(request)?;
        let imported =
            commands::import_recipient_list(&self.context, &self.cpu_pool, &actor, command).await?;
        Ok(Response::new(convert::imported_list(&imported, all_rejected)))
    }

    async fn update_audience(
        &self,
        request: Request<UpdateAudienceRequest>,
    ) -> Result<Response<UpdateAudienceResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let change = AudienceChange {
            id: request.id.into(),
            name: request.name,
            filter: request.filter.map(convert::filter),
            version: request.version.into(),
        };
        let differences = |before: &Audience, after: &Audience| {
            audit::differences(&convert::audience(before), &convert::audience(after))
        };
        let audience = commands::update_audience(&self.context, &actor, change, differences).await?;
        Ok(Response::new(UpdateAudienceResponse { audience: Some(convert::audience(&audience)) }))
    }

    async fn delete_audience(
        &self,
        request: Request<DeleteAudienceRequest>,
    ) -> Result<Response<DeleteAudienceResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        commands::delete_audience(&self.context, &actor, &request.id.into()).await?;
        Ok(Response::new(DeleteAudienceResponse {}))
    }

    async fn describe_audience(
        &self,
        request: Request<DescribeAudienceRequest>,
    ) -> Result<Response<DescribeAudienceResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let filter = convert::filter(request.filter.unwrap_or_default());
        let mut tx = self.context.db.read(&scope).await?;
        commands::require_filter(&mut tx, &scope, &filter).await?;
        let (accounts, phones) = store::count_members(&mut tx, &scope, &SqlAudience::whole(&filter)).await?;
        let values = store::filter_values(&mut tx, &scope, &filter.communities).await?;
        Ok(Response::new(DescribeAudienceResponse {
            account_count: i32::try_from(accounts).unwrap_or(i32::MAX),
            phone_count: i32::try_from(phones).unwrap_or(i32::MAX),
            buildings: values.buildings,
            tags: values.tags,
            languages: values.languages,
        }))
    }
}
