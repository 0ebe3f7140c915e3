//! Pages of lists: of limited size, and by key instead of offset, so that every page costs the same.
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{Fault, Timestamp};

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
/// `INVALID_ARGUMENT` if the token is not valid.
pub fn after<K: DeserializeOwned>(token: &str) -> Result<Option<K>, Fault> {
    if token.is_empty() {
        return Ok(None);
    }
    let refused = || Fault::field("pageToken", "Send the nextPageToken of the previous page, unchanged.");
    let bytes = hex::decode(token).map_err(|_| refused())?;
    // No key contains NUL, and PostgreSQL does not accept it.
    if bytes.windows(6).any(|escape| escape == b"\\u0000") {
        return Err(refused());
    }
    serde_json::from_slice(&bytes).map(Some).map_err(|_| refused())
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
    hex::encode(serde_json::to_vec(key).unwrap_or_default())
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
}
