//! Tokens of links, and the keys of stored objects.
use std::time::Duration;

use platform::{Timestamp, ids::CompanyId};

use super::model::FileId;

/// The purpose of a link's signature.
pub const PURPOSE: &str = "file";

/// Returns the signed part of a link's token: company, file and expiry.
pub fn words(company: &CompanyId, id: &FileId, until: Timestamp) -> String {
    format!("{company}~{id}~{}", until.0)
}

/// Parses the output of [`words`].
pub fn read(words: &str) -> Option<(CompanyId, FileId, Timestamp)> {
    let mut parts = words.split('~');
    let (company, id, until) = (parts.next()?, parts.next()?, parts.next()?);
    let whole = parts.next().is_none() && !company.is_empty() && !id.is_empty();
    whole.then_some((company.into(), id.into(), Timestamp(until.parse().ok()?)))
}

/// Age from which an object without a file is deleted. A transaction that stores a file ends long before, also if the
/// clock is set forward meanwhile.
pub const ORPHAN_AGE: Duration = Duration::from_secs(2 * 3_600);

/// Returns the key of a new object: the company, the time and a random secret.
pub fn object_key(company: &CompanyId, now: Timestamp, secret: &str) -> String {
    format!("{company}/{}-{secret}", now.0)
}

/// Returns whether an object belongs to a company.
pub fn is_of(company: &CompanyId, key: &str) -> bool {
    key.split_once('/').is_some_and(|(owner, _)| owner == company.as_str())
}

/// Returns when an object was written; `None` if Parlor did not create the key. The key of an interrupted write to a
/// folder ends with "#" and a number.
pub fn written_at(key: &str) -> Option<Timestamp> {
    let (_, name) = key.split_once('/')?;
    let (time, secret) = name.split_once('-')?;
    let secret = secret.split_once('#').map_or(secret, |(secret, _)| secret);
    let is_ours = secret.len() == 64 && secret.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_ours.then(|| time.parse().ok().map(Timestamp))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_key_contains_its_time_of_writing() {
        let key = object_key(&"company-x".into(), Timestamp(1_772_463_600_000), &"0a".repeat(32));
        assert_eq!(written_at(&key), Some(Timestamp(1_772_463_600_000)));
        assert_eq!(written_at(&format!("{key}#1")), Some(Timestamp(1_772_463_600_000)));
        assert!(is_of(&"company-x".into(), &key) && !is_of(&"company".into(), &key));
        for other in ["company-x/backup.tar", "company-x/1-2", "readme", ""] {
            assert_eq!(written_at(other), None, "{other}");
        }
    }
}
