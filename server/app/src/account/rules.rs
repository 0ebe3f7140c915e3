//! How long a link works, what its mail says, and how often it may be asked for.
use std::time::Duration;

use platform::Timestamp;

use super::model::Link;
use crate::limit::Limit;

const RESET_WORKS: Duration = Duration::from_secs(30 * 60);
const INVITATION_WORKS: Duration = Duration::from_secs(7 * 24 * 3600);
const WINDOW: Duration = Duration::from_secs(15 * 60);

/// Links that are asked for one address.
pub const RESET_BY_ADDRESS: Limit = Limit {
    name: "reset by address",
    most: 3,
    window: WINDOW,
    reason: "TOO_MANY_ATTEMPTS",
    words: "A link was asked for this address several times. Look into the mailbox and its spam folder, or \
            wait a little, then try again.",
};
/// Links that are asked for from one place.
pub const RESET_BY_PLACE: Limit = Limit {
    name: "reset by place",
    most: 20,
    window: WINDOW,
    reason: "TOO_MANY_ATTEMPTS",
    words: "Too many links were asked for from your network. Wait a little, then try again.",
};
/// Wrong passwords of somebody who is signed in; the right one forgets them.
pub const CHANGE: Limit = Limit {
    name: "change of password",
    most: 10,
    window: WINDOW,
    reason: "TOO_MANY_ATTEMPTS",
    words: "The current password was wrong too often. Wait a little, then try again.",
};

/// What a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A new password; asked for by whoever knows the address.
    Reset,
    /// A first password; asked for by an administrator.
    Invitation,
}

/// When a link of now works no longer.
pub fn expires(purpose: Purpose, now: Timestamp) -> Timestamp {
    now.plus(match purpose {
        Purpose::Reset => RESET_WORKS,
        Purpose::Invitation => INVITATION_WORKS,
    })
}

/// Whether a link still works, as far as time goes.
pub fn works(link: &Link, now: Timestamp) -> bool {
    now < link.expires_ms
}

/// The mail: subject and text. The address of the server comes from the configuration.
pub fn letter(purpose: Purpose, first_name: &str, public_url: &str, token: &str) -> (String, String) {
    let link = format!("{public_url}/reset-password/{token}");
    match purpose {
        Purpose::Reset => (
            "Set a new password for Parlor".to_owned(),
            format!(
                "Hello {first_name},\n\nsomebody asked to set a new password for your Parlor account. \
                 If it was you, open this link within 30 minutes; it works once:\n\n{link}\n\n\
                 If it was not you, ignore this mail: your password stays as it is.\n"
            ),
        ),
        Purpose::Invitation => (
            "Your account for Parlor".to_owned(),
            format!(
                "Hello {first_name},\n\nan account for Parlor was made for you. Choose your password with \
                 this link within 7 days; it works once:\n\n{link}\n\n\
                 If it is too old by then, ask your administrator for another one.\n"
            ),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_works_for_half_an_hour_and_an_invitation_for_a_week() {
        let now = Timestamp(1_000);
        for (purpose, works_for) in [(Purpose::Reset, 30 * 60_000), (Purpose::Invitation, 7 * 24 * 3_600_000)]
        {
            let link = Link {
                company_id: "c".into(),
                staff_id: "s".into(),
                invitation: false,
                expires_ms: expires(purpose, now),
            };
            assert!(works(&link, Timestamp(now.0 + works_for - 1)), "{purpose:?}");
            assert!(!works(&link, Timestamp(now.0 + works_for)), "{purpose:?}");
        }
    }
}
