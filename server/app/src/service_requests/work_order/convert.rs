//! Conversion of work orders to the contract.
use contract::v1;

use super::model::{OpenedWorkOrder, WorkOrder};

pub fn work_order(order: &WorkOrder) -> v1::WorkOrder {
    v1::WorkOrder {
        id: order.id.to_string(),
        vendor: order.vendor.clone(),
        email: order.email.clone(),
        state: order.state as i32,
        sent_at: Some(order.sent_ms.into()),
        expires_at: Some(order.expires_ms.into()),
        answered_at: order.answered_ms.map(Into::into),
        scheduled_on: order.scheduled_on.clone(),
        estimate_cents: order.estimate_cents.map(|cents| i32::try_from(cents).unwrap_or(i32::MAX)),
        note: order.note.clone(),
    }
}

/// Converts a work order as the vendor sees it.
pub fn opened(opened: OpenedWorkOrder) -> v1::GetWorkOrderResponse {
    let OpenedWorkOrder { order, request, company } = opened;
    v1::GetWorkOrderResponse {
        work_order: Some(work_order(&order)),
        company_name: company,
        community_label: request.community_label(),
        number: request.number,
        title: request.title,
        description: request.description,
        unit: request.unit,
        location: request.location,
        entry_permission: request.entry_permission as i32,
        pets: request.pets,
        priority: request.priority as i32,
        due_at: Some(request.due_ms.into()),
        message: order.message,
    }
}
