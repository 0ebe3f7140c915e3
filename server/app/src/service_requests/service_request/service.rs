//! RPC handlers of `ServiceRequestService`.
use std::time::Duration;

use contract::v1::{service_request_service_server::ServiceRequestService, *};
use platform::{Fault, Scope, Timestamp, Tx, ids::CommunityId, paging};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    commands, convert,
    model::{Page, ServiceRequest as Model},
    rules::{self, Role},
    store,
};
use crate::{context::Context, identity::user, incoming_request, operations::file, tenancy::community};

/// Implements `ServiceRequestService`.
pub struct Service {
    pub context: Context,
}

/// Maximum number of activities that are returned.
const MAX_ACTIVITIES: i64 = 200;
/// Time before the due date in which requests are due soon.
const DUE_SOON: Duration = Duration::from_secs(24 * 3_600);
/// How long links to photos and documents are valid.
const FILE_LINK: Duration = Duration::from_secs(3_600);

impl Service {
    /// Returns a request with its photos and documents.
    async fn with_files(&self, tx: &mut Tx, scope: &Scope, request: &Model) -> Result<ServiceRequest, Fault> {
        let now = self.context.now();
        let until = now.plus(FILE_LINK);
        let link = |id| file::link(&self.context, scope.company(), id, until);
        let photos = store::list_photos(tx, scope, &request.id).await?;
        let mut converted = convert::service_request(request, now);
        converted.photos = photos
            .iter()
            .map(|photo| convert::photo(photo, link(&photo.file_id), link(&photo.thumbnail_id)))
            .collect();
        let documents = store::list_documents(tx, scope, &request.id).await?;
        converted.documents =
            documents.iter().map(|document| convert::document(document, link(&document.file_id))).collect();
        Ok(converted)
    }

    /// Converts a request after a change.
    async fn changed(&self, scope: &Scope, request: &Model) -> Result<Option<ServiceRequest>, Fault> {
        let mut tx = self.context.db.read(scope).await?;
        self.with_files(&mut tx, scope, request).await.map(Some)
    }
}

/// Returns the community to filter by; fails if the scope cannot see it.
async fn community_filter(tx: &mut Tx, scope: &Scope, id: &str) -> Result<Option<CommunityId>, Fault> {
    match id {
        "" => Ok(None),
        id => Ok(Some(community::require(tx, scope, &id.into()).await?.id)),
    }
}

