//! Pages of lists: of limited size, and by key instead of offset, so that every page costs the same.
use serde::{Serialize, de::DeserializeOwned};

use crate::Fault;

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

fn token<K: Serialize>(key: &K) -> String {
    hex::encode(serde_json::to_vec(key).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_token_contains_the_key_of_the_last_row() {
        let (rows, token) = page(vec![1_i64, 2, 3], 2, |n| (*n, format!("id-{n}")));
        assert_eq!(rows, [1, 2]);
        assert_eq!(after::<(i64, String)>(&token).expect("ours"), Some((2, "id-2".to_owned())));
    }

    #[test]
    fn an_invalid_page_token_is_refused() {
        for token in ["zz", "abc", "7b", "é", "5b312c20225c7530303030225d"] {
            assert!(after::<(i64, String)>(token).is_err(), "{token}");
        }
    }
}
