//! Work orders. The numbers of the enum are those of the contract.
use platform::{Timestamp, ids::CompanyId};
use sqlx::FromRow;

use crate::service_requests::service_request::{ServiceRequest, ServiceRequestId};

platform::ids! {
    /// ID of a work order.
    WorkOrderId;
}

platform::db_enum! {
    /// State of a work order.
    State {
        /// The vendor has not answered.
        Sent = 1,
        /// The vendor accepted it.
        Accepted = 2,
        /// The vendor declined it.
        Declined = 3,
        /// Another work order replaced it.
        Replaced = 4,
    }
}

/// A work order.
#[derive(Clone, Debug, FromRow)]
pub struct WorkOrder {
    pub company_id: CompanyId,
    pub id: WorkOrderId,
    pub request_id: ServiceRequestId,
    pub vendor: String,
    pub email: String,
    /// The message of staff to the vendor.
    pub message: String,
    #[sqlx(try_from = "i32")]
    pub state: State,
    pub sent_ms: Timestamp,
    pub expires_ms: Timestamp,
    pub answered_ms: Option<Timestamp>,
    /// Date as YYYY-MM-DD; empty unless it was accepted.
    pub scheduled_on: String,
    pub estimate_cents: Option<i64>,
    pub note: String,
}

/// A work order to send.
pub struct NewWorkOrder {
    pub request: ServiceRequestId,
    pub vendor: String,
    pub email: String,
    pub message: String,
}

/// A vendor's response to a work order.
pub struct VendorResponse {
    pub is_accepted: bool,
    pub scheduled_on: String,
    /// US cents; 0 if there is no estimate.
    pub estimate_cents: i64,
    pub note: String,
}

/// A work order with its request and the name of the company that sent it.
pub struct OpenedWorkOrder {
    pub order: WorkOrder,
    pub request: ServiceRequest,
    pub company: String,
}
