//! RPC handlers of `IncomingEmailService`.
use contract::v1::{incoming_email_service_server::IncomingEmailService, *};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{convert, test_email};
use crate::{context::Context, incoming_request};

/// Implements `IncomingEmailService`.
pub struct Service {
    pub context: Context,
}

#[async_service]
impl IncomingEmailService for Service {
    async fn deliver_test_email(
        &self,
        request: Request<DeliverTestEmailRequest>,
    ) -> Result<Response<DeliverTestEmailResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let id = request.id.as_str().into();
        let ingested = test_email::deliver(&self.context, &actor, &id, convert::test_email(request)?).await?;
        Ok(Response::new(convert::ingested(ingested)))
    }
}
