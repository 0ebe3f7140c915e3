//! Users: the staff of a company.
mod commands;
mod convert;
mod model;
mod rules;
mod service;
mod store;

use platform::{Fault, Scope, Tx, paging};

pub use model::Assignee;
use model::ListedAssignee;
pub use service::Service;

/// Returns a page of the active users of the company with the full view, sorted by last name, and the token of the
/// next page. `token` and `limit` are those of the request.
///
/// # Errors
/// `INVALID_ARGUMENT` if the token is not valid.
pub async fn list_assignees(
    tx: &mut Tx,
    scope: &Scope,
    token: &str,
    limit: i32,
) -> Result<(Vec<Assignee>, String), Fault> {
    let (after, limit) = (paging::after(token)?, paging::limit(limit));
    let rows = store::list_assignees(tx, scope, after, limit).await?;
    let (rows, next_page_token) = paging::page(rows, limit, ListedAssignee::key);
    Ok((rows.into_iter().map(Assignee::from).collect(), next_page_token))
}

/// Returns an active user of the company with the full view.
///
/// # Errors
/// `NOT_FOUND` if the company has no such user.
pub async fn require_assignee(tx: &mut Tx, scope: &Scope, id: &str) -> Result<Assignee, Fault> {
    store::find_assignee(tx, scope, id).await?.ok_or_else(|| Fault::not_found("user"))
}
