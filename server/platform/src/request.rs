//! What a call carries with it while it is answered: its id, in each error, each log line and
//! the answer's header, and the address that it comes from.
use std::{future::Future, net::IpAddr, sync::Arc};

tokio::task_local! {
    static CALL: Call;
}

/// The header that carries the id.
pub const HEADER: &str = "x-request-id";

/// A call that is being answered.
#[derive(Clone, Debug, Default)]
pub struct Call {
    /// Its id.
    pub id: String,
    /// The caller's address, as far as our own proxies tell.
    pub origin: Option<IpAddr>,
    /// What the caller tells one act from another by, where it repeats a call.
    pub key: Option<Arc<str>>,
    /// A browser made it for a page of an origin that is neither ours nor allowed.
    pub is_from_foreign_page: bool,
}

/// Runs `work` as part of a call. What is spawned is no part of it unless it says so.
pub async fn within<F: Future>(call: Call, work: F) -> F::Output {
    CALL.scope(call, work).await
}

/// The call that this runs for; an empty one outside of any.
#[must_use]
pub fn current() -> Call {
    CALL.try_with(Clone::clone).unwrap_or_default()
}

/// The id of the call that this runs for; empty outside of one.
#[must_use]
pub fn id() -> String {
    CALL.try_with(|call| call.id.clone()).unwrap_or_default()
}

/// The address that the call comes from; `None` outside of one.
#[must_use]
pub fn origin() -> Option<IpAddr> {
    CALL.try_with(|call| call.origin).unwrap_or_default()
}

/// Whether a browser made the call for a page of an origin that is neither ours nor allowed.
#[must_use]
pub fn is_from_foreign_page() -> bool {
    CALL.try_with(|call| call.is_from_foreign_page).unwrap_or_default()
}

/// The call's idempotency key. The same one again is the same act, tried once more.
#[must_use]
pub fn idempotency_key() -> Option<Arc<str>> {
    CALL.try_with(|call| call.key.clone()).unwrap_or_default()
}
