//! Finds the service requests whose status a resident may ask for by text.
use std::time::Duration;

use platform::{Fault, Scope, Tx, ids::CommunityId};

use crate::{
    context::Context,
    service_requests::service_request::{model::ServiceRequest, store},
};

/// Time after its end in which a request is still included in status replies.
const STATUS_REPLY_PERIOD: Duration = Duration::from_secs(14 * 86_400);

/// Returns requests of a phone in a community, newest first: open ones, and those whose state changed in the last
/// 14 days. Up to 5.
pub async fn requests_of_phone(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    community: &CommunityId,
    phone: &str,
) -> Result<Vec<ServiceRequest>, Fault> {
    store::list_of_phone(tx, scope, community, phone, context.now().minus(STATUS_REPLY_PERIOD)).await
}
