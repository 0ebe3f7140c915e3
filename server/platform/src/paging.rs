//! Pages of lists: of limited size, and by key instead of offset, so that every page costs the same.
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::{Fault, Timestamp, request};

/// Number of bytes of the checksum at the end of a page token.
const CHECKSUM_BYTES: usize = 4;

/// The key of a row in a list by time and, for equal times, by ID. Page tokens have it as an array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(Timestamp, String)", into = "(Timestamp, String)")]
pub struct PageKey {
    /// The time by which the list is sorted.
    pub at: Timestamp,
    /// ID of the row.
    pub id: String,
}

impl PageKey {
    /// Returns the key of a row.
    #[must_use]
    pub fn new(at: Timestamp, id: &str) -> Self {
        Self { at, id: id.to_owned() }
    }

    /// Returns a key before those of all rows.
    #[must_use]
    pub fn min() -> Self {
        Self::new(Timestamp(i64::MIN), "")
    }

    /// Returns a key after those of all rows.
    #[must_use]
    pub fn max() -> Self {
        Self::new(Timestamp(i64::MAX), "")
    }
}

impl From<(Timestamp, String)> for PageKey {
    fn from((at, id): (Timestamp, String)) -> Self {
        Self { at, id }
    }
}

impl From<PageKey> for (Timestamp, String) {
    fn from(PageKey { at, id }: PageKey) -> Self {
        (at, id)
    }
}

/// The key of a row in a list by name and, for equal names, by ID. Page tokens have it as an array.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(String, String)", into = "(String, String)")]
pub struct NameKey {
    /// The name by which the list is sorted.
    pub name: String,
    /// ID of the row.
    pub id: String,
}

impl From<(String, String)> for NameKey {
    fn from((name, id): (String, String)) -> Self {
        Self { name, id }
    }
}

impl From<NameKey> for (String, String) {
    fn from(NameKey { name, id }: NameKey) -> Self {
        (name, id)
    }
}

/// Returns the page size for a requested one: 50 if it is not set, and at most 200.
#[must_use]
pub fn limit(requested: i32) -> i64 {
    match requested {
        ..=0 => 50,
        n => i64::from(n.min(200)),
    }
}

/// Decodes the key in a page token; `None` for the first page.
///
/// # Errors
/// `INVALID_ARGUMENT` if the token was changed, or if another method or a call with other filters returned it.
pub fn after<K: DeserializeOwned>(token: &str) -> Result<Option<K>, Fault> {
    if token.is_empty() {
        return Ok(None);
    }
    let words = "Send the nextPageToken of the previous page unchanged, with the same filters.";
    let refused = || Fault::field("pageToken", words);
    let bytes = hex::decode(token).map_err(|_| refused())?;
    let (json, sum) = bytes.split_last_chunk::<CHECKSUM_BYTES>().ok_or_else(refused)?;
    if *sum != checksum(json) {
        return Err(refused());
    }
    let key: Value = serde_json::from_slice(json).map_err(|_| refused())?;
    // No key contains NUL, and PostgreSQL does not accept it.
    if contains_nul(&key) {
        return Err(refused());
    }
    serde_json::from_value(key).map(Some).map_err(|_| refused())
}

