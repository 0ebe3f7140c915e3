//! The clients of all carriers.
use std::sync::Arc;

use platform::{Clock, ErrorReason, Fault, Scope, Tx};

use super::{
    Carrier, Twilio, account,
    model::Kind,
    store,
    test_phone::TestPhone,
    textline::{self, Textline},
};
use crate::context::Context;

/// The clients of all carriers, for all companies.
#[derive(Clone)]
pub struct Clients {
    twilio: Arc<Twilio>,
    textline: Arc<Textline>,
}

impl Clients {
    /// Creates the clients for the configured addresses.
    #[must_use]
    pub fn new(context: &Context) -> Self {
        let (settings, clock): (_, Arc<dyn Clock>) = (&context.settings, context.clock.clone());
        Self {
            twilio: Arc::new(Twilio::new(&settings.twilio_url, &settings.public_url, clock.clone())),
            textline: Arc::new(Textline::new(&settings.textline_url, clock)),
        }
    }

    /// Returns the client that sends a company's texts from a number by a carrier; `None` if the company has no account
    /// at the carrier, or the number no group at Textline. The accounts must be loaded before the transaction.
    ///
    /// # Errors
    /// `SECRET_MISSING` if the secret store no longer has the account.
    pub async fn open(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        context: &Context,
        kind: Kind,
        number: &str,
    ) -> Result<Option<Arc<dyn Carrier>>, Fault> {
        Ok(match kind {
            Kind::TestPhone => Some(Arc::new(TestPhone) as Arc<dyn Carrier>),
            Kind::Twilio => {
                let account = account::find(tx, scope, context).await?;
                account.map(|account| Arc::new(self.twilio.clone().with(account)) as Arc<dyn Carrier>)
            }
            Kind::Textline => match store::textline::group_of(tx, scope, number).await? {
                Some(group) => self.open_textline(tx, scope, context, group).await?,
                None => None,
            },
        })
    }

    async fn open_textline(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        context: &Context,
        group: String,
    ) -> Result<Option<Arc<dyn Carrier>>, Fault> {
        let account = textline::find_account(tx, scope, context).await?;
        Ok(account.map(|account| Arc::new(self.textline.clone().with(account, group)) as Arc<dyn Carrier>))
    }

    /// Returns the same as [`Self::open`], or else the reason, for staff, why there is no client.
    pub async fn open_or_reason(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        context: &Context,
        kind: Kind,
        number: &str,
    ) -> Result<Result<Arc<dyn Carrier>, &'static str>, Fault> {
        match self.open(tx, scope, context, kind, number).await {
            Err(fault) if fault.reason() == ErrorReason::SecretMissing => Ok(Err(LOST_ACCOUNT)),
            opened => Ok(opened?.ok_or_else(|| missing_account(kind))),
        }
    }

    /// Returns the client of the carrier that an attempt handed a text to, with the group at Textline. The number may
    /// have another carrier by now. The accounts must be loaded before the transaction.
    pub async fn open_for_attempt(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        context: &Context,
        attempt: &str,
        number: &str,
    ) -> Result<Option<Arc<dyn Carrier>>, Fault> {
        match store::carrier_of_attempt(tx, scope, attempt).await? {
            Some((Kind::Textline, Some(group))) => self.open_textline(tx, scope, context, group).await,
            Some((kind, _)) => self.open(tx, scope, context, kind, number).await,
            None => Ok(None),
        }
    }
}

/// Explains to staff why a text cannot be sent with an account that the secret store no longer has.
pub const LOST_ACCOUNT: &str =
    "The carrier account's secret is missing in Parameter Store. Ask an administrator to enter it again.";

/// Explains to staff why a text cannot be sent without an account.
pub fn missing_account(kind: Kind) -> &'static str {
    match kind {
        Kind::Textline => "Textline is not set up for this number. Ask an administrator.",
        Kind::TestPhone | Kind::Twilio => {
            "No Twilio account is set up for this company. Ask an administrator."
        }
    }
}
