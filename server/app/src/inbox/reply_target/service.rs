//! RPC handlers of `ReplyTargetService`.
use contract::v1::{reply_target_service_server::ReplyTargetService, *};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{convert, model, store};
use crate::{
    context::Context,
    incoming_request,
    operations::audit::{self, AuditAction, AuditEvent},
};

/// Implements `ReplyTargetService`.
pub struct Service {
    pub context: Context,
}

#[async_service]
impl ReplyTargetService for Service {
    async fn get_reply_targets(
        &self,
        request: Request<GetReplyTargetsRequest>,
    ) -> Result<Response<GetReplyTargetsResponse>, Status> {
        let (actor, _) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let targets = store::find(&mut tx, &scope).await?;
        Ok(Response::new(GetReplyTargetsResponse { targets: Some(convert::to_contract(targets)) }))
    }

    async fn update_reply_targets(
        &self,
        request: Request<UpdateReplyTargetsRequest>,
    ) -> Result<Response<UpdateReplyTargetsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let UpdateReplyTargetsRequest { text_minutes, email_minutes, web_chat_minutes } = request;
        let targets = model::ReplyTargets { text_minutes, email_minutes, web_chat_minutes };
        let scope = actor.scope();
        let mut tx = self.context.db.write(&scope).await?;
        let before = store::find(&mut tx, &scope).await?;
        store::save(&mut tx, &scope, targets).await?;
        let summary = format!(
            "Set the reply targets: texts {text_minutes} min, emails {email_minutes} min, \
             web chats {web_chat_minutes} min"
        );
        let event = AuditEvent { action: AuditAction::ReplyTargetsUpdated, subject: "", summary };
        let changes = audit::differences(&convert::to_contract(before), &convert::to_contract(targets));
        audit::record_changes(&mut tx, &scope, &self.context, &actor, event, changes).await?;
        tx.commit().await?;
        Ok(Response::new(UpdateReplyTargetsResponse { targets: Some(convert::to_contract(targets)) }))
    }
}
