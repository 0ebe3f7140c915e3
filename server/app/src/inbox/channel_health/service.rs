//! `ChannelHealthService`.
use contract::v1::{channel_health_service_server::ChannelHealthService, *};
use platform::paging;
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{convert, list, model::ChannelHealth as Model};
use crate::{context::Context, incoming_request};

/// Implements `ChannelHealthService`.
pub struct Service {
    pub context: Context,
}

#[async_service]
impl ChannelHealthService for Service {
    async fn list_channel_health(
        &self,
        request: Request<ListChannelHealthRequest>,
    ) -> Result<Response<ListChannelHealthResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (after, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let rows = list::channels(&self.context, &actor, after, limit).await?;
        let (channels, next_page_token) = paging::page(rows, limit, Model::key);
        let channels = channels.into_iter().map(convert::channel).collect();
        Ok(Response::new(ListChannelHealthResponse { channels, next_page_token }))
    }
}
