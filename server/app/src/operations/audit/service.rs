//! RPC handlers of `AuditService`.
use contract::v1::{audit_service_server::AuditService, *};
use platform::{Fault, ids::PLATFORM, paging, visibility};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{convert, store};
use crate::{context::Context, incoming_request};

/// Implements `AuditService`.
pub struct Service {
    pub context: Context,
}

#[async_service]
impl AuditService for Service {
    async fn list_audit_entries(
        &self,
        request: Request<ListAuditEntriesRequest>,
    ) -> Result<Response<ListAuditEntriesResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within_or_own(&request.company_id)?;
        let limit = paging::limit(request.limit);
        let before = paging::after(&request.page_token)?;
        let mut tx = self.context.db.read(&scope).await?;
        // Actions of operators on the platform itself belong to no company.
        if scope.company().as_str() != PLATFORM {
            visibility::require_company(&mut tx, &scope).await?;
        }
        if !(request.actor_id.is_empty() || store::is_somebody(&mut tx, &scope, &request.actor_id).await?) {
            return Err(Fault::not_found("person").into());
        }
        let rows = store::list(&mut tx, &scope, request.action, &request.actor_id, before, limit).await?;
        let (rows, next_page_token) = paging::page(rows, limit, |entry| entry.id.clone());
        let entries = rows.iter().map(convert::entry).collect();
        Ok(Response::new(ListAuditEntriesResponse { entries, next_page_token }))
    }
}
