//! RPC handlers of `OutgoingEmailService`.
use contract::v1::{outgoing_email_service_server::OutgoingEmailService, *};
use platform::paging;
use tonic::{Request, Response, Status};

use super::{commands, convert};
use crate::{
    call,
    context::Context,
    email::{
        mailbox,
        thread::{self, EmailMessage as Model, message_to_contract},
    },
};

/// Implements `OutgoingEmailService`.
pub struct Service {
    pub context: Context,
}

/// Converts an email that staff wrote. It has no attachments.
fn written(message: &Model) -> Option<EmailMessage> {
    Some(message_to_contract(message, vec![]))
}

#[tonic::async_trait]
impl OutgoingEmailService for Service {
    async fn list_outgoing_emails(
        &self,
        request: Request<ListOutgoingEmailsRequest>,
    ) -> Result<Response<ListOutgoingEmailsResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let (before, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let status = convert::listed_status(request.status);
        let mut tx = self.context.db.read(&scope).await?;
        let mailbox = match request.mailbox_id.as_str() {
            "" => None,
            id => Some(mailbox::require(&mut tx, &scope, &id.into()).await?.id),
        };
        let rows = thread::list_outgoing(&mut tx, &scope, mailbox.as_ref(), status, before, limit).await?;
        let (rows, next_page_token) = paging::page(rows, limit, |row| (row.at_ms.0, row.id.0.clone()));
        let messages = rows.iter().filter_map(written).collect();
        Ok(Response::new(ListOutgoingEmailsResponse { messages, next_page_token }))
    }

    async fn save_email_draft(
        &self,
        request: Request<SaveEmailDraftRequest>,
    ) -> Result<Response<SaveEmailDraftResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let saved = commands::save_draft(&self.context, &actor, convert::draft_content(request)).await?;
        Ok(Response::new(SaveEmailDraftResponse { message: written(&saved) }))
    }

    async fn discard_email_draft(
        &self,
        request: Request<DiscardEmailDraftRequest>,
    ) -> Result<Response<DiscardEmailDraftResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        commands::discard(&self.context, &actor, &request.id.into()).await?;
        Ok(Response::new(DiscardEmailDraftResponse {}))
    }

    async fn send_email_draft(
        &self,
        request: Request<SendEmailDraftRequest>,
    ) -> Result<Response<SendEmailDraftResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let send_at = request.send_at.map(convert::timestamp);
        let scheduled = commands::send(&self.context, &actor, &request.id.into(), send_at).await?;
        Ok(Response::new(SendEmailDraftResponse { message: written(&scheduled) }))
    }

    async fn cancel_email(
        &self,
        request: Request<CancelEmailRequest>,
    ) -> Result<Response<CancelEmailResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let canceled = commands::cancel(&self.context, &actor, &request.id.into()).await?;
        Ok(Response::new(CancelEmailResponse { message: written(&canceled) }))
    }
}
