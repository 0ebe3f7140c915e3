//! Connects a company to Chatwoot.
use platform::{Actor, Fault, Scope};

use super::find_state;
use crate::{
    context::Context,
    integrations::chatwoot::{
        api::Api,
        connection,
        model::{Connection, ConnectionState, NewConnection, Secrets},
        rules, store,
    },
    operations::{
        audit::{self, AuditAction, AuditEvent, FieldChange},
        rate_limit,
    },
    tenancy::company,
};

/// Connects the scope's company to an inbox, which is tested first. `differences` describes the changes in the audit
/// trail.
///
/// # Errors
/// `NOT_FOUND`; `INVALID_ARGUMENT`; `CHATWOOT_TEST_FAILED`; `TOO_MANY_TESTS`.
pub async fn configure_chatwoot(
    context: &Context,
    api: &Api,
    actor: &Actor,
    scope: &Scope,
    new: NewConnection,
    differences: impl Fn(&ConnectionState, &ConnectionState) -> Vec<FieldChange>,
) -> Result<ConnectionState, Fault> {
    let (new, secrets) = with_secrets(context, actor, scope, new).await?;
    test(context, api, scope, &new, &secrets).await?;
    let prepared = connection::prepare(scope, context, &secrets).await?;
    connection::load(scope, context).await?;
    let mut tx = context.db.write(scope).await?;
    let before = find_state(&mut tx, scope).await?;
    let secrets_before = connection::readable_secrets(&mut tx, scope, context).await?;
    store::save(&mut tx, scope, &new).await?;
    connection::keep(&mut tx, scope, context, &prepared).await?;
    let Connection { inbox_id, account_id, base_url, .. } = &new;
    let summary = format!("Connected inbox {inbox_id} of account {account_id} at {base_url}.");
    let subject = scope.company().as_str();
    let event = AuditEvent { action: AuditAction::ChatwootConfigured, subject, summary };
    let after = find_state(&mut tx, scope).await?;
    let mut changes = differences(&before, &after);
    changes.extend(changed_secrets(secrets_before.as_ref(), &secrets));
    audit::record_changes(&mut tx, scope, context, actor, event, changes).await?;
    tx.commit().await?;
    Ok(after)
}

/// Returns the connection with its secrets; the stored ones, unless new ones are set.
///
/// # Errors
/// `NOT_FOUND`; `INVALID_ARGUMENT`.
async fn with_secrets(
    context: &Context,
    actor: &Actor,
    scope: &Scope,
    new: NewConnection,
) -> Result<(Connection, Secrets), Fault> {
    let base_url = rules::check_base_url(&new.base_url, context.settings.private_hosts)?;
    connection::load(scope, context).await?;
    let mut tx = context.db.read(scope).await?;
    company::require(&mut tx, scope).await?;
    let before = store::find(&mut tx, scope).await?;
    let stored = connection::readable_secrets(&mut tx, scope, context).await?;
    drop(tx);
    // A platform administrator is not a user of the company.
    let connected_by = match (&before, actor.home == *scope.company()) {
        (_, true) => actor.id.clone(),
        (Some(before), false) => before.connected_by.clone(),
        (None, false) => "".into(),
    };
    let same = before.filter(|b| (&b.base_url, &b.account_id) == (&base_url, &new.account_id));
    // A token is only sent to the server for which it was entered.
    let stored = stored.filter(|_| same.is_some());
    let (token_before, secret_before) =
        stored.map(|stored| (stored.api_access_token, stored.webhook_secret)).unzip();
    let api_access_token = new
        .api_access_token
        .or(token_before)
        .ok_or_else(|| Fault::field("apiAccessToken", "Enter the API access token of this account."))?;
    let webhook_secret = new
        .webhook_secret
        .or(secret_before)
        .ok_or_else(|| Fault::field("webhookSecret", "Enter the secret of this inbox's webhook."))?;
    let connection = Connection {
        company_id: scope.company().clone(),
        base_url,
        account_id: new.account_id,
        inbox_id: new.inbox_id,
        since_ms: same.map_or(context.now(), |same| same.since_ms),
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
async fn test(
    context: &Context,
    api: &Api,
    scope: &Scope,
    connection: &Connection,
    secrets: &Secrets,
) -> Result<(), Fault> {
    rate_limit::take(context, &rules::TESTS, scope.company().as_str(), None).await?;
    let account = connection::account(connection, secrets);
    let inbox = api.inbox(&account).await.map_err(|error| rules::test_failed(&error.words()))?;
    if inbox.channel_type != "Channel::Api" {
        return Err(rules::test_failed("The inbox is not an API channel. Choose or create one that is."));
    }
    Ok(())
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
