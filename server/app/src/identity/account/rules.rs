//! Rate limits of passwords and their links.
use std::time::Duration;

use platform::ErrorReason;

use crate::operations::rate_limit::Limit;

const WINDOW: Duration = Duration::from_secs(15 * 60);

/// Limit of password resets per email address.
pub const RESET_BY_ADDRESS: Limit = Limit {
    name: "reset by address",
    most: 3,
    window: WINDOW,
    reason: ErrorReason::TooManyAttempts,
    words: "Several links were already requested for this address. Check the inbox and spam folder, or wait a moment and try again.",
};
/// Limit of password resets per location. It does not apply to accounts that have signed in from the location, so
/// that guests of an office cannot lock out its staff.
pub const RESET_BY_LOCATION: Limit = Limit {
    name: "reset by place",
    most: 200,
    window: WINDOW,
    reason: ErrorReason::TooManyAttempts,
    words: "Too many links were requested from your network. Wait a moment, then try again.",
};
/// Limit of wrong current passwords when changing the password; a correct one resets the count.
pub const CHANGE_PASSWORD: Limit = Limit {
    name: "change of password",
    most: 10,
    window: WINDOW,
    reason: ErrorReason::TooManyAttempts,
    words: "Too many wrong passwords. Wait a moment, then try again.",
};
