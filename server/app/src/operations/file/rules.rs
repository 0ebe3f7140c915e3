//! Tokens of links, decoding of uploads, and the keys of stored objects.
use std::time::Duration;

use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use platform::{Fault, Timestamp, ids::CompanyId};

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

/// Age from which an object without a file is deleted. A transaction that stores a file ends long before.
pub const ORPHAN_AGE: Duration = Duration::from_secs(3_600);

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

/// Maximum size of a file in bytes.
pub const MOST_BYTES: usize = 8 << 20;

const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Decodes a file in base64, with or without the prefix of a data: URL. The media type in the prefix is ignored.
///
/// # Errors
/// `INVALID_ARGUMENT` on `data`.
pub fn decode(data: &str) -> Result<Vec<u8>, Fault> {
    decode_field("data", data)
}

/// Like [`decode`], for a field with another name.
///
/// # Errors
/// `INVALID_ARGUMENT` on the field.
pub fn decode_field(field: &str, data: &str) -> Result<Vec<u8>, Fault> {
    let refused = |words: &str| Fault::field(field, words);
    let unreadable = || refused("Send the file in base64.");
    let text = match data.split_once(',') {
        Some((head, text)) if head.starts_with("data:") && head.ends_with(";base64") => text,
        Some(_) => return Err(unreadable()),
        None => data,
    };
    let text: String = text.split_ascii_whitespace().collect();
    let bytes = BASE64.decode(text).map_err(|_| unreadable())?;
    if bytes.len() > MOST_BYTES {
        return Err(refused("This file is larger than 8 MB. Send a smaller one."));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_of_an_object_says_when_it_was_written() {
        let key = object_key(&"company-x".into(), Timestamp(1_772_463_600_000), &"0a".repeat(32));
        assert_eq!(written_at(&key), Some(Timestamp(1_772_463_600_000)));
        assert_eq!(written_at(&format!("{key}#1")), Some(Timestamp(1_772_463_600_000)));
        assert!(is_of(&"company-x".into(), &key) && !is_of(&"company".into(), &key));
        for other in ["company-x/backup.tar", "company-x/1-2", "readme", ""] {
            assert_eq!(written_at(other), None, "{other}");
        }
    }

    #[test]
    fn a_file_comes_with_or_without_the_head_of_a_data_url() {
        for data in ["aGkh", "data:image/png;base64,aGkh", "data:;base64,aGkh", "aG\r\nkh"] {
            assert_eq!(decode(data).expect(data), b"hi!");
        }
        for data in ["data:image/png,hi", "http://x,aGkh", "a", "aGkh*", "data:image/png;base64;aGkh"] {
            assert!(decode(data).is_err(), "{data}");
        }
    }
}