fn contains_nul(key: &Value) -> bool {
    match key {
        Value::String(text) => text.contains('\0'),
        Value::Array(parts) => parts.iter().any(contains_nul),
        Value::Object(parts) => parts.values().any(contains_nul),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Removes the row beyond `limit`, which is read to learn whether there is a next page. Returns the rows and the token
/// of the next page, which is empty after the last page.
pub fn page<T, K: Serialize>(mut rows: Vec<T>, limit: i64, key: impl Fn(&T) -> K) -> (Vec<T>, String) {
    let limit = usize::try_from(limit).unwrap_or(0);
    if rows.len() <= limit {
        return (rows, String::new());
    }
    rows.truncate(limit);
    let token = rows.last().map(|row| token(&key(row))).unwrap_or_default();
    (rows, token)
}

/// Returns the token of the page after a key.
pub fn token<K: Serialize>(key: &K) -> String {
    let json = serde_json::to_vec(key).unwrap_or_default();
    hex::encode([json.as_slice(), &checksum(&json)].concat())
}

/// Returns the checksum of a key of the current method with its filters. It finds mistakes; a key alone gives no
/// access.
fn checksum(json: &[u8]) -> [u8; CHECKSUM_BYTES] {
    let method = request::method();
    let digest = Sha256::new()
        .chain_update(method.as_bytes())
        .chain_update([0])
        .chain_update(request::filters())
        .chain_update(json)
        .finalize();
    std::array::from_fn(|n| digest[n])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_token_contains_the_key_of_the_last_row() {
        let key = |n: &i64| PageKey::new(Timestamp(*n), &format!("id-{n}"));
        let (rows, token) = page(vec![1_i64, 2, 3], 2, key);
        assert_eq!(rows, [1, 2]);
        assert_eq!(after::<PageKey>(&token).expect("ours"), Some(key(&2)));
    }

    #[test]
    fn an_invalid_page_token_is_refused() {
        for token in ["zz", "abc", "7b", "é", "5b312c20225c7530303030225d"] {
            assert!(after::<PageKey>(token).is_err(), "{token}");
        }
    }

    #[test]
    fn a_page_token_with_nul_is_refused_but_not_one_with_a_name_that_looks_like_its_escape() {
        assert!(after::<NameKey>(&token(&("Pool\0", "x"))).is_err());
        let key = NameKey { name: r"Pool \u0000".into(), id: "x".into() };
        assert_eq!(after(&token(&key)).expect("ours"), Some(key));
    }

    #[test]
    fn a_changed_page_token_is_refused() {
        let token = token(&PageKey::new(Timestamp(7), "id-7"));
        for (n, digit) in token.char_indices() {
            let other = if digit == '1' { "2" } else { "1" };
            let mut changed = token.clone();
            changed.replace_range(n..=n, other);
            assert!(after::<PageKey>(&changed).is_err(), "{changed}");
        }
    }

    #[tokio::test]
    async fn a_page_token_of_another_method_is_refused() {
        let of = |method: &str| request::Call { method: method.into(), ..request::Call::default() };
        let issued = request::within(of("ListUsers"), async { token(&7_i64) }).await;
        let read = |method| request::within(of(method), async { after::<i64>(&issued).ok().flatten() });
        assert_eq!((read("ListUsers").await, read("ListBlasts").await), (Some(7), None));
    }

    #[tokio::test]
    async fn a_page_token_of_other_filters_is_refused() {
        let with = async |filters: &[u8], token_of: Option<&str>| {
            let call = request::Call { method: "ListUsers".into(), ..request::Call::default() };
            request::within(call, async {
                request::bind_filters(filters);
                token_of.map_or_else(
                    || token(&7_i64),
                    |token| format!("{:?}", after::<i64>(token).ok().flatten()),
                )
            })
            .await
        };
        let issued = with(b"open", None).await;
        assert_eq!(with(b"open", Some(&issued)).await, "Some(7)");
        assert_eq!(with(b"reviewed", Some(&issued)).await, "None");
    }

    #[test]
    fn a_malformed_page_token_is_refused_or_a_key() {
        let samples: [&[u8]; 4] =
            [b"[1767225600000,\"01JNB5W0000000000000000000\"]", b"[\"Pool\",\"x\"]", b"7", b"\"a\""];
        fuzzing::check_bytes(400, &samples, |json| {
            let with_checksum = [json, &checksum(json)].concat();
            let tokens = [hex::encode(with_checksum), String::from_utf8_lossy(json).into_owned()];
            for text in &tokens {
                if let Ok(Some(key)) = after::<PageKey>(text) {
                    assert_eq!(after(&token(&key)).expect("it is the same"), Some(key));
                }
                if let Ok(Some(key)) = after::<NameKey>(text) {
                    assert!(!key.name.contains('\0') && !key.id.contains('\0'), "{text}");
                }
                let _ = (after::<i64>(text), after::<String>(text));
            }
        });
    }
}
