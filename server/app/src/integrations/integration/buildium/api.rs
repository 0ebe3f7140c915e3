//! Client of the Buildium Open API: paged lists, and single tasks.
use std::{collections::HashSet, sync::Arc};

use platform::{Clock, text::one_line};
use reqwest::RequestBuilder;
use secrecy::ExposeSecret;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

use super::records::{Association, Record};
use crate::integrations::integration::{
    client::{Answer, Body, Explanations, SoftwareClient},
    outgoing_request::WriteError,
    software::{Credential, SoftwareError},
};

/// Number of records of a page, which is the maximum of Buildium.
const PAGE: usize = 1_000;
/// Maximum number of records of a list.
const MAX_RECORDS: usize = 50_000;
/// Maximum length of Buildium's own words in a message for staff, in characters.
const MAX_WORDS: usize = 300;
const EXPLANATIONS: Explanations = Explanations { name: "Buildium", denial, own_words };
/// Explanations of tasks.
const TASK_EXPLANATIONS: Explanations = Explanations { denial: task_denial, ..EXPLANATIONS };

/// Calls Buildium. Clones share connections and pace.
#[derive(Clone)]
pub struct Api {
    pub client: SoftwareClient,
}

/// A page of a list.
struct Page<T> {
    records: Vec<T>,
    /// Number of records of the whole list.
    total: usize,
}

/// An error response.
#[derive(Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct ErrorBody {
    user_message: Option<String>,
    errors: Option<Vec<ErrorDetail>>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct ErrorDetail {
    key: Option<String>,
    value: Option<String>,
}

impl Api {
    pub fn new(base: &str, clock: Arc<dyn Clock>) -> Self {
        Self { client: SoftwareClient::new(base, clock, EXPLANATIONS) }
    }

    /// Returns the client of tasks, which need a permission of their own.
    #[must_use]
    pub fn tasks(&self) -> Self {
        Self { client: self.client.explained_by(TASK_EXPLANATIONS) }
    }

    /// Checks that the associations can be read.
    pub async fn check(&self, key: &Credential) -> Result<(), SoftwareError> {
        self.page::<Association>(key, "/associations?limit=1").await.map(drop)
    }

    /// Returns all records of a list. `filter` is a query, or empty.
    pub async fn list<T: Record + DeserializeOwned>(
        &self,
        key: &Credential,
        path: &str,
        filter: &str,
    ) -> Result<Vec<T>, SoftwareError> {
        let mut records: Vec<T> = Vec::new();
        let mut expected = None;
        loop {
            let query = format!("{path}?limit={PAGE}&offset={}&{filter}", records.len());
            let page: Page<T> = self.page(key, query.trim_end_matches('&')).await?;
            let Page { records: found, total } = page;
            if total > MAX_RECORDS {
                return Err(SoftwareError::Invalid(format!(
                    "Buildium lists {total} records here. At most {MAX_RECORDS} can be read."
                )));
            }
            let is_changed = *expected.get_or_insert(total) != total;
            let is_empty = found.is_empty();
            records.extend(found);
            // With a record more or less, pages overlap or leave a record out.
            if is_changed || records.len() > total || (is_empty && records.len() < total) {
                return Err(changed());
            }
            if records.len() == total {
                break;
            }
        }
        let numbers: HashSet<i64> = records.iter().map(Record::number).collect();
        if numbers.len() == records.len() { Ok(records) } else { Err(changed()) }
    }

    /// Returns a single record; `None` if there is none.
    pub async fn find<T: DeserializeOwned>(
        &self,
        key: &Credential,
        path: &str,
    ) -> Result<Option<T>, SoftwareError> {
        let answer = self.client.find(&key.company, path, |request| sign(key, request)).await?;
        let record = answer.map(|answer| serde_json::from_slice(&answer.body));
        record.transpose().map_err(|_| EXPLANATIONS.unreadable())
    }

    /// Creates a task, once, and returns it.
    pub async fn create<T: DeserializeOwned>(
        &self,
        key: &Credential,
        path: &str,
        record: &Value,
    ) -> Result<T, WriteError> {
        let body = Body { content_type: "application/json", text: record.to_string() };
        let answer = self.client.post(&key.company, path, body, |request| sign(key, request)).await?;
        // It was accepted, whatever the response says.
        serde_json::from_slice(&answer.body)
            .map_err(|_| WriteError { error: EXPLANATIONS.unreadable(), may_have_arrived: true })
    }

    async fn page<T: DeserializeOwned>(
        &self,
        key: &Credential,
        query: &str,
    ) -> Result<Page<T>, SoftwareError> {
        let Answer { headers, body } =
            self.client.get(&key.company, query, |request| sign(key, request)).await?;
        let total = headers.get("x-total-count").and_then(|total| total.to_str().ok()?.trim().parse().ok());
        let records = serde_json::from_slice(&body).ok();
        match (records, total) {
            (Some(records), Some(total)) => Ok(Page { records, total }),
            _ => Err(EXPLANATIONS.unreadable()),
        }
    }
}

/// Adds the headers of a key.
fn sign(key: &Credential, request: RequestBuilder) -> RequestBuilder {
    let request = request.header("x-buildium-client-id", key.login.as_str());
    request.header("x-buildium-client-secret", key.secret.expose_secret())
}

/// Returns why the key is rejected for tasks.
fn task_denial(status: u16) -> Option<&'static str> {
    match status {
        403 => Some("The key isn't allowed to use tasks. In Buildium, let it view and edit tasks."),
        status => denial(status),
    }
}

/// Returns why the key is rejected.
fn denial(status: u16) -> Option<&'static str> {
    match status {
        401 => Some(
            "Buildium does not accept the client ID and the secret. Check both, and that the key is enabled.",
        ),
        403 => Some(
            "The key isn't allowed to read this. In Buildium, let it view associations, units, owners and balances.",
        ),
        _ => None,
    }
}

/// Returns Buildium's own explanation as a further sentence; empty if there is none.
fn own_words(body: &[u8]) -> String {
    let ErrorBody { user_message, errors } = serde_json::from_slice(body).unwrap_or_default();
    let details = errors.into_iter().flatten().filter_map(|ErrorDetail { key, value }| match (key, value) {
        (Some(key), Some(value)) if !key.is_empty() => Some(format!("{key}: {value}")),
        (_, value) => value,
    });
    let words = user_message.into_iter().chain(details).collect::<Vec<_>>().join(" ");
    let words: String = one_line(&words).chars().filter(|c| !c.is_control()).take(MAX_WORDS).collect();
    if words.is_empty() { words } else { format!(" Buildium says: {words}") }
}

fn changed() -> SoftwareError {
    SoftwareError::Away("A list in Buildium changed while it was being read.".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_explanation_of_buildium_is_one_short_line() {
        let body = r#"{"UserMessage":"Request is\u0000 invalid.","ErrorCode":422,
            "Errors":[{"Key":"orderby","Value":"Unknown field."},{"Key":null,"Value":null}]}"#;
        assert_eq!(own_words(body.as_bytes()), " Buildium says: Request is invalid. orderby: Unknown field.");
        assert_eq!(own_words(b"<html>oops</html>"), "");
        let long = format!(r#"{{"UserMessage":"{}"}}"#, "x".repeat(5_000));
        assert!(own_words(long.as_bytes()).len() < 400);
    }
}
