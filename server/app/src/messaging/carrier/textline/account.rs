//! A company's Textline account, stored encrypted.
use platform::{Fault, Scope, Tx, secrets::PreparedSecret};
use secrecy::{ExposeSecret, SecretString};

use crate::{context::Context, messaging::carrier::model::TextlineAccount};

/// Name of the secret.
const NAME: &str = "textline";

/// Loads the account, for [`find`].
///
/// # Errors
/// `UNAVAILABLE` if the secret store does not respond.
pub async fn load(scope: &Scope, context: &Context) -> Result<(), Fault> {
    context.secrets.load(scope, NAME).await
}

/// Returns the account, if there is one. It must be loaded before the transaction.
///
/// # Errors
/// `SECRET_MISSING` if the secret store no longer has it.
pub async fn find(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<Option<TextlineAccount>, Fault> {
    parse(context.secrets.get(tx, scope, NAME).await?)
}

/// Returns the account, if there is one and it can be read. It must be loaded before the transaction.
pub async fn find_readable(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
) -> Result<Option<TextlineAccount>, Fault> {
    parse(context.secrets.find(tx, scope, NAME).await?.value())
}

/// Returns whether the secret store is known to have lost the account.
pub async fn is_missing(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<bool, Fault> {
    context.secrets.is_missing(tx, scope, NAME).await
}

fn parse(kept: Option<SecretString>) -> Result<Option<TextlineAccount>, Fault> {
    let account = kept.map(|kept| serde_json::from_str(kept.expose_secret()));
    account.transpose().map_err(Fault::internal)
}

/// Returns whether there is an account.
pub async fn exists(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<bool, Fault> {
    context.secrets.contains(tx, scope, NAME).await
}

/// Prepares an account for [`keep`].
///
/// # Errors
/// `UNAVAILABLE` if the secret store does not respond.
pub async fn prepare(
    scope: &Scope,
    context: &Context,
    account: &TextlineAccount,
) -> Result<PreparedSecret, Fault> {
    let plain = serde_json::to_string(account).map_err(Fault::internal)?;
    context.secrets.prepare(scope, plain.into()).await
}

/// Stores or removes the account.
pub async fn keep(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    prepared: Option<&PreparedSecret>,
) -> Result<(), Fault> {
    match prepared {
        Some(prepared) => context.secrets.put(tx, scope, NAME, prepared).await.map(drop),
        None => context.secrets.delete(tx, scope, NAME).await.map(drop),
    }
}
