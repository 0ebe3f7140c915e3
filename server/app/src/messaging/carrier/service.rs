//! Implements `CarrierService`.
use contract::v1::{carrier_service_server::CarrierService, *};
use platform::Scope;
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    account, commands, convert,
    model::{Account, ChangedNumber, ConfiguredTextline, TextlineAccount},
    textline::{self, Textline as TextlineClient},
    twilio_webhooks,
};
use crate::{context::Context, incoming_request, operations::audit, tenancy::company};

pub struct Service {
    context: Context,
    textline: TextlineClient,
}

impl Service {
    #[must_use]
    pub fn new(context: Context) -> Self {
        let textline = TextlineClient::new(&context.settings.textline_url, context.clock.clone());
        Self { context, textline }
    }
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
        account::load(&scope, &self.context).await?;
        let mut tx = self.context.db.read(&scope).await?;
        company::require(&mut tx, &scope).await?;
        let account = account::find_readable(&mut tx, &scope, &self.context).await?;
        let is_secret_missing = account::is_missing(&mut tx, &scope, &self.context).await?;
        let twilio = Some(Twilio { is_secret_missing, ..self.shown(account.as_ref()) });
        Ok(Response::new(GetTwilioResponse { twilio }))
    }

    async fn configure_textline(
        &self,
        request: Request<ConfigureTextlineRequest>,
    ) -> Result<Response<ConfigureTextlineResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.as_str().into())?;
        let differences = |before: Option<&TextlineAccount>, after: Option<&TextlineAccount>| {
            audit::differences(&convert::textline(before), &convert::textline(after))
        };
        let (context, new) = (&self.context, convert::new_textline_account(request));
        let ConfiguredTextline { account, webhook_secret } =
            commands::configure_textline(context, &self.textline, &actor, &scope, new, differences).await?;
        let webhook_url = webhook_secret.map(|secret| self.textline_webhook(&scope, &secret));
        Ok(Response::new(ConfigureTextlineResponse {
            textline: Some(convert::textline(account.as_ref())),
            webhook_url: webhook_url.unwrap_or_default(),
        }))
    }

    async fn get_textline(
        &self,
        request: Request<GetTextlineRequest>,
    ) -> Result<Response<GetTextlineResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.into())?;
        textline::load_account(&scope, &self.context).await?;
        let mut tx = self.context.db.read(&scope).await?;
        company::require(&mut tx, &scope).await?;
        let account = textline::find_readable_account(&mut tx, &scope, &self.context).await?;
        let is_secret_missing = textline::is_account_missing(&mut tx, &scope, &self.context).await?;
        let textline = Some(Textline { is_secret_missing, ..convert::textline(account.as_ref()) });
        Ok(Response::new(GetTextlineResponse { textline }))
    }

    async fn replace_textline_webhook(
        &self,
        request: Request<ReplaceTextlineWebhookRequest>,
    ) -> Result<Response<ReplaceTextlineWebhookResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.into())?;
        let secret = commands::replace_textline_webhook(&self.context, &actor, &scope).await?;
        let webhook_url = self.textline_webhook(&scope, &secret);
        Ok(Response::new(ReplaceTextlineWebhookResponse { webhook_url }))
    }

    async fn set_number_carrier(
        &self,
        request: Request<SetNumberCarrierRequest>,
    ) -> Result<Response<SetNumberCarrierResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let change = convert::number_change(&request);
        let differences = |changed: &ChangedNumber| {
            let after = convert::changed_number(changed);
            let (carrier, group_uuid) = (after.previous_carrier, changed.previous_group.clone());
            let before = SetNumberCarrierResponse { carrier, group_uuid, ..after.clone() };
            audit::differences(&before, &after)
        };
        let (context, id) = (&self.context, request.id.into());
        let changed =
            commands::set_number_carrier(context, &self.textline, &actor, &id, change, differences).await?;
        Ok(Response::new(convert::changed_number(&changed)))
    }
}

impl Service {
    fn textline_webhook(&self, scope: &Scope, secret: &str) -> String {
        textline::webhook_url(&self.context.settings.public_url, scope.company(), secret)
    }

    fn shown(&self, account: Option<&Account>) -> Twilio {
        let public_url = &self.context.settings.public_url;
        convert::twilio(
            account,
            twilio_webhooks::messages_url(public_url),
            twilio_webhooks::status_url(public_url),
        )
    }
}
