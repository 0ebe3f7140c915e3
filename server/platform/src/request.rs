//! The context of a call: its id, which is in each error, each log line and the response header, and the
//! caller's address.
use std::{
    future::Future,
    net::IpAddr,
    sync::{Arc, OnceLock},
};

use sha2::{Digest, Sha256};

tokio::task_local! {
    static CALL: Call;
}

/// The header that carries the id.
pub const HEADER: &str = "x-request-id";

/// The context of a call that is in progress.
#[derive(Clone, Debug, Default)]
pub struct Call {
    /// The request id.
    pub id: String,
    /// The caller's address; behind a trusted proxy, the address that the proxy reports.
    pub origin: Option<IpAddr>,
    /// The path of the method over gRPC; empty before the method is known.
    pub method: Arc<str>,
    /// The idempotency key, if the caller sent one.
    pub key: Option<Arc<str>>,
    /// Whether a browser made the call for a page of an origin that is neither Parlor's own nor allowed.
    pub is_from_foreign_page: bool,
    /// The hash of the filters in the message; unset before the message is read, and for calls without pages.
    pub filters: Arc<OnceLock<[u8; 32]>>,
}

/// Runs `work` in the context of a call. A task that `work` spawns does not inherit the context.
pub async fn within<F: Future>(call: Call, work: F) -> F::Output {
    CALL.scope(call, work).await
}

/// Returns the context of the current call; an empty one outside of a call.
#[must_use]
pub fn current() -> Call {
    CALL.try_with(Clone::clone).unwrap_or_default()
}

/// Returns the id of the current call; empty outside of a call.
#[must_use]
pub fn id() -> String {
    CALL.try_with(|call| call.id.clone()).unwrap_or_default()
}

/// Returns the path of the current call's method over gRPC; empty outside of a call.
#[must_use]
pub fn method() -> Arc<str> {
    CALL.try_with(|call| call.method.clone()).unwrap_or_default()
}

/// Binds the page tokens of the current call to the filters in its message. Has no effect the second time.
pub fn bind_filters(encoded: &[u8]) {
    let hash: [u8; 32] = Sha256::digest(encoded).into();
    // It fails outside of a call, which has no filters, or if they are bound already.
    let _ = CALL.try_with(|call| call.filters.set(hash).is_ok());
}

/// Returns the hash of the filters in the current call's message; zeros if there are none.
#[must_use]
pub fn filters() -> [u8; 32] {
    CALL.try_with(|call| call.filters.get().copied()).ok().flatten().unwrap_or_default()
}

/// Returns the caller's address; `None` outside of a call.
#[must_use]
pub fn origin() -> Option<IpAddr> {
    CALL.try_with(|call| call.origin).unwrap_or_default()
}

/// Returns whether a browser made the call for a page of an origin that is neither Parlor's own nor allowed.
#[must_use]
pub fn is_from_foreign_page() -> bool {
    CALL.try_with(|call| call.is_from_foreign_page).unwrap_or_default()
}

/// Returns the idempotency key of the current call, if it has one.
#[must_use]
pub fn idempotency_key() -> Option<Arc<str>> {
    CALL.try_with(|call| call.key.clone()).unwrap_or_default()
}
