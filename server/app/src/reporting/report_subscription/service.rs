//! RPC handlers of `ReportSubscriptionService`.
use contract::v1::{report_subscription_service_server::ReportSubscriptionService, *};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{commands, convert, model::Subscribed, store};
use crate::{context::Context, identity::session::Sessions, incoming_request};

/// Implements `ReportSubscriptionService`.
pub struct Service {
    pub context: Context,
    pub sessions: Sessions,
}

#[async_service]
impl ReportSubscriptionService for Service {
    async fn get_report_subscription(
        &self,
        request: Request<GetReportSubscriptionRequest>,
    ) -> Result<Response<GetReportSubscriptionResponse>, Status> {
        let (actor, _) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let subscription = store::find(&mut tx, &scope, &actor.id).await?;
        drop(tx);
        let email = self.sessions.load_account(&actor).await?.staff.email;
        let subscription = Some(convert::subscription(Subscribed { subscription, email }));
        Ok(Response::new(GetReportSubscriptionResponse { subscription }))
    }

    async fn update_report_subscription(
        &self,
        request: Request<UpdateReportSubscriptionRequest>,
    ) -> Result<Response<UpdateReportSubscriptionResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let email = self.sessions.load_account(&actor).await?.staff.email;
        let subscription = commands::update(&self.context, &actor, &convert::change(request)?).await?;
        let subscription = Some(convert::subscription(Subscribed { subscription, email }));
        Ok(Response::new(UpdateReportSubscriptionResponse { subscription }))
    }
}
