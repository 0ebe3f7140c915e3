//! RPC handlers of `MailboxService`.
use contract::v1::{mailbox_service_server::MailboxService, *};
use platform::paging;
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{commands, convert, model::Mailbox as Model, store};
use crate::{context::Context, incoming_request, operations::audit, tenancy::community};

/// Implements `MailboxService`.
pub struct Service {
    pub context: Context,
}

#[async_service]
impl MailboxService for Service {
    async fn list_mailboxes(
        &self,
        request: Request<ListMailboxesRequest>,
    ) -> Result<Response<ListMailboxesResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let (after, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let mut tx = self.context.db.read(&scope).await?;
        let community = match request.community_id.as_str() {
            "" => None,
            id => Some(community::require(&mut tx, &scope, &id.into()).await?.id),
        };
        let rows = store::list(&mut tx, &scope, community.as_ref(), after, limit).await?;
        let (rows, next_page_token) = paging::page(rows, limit, |row| row.address.clone());
        let mailboxes = rows.iter().map(convert::mailbox).collect();
        Ok(Response::new(ListMailboxesResponse { mailboxes, next_page_token }))
    }

    async fn create_mailbox(
        &self,
        request: Request<CreateMailboxRequest>,
    ) -> Result<Response<CreateMailboxResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let new = convert::new_mailbox(request);
        let created = commands::create_mailbox(&self.context, &actor, new).await?;
        Ok(Response::new(CreateMailboxResponse { mailbox: Some(convert::mailbox(&created)) }))
    }

    async fn update_mailbox(
        &self,
        request: Request<UpdateMailboxRequest>,
    ) -> Result<Response<UpdateMailboxResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (id, changes) = (request.id.as_str().into(), convert::changes(request));
        let differences = |before: &Model, after: &Model| {
            audit::differences(&convert::mailbox(before), &convert::mailbox(after))
        };
        let changed = commands::update_mailbox(&self.context, &actor, &id, changes, differences).await?;
        Ok(Response::new(UpdateMailboxResponse { mailbox: Some(convert::mailbox(&changed)) }))
    }

    async fn delete_mailbox(
        &self,
        request: Request<DeleteMailboxRequest>,
    ) -> Result<Response<DeleteMailboxResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        commands::delete_mailbox(&self.context, &actor, &request.id.into()).await?;
        Ok(Response::new(DeleteMailboxResponse {}))
    }
}
