//! A company's connection with its secrets.
use platform::{Fault, Scope, Tx};
use secrecy::ExposeSecret;

use super::{
    model::{Account, Connection, Secrets},
    store,
};
use crate::context::Context;

/// Name of the secret.
const NAME: &str = "chatwoot";

/// Returns the secrets, if there are any.
pub async fn secrets(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<Option<Secrets>, Fault> {
    let Some(kept) = context.secrets.get(tx, scope, NAME).await? else { return Ok(None) };
    serde_json::from_str(kept.expose_secret()).map(Some).map_err(Fault::internal)
}

/// Stores the secrets.
pub async fn keep(tx: &mut Tx, scope: &Scope, context: &Context, secrets: &Secrets) -> Result<(), Fault> {
    let plain = serde_json::to_string(secrets).map_err(Fault::internal)?;
    context.secrets.put(tx, scope, NAME, &plain.into()).await.map(drop)
}

/// Deletes the secrets.
pub async fn forget(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<(), Fault> {
    context.secrets.delete(tx, scope, NAME).await.map(drop)
}

/// Returns the connection with its secrets if texts are being mirrored.
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
