//! How long tests wait for something that must happen. No test depends on the speed of the machine.
use std::time::Duration;

/// Exceeds the duration of every step on a slow and busy machine.
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

/// Time between two checks of a condition in [`until`], which leaves the processor to what is waited for.
const PAUSE: Duration = Duration::from_millis(20);

/// Waits until a condition holds.
///
/// # Panics
/// After [`TIMEOUT`], with what was waited for.
pub async fn until(event: &str, mut holds: impl AsyncFnMut() -> bool) {
    let waiting = async {
        while !holds().await {
            tokio::time::sleep(PAUSE).await;
        }
    };
    within(event, waiting).await;
}
