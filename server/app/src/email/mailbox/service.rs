//! RPC handlers of `MailboxService`.
use contract::v1::{mailbox_service_server::MailboxService, *};
use platform::{Actor, Fault, Scope, Tx, paging};
use secrecy::SecretString;
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    convert,
    imap::ImapConnection,
    model::{Changes, ImapSettings, Mailbox as Model, MailboxId, MailboxKind},
    password, require, rules, secret_name, store,
};
use crate::{
    context::Context,
    incoming_request,
    operations::{
        audit::{self, AuditAction, AuditEvent, FieldChange},
        rate_limit,
    },
    tenancy::community,
};

/// Implements `MailboxService`.
pub struct Service {
    pub context: Context,
}

impl Service {
    /// Checks that the mailbox can be read on the mail server.
    ///
    /// # Errors
    /// `MAILBOX_TEST_FAILED`; `TOO_MANY_TESTS`.
    async fn test(&self, scope: &Scope, imap: &ImapSettings, password: &SecretString) -> Result<(), Fault> {
        rate_limit::take(&self.context, &rules::TESTS, scope.company().as_str(), None).await?;
        let is_private_allowed = self.context.settings.private_hosts;
        let mut connection = ImapConnection::open(imap, password, is_private_allowed)
            .await
            .map_err(|problem| rules::test_failed(&problem))?;
        for folder in &imap.folders {
            connection.folder(folder).await.map_err(|problem| rules::test_failed(&problem))?;
        }
        connection.close().await;
        Ok(())
    }

    /// Tests the settings that a mailbox would have after a change.
    ///
    /// # Errors
    /// `NOT_FOUND`; `INVALID_ARGUMENT`; `MAILBOX_TEST_FAILED`.
    async fn test_change(&self, scope: &Scope, id: &MailboxId, changes: &Changes) -> Result<(), Fault> {
        let mut tx = self.context.db.read(scope).await?;
        let mailbox = require(&mut tx, scope, id).await?;
        let stored = password(&mut tx, scope, &self.context, id).await?;
        drop(tx);
        let before = mailbox.imap.ok_or_else(rules::not_on_a_server)?;
        let after = changes.imap.as_ref().unwrap_or(&before);
        rules::check_imap(after)?;
        let password = match &changes.imap_password {
            Some(password) => password,
            None if after.has_same_login(&before) => &stored,
            None => return Err(rules::password_again()),
        };
        self.test(scope, after, password).await
    }

    async fn record(
        &self,
        tx: &mut Tx,
        actor: &Actor,
        action: AuditAction,
        mailbox: &Model,
        did: &str,
        changes: Vec<FieldChange>,
    ) -> Result<(), Fault> {
        let summary = format!("{did} the mailbox {}", mailbox.address);
        let event = AuditEvent { action, subject: mailbox.id.as_str(), summary };
        audit::record_changes(tx, &actor.scope(), &self.context, actor, event, changes).await
    }
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
        let (scope, now) = (actor.scope(), self.context.now());
        let mut tx = self.context.db.read(&scope).await?;
        let community = community::require(&mut tx, &scope, &request.community_id.into()).await?;
        drop(tx);
        rules::check_display_name(&request.display_name)?;
        let address = rules::parse_address(&request.address)
            .ok_or_else(|| Fault::field("address", "Enter an email address, such as office@example.com."))?;
        let imap = request.imap.map(convert::imap);
        let imap_password: SecretString = request.imap_password.into();
        if let Some(imap) = &imap {
            rules::check_imap(imap)?;
            self.test(&scope, imap, &imap_password).await?;
        }
        let created = Model {
            id: self.context.ids.next(now),
            community_id: community.id,
            community_tag: community.tag,
            kind: if imap.is_some() { MailboxKind::Imap } else { MailboxKind::Embedded },
            address,
            display_name: request.display_name.trim().to_owned(),
            signature: request.signature.trim().to_owned(),
            last_received_ms: None,
            unread_count: 0,
            draft_count: 0,
            scheduled_count: 0,
            version: 1,
            imap,
            checked_ms: None,
            problem: String::new(),
        };
        let mut tx = self.context.db.write(&scope).await?;
        if !store::insert(&mut tx, &scope, &created).await? {
            return Err(rules::address_taken(&created.address).into());
        }
        if created.imap.is_some() {
            self.context.secrets.put(&mut tx, &scope, &secret_name(&created.id), &imap_password).await?;
        }
        self.record(&mut tx, &actor, AuditAction::MailboxCreated, &created, "Created", vec![]).await?;
        tx.commit().await?;
        Ok(Response::new(CreateMailboxResponse { mailbox: Some(convert::mailbox(&created)) }))
    }

    async fn update_mailbox(
        &self,
        request: Request<UpdateMailboxRequest>,
    ) -> Result<Response<UpdateMailboxResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let id = request.id.as_str().into();
        let changes = convert::changes(request);
        if changes.imap.is_some() || changes.imap_password.is_some() {
            self.test_change(&scope, &id, &changes).await?;
        }
        let new_password = changes.imap_password.clone();
        let mut tx = self.context.db.write(&scope).await?;
        let before = scope.require(store::lock(&mut tx, &scope, &id).await?)?;
        let (imap_before, shown_before) = (before.imap.clone(), convert::mailbox(&before));
        let changed = rules::change(before, changes)?;
        store::save(&mut tx, &scope, &changed).await?;
        if let Some(password) = &new_password {
            self.context.secrets.put(&mut tx, &scope, &secret_name(&id), password).await?;
        }
        if changed.imap != imap_before || new_password.is_some() {
            // The settings work now, so emails are received at the next opportunity.
            store::record_check(&mut tx, &scope, &id, "", platform::Timestamp(0)).await?;
        }
        if changed.imap.as_ref().map(|imap| &imap.host) != imap_before.as_ref().map(|imap| &imap.host) {
            store::delete_positions(&mut tx, &scope, &id).await?;
        }
        let mut changes = audit::differences(&shown_before, &convert::mailbox(&changed));
        changes.extend(new_password.is_some().then(|| FieldChange::without_values("imapPassword")));
        self.record(&mut tx, &actor, AuditAction::MailboxUpdated, &changed, "Changed", changes).await?;
        tx.commit().await?;
        Ok(Response::new(UpdateMailboxResponse { mailbox: Some(convert::mailbox(&changed)) }))
    }

    async fn delete_mailbox(
        &self,
        request: Request<DeleteMailboxRequest>,
    ) -> Result<Response<DeleteMailboxResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.write(&scope).await?;
        let mailbox = require(&mut tx, &scope, &request.id.into()).await?;
        store::delete(&mut tx, &scope, &mailbox.id, self.context.now()).await?;
        self.context.secrets.delete(&mut tx, &scope, &secret_name(&mailbox.id)).await?;
        self.record(&mut tx, &actor, AuditAction::MailboxDeleted, &mailbox, "Deleted", vec![]).await?;
        tx.commit().await?;
        Ok(Response::new(DeleteMailboxResponse {}))
    }
}
