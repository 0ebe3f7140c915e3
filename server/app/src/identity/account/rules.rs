//! Lifetimes, emails and rate limits of password links.
use std::time::Duration;

use platform::{ErrorReason, Timestamp};

use super::model::PasswordLink;
use crate::operations::rate_limit::Limit;

const RESET_LIFETIME: Duration = Duration::from_secs(30 * 60);
const INVITATION_LIFETIME: Duration = Duration::from_secs(7 * 24 * 3600);
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

/// The purpose of a password link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Resets a forgotten password; anyone who knows the address can request it.
    Reset,
    /// Sets a first password; sent by an administrator.
    Invitation,
}

/// Returns when a link that is created now expires.
pub fn expires_at(purpose: Purpose, now: Timestamp) -> Timestamp {
    now.plus(match purpose {
        Purpose::Reset => RESET_LIFETIME,
        Purpose::Invitation => INVITATION_LIFETIME,
    })
}

/// Returns whether a link has not expired.
pub fn is_valid(link: &PasswordLink, now: Timestamp) -> bool {
    now < link.expires_ms
}

/// Returns the subject and text of an email with a password link.
pub fn password_email(purpose: Purpose, first_name: &str, public_url: &str, token: &str) -> (String, String) {
    let link = format!("{public_url}/reset-password/{token}");
    match purpose {
        Purpose::Reset => (
            "Set a new password for Parlor".to_owned(),
            format!(
                "Hello {first_name},\n\nsomeone asked to reset the password of your Parlor account. If it was you, open this link within 30 minutes; it works once:\n\n{link}\n\n\
                 If it was not you, ignore this email: your password does not change.\n"
            ),
        ),
        Purpose::Invitation => (
            "Your account for Parlor".to_owned(),
            format!(
                "Hello {first_name},\n\nan account was created for you in Parlor. Set your password with this link within 7 days; it works once:\n\n{link}\n\n\
                 If the link has expired, ask your administrator for a new one.\n"
            ),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reset_link_is_valid_for_30_minutes_and_an_invitation_for_7_days() {
        let now = Timestamp(1_000);
        for (purpose, works_for) in [(Purpose::Reset, 30 * 60_000), (Purpose::Invitation, 7 * 24 * 3_600_000)]
        {
            let link = PasswordLink {
                company_id: "c".into(),
                staff_id: "s".into(),
                invitation: false,
                expires_ms: expires_at(purpose, now),
            };
            assert!(is_valid(&link, Timestamp(now.0 + works_for - 1)), "{purpose:?}");
            assert!(!is_valid(&link, Timestamp(now.0 + works_for)), "{purpose:?}");
        }
    }
}
