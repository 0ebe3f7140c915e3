//! RPC handlers of `CannedReplyService`.
use contract::v1::{canned_reply_service_server::CannedReplyService, *};
use platform::{
    Fault,
    paging::{self, NameKey},
};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    convert,
    model::{CannedReply as Model, CannedReplyId},
    rules, store,
};
use crate::{
    context::Context,
    incoming_request,
    operations::audit::{self, AuditAction, AuditEvent},
};

/// Implements `CannedReplyService`.
pub struct Service {
    pub context: Context,
}

#[async_service]
impl CannedReplyService for Service {
    async fn list_canned_replies(
        &self,
        request: Request<ListCannedRepliesRequest>,
    ) -> Result<Response<ListCannedRepliesResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (after, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let rows = store::list(&mut tx, &scope, after, limit).await?;
        let key = |reply: &Model| NameKey { name: reply.title.clone(), id: reply.id.to_string() };
        let (replies, next_page_token) = paging::page(rows, limit, key);
        let canned_replies = replies.iter().map(convert::canned_reply).collect();
        Ok(Response::new(ListCannedRepliesResponse { canned_replies, next_page_token }))
    }

    async fn create_canned_reply(
        &self,
        request: Request<CreateCannedReplyRequest>,
    ) -> Result<Response<CreateCannedReplyResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let id = self.context.ids.next(self.context.now());
        let reply = rules::canned_reply(id, &request.title, &request.shortcut, &request.body)?;
        let scope = actor.scope();
        let mut tx = self.context.db.write(&scope).await?;
        if store::lock_and_count(&mut tx, &scope).await? >= rules::MAX_CANNED_REPLIES {
            return Err(rules::too_many().into());
        }
        if !store::insert(&mut tx, &scope, &reply).await? {
            return Err(rules::exists().into());
        }
        let (action, what) = (AuditAction::CannedReplyCreated, "Created the canned reply");
        let event = AuditEvent::named(action, what, reply.id.as_str(), &reply.title);
        audit::record(&mut tx, &scope, &self.context, &actor, event).await?;
        tx.commit().await?;
        Ok(Response::new(CreateCannedReplyResponse { canned_reply: Some(convert::canned_reply(&reply)) }))
    }

    async fn update_canned_reply(
        &self,
        request: Request<UpdateCannedReplyRequest>,
    ) -> Result<Response<UpdateCannedReplyResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, id) = (actor.scope(), CannedReplyId::from(request.id.as_str()));
        let mut tx = self.context.db.write(&scope).await?;
        let before = store::find(&mut tx, &scope, &id).await?;
        let before = before.ok_or_else(|| Fault::not_found("canned reply"))?;
        let reply = rules::canned_reply(id, &request.title, &request.shortcut, &request.body)?;
        if !store::insert(&mut tx, &scope, &reply).await? {
            return Err(rules::exists().into());
        }
        let changes = audit::differences(&convert::canned_reply(&before), &convert::canned_reply(&reply));
        let (action, what) = (AuditAction::CannedReplyUpdated, "Changed the canned reply");
        let event = AuditEvent::named(action, what, reply.id.as_str(), &reply.title);
        audit::record_changes(&mut tx, &scope, &self.context, &actor, event, changes).await?;
        tx.commit().await?;
        Ok(Response::new(UpdateCannedReplyResponse { canned_reply: Some(convert::canned_reply(&reply)) }))
    }

    async fn delete_canned_reply(
        &self,
        request: Request<DeleteCannedReplyRequest>,
    ) -> Result<Response<DeleteCannedReplyResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, id) = (actor.scope(), CannedReplyId::from(request.id.as_str()));
        let mut tx = self.context.db.write(&scope).await?;
        let found = store::find(&mut tx, &scope, &id).await?;
        let reply = found.ok_or_else(|| Fault::not_found("canned reply"))?;
        store::delete(&mut tx, &scope, &id).await?;
        let (action, what) = (AuditAction::CannedReplyDeleted, "Deleted the canned reply");
        let event = AuditEvent::named(action, what, reply.id.as_str(), &reply.title);
        audit::record(&mut tx, &scope, &self.context, &actor, event).await?;
        tx.commit().await?;
        Ok(Response::new(DeleteCannedReplyResponse {}))
    }
}
