//! Client of Vantaca's Standard APIs. Each URL contains the credential, so no URL is logged or shown.
use std::sync::Arc;

use bytes::Bytes;
use form_urlencoded::Serializer;
use platform::Clock;
use secrecy::ExposeSecret;

use crate::integrations::integration::{
    client::{Body, Explanations, SoftwareClient},
    outgoing_request::WriteError,
    software::{Credential, SoftwareError},
    software_record::{SoftwareRecord, read_records},
};

/// Vantaca's error pages can repeat the URL, so its own words are never shown.
const EXPLANATIONS: Explanations = Explanations { name: "Vantaca", denial, own_words: |_| String::new() };
/// Explanations of the methods of `/write/`, which a login that may read can lack.
const WRITE_EXPLANATIONS: Explanations =
    Explanations { name: "Vantaca", denial: write_denial, own_words: |_| String::new() };

/// Calls Vantaca. Clones share connections and pace.
#[derive(Clone)]
pub struct Api {
    pub client: SoftwareClient,
}

impl Api {
    pub fn new(base: &str, clock: Arc<dyn Clock>) -> Self {
        Self { client: SoftwareClient::new(base, clock, EXPLANATIONS) }
    }

    /// Returns the records of a method of `/read/`; none if Vantaca has no data for the parameters.
    pub async fn read(
        &self,
        user: &Credential,
        method: &str,
        parameters: &[(&str, &str)],
    ) -> Result<Vec<SoftwareRecord>, SoftwareError> {
        let path = format!("/read/{method}?{}", query(user, parameters));
        let answer = self.client.get(&user.company, &path, |request| request).await?;
        read_records(&answer.body).ok_or_else(|| EXPLANATIONS.unreadable())
    }

    /// Calls a method of `/write/` once. Returns the body of the response, which may be empty.
    pub async fn write(
        &self,
        user: &Credential,
        method: &str,
        parameters: &[(&str, &str)],
    ) -> Result<Bytes, WriteError> {
        let path = format!("/write/{method}?{}", query(user, parameters));
        let nothing = Body { content_type: "application/json", text: String::new() };
        let writer = self.client.explained_by(WRITE_EXPLANATIONS);
        Ok(writer.post(&user.company, &path, nothing, |request| request).await?.body)
    }
}

/// Returns the query of a call, with the credential.
fn query(user: &Credential, parameters: &[(&str, &str)]) -> String {
    Serializer::new(String::new())
        .append_pair("company", &user.account)
        .append_pair("login", &user.login)
        .append_pair("pwd", user.secret.expose_secret())
        .extend_pairs(parameters)
        .finish()
}

/// Returns why the credential is rejected.
fn denial(status: u16) -> Option<&'static str> {
    match status {
        401 | 403 => Some(
            "Vantaca does not accept this login from this server. Check the company code, the login and the \
             password, and that Vantaca allows the server's IP address.",
        ),
        _ => None,
    }
}

/// Returns why the credential may not write.
fn write_denial(status: u16) -> Option<&'static str> {
    match status {
        401 | 403 => Some(
            "Vantaca does not let this login create work orders or ARC requests. Ask Vantaca to allow it.",
        ),
        _ => None,
    }
}
