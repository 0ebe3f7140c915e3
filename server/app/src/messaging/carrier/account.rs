//! A company's Twilio account, stored encrypted.
use platform::{Fault, Scope, Tx};
use secrecy::ExposeSecret;

use super::model::Account;
use crate::context::Context;

/// Name of the secret.
const NAME: &str = "twilio";

/// Returns the account, if there is one.
pub async fn find(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<Option<Account>, Fault> {
    let Some(kept) = context.secrets.get(tx, scope, NAME).await? else { return Ok(None) };
    serde_json::from_str(kept.expose_secret()).map(Some).map_err(Fault::internal)
}

/// Stores or removes the account.
pub async fn keep(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    account: Option<&Account>,
) -> Result<(), Fault> {
    let Some(account) = account else { return context.secrets.delete(tx, scope, NAME).await.map(drop) };
    let plain = serde_json::to_string(account).map_err(Fault::internal)?;
    context.secrets.put(tx, scope, NAME, &plain.into()).await.map(drop)
}
