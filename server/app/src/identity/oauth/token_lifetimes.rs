//! How long authorization codes, access tokens and refresh tokens are valid.
use std::time::Duration;

use platform::Timestamp;

use super::model::TokenKind;

const ACCESS_LIFETIME: Duration = Duration::from_secs(3600);
const CODE_LIFETIME: Duration = Duration::from_secs(60);
const REFRESH_LIFETIME: Duration = Duration::from_secs(30 * 24 * 3600);
/// How long expired tokens are kept, to detect reuse.
const RETENTION: Duration = Duration::from_secs(24 * 3600);

/// Returns the lifetime of a kind of token.
pub fn lifetime(kind: TokenKind) -> Duration {
    match kind {
        TokenKind::Code => CODE_LIFETIME,
        TokenKind::Access => ACCESS_LIFETIME,
        TokenKind::Refresh => REFRESH_LIFETIME,
    }
}

/// Returns the time at or before which expired tokens are deleted.
pub fn newest_deleted_expiry(now: Timestamp) -> Timestamp {
    now.minus(RETENTION)
}
