//! RPC handlers of `AudienceService`.
use contract::v1::{audience_service_server::AudienceService, *};
use platform::{CpuPool, Fault, Scope, Tx};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    commands, convert,
    model::{Audience, Filter, MAX_AUDIENCES},
    require_communities, rules,
    store::{self, SqlAudience},
};
use crate::{
    context::Context,
    incoming_request,
    operations::audit::{self, AuditAction, AuditEvent},
};

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
        let (scope, now) = (actor.scope(), self.context.now());
        let filter = convert::filter(request.filter.unwrap_or_default());
        let audience = Audience {
            id: self.context.ids.next(now),
            name: rules::name(&request.name)?,
            filter,
            member_count: 0,
            version: 1,
            updated_ms: now,
        };
        let mut tx = self.context.db.write(&scope).await?;
        require_filter(&mut tx, &scope, &audience.filter).await?;
        if store::count(&mut tx, &scope).await? >= MAX_AUDIENCES {
            return Err(rules::too_many_audiences().into());
        }
        if !store::save(&mut tx, &scope, &audience).await? {
            return Err(rules::audience_exists().into());
        }
        let (action, what) = (AuditAction::AudienceCreated, "Saved the audience");
        let event = AuditEvent::named(action, what, audience.id.as_str(), &audience.name);
        audit::record(&mut tx, &scope, &self.context, &actor, event).await?;
        tx.commit().await?;
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
        let scope = actor.scope();
        let mut tx = self.context.db.write(&scope).await?;
        let before = require(&mut tx, &scope, &request.id).await?;
        if request.version != 0 && i64::from(request.version) != before.version {
            return Err(rules::audience_changed().into());
        }
        if before.filter.list.is_some() && request.filter.is_some() {
            return Err(rules::fixed_recipients().into());
        }
        let shown_before = convert::audience(&before);
        let audience = Audience {
            name: request.name.map_or(Ok(before.name), |name| rules::name(&name))?,
            filter: request.filter.map_or(before.filter, convert::filter),
            member_count: before.member_count,
            version: before.version + 1,
            updated_ms: self.context.now(),
            id: before.id,
        };
        require_filter(&mut tx, &scope, &audience.filter).await?;
        if !store::save(&mut tx, &scope, &audience).await? {
            return Err(rules::audience_exists().into());
        }
        let changes = audit::differences(&shown_before, &convert::audience(&audience));
        let (action, what) = (AuditAction::AudienceUpdated, "Changed the audience");
        let event = AuditEvent::named(action, what, audience.id.as_str(), &audience.name);
        audit::record_changes(&mut tx, &scope, &self.context, &actor, event, changes).await?;
        tx.commit().await?;
        Ok(Response::new(UpdateAudienceResponse { audience: Some(convert::audience(&audience)) }))
    }

    async fn delete_audience(
        &self,
        request: Request<DeleteAudienceRequest>,
    ) -> Result<Response<DeleteAudienceResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.write(&scope).await?;
        let audience = require(&mut tx, &scope, &request.id).await?;
        if store::is_used(&mut tx, &scope, &audience.id).await? {
            return Err(rules::audience_in_use().into());
        }
        store::delete(&mut tx, &scope, &audience.id).await?;
        let (action, what) = (AuditAction::AudienceDeleted, "Deleted the audience");
        let event = AuditEvent::named(action, what, audience.id.as_str(), &audience.name);
        audit::record(&mut tx, &scope, &self.context, &actor, event).await?;
        tx.commit().await?;
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
        require_filter(&mut tx, &scope, &filter).await?;
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

/// Checks a filter and that the scope can see its communities.
async fn require_filter(tx: &mut Tx, scope: &Scope, filter: &Filter) -> Result<(), Fault> {
    rules::check(filter)?;
    require_communities(tx, scope, &filter.communities).await
}

async fn require(tx: &mut Tx, scope: &Scope, id: &str) -> Result<Audience, Fault> {
    let audience = store::find(tx, scope, &id.into()).await?.ok_or_else(|| Fault::not_found("audience"))?;
    scope.check_communities(&audience.filter.communities)?;
    Ok(audience)
}
