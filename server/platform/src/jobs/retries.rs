//! How often and when a failed job is retried.
use std::time::Duration;

use crate::Ids;

/// Maximum number of attempts. A job that fails as often is dead until an administrator retries it.
pub const MAX_ATTEMPTS: i64 = 12;

/// The delay before the second attempt is twice this long.
const BASE_MILLIS: u64 = 250;
/// The delay no longer doubles after this attempt.
const LAST_DOUBLING: i64 = 10;

/// Returns the delay after an attempt. It doubles with each attempt. A random share of up to half of it is added,
/// so that jobs that failed together are not retried together.
pub fn delay_after(attempts: i64, ids: &Ids) -> Duration {
    let exponent = u32::try_from(attempts.clamp(0, LAST_DOUBLING)).unwrap_or(0);
    let base = BASE_MILLIS * 2_u64.pow(exponent);
    Duration::from_millis(base + ids.below(base / 2))
}
