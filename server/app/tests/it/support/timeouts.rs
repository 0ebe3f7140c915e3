//! How long a test waits for something that must happen. No test depends on how fast a machine is.
use std::time::Duration;

/// Longer than anything takes on a slow and busy machine.
pub const TIMEOUT: Duration = Duration::from_secs(300);

/// Waits for `event` to happen.
///
/// # Panics
/// After [`TIMEOUT`], with what was waited for.
pub async fn within<T>(event: &str, future: impl Future<Output = T>) -> T {
    tokio::time::timeout(TIMEOUT, future)
        .await
        .unwrap_or_else(|_| panic!("waited {} s in vain until {event}", TIMEOUT.as_secs()))
}
