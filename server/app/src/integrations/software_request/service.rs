//! RPC handlers of `SoftwareRequestService`.
use contract::v1::{software_request_service_server::SoftwareRequestService, *};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{commands, convert};
use crate::{context::Context, incoming_request};

/// Implements `SoftwareRequestService`.
pub struct Service {
    pub context: Context,
}

#[async_service]
impl SoftwareRequestService for Service {
    async fn get_software_request(
        &self,
        request: Request<GetSoftwareRequestRequest>,
    ) -> Result<Response<GetSoftwareRequestResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let destination = commands::find_destination(&self.context, &actor, &request.id.into()).await?;
        Ok(Response::new(convert::destination(destination)))
    }

    async fn send_software_request(
        &self,
        request: Request<SendSoftwareRequestRequest>,
    ) -> Result<Response<SendSoftwareRequestResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let duplicate = convert::duplicate(request.is_duplicate_accepted);
        let sent = commands::send(&self.context, &actor, &request.id.into(), duplicate).await?;
        let software_request = Some(convert::software_request(&sent, false));
        Ok(Response::new(SendSoftwareRequestResponse { software_request }))
    }
}
