//! RPC handlers of `OutgoingEmailService`.
use contract::v1::{outgoing_email_service_server::OutgoingEmailService, *};
use platform::{
    Actor, Fault,
    paging::{self, PageKey},
};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{attached_file, commands, convert};
use crate::{
    context::Context,
    email::{
        email_thread::{self, EmailMessage as Model},
        mailbox,
    },
    incoming_request,
};

/// Implements `OutgoingEmailService`.
pub struct Service {
    pub context: Context,
}

impl Service {
    /// Converts an email after a change.
    async fn written(&self, actor: &Actor, message: Model) -> Result<Option<EmailMessage>, Fault> {
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        Ok(email_thread::with_attachments(&mut tx, &scope, &self.context, &[message]).await?.pop())
    }
}

#[async_service]
impl OutgoingEmailService for Service {
    async fn list_outgoing_emails(
        &self,
        request: Request<ListOutgoingEmailsRequest>,
    ) -> Result<Response<ListOutgoingEmailsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let (before, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let status = convert::listed_status(request.status);
        let mut tx = self.context.db.read(&scope).await?;
        let mailbox = match request.mailbox_id.as_str() {
            "" => None,
            id => Some(mailbox::require(&mut tx, &scope, &id.into()).await?.id),
        };
        let rows =
            email_thread::list_outgoing(&mut tx, &scope, mailbox.as_ref(), status, before, limit).await?;
        let (rows, next_page_token) =
            paging::page(rows, limit, |row| PageKey::new(row.at_ms, row.id.as_str()));
        let messages = email_thread::with_attachments(&mut tx, &scope, &self.context, &rows).await?;
        Ok(Response::new(ListOutgoingEmailsResponse { messages, next_page_token }))
    }

    async fn save_email_draft(
        &self,
        request: Request<SaveEmailDraftRequest>,
    ) -> Result<Response<SaveEmailDraftResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let saved = commands::save_draft(&self.context, &actor, convert::draft_content(request)).await?;
        let message = self.written(&actor, saved).await?;
        Ok(Response::new(SaveEmailDraftResponse { message }))
    }

    async fn add_email_attachment(
        &self,
        request: Request<AddEmailAttachmentRequest>,
    ) -> Result<Response<AddEmailAttachmentResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let attached = attached_file::read(&request.name, &request.data).await?;
        let draft = commands::attach_file(&self.context, &actor, &request.id.into(), attached).await?;
        let message = self.written(&actor, draft).await?;
        Ok(Response::new(AddEmailAttachmentResponse { message }))
    }

    async fn remove_email_attachment(
        &self,
        request: Request<RemoveEmailAttachmentRequest>,
    ) -> Result<Response<RemoveEmailAttachmentResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let draft =
            commands::detach_file(&self.context, &actor, &request.id.into(), request.position).await?;
        let message = self.written(&actor, draft).await?;
        Ok(Response::new(RemoveEmailAttachmentResponse { message }))
    }

    async fn discard_email_draft(
        &self,
        request: Request<DiscardEmailDraftRequest>,
    ) -> Result<Response<DiscardEmailDraftResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        commands::discard_draft(&self.context, &actor, &request.id.into()).await?;
        Ok(Response::new(DiscardEmailDraftResponse {}))
    }

    async fn send_email_draft(
        &self,
        request: Request<SendEmailDraftRequest>,
    ) -> Result<Response<SendEmailDraftResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let send_at = request.send_at.map(Into::into);
        let scheduled = commands::send_email(&self.context, &actor, &request.id.into(), send_at).await?;
        let message = self.written(&actor, scheduled).await?;
        Ok(Response::new(SendEmailDraftResponse { message }))
    }

    async fn cancel_email(
        &self,
        request: Request<CancelEmailRequest>,
    ) -> Result<Response<CancelEmailResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let canceled = commands::cancel_email(&self.context, &actor, &request.id.into()).await?;
        let message = self.written(&actor, canceled).await?;
        Ok(Response::new(CancelEmailResponse { message }))
    }
}
