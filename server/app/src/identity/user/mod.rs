//! Users: the staff of a company.
mod commands;
mod convert;
mod model;
mod rules;
mod service;
mod store;

use platform::{Fault, Scope, Tx};

pub use model::Assignee;
pub use service::Service;
pub use store::list_assignees;

/// Returns an active user of the company with the full view.
///
/// # Errors
/// `NOT_FOUND` if the company has no such user.
pub async fn require_assignee(tx: &mut Tx, scope: &Scope, id: &str) -> Result<Assignee, Fault> {
    store::find_assignee(tx, scope, id).await?.ok_or_else(|| Fault::not_found("user"))
}
