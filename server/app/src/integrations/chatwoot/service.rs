//! Implements `ChatwootService`.
use contract::v1::{chatwoot_service_server::ChatwootService, *};
use platform::{Actor, Fault, Scope, Tx};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    api::Api,
    connection, convert,
    model::{Connection, Secrets},
    rules, store, webhooks,
};
use crate::{
    context::Context,
    incoming_request,
    operations::{
        audit::{self, AuditAction, AuditEvent, FieldChange},
        rate_limit,
    },
    tenancy::company,
};

pub struct Service {
    context: Context,
    api: Api,
}

impl Service {
    #[must_use]
    pub fn new(context: Context) -> Self {
        let api = Api::new(context.settings.private_hosts, context.clock.clone());
        Self { context, api }
    }

    async fn shown(&self, tx: &mut Tx, scope: &Scope) -> Result<Chatwoot, Fault> {
        let company = company::require(tx, scope).await?;
        let found = store::find(tx, scope).await?;
        let webhook_url = webhooks::url(&self.context.settings.public_url, scope.company());
        Ok(convert::chatwoot(found.as_ref(), &company.chatwoot_inbox_id, webhook_url))
    }

    /// Returns the requested connection with its secrets.
    ///
    /// # Errors
    /// `NOT_FOUND`; `INVALID_ARGUMENT`.
    async fn wanted(
        &self,
        actor: &Actor,
        scope: &Scope,
        request: ConfigureChatwootRequest,
    ) -> Result<(Connection, Secrets), Fault> {
        let base_url = rules::check_base_url(&request.base_url, self.context.settings.private_hosts)?;
        let mut tx = self.context.db.read(scope).await?;
        company::require(&mut tx, scope).await?;
        let before = store::find(&mut tx, scope).await?;
        let stored = connection::secrets(&mut tx, scope, &self.context).await?;
        drop(tx);
        // A platform administrator is not a user of the company.
        let connected_by = match (&before, actor.home == *scope.company()) {
            (_, true) => actor.id.clone(),
            (Some(before), false) => before.connected_by.clone(),
            (None, false) => "".into(),
        };
        let same = before.filter(|b| (&b.base_url, &b.account_id) == (&base_url, &request.account_id));
        // A token is only sent to the server for which it was entered.
        let stored = stored.filter(|_| same.is_some());
        let (token_before, secret_before) =
            stored.map(|stored| (stored.api_access_token, stored.webhook_secret)).unzip();
        let api_access_token = request
            .api_access_token
            .or(token_before)
            .ok_or_else(|| Fault::field("apiAccessToken", "Enter the API access token of this account."))?;
        let webhook_secret = request
            .webhook_secret
            .or(secret_before)
            .ok_or_else(|| Fault::field("webhookSecret", "Enter the secret of this inbox's webhook."))?;
        let connection = Connection {
            company_id: scope.company().clone(),
            base_url,
            account_id: request.account_id,
            inbox_id: request.inbox_id,
            since_ms: same.map_or(self.context.now(), |same| same.since_ms),
            connected_by,
            problem: String::new(),
            mirrored_ms: None,
        };
        Ok((connection, Secrets { api_access_token, webhook_secret }))
    }

    /// Checks that the inbox can be read and is an API channel.
    ///
    /// # Errors
    /// `CHATWOOT_TEST_FAILED`; `TOO_MANY_TESTS`.
    async fn test(&self, scope: &Scope, connection: &Connection, secrets: &Secrets) -> Result<(), Fault> {
        rate_limit::take(&self.context, &rules::TESTS, scope.company().as_str(), None).await?;
        let account = connection::account(connection, secrets);
        let inbox = self.api.inbox(&account).await.map_err(|error| rules::test_failed(&error.words()))?;
        if inbox.channel_type != "Channel::Api" {
            return Err(rules::test_failed("The inbox is not an API channel. Choose or create one that is."));
        }
        Ok(())
    }
}

#[async_service]
impl ChatwootService for Service {
    async fn get_chatwoot(
        &self,
        request: Request<GetChatwootRequest>,
    ) -> Result<Response<GetChatwootResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.into())?;
        let mut tx = self.context.db.read(&scope).await?;
        Ok(Response::new(GetChatwootResponse { chatwoot: Some(self.shown(&mut tx, &scope).await?) }))
    }

    async fn configure_chatwoot(
        &self,
        request: Request<ConfigureChatwootRequest>,
    ) -> Result<Response<ConfigureChatwootResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.as_str().into())?;
        let (wanted, secrets) = self.wanted(&actor, &scope, request).await?;
        self.test(&scope, &wanted, &secrets).await?;
        let mut tx = self.context.db.write(&scope).await?;
        let before = self.shown(&mut tx, &scope).await?;
        let secrets_before = connection::secrets(&mut tx, &scope, &self.context).await?;
        store::save(&mut tx, &scope, &wanted).await?;
        connection::keep(&mut tx, &scope, &self.context, &secrets).await?;
        let Connection { inbox_id, account_id, base_url, .. } = &wanted;
        let summary = format!("Connected inbox {inbox_id} of account {account_id} at {base_url}.");
        let subject = scope.company().as_str();
        let event = AuditEvent { action: AuditAction::ChatwootConfigured, subject, summary };
        let after = self.shown(&mut tx, &scope).await?;
        let mut changes = audit::differences(&before, &after);
        changes.extend(changed_secrets(secrets_before.as_ref(), &secrets));
        audit::record_changes(&mut tx, &scope, &self.context, &actor, event, changes).await?;
        tx.commit().await?;
        Ok(Response::new(ConfigureChatwootResponse { chatwoot: Some(after) }))
    }

    async fn disconnect_chatwoot(
        &self,
        request: Request<DisconnectChatwootRequest>,
    ) -> Result<Response<DisconnectChatwootResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.into())?;
        let mut tx = self.context.db.write(&scope).await?;
        company::require(&mut tx, &scope).await?;
        if store::delete(&mut tx, &scope).await? {
            connection::forget(&mut tx, &scope, &self.context).await?;
            let summary = "Disconnected Chatwoot.".to_owned();
            let subject = scope.company().as_str();
            let event = AuditEvent { action: AuditAction::ChatwootRemoved, subject, summary };
            audit::record(&mut tx, &scope, &self.context, &actor, event).await?;
        }
        tx.commit().await?;
        Ok(Response::new(DisconnectChatwootResponse {}))
    }
}

/// Returns the changes to the secrets, by name.
fn changed_secrets(before: Option<&Secrets>, after: &Secrets) -> impl Iterator<Item = FieldChange> {
    let token = before.is_none_or(|before| before.api_access_token != after.api_access_token);
    let secret = before.is_none_or(|before| before.webhook_secret != after.webhook_secret);
    let changed = [(token, "apiAccessToken"), (secret, "webhookSecret")];
    changed
        .into_iter()
        .filter(|(is_changed, _)| *is_changed)
        .map(|(_, name)| FieldChange::without_values(name))
}