#[async_service]
impl ServiceRequestService for Service {
    async fn list_service_requests(
        &self,
        request: Request<ListServiceRequestsRequest>,
    ) -> Result<Response<ListServiceRequestsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, now) = (actor.scope(), self.context.now());
        let (after, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let mut tx = self.context.db.read(&scope).await?;
        community_filter(&mut tx, &scope, &request.community_id).await?;
        if !request.assignee_id.is_empty() {
            user::require_assignee(&mut tx, &scope, &request.assignee_id).await?;
        }
        let order = convert::order(request.order());
        let filter = convert::list_filter(request);
        let rows = store::list(&mut tx, &scope, &filter, now, Page { order, after, limit }).await?;
        let (rows, next_page_token) = paging::page(rows, limit, |row: &Model| row.page_key(order));
        let service_requests = rows.iter().map(|row| convert::service_request(row, now)).collect();
        Ok(Response::new(ListServiceRequestsResponse { service_requests, next_page_token }))
    }

    async fn count_service_requests(
        &self,
        request: Request<CountServiceRequestsRequest>,
    ) -> Result<Response<CountServiceRequestsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, now) = (actor.scope(), self.context.now());
        let mut tx = self.context.db.read(&scope).await?;
        let community = community_filter(&mut tx, &scope, &request.community_id).await?;
        let community = community.as_ref();
        let counts = store::count_by_state(&mut tx, &scope, community).await?;
        let overdue = store::count_due(&mut tx, &scope, community, Timestamp(0)..now).await?;
        let due_soon = store::count_due(&mut tx, &scope, community, now..now.plus(DUE_SOON)).await?;
        let assigned = store::count_assigned(&mut tx, &scope, community, actor.id.as_str()).await?;
        let estimates = store::count_pending_estimates(&mut tx, &scope, community).await?;
        Ok(Response::new(CountServiceRequestsResponse {
            counts: convert::counts(&counts, &overdue, &due_soon),
            assigned_count: i32::try_from(assigned).unwrap_or(i32::MAX),
            pending_estimate_count: i32::try_from(estimates).unwrap_or(i32::MAX),
        }))
    }

    async fn get_service_request(
        &self,
        request: Request<GetServiceRequestRequest>,
    ) -> Result<Response<GetServiceRequestResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let found = commands::require(&mut tx, &scope, &request.id.into()).await?;
        let mut activities = store::list_activities(&mut tx, &scope, &found.id, MAX_ACTIVITIES + 1).await?;
        let extra = activities.len().saturating_sub(usize::try_from(MAX_ACTIVITIES).unwrap_or_default());
        activities.drain(..extra);
        let allowed = rules::allowed_actions(found.state, Role::of(&actor));
        Ok(Response::new(GetServiceRequestResponse {
            service_request: Some(self.with_files(&mut tx, &scope, &found).await?),
            activities: activities.iter().map(convert::activity).collect(),
            allowed_actions: allowed.into_iter().map(|action| action as i32).collect(),
            has_more_activities: extra > 0,
        }))
    }

    async fn find_similar_service_requests(
        &self,
        request: Request<FindSimilarServiceRequestsRequest>,
    ) -> Result<Response<FindSimilarServiceRequestsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, now) = (actor.scope(), self.context.now());
        let mut tx = self.context.db.read(&scope).await?;
        let community = community::require(&mut tx, &scope, &request.community_id.into()).await?;
        let unit = request.unit.trim();
        let similar = match unit {
            "" => vec![],
            unit => store::similar(&mut tx, &scope, &community.id, unit, &request.title).await?,
        };
        let service_requests = similar.iter().map(|row| convert::service_request(row, now)).collect();
        Ok(Response::new(FindSimilarServiceRequestsResponse { service_requests }))
    }

    async fn list_service_request_assignees(
        &self,
        request: Request<ListServiceRequestAssigneesRequest>,
    ) -> Result<Response<ListServiceRequestAssigneesResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let (assignees, next_page_token) =
            user::list_assignees(&mut tx, &scope, &request.page_token, request.limit).await?;
        let assignees = assignees.iter().map(convert::assignee).collect();
        Ok(Response::new(ListServiceRequestAssigneesResponse { assignees, next_page_token }))
    }

    async fn create_service_request(
        &self,
        request: Request<CreateServiceRequestRequest>,
    ) -> Result<Response<CreateServiceRequestResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let created = commands::create(&self.context, &actor, convert::new_request(request)).await?;
        let service_request = Some(convert::service_request(&created, self.context.now()));
        Ok(Response::new(CreateServiceRequestResponse { service_request }))
    }

    async fn update_service_request(
        &self,
        request: Request<UpdateServiceRequestRequest>,
    ) -> Result<Response<UpdateServiceRequestResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let changes = convert::changes(&request);
        let (id, version) = (request.id.into(), request.version);
        let updated =
            commands::update(&self.context, &actor, &id, version, request.assignee_id, changes).await?;
        let service_request = self.changed(&actor.scope(), &updated).await?;
        Ok(Response::new(UpdateServiceRequestResponse { service_request }))
    }

    async fn change_service_request_state(
        &self,
        request: Request<ChangeServiceRequestStateRequest>,
    ) -> Result<Response<ChangeServiceRequestStateResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let change = convert::state_change(request)?;
        let changed = commands::change_state(&self.context, &actor, change).await?;
        let service_request = self.changed(&actor.scope(), &changed).await?;
        Ok(Response::new(ChangeServiceRequestStateResponse { service_request }))
    }

    async fn approve_service_requests(
        &self,
        request: Request<ApproveServiceRequestsRequest>,
    ) -> Result<Response<ApproveServiceRequestsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let ids = request.ids.into_iter().map(Into::into).collect();
        let (approved, skipped) = commands::approve(&self.context, &actor, ids).await?;
        Ok(Response::new(ApproveServiceRequestsResponse {
            approved_count: i32::try_from(approved).unwrap_or(i32::MAX),
            skipped_ids: skipped.iter().map(ToString::to_string).collect(),
        }))
    }

    async fn add_service_request_comment(
        &self,
        request: Request<AddServiceRequestCommentRequest>,
    ) -> Result<Response<AddServiceRequestCommentResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (id, body) = (request.id.into(), request.body);
        let commented = commands::comment(&self.context, &actor, &id, &body, request.is_public).await?;
        let service_request = self.changed(&actor.scope(), &commented).await?;
        Ok(Response::new(AddServiceRequestCommentResponse { service_request }))
    }

    async fn decide_service_request_estimate(
        &self,
        request: Request<DecideServiceRequestEstimateRequest>,
    ) -> Result<Response<DecideServiceRequestEstimateResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let decision = convert::estimate_decision(request);
        let decided = commands::decide_estimate(&self.context, &actor, decision).await?;
        let service_request = self.changed(&actor.scope(), &decided).await?;
        Ok(Response::new(DecideServiceRequestEstimateResponse { service_request }))
    }

    async fn add_service_request_photo(
        &self,
        request: Request<AddServiceRequestPhotoRequest>,
    ) -> Result<Response<AddServiceRequestPhotoResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let id = request.id.into();
        let changed =
            commands::add_photo(&self.context, &actor, &id, &request.data, &request.caption).await?;
        let service_request = self.changed(&actor.scope(), &changed).await?;
        Ok(Response::new(AddServiceRequestPhotoResponse { service_request }))
    }

    async fn delete_service_request_photo(
        &self,
        request: Request<DeleteServiceRequestPhotoRequest>,
    ) -> Result<Response<DeleteServiceRequestPhotoResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (id, photo) = (request.id.into(), request.photo_id.into());
        let changed = commands::delete_photo(&self.context, &actor, &id, &photo).await?;
        let service_request = self.changed(&actor.scope(), &changed).await?;
        Ok(Response::new(DeleteServiceRequestPhotoResponse { service_request }))
    }

    async fn add_service_request_document(
        &self,
        request: Request<AddServiceRequestDocumentRequest>,
    ) -> Result<Response<AddServiceRequestDocumentResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let id = request.id.into();
        let changed =
            commands::add_document(&self.context, &actor, &id, &request.name, &request.data).await?;
        let service_request = self.changed(&actor.scope(), &changed).await?;
        Ok(Response::new(AddServiceRequestDocumentResponse { service_request }))
    }

    async fn delete_service_request_document(
        &self,
        request: Request<DeleteServiceRequestDocumentRequest>,
    ) -> Result<Response<DeleteServiceRequestDocumentResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (id, document) = (request.id.into(), request.document_id.into());
        let changed = commands::delete_document(&self.context, &actor, &id, &document).await?;
        let service_request = self.changed(&actor.scope(), &changed).await?;
        Ok(Response::new(DeleteServiceRequestDocumentResponse { service_request }))
    }

    async fn export_service_requests(
        &self,
        request: Request<ExportServiceRequestsRequest>,
    ) -> Result<Response<ExportServiceRequestsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let filter = convert::filter(request.filter.unwrap_or_default());
        let exported = commands::export(&self.context, &actor, &filter).await?;
        Ok(Response::new(convert::exported(exported)))
    }
}
