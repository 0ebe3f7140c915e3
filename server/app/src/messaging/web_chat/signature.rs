//! The signatures with which communities' websites prove who their signed-in visitors are. Pure.
use std::time::Duration;

use aws_lc_rs::hmac;
use platform::{ErrorReason, Fault, Timestamp};
use secrecy::{ExposeSecret, SecretString};

use super::model::{SignedVisitor, VisitorIdentity, WebChatVerification};
use crate::residents::homeowner;

/// How far ahead a signature may expire: an hour, and a minute because clocks differ.
const MAX_AHEAD: Duration = Duration::from_secs(3_600 + 60);

/// Checks a signature of the website of the chat with this key. Returns the identity that it proves.
///
/// # Errors
/// `WEB_CHAT_SIGNATURE_NOT_VALID`.
pub fn verify(
    secret: Option<&SecretString>,
    site_key: &str,
    visitor: &SignedVisitor,
    now: Timestamp,
) -> Result<VisitorIdentity, Fault> {
    let secret = secret.ok_or_else(|| not_valid("This chat has no signing secret."))?;
    if !is_signed(secret.expose_secret(), site_key, visitor) {
        return Err(not_valid("The signature is wrong. Sign the key, the email address and the expiry."));
    }
    // Saturates: such a time is far in the future or in the past.
    let expires = Timestamp(visitor.expires.saturating_mul(1_000));
    if expires <= now {
        return Err(not_valid("The signature has expired. Create a new signature each time the page loads."));
    }
    if expires > now.plus(MAX_AHEAD) {
        return Err(not_valid("The signature expires too late. Set the expiry at most one hour ahead."));
    }
    let email = homeowner::parse_email(&visitor.email).ok().filter(|email| !email.is_empty());
    Ok(VisitorIdentity {
        email: email.ok_or_else(|| not_valid("The signed email address isn't valid."))?,
        verification: WebChatVerification::Signed,
        verified_ms: now,
        expires_ms: expires.min(now.plus(homeowner::VALID_FOR)),
    })
}

/// Whether the signature was made with the secret. Compares in constant time.
fn is_signed(secret: &str, site_key: &str, visitor: &SignedVisitor) -> bool {
    let Ok(signature) = hex::decode(&visitor.signature) else { return false };
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let signed = format!("{site_key}\n{}\n{}", visitor.email.to_lowercase(), visitor.expires);
    hmac::verify(&key, signed.as_bytes(), &signature).is_ok()
}

fn not_valid(why: &str) -> Fault {
    Fault::precondition(ErrorReason::WebChatSignatureNotValid, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXPIRES: i64 = 1_700_003_600;
    /// By `printf "$KEY\nann@mail.example\n1700003600" | openssl dgst -sha256 -hmac "$SECRET"`.
    const SIGNATURE: &str = "b6e7a8cacf7af0375d2a1bbe8472135151466f2fb70e14449359a46c9092e67e";

    fn secret() -> SecretString {
        "0f".repeat(32).into()
    }

    fn visitor() -> SignedVisitor {
        let (email, signature) = ("Ann@Mail.example".to_owned(), SIGNATURE.to_owned());
        SignedVisitor { email, name: String::new(), expires: EXPIRES, signature }
    }

    /// Verifies at a number of seconds before the signature expires.
    fn verify_before(visitor: &SignedVisitor, seconds: i64) -> Result<VisitorIdentity, Fault> {
        let now = Timestamp((EXPIRES - seconds) * 1_000);
        verify(Some(&secret()), &"a".repeat(32), visitor, now)
    }

    #[test]
    fn a_signature_proves_the_address_for_30_minutes_and_no_longer_than_it_is_valid() {
        for (seconds, valid_for) in [(3_600, 1_800), (1_800, 1_800), (60, 60)] {
            let identity = verify_before(&visitor(), seconds).expect("it is valid");
            assert_eq!(identity.email, "ann@mail.example");
            assert_eq!(identity.expires_ms.since(identity.verified_ms), Duration::from_secs(valid_for));
            assert!(identity.is_valid(identity.verified_ms) && !identity.is_valid(identity.expires_ms));
        }
    }

    #[test]
    fn a_signature_is_valid_for_an_hour_at_most() {
        assert!(verify_before(&visitor(), 3_660).is_ok(), "clocks differ");
        for seconds in [3_661, 0, -1] {
            assert!(verify_before(&visitor(), seconds).is_err(), "{seconds}");
        }
    }

    #[test]
    fn a_signature_covers_the_secret_the_key_the_address_and_the_expiry() {
        let now = Timestamp((EXPIRES - 60) * 1_000);
        let other: SecretString = "f0".repeat(32).into();
        assert!(verify(Some(&other), &"a".repeat(32), &visitor(), now).is_err());
        assert!(verify(Some(&secret()), &"b".repeat(32), &visitor(), now).is_err());
        assert!(verify(None, &"a".repeat(32), &visitor(), now).is_err());
        for changed in [
            SignedVisitor { email: "bob@mail.example".to_owned(), ..visitor() },
            SignedVisitor { expires: EXPIRES + 1, ..visitor() },
            SignedVisitor { signature: String::new(), ..visitor() },
            SignedVisitor { signature: "ä".repeat(32), ..visitor() },
            SignedVisitor { signature: SIGNATURE[2..].to_owned(), ..visitor() },
        ] {
            assert!(verify_before(&changed, 60).is_err());
        }
    }

    #[test]
    fn an_expiry_that_is_no_time_is_not_valid() {
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret().expose_secret().as_bytes());
        for (email, expires) in
            [("ann@mail.example", i64::MAX), ("ann@mail.example", i64::MIN), ("", EXPIRES)]
        {
            let signed = format!("{}\n{email}\n{expires}", "a".repeat(32));
            let signature = hex::encode(hmac::sign(&key, signed.as_bytes()));
            let visitor = SignedVisitor { email: email.to_owned(), name: String::new(), expires, signature };
            assert!(verify_before(&visitor, 60).is_err(), "{email} {expires}");
        }
    }
}
