//! Implements `CarrierService`.
use contract::v1::{carrier_service_server::CarrierService, *};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    account, commands, convert,
    model::{Account, ChangedNumber},
    webhooks,
};
use crate::{context::Context, incoming_request, operations::audit, tenancy::company};

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
        let scope = actor.within(&request.id.as_str().into())?;
        let differences = |before: Option<&Account>, after: Option<&Account>| {
            audit::differences(&self.shown(before), &self.shown(after))
        };
        let new = convert::new_account(request);
        let account = commands::configure_twilio(&self.context, &actor, &scope, new, differences).await?;
        Ok(Response::new(ConfigureTwilioResponse { twilio: Some(self.shown(account.as_ref())) }))
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
        let (kind, rate) = (convert::kind(request.carrier()), request.segments_per_second);
        let differences = |changed: &ChangedNumber| {
            let after = convert::changed_number(changed);
            let before = SetNumberCarrierResponse { carrier: after.previous_carrier, ..after.clone() };
            audit::differences(&before, &after)
        };
        let id = request.id.into();
        let changed =
            commands::set_number_carrier(&self.context, &actor, &id, kind, rate, differences).await?;
        Ok(Response::new(convert::changed_number(&changed)))
    }
}

impl Service {
    fn shown(&self, account: Option<&Account>) -> Twilio {
        let public_url = &self.context.settings.public_url;
        convert::twilio(account, webhooks::messages_url(public_url), webhooks::status_url(public_url))
    }
}
