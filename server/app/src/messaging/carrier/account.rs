//! A company's Twilio account, stored encrypted, and functions for its accounts at all carriers.
use platform::{Fault, Scope, Tx, secrets::PreparedSecret};
use secrecy::{ExposeSecret, SecretString};

use super::{
    model::{Account, Kind},
    textline,
};
use crate::context::Context;

/// Name of the secret.
const NAME: &str = "twilio";

/// The number of segments per second that blasts may send with each of a company's accounts at carriers; `None` without
/// the account.
#[derive(Clone, Copy, Debug, Default)]
pub struct AccountRates {
    pub twilio: Option<i64>,
    pub textline: Option<i64>,
}

impl AccountRates {
    /// Returns the rate of the account at a carrier.
    #[must_use]
    pub fn of(self, kind: Kind) -> Option<i64> {
        match kind {
            Kind::TestPhone => None,
            Kind::Twilio => self.twilio,
            Kind::Textline => self.textline,
        }
    }
}

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
pub async fn find(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<Option<Account>, Fault> {
    parse(context.secrets.get(tx, scope, NAME).await?)
}

/// Returns the account, if there is one and it can be read. It must be loaded before the transaction.
pub async fn find_readable(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<Option<Account>, Fault> {
    parse(context.secrets.find(tx, scope, NAME).await?.value())
}

/// Returns whether the secret store is known to have lost the account.
pub async fn is_missing(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<bool, Fault> {
    context.secrets.is_missing(tx, scope, NAME).await
}

fn parse(kept: Option<SecretString>) -> Result<Option<Account>, Fault> {
    let account = kept.map(|kept| serde_json::from_str(kept.expose_secret()));
    account.transpose().map_err(Fault::internal)
}

/// Loads the accounts at all carriers, for [`super::Clients::open`] and [`rates`].
///
/// # Errors
/// `UNAVAILABLE` if the secret store does not respond.
pub async fn load_all(scope: &Scope, context: &Context) -> Result<(), Fault> {
    load(scope, context).await?;
    textline::load_account(scope, context).await
}

/// Returns the rates of the company's accounts at carriers. The accounts must be loaded before the transaction.
pub async fn rates(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<AccountRates, Fault> {
    let twilio = find_readable(tx, scope, context).await?;
    let textline = textline::find_readable_account(tx, scope, context).await?;
    Ok(AccountRates {
        twilio: twilio.map(|account| account.segments_per_second.max(1).into()),
        textline: textline.map(|_| textline::SEGMENTS_PER_SECOND),
    })
}

/// Returns whether there is an account.
pub async fn exists(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<bool, Fault> {
    context.secrets.contains(tx, scope, NAME).await
}

/// Prepares an account for [`keep`].
///
/// # Errors
/// `UNAVAILABLE` if the secret store does not respond.
pub async fn prepare(scope: &Scope, context: &Context, account: &Account) -> Result<PreparedSecret, Fault> {
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
