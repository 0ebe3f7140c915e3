//! The id of the call that is being answered: in each error, each log line and the answer's header.
use std::future::Future;

tokio::task_local! {
    static REQUEST: String;
}

/// The header that carries it.
pub const HEADER: &str = "x-request-id";

/// Runs `work` under the id.
pub async fn within<F: Future>(id: String, work: F) -> F::Output {
    REQUEST.scope(id, work).await
}

/// The id of the call that this runs for; empty outside of one.
#[must_use]
pub fn id() -> String {
    REQUEST.try_with(Clone::clone).unwrap_or_default()
}
