//! Lifetimes and validation of tokens, and publication of keys.
use std::time::Duration;

use platform::{ErrorReason, Fault, Timestamp, ids::CompanyId};

use super::model::{Claims, SigningKey};
use crate::operations::rate_limit::Limit;

const MAX_LIFETIME_SECONDS: u64 = 86_400;
const DEFAULT_LIFETIME_SECONDS: u64 = 3_600;
/// How long a retired key is published; longer than any token is valid.
const PUBLICATION_PERIOD: Duration = Duration::from_secs(48 * 3600);
/// Limit of tokens per company.
pub const ISSUED_TOKENS: Limit = Limit {
    name: "tokens by company",
    most: 60,
    window: Duration::from_secs(3600),
    reason: ErrorReason::TooManyTokens,
    words: "Your company was issued 60 tokens within an hour, which is the limit. Reuse a token until it expires.",
};

/// Returns the lifetime of a token in seconds; 0 means the default.
///
/// # Errors
/// `INVALID_ARGUMENT` outside 0 to 86,400 seconds.
pub fn lifetime(seconds: i64) -> Result<u64, Fault> {
    match u64::try_from(seconds) {
        Ok(0) => Ok(DEFAULT_LIFETIME_SECONDS),
        Ok(seconds) if seconds <= MAX_LIFETIME_SECONDS => Ok(seconds),
        _ => Err(Fault::field("expirationInSeconds", "A token can be valid for 1 to 86,400 seconds.")),
    }
}

/// Checks that the configuration names an issuer.
///
/// # Errors
/// `INVALID_ARGUMENT` on `field`.
pub fn check_issuer(issuers: &[String], field: &str, issuer: &str) -> Result<(), Fault> {
    if issuers.iter().any(|name| name == issuer) {
        return Ok(());
    }
    Err(Fault::field(field, "This issuer is not configured. Contact your Parlor operator."))
}

pub fn claims(company: &CompanyId, issuer: &str, jti: String, lifetime: u64, now: Timestamp) -> Claims {
    let iat = now.0 / 1000;
    let exp = iat.saturating_add_unsigned(lifetime);
    Claims { iss: issuer.to_owned(), sub: company.to_string(), iat, exp, jti }
}

/// Returns the error for a token that no published key signed.
pub fn unknown_token() -> Fault {
    Fault::field("JWT", "This token was not signed by Parlor. Issue a new one and send it unchanged.")
}

/// Checks a token's company, issuer and expiry.
///
/// # Errors
/// `INVALID_ARGUMENT` on `jwt`.
pub fn check_claims(
    claims: &Claims,
    company: &CompanyId,
    issuers: &[String],
    now: Timestamp,
) -> Result<(), Fault> {
    if claims.sub != company.as_str() {
        return Err(Fault::field("JWT", "This token is for another company. Issue one for this company."));
    }
    check_issuer(issuers, "jwt", &claims.iss)?;
    if now.0 / 1000 >= claims.exp {
        return Err(Fault::field("JWT", "This token has expired. Issue a new one."));
    }
    Ok(())
}

/// Returns the keys of the public key set.
pub fn published(keys: &[SigningKey], now: Timestamp) -> impl Iterator<Item = &SigningKey> {
    keys.iter().filter(move |key| key.retired_ms.is_none_or(|at| now < at.plus(PUBLICATION_PERIOD)))
}

/// Adds a new signing key and retires the others.
pub fn rotated(keys: &[SigningKey], new: SigningKey, now: Timestamp) -> Vec<SigningKey> {
    let mut all = vec![new];
    let retired = |key: &SigningKey| SigningKey { retired_ms: key.retired_ms.or(Some(now)), ..key.clone() };
    all.extend(published(keys, now).map(retired));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(kid: &str) -> SigningKey {
        SigningKey { kid: kid.into(), seed: String::new(), public: String::new(), retired_ms: None }
    }

    fn kids(keys: &[SigningKey], now: i64) -> Vec<&str> {
        published(keys, Timestamp(now)).map(|key| key.kid.as_str()).collect()
    }

    #[test]
    fn a_key_is_published_for_48_hours_after_its_replacement() {
        let hour = 3_600_000;
        let keys = rotated(&[key("a")], key("b"), Timestamp(0));
        assert_eq!(kids(&keys, 48 * hour - 1), ["b", "a"]);
        assert_eq!(kids(&keys, 48 * hour), ["b"]);
        let keys = rotated(&keys, key("c"), Timestamp(47 * hour));
        assert_eq!(kids(&keys, 47 * hour), ["c", "b", "a"]);
        assert_eq!(kids(&keys, 48 * hour), ["c", "b"]);
        assert_eq!(rotated(&keys, key("d"), Timestamp(100 * hour)).len(), 2);
    }

    #[test]
    fn a_token_is_valid_for_one_hour_by_default_and_for_one_day_at_most() {
        assert_eq!(lifetime(0).expect("an hour"), 3_600);
        assert_eq!(lifetime(1).expect("a second"), 1);
        assert_eq!(lifetime(86_400).expect("a day"), 86_400);
        assert!(lifetime(86_401).is_err() && lifetime(-1).is_err());
    }
}
