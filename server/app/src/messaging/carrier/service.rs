//! Implements `CarrierService`.
use contract::v1::{carrier_service_server::CarrierService, *};
use platform::{ErrorReason, Fault};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    account, convert,
    model::{Account, DEFAULT_RATE, Kind, NumberSettings},
    store, webhooks,
};
use crate::{
    context::Context,
    incoming_request,
    operations::audit::{self, AuditAction, AuditEvent, FieldChange},
    tenancy::{community, company},
};

pub struct Service {
    pub context: Context,
}

#[async_service]
impl CarrierService for Service {
    async fn configure_twilio(
        &self,
        request: Request<ConfigureTwilioRequest>,
    ) -> Result<Response<ConfigureTwilioResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.clone().into())?;
        let mut tx = self.context.db.write(&scope).await?;
        company::require(&mut tx, &scope).await?;
        let before = account::find(&mut tx, &scope, &self.context).await?;
        let account = wanted(&request, before.as_ref())?;
        if account.is_none() && store::any_number(&mut tx, &scope, Kind::Twilio).await? {
            return Err(Fault::precondition(
                ErrorReason::TwilioInUse,
                "Some numbers still use Twilio. Switch them to the test phone first.",
            )
            .into());
        }
        account::keep(&mut tx, &scope, &self.context, account.as_ref()).await?;
        let (action, summary) = match &account {
            Some(account) => {
                (AuditAction::TwilioConfigured, format!("Set up the Twilio account {}.", account.account_sid))
            }
            None => (AuditAction::TwilioRemoved, "Removed the Twilio account.".to_owned()),
        };
        let audit_event = AuditEvent { action, subject: &request.id, summary };
        let mut changes = audit::differences(&self.shown(before.as_ref()), &self.shown(account.as_ref()));
        let tokens = [before.as_ref(), account.as_ref()].map(|one| one.map(|one| &one.auth_token));
        changes.extend((tokens[0] != tokens[1]).then(|| FieldChange::without_values("authToken")));
        audit::record_changes(&mut tx, &scope, &self.context, &actor, audit_event, changes).await?;
        tx.commit().await?;
        let twilio = Some(self.shown(account.as_ref()));
        Ok(Response::new(ConfigureTwilioResponse { twilio }))
    }

    async fn get_twilio(
        &self,
        request: Request<GetTwilioRequest>,
    ) -> Result<Response<GetTwilioResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.into())?;
        let mut tx = self.context.db.read(&scope).await?;
        company::require(&mut tx, &scope).await?;
        let account = account::find(&mut tx, &scope, &self.context).await?;
        let twilio = Some(self.shown(account.as_ref()));
        Ok(Response::new(GetTwilioResponse { twilio }))
    }

    async fn set_number_carrier(
        &self,
        request: Request<SetNumberCarrierRequest>,
    ) -> Result<Response<SetNumberCarrierResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.write(&scope).await?;
        let community = community::require(&mut tx, &scope, &request.id.clone().into()).await?;
        let kind = convert::kind(request.carrier());
        if kind.is_none() && request.segments_per_second.is_none() {
            return Err(Fault::field("carrier", "Choose the test phone or Twilio.").into());
        }
        let rate = request.segments_per_second;
        let previous =
            store::carrier_of(&mut tx, &scope, community.number.as_deref().unwrap_or_default()).await?;
        let set = store::set_carrier(&mut tx, &scope, &community.id, kind, rate).await?;
        let no_number = || Fault::precondition(ErrorReason::NoNumber, "This community has no number yet.");
        let NumberSettings { number, carrier, segments_per_second } = set.ok_or_else(no_number)?;
        if carrier == Kind::Twilio && account::find(&mut tx, &scope, &self.context).await?.is_none() {
            return Err(Fault::precondition(
                ErrorReason::TwilioNotConfigured,
                "Set up the company's Twilio account first.",
            )
            .into());
        }
        let with = match carrier {
            Kind::TestPhone => "the test phone",
            Kind::Twilio => "Twilio",
        };
        let at = rate.map(|rate| format!(", at {rate} segments per second")).unwrap_or_default();
        let summary = format!("{number} of {} now uses {with}{at}.", community.label());
        let audit_event =
            AuditEvent { action: AuditAction::NumberCarrierUpdated, subject: &request.id, summary };
        let (carrier, previous_carrier) = (carrier as i32, previous as i32);
        let after = SetNumberCarrierResponse { number, carrier, segments_per_second, previous_carrier };
        let before = SetNumberCarrierResponse { carrier: previous_carrier, ..after.clone() };
        let changes = audit::differences(&before, &after);
        audit::record_changes(&mut tx, &scope, &self.context, &actor, audit_event, changes).await?;
        tx.commit().await?;
        Ok(Response::new(after))
    }
}

impl Service {
    fn shown(&self, account: Option<&Account>) -> Twilio {
        let public_url = &self.context.settings.public_url;
        convert::twilio(account, webhooks::messages_url(public_url), webhooks::status_url(public_url))
    }
}

/// Returns the account of a request; `None` removes the account.
fn wanted(request: &ConfigureTwilioRequest, before: Option<&Account>) -> Result<Option<Account>, Fault> {
    let ConfigureTwilioRequest { account_sid, auth_token, .. } = request;
    match (account_sid.is_empty(), auth_token.is_empty()) {
        (true, true) => Ok(None),
        (true, false) => Err(Fault::field("accountSid", "Enter the account SID.")),
        (false, true) => Err(Fault::field("authToken", "Enter the auth token.")),
        (false, false) => {
            let rate_before = before.map_or(DEFAULT_RATE, |account| account.segments_per_second);
            let segments_per_second = request.segments_per_second.unwrap_or(rate_before);
            let (account_sid, auth_token) = (account_sid.clone(), auth_token.clone());
            Ok(Some(Account { account_sid, auth_token, segments_per_second }))
        }
    }
}
