//! Finds where a service request can be sent, and what was sent.
use platform::{Actor, Fault};

use super::require_address;
use crate::{
    context::Context,
    integrations::{
        integration,
        software_request::{
            model::{Destination, Duplicate},
            store,
        },
    },
    service_requests::service_request::{self, ServiceRequestId},
};

/// Returns where a request can be sent.
///
/// # Errors
/// `NOT_FOUND` outside the scope.
pub async fn find_destination(
    context: &Context,
    actor: &Actor,
    id: &ServiceRequestId,
) -> Result<Destination, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    let request = service_request::require(&mut tx, &scope, id).await?;
    let sent = store::find(&mut tx, &scope, id).await?;
    let software = integration::taking_requests(&mut tx, &scope).await?.map(|(software, _)| software);
    let address = require_address(&mut tx, &scope, &request, sent.as_ref(), Duplicate::Accepted).await;
    let refusal = match address {
        Ok(_) => String::new(),
        Err(fault) if fault.code() == tonic::Code::FailedPrecondition => fault.words().to_owned(),
        Err(fault) => return Err(fault),
    };
    Ok(Destination { software, refusal, sent })
}
