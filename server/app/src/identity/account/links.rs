//! Password links: the emails that send them, and how long they are valid.
use std::time::Duration;

use platform::{Fault, Scope, Timestamp, Tx};

use super::{model::PasswordLink, store};
use crate::{
    context::Context,
    identity::session::{self, Staff},
    operations::mail::{self, Email},
};

const RESET_LIFETIME: Duration = Duration::from_secs(30 * 60);
const INVITATION_LIFETIME: Duration = Duration::from_secs(7 * 24 * 3600);

/// The purpose of a password link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Resets a forgotten password; anyone who knows the address can request it.
    Reset,
    /// Sets a first password; sent by an administrator.
    Invitation,
}

/// Sends a user of the scope's company a link to choose a first password and invalidates earlier links.
pub async fn invite(tx: &mut Tx, scope: &Scope, context: &Context, staff: &Staff) -> Result<(), Fault> {
    send(tx, scope, context, staff, Purpose::Invitation).await
}

pub async fn send(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    staff: &Staff,
    purpose: Purpose,
) -> Result<(), Fault> {
    let now = context.now();
    let token = context.ids.secret();
    let link = PasswordLink {
        company_id: scope.company().clone(),
        staff_id: staff.id.clone(),
        invitation: staff.is_invited(),
        expires_ms: expires_at(purpose, now),
    };
    store::void_links(tx, scope, &staff.id).await?;
    store::insert_link(tx, &link, &session::digest_of(&token)).await?;
    let (subject, body) = password_email(purpose, &staff.first_name, &context.settings.public_url, &token);
    mail::post(tx, scope, context, &Email { to: &staff.email, subject, body, withheld: true }, now).await?;
    Ok(())
}

/// Returns when a link that is created now expires.
fn expires_at(purpose: Purpose, now: Timestamp) -> Timestamp {
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
fn password_email(purpose: Purpose, first_name: &str, public_url: &str, token: &str) -> (String, String) {
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
