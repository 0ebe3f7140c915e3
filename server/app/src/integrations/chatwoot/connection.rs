//! A company's connection with its secrets.
use platform::{Fault, Scope, Tx, secrets::PreparedSecret};
use secrecy::{ExposeSecret, SecretString};

use super::{
    model::{Account, Connection, Secrets},
    store,
};
use crate::context::Context;

/// Name of the secret.
const NAME: &str = "chatwoot";

/// Loads the secrets, for [`secrets`].
///
/// # Errors
/// `UNAVAILABLE` if the secret store does not respond.
pub async fn load(scope: &Scope, context: &Context) -> Result<(), Fault> {
    context.secrets.load(scope, NAME).await
}

/// Returns the secrets, if there are any. They must be loaded before the transaction.
///
/// # Errors
/// `SECRET_MISSING` if the secret store no longer has them.
pub async fn secrets(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<Option<Secrets>, Fault> {
    parse(context.secrets.get(tx, scope, NAME).await?)
}

/// Returns the secrets, if there are any and they can be read. They must be loaded before the transaction.
pub async fn readable_secrets(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
) -> Result<Option<Secrets>, Fault> {
    parse(context.secrets.find(tx, scope, NAME).await?.value())
}

/// Returns whether the secret store is known to have lost the secrets.
pub async fn is_missing(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<bool, Fault> {
    context.secrets.is_missing(tx, scope, NAME).await
}

fn parse(kept: Option<SecretString>) -> Result<Option<Secrets>, Fault> {
    let secrets = kept.map(|kept| serde_json::from_str(kept.expose_secret()));
    secrets.transpose().map_err(Fault::internal)
}

/// Prepares the secrets for [`keep`].
///
/// # Errors
/// `UNAVAILABLE` if the secret store does not respond.
pub async fn prepare(scope: &Scope, context: &Context, secrets: &Secrets) -> Result<PreparedSecret, Fault> {
    let plain = serde_json::to_string(secrets).map_err(Fault::internal)?;
    context.secrets.prepare(scope, plain.into()).await
}

/// Stores the secrets.
pub async fn keep(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    prepared: &PreparedSecret,
) -> Result<(), Fault> {
    context.secrets.put(tx, scope, NAME, prepared).await.map(drop)
}

/// Deletes the secrets.
pub async fn forget(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<(), Fault> {
    context.secrets.delete(tx, scope, NAME).await.map(drop)
}

/// Returns the connection with its secrets if texts are being mirrored. They must be loaded before the transaction.
///
/// # Errors
/// `SECRET_MISSING` if the secret store no longer has the secrets.
pub async fn find_open(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
) -> Result<Option<(Connection, Secrets)>, Fault> {
    let Some(connection) = store::find(tx, scope).await?.filter(|found| !found.inbox_id.is_empty()) else {
        return Ok(None);
    };
    Ok(secrets(tx, scope, context).await?.map(|secrets| (connection, secrets)))
}

/// Returns the Chatwoot account of a connection.
pub fn account(connection: &Connection, secrets: &Secrets) -> Account {
    Account {
        base_url: connection.base_url.clone(),
        account_id: connection.account_id.clone(),
        inbox_id: connection.inbox_id.clone(),
        token: secrets.api_access_token.clone().into(),
    }
}
