//! Implements `ChatwootService`.
use contract::v1::{chatwoot_service_server::ChatwootService, *};
use platform::Scope;
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{api::Api, commands, convert, model::ConnectionState, webhooks};
use crate::{context::Context, incoming_request, operations::audit};

pub struct Service {
    context: Context,
    api: Api,
}

impl Service {
    #[must_use]
    pub fn new(context: Context) -> Self {
        let api = Api::new(context.settings.private_hosts, context.clock.clone());
        Self { context, api }
    }

    fn shown(&self, scope: &Scope, state: &ConnectionState) -> Chatwoot {
        let webhook_url = webhooks::url(&self.context.settings.public_url, scope.company());
        convert::chatwoot(state, webhook_url)
    }
}

#[async_service]
impl ChatwootService for Service {
    async fn get_chatwoot(
        &self,
        request: Request<GetChatwootRequest>,
    ) -> Result<Response<GetChatwootResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.into())?;
        let state = commands::find_shown_state(&self.context, &scope).await?;
        Ok(Response::new(GetChatwootResponse { chatwoot: Some(self.shown(&scope, &state)) }))
    }

    async fn configure_chatwoot(
        &self,
        request: Request<ConfigureChatwootRequest>,
    ) -> Result<Response<ConfigureChatwootResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.as_str().into())?;
        let differences = |before: &ConnectionState, after: &ConnectionState| {
            audit::differences(&self.shown(&scope, before), &self.shown(&scope, after))
        };
        let (context, new) = (&self.context, convert::new_connection(request));
        let state =
            commands::configure_chatwoot(context, &self.api, &actor, &scope, new, differences).await?;
        Ok(Response::new(ConfigureChatwootResponse { chatwoot: Some(self.shown(&scope, &state)) }))
    }

    async fn disconnect_chatwoot(
        &self,
        request: Request<DisconnectChatwootRequest>,
    ) -> Result<Response<DisconnectChatwootResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.into())?;
        commands::disconnect_chatwoot(&self.context, &actor, &scope).await?;
        Ok(Response::new(DisconnectChatwootResponse {}))
    }
}
