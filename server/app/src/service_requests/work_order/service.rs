//! RPC handlers of `WorkOrderService`.
use contract::v1::{work_order_service_server::WorkOrderService, *};
use platform::paging;
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    commands, convert,
    model::{NewWorkOrder, VendorResponse},
    store,
};
use crate::{context::Context, incoming_request, service_requests::service_request};

/// Implements `WorkOrderService`.
pub struct Service {
    pub context: Context,
}

#[async_service]
impl WorkOrderService for Service {
    async fn send_work_order(
        &self,
        request: Request<SendWorkOrderRequest>,
    ) -> Result<Response<SendWorkOrderResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let SendWorkOrderRequest { id, vendor, email, message } = request;
        let new = NewWorkOrder { request: id.into(), vendor, email, message };
        let order = commands::send(&self.context, &actor, new).await?;
        Ok(Response::new(SendWorkOrderResponse { work_order: Some(convert::work_order(&order)) }))
    }

    async fn list_work_orders(
        &self,
        request: Request<ListWorkOrdersRequest>,
    ) -> Result<Response<ListWorkOrdersResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (before, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let id = service_request::require(&mut tx, &scope, &request.id.into()).await?.id;
        let rows = store::list(&mut tx, &scope, &id, before, limit).await?;
        let (orders, next_page_token) = paging::page(rows, limit, |order| order.id.to_string());
        let work_orders = orders.iter().map(convert::work_order).collect();
        Ok(Response::new(ListWorkOrdersResponse { work_orders, next_page_token }))
    }

    async fn get_work_order(
        &self,
        request: Request<GetWorkOrderRequest>,
    ) -> Result<Response<GetWorkOrderResponse>, Status> {
        let opened = commands::open(&self.context, &request.into_inner().token).await?;
        Ok(Response::new(convert::opened(opened)))
    }

    async fn answer_work_order(
        &self,
        request: Request<AnswerWorkOrderRequest>,
    ) -> Result<Response<AnswerWorkOrderResponse>, Status> {
        let AnswerWorkOrderRequest { token, is_accepted, scheduled_on, estimate_cents, note } =
            request.into_inner();
        let response =
            VendorResponse { is_accepted, scheduled_on, estimate_cents: estimate_cents.into(), note };
        let order = commands::answer(&self.context, &token, response).await?;
        Ok(Response::new(AnswerWorkOrderResponse { work_order: Some(convert::work_order(&order)) }))
    }
}
