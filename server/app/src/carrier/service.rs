//! The calls of `CarrierService`.
use contract::v1::{carrier_service_server::CarrierService, *};
use platform::Fault;
use tonic::{Request, Response, Status};

use super::{
    account, convert,
    model::{Account, Kind},
    store, webhooks,
};
use crate::{
    audit::{self, Deed},
    call, community, company,
    context::Context,
};

/// Answers the calls.
pub struct Service(pub Context);

#[tonic::async_trait]
impl CarrierService for Service {
    async fn configure_twilio(
        &self,
        request: Request<ConfigureTwilioRequest>,
    ) -> Result<Response<ConfigureTwilioResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.within(&request.id.clone().into())?;
        let account = wanted(&request)?;
        let mut tx = self.0.db.write(&scope).await?;
        company::require(&mut tx, &scope).await?;
        if account.is_none() && store::any_number(&mut tx, &scope, Kind::Twilio).await? {
            return Err(Fault::precondition(
                "TWILIO_IN_USE",
                "Numbers are still with Twilio. Give them back to the handset first.",
            )
            .into());
        }
        account::keep(&mut tx, &scope, &self.0, account.as_ref()).await?;
        let (action, summary) = match &account {
            Some(account) => {
                ("twilio.configured", format!("Set up the Twilio account {}.", account.account_sid))
            }
            None => ("twilio.removed", "Removed the Twilio account.".to_owned()),
        };
        let deed = Deed { action, subject: &request.id, summary };
        audit::record(&mut tx, &scope, &self.0, &actor, deed).await?;
        tx.commit().await?;
        let twilio = Some(self.shown(account.as_ref()));
        Ok(Response::new(ConfigureTwilioResponse { twilio }))
    }

    async fn get_twilio(
        &self,
        request: Request<GetTwilioRequest>,
    ) -> Result<Response<GetTwilioResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.within(&request.id.into())?;
        let mut tx = self.0.db.read(&scope).await?;
        company::require(&mut tx, &scope).await?;
        let account = account::find(&mut tx, &scope, &self.0).await?;
        let twilio = Some(self.shown(account.as_ref()));
        Ok(Response::new(GetTwilioResponse { twilio }))
    }

    async fn set_number_carrier(
        &self,
        request: Request<SetNumberCarrierRequest>,
    ) -> Result<Response<SetNumberCarrierResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let kind = convert::kind(request.carrier());
        let kind = kind.ok_or_else(|| Fault::field("carrier", "Choose the handset or Twilio."))?;
        let scope = actor.scope();
        let mut tx = self.0.db.write(&scope).await?;
        let community = community::require(&mut tx, &scope, &request.id.clone().into()).await?;
        let number = store::set_carrier(&mut tx, &scope, &community.id, kind).await?;
        let no_number = || Fault::precondition("NO_NUMBER", "This community has no number yet.");
        let number = number.ok_or_else(no_number)?;
        if kind == Kind::Twilio && account::find(&mut tx, &scope, &self.0).await?.is_none() {
            return Err(Fault::precondition(
                "TWILIO_NOT_CONFIGURED",
                "Set up the company's Twilio account first.",
            )
            .into());
        }
        let with = match kind {
            Kind::Handset => "the handset",
            Kind::Twilio => "Twilio",
        };
        let summary = format!("{number} of {} is with {with} now.", community.label());
        let deed = Deed { action: "number.carrier", subject: &request.id, summary };
        audit::record(&mut tx, &scope, &self.0, &actor, deed).await?;
        tx.commit().await?;
        Ok(Response::new(SetNumberCarrierResponse { number, carrier: kind as i32 }))
    }
}

impl Service {
    fn shown(&self, account: Option<&Account>) -> Twilio {
        let public_url = &self.0.settings.public_url;
        convert::twilio(account, webhooks::messages_url(public_url), webhooks::status_url(public_url))
    }
}

/// The account that a request asks for; none to remove it.
fn wanted(request: &ConfigureTwilioRequest) -> Result<Option<Account>, Fault> {
    let ConfigureTwilioRequest { account_sid, auth_token, .. } = request;
    match (account_sid.is_empty(), auth_token.is_empty()) {
        (true, true) => Ok(None),
        (true, false) => Err(Fault::field("accountSid", "Give the account's SID too.")),
        (false, true) => Err(Fault::field("authToken", "Give the account's auth token too.")),
        (false, false) => {
            Ok(Some(Account { account_sid: account_sid.clone(), auth_token: auth_token.clone() }))
        }
    }
}
