//! RPC handlers of `MailboxService`.
use contract::v1::{mailbox_service_server::MailboxService, *};
use platform::{Actor, Fault, Tx, paging};
use tonic::{Request, Response, Status};

use super::{
    convert,
    model::{Mailbox as Model, MailboxKind},
    require, rules, store,
};
use crate::{
    call,
    context::Context,
    operations::audit::{self, AuditEvent},
    tenancy::community,
};

/// Implements `MailboxService`.
pub struct Service {
    pub context: Context,
}

impl Service {
    async fn record(
        &self,
        tx: &mut Tx,
        actor: &Actor,
        action: &'static str,
        mailbox: &Model,
        did: &str,
    ) -> Result<(), Fault> {
        let summary = format!("{did} the mailbox {}", mailbox.address);
        let event = AuditEvent { action, subject: mailbox.id.as_str(), summary };
        audit::record(tx, &actor.scope(), &self.context, actor, event).await
    }
}

#[tonic::async_trait]
impl MailboxService for Service {
    async fn list_mailboxes(
        &self,
        request: Request<ListMailboxesRequest>,
    ) -> Result<Response<ListMailboxesResponse>, Status> {
        let (actor, request) = call::enter(request)?;
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
        let (actor, request) = call::enter(request)?;
        let (scope, now) = (actor.scope(), self.context.now());
        let mut tx = self.context.db.write(&scope).await?;
        let community = community::require(&mut tx, &scope, &request.community_id.into()).await?;
        rules::check_display_name(&request.display_name)?;
        let address = rules::parse_address(&request.address)
            .ok_or_else(|| Fault::field("address", "Enter an email address, such as office@example.com."))?;
        let created = Model {
            id: self.context.ids.next(now),
            community_id: community.id,
            community_tag: community.tag,
            kind: MailboxKind::Embedded,
            address,
            display_name: request.display_name.trim().to_owned(),
            signature: request.signature.trim().to_owned(),
            last_received_ms: None,
            unread_count: 0,
            draft_count: 0,
            scheduled_count: 0,
            version: 1,
        };
        if !store::insert(&mut tx, &scope, &created).await? {
            return Err(rules::address_taken(&created.address).into());
        }
        self.record(&mut tx, &actor, "mailbox.created", &created, "Created").await?;
        tx.commit().await?;
        Ok(Response::new(CreateMailboxResponse { mailbox: Some(convert::mailbox(&created)) }))
    }

    async fn update_mailbox(
        &self,
        request: Request<UpdateMailboxRequest>,
    ) -> Result<Response<UpdateMailboxResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.write(&scope).await?;
        let before = scope.require(store::lock(&mut tx, &scope, &request.id.as_str().into()).await?)?;
        let changed = rules::change(before, convert::changes(request))?;
        store::save(&mut tx, &scope, &changed).await?;
        self.record(&mut tx, &actor, "mailbox.changed", &changed, "Changed").await?;
        tx.commit().await?;
        Ok(Response::new(UpdateMailboxResponse { mailbox: Some(convert::mailbox(&changed)) }))
    }

    async fn delete_mailbox(
        &self,
        request: Request<DeleteMailboxRequest>,
    ) -> Result<Response<DeleteMailboxResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.write(&scope).await?;
        let mailbox = require(&mut tx, &scope, &request.id.into()).await?;
        store::delete(&mut tx, &scope, &mailbox.id, self.context.now()).await?;
        self.record(&mut tx, &actor, "mailbox.deleted", &mailbox, "Deleted").await?;
        tx.commit().await?;
        Ok(Response::new(DeleteMailboxResponse {}))
    }
}
