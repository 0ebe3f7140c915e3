//! Which tokens are issued and which hold, and which keys are published.
use std::time::Duration;

use platform::{Fault, Timestamp, ids::CompanyId};

use super::model::{Claims, SigningKey};
use crate::limit::Limit;

/// The longest that a token holds, in seconds.
const LONGEST: u64 = 86_400;
/// How long one holds that was not told, in seconds.
const USUAL: u64 = 3_600;
/// How long a key that was followed by another is published: longer than all that it signed holds.
const PUBLISHED: Duration = Duration::from_secs(48 * 3600);
/// Tokens for one company.
pub const ISSUED: Limit = Limit {
    name: "tokens by company",
    most: 60,
    window: Duration::from_secs(3600),
    reason: "TOO_MANY_TOKENS",
    words: "Your company got 60 tokens within an hour, which is the most. Use one until it expires.",
};

/// How many seconds a token holds.
pub fn lifetime(seconds: i64) -> Result<u64, Fault> {
    match u64::try_from(seconds) {
        Ok(0) => Ok(USUAL),
        Ok(seconds) if seconds <= LONGEST => Ok(seconds),
        _ => Err(Fault::field("expirationInSeconds", "A token holds for 1 to 86,400 seconds.")),
    }
}

/// Refuses an issuer that the configuration does not name.
pub fn issuer(named: &[String], field: &str, issuer: &str) -> Result<(), Fault> {
    if named.iter().any(|name| name == issuer) {
        return Ok(());
    }
    Err(Fault::field(field, "This issuer is not one of those that Parlor is set up with. Ask your operator."))
}

pub fn claims(company: &CompanyId, issuer: &str, jti: String, lifetime: u64, now: Timestamp) -> Claims {
    let iat = now.0 / 1000;
    let exp = iat.saturating_add_unsigned(lifetime);
    Claims { iss: issuer.to_owned(), sub: company.to_string(), iat, exp, jti }
}

/// The refusal of what none of our keys signed, whatever is wrong with it.
pub fn not_ours() -> Fault {
    Fault::field("jwt", "This is not a token that Parlor has signed. Issue a new one and use it unchanged.")
}

/// Refuses a token of ours that is over, or of another company, or in another's name.
pub fn holds(claims: &Claims, company: &CompanyId, issuers: &[String], now: Timestamp) -> Result<(), Fault> {
    if claims.sub != company.as_str() {
        return Err(Fault::field("jwt", "This token is for another company. Issue one for this company."));
    }
    issuer(issuers, "jwt", &claims.iss)?;
    if now.0 / 1000 >= claims.exp {
        return Err(Fault::field("jwt", "This token has expired. Issue a new one."));
    }
    Ok(())
}

/// The keys of the key set.
pub fn published(keys: &[SigningKey], now: Timestamp) -> impl Iterator<Item = &SigningKey> {
    keys.iter().filter(move |key| key.retired_ms.is_none_or(|at| now < at.plus(PUBLISHED)))
}

/// The keys when a new one signs from now on.
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
    fn a_key_is_published_for_48_hours_after_the_next_one_came() {
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
    fn a_token_holds_for_an_hour_unless_told_and_a_day_at_most() {
        assert_eq!(lifetime(0).expect("an hour"), 3_600);
        assert_eq!(lifetime(1).expect("a second"), 1);
        assert_eq!(lifetime(86_400).expect("a day"), 86_400);
        assert!(lifetime(86_401).is_err() && lifetime(-1).is_err());
    }
}
