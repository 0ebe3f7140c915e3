//! `ConsentService`.
use std::sync::Arc;

use contract::v1::{consent_service_server::ConsentService, *};
use platform::{paging, phone::Phone};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{PhoneConversations, commands, convert, model::Subscription, store};
use crate::{context::Context, incoming_request};

/// Implements `ConsentService`.
pub struct Service {
    pub context: Context,
    pub conversations: Arc<dyn PhoneConversations>,
}

#[async_service]
impl ConsentService for Service {
    async fn get_consent(
        &self,
        request: Request<GetConsentRequest>,
    ) -> Result<Response<GetConsentResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, phone) = (actor.scope(), Phone::parse("phone", &request.phone)?);
        let (before, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let mut tx = self.context.db.read(&scope).await?;
        store::require_time_zones(&mut tx, &scope, &phone).await?;
        let consent = store::find_consent(&mut tx, &scope, &phone).await?;
        let entries = store::entries(&mut tx, &scope, Subscription::of(&phone), before, limit).await?;
        let (entries, next_page_token) = paging::page(entries, limit, |entry| entry.id.clone());
        Ok(Response::new(GetConsentResponse {
            consent: Some(convert::consent(&consent)),
            entries: entries.iter().map(convert::entry).collect(),
            next_page_token,
        }))
    }

    async fn record_consent(
        &self,
        request: Request<RecordConsentRequest>,
    ) -> Result<Response<RecordConsentResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let command = convert::record_consent(request)?;
        let consent =
            commands::record_consent(&self.context, self.conversations.as_ref(), &actor, command).await?;
        Ok(Response::new(RecordConsentResponse { consent: Some(convert::consent(&consent)) }))
    }
}
