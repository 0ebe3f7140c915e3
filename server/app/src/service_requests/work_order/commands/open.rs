//! Opens a work order with the token in its link.
use platform::{Fault, Scope};

use crate::{
    context::Context,
    identity::session,
    operations::rate_limit,
    service_requests::{
        service_request,
        work_order::{model::OpenedWorkOrder, rules, store},
    },
    tenancy::company,
};

/// Returns the work order of a token.
///
/// # Errors
/// `LINK_EXPIRED`; `TOO_MANY_ATTEMPTS`.
pub async fn open(context: &Context, token: &str) -> Result<OpenedWorkOrder, Fault> {
    rate_limit::take(context, &rules::CALLS_BY_LOCATION, &rate_limit::place(), None).await?;
    let mut tx = context.db.platform_read().await?;
    let order = store::find_by_token(&mut tx, &session::digest_of(token)).await?;
    drop(tx);
    let order = order.ok_or_else(rules::link_expired)?;
    let scope = Scope::of_company(&order.company_id);
    let mut tx = context.db.read(&scope).await?;
    let request = service_request::require(&mut tx, &scope, &order.request_id).await;
    let request = request.map_err(|_| rules::link_expired())?;
    let company = company::require(&mut tx, &scope).await?.name;
    let order = rules::require_valid(order, &request, context.now())?;
    Ok(OpenedWorkOrder { order, request, company })
}
