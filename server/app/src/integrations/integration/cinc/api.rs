//! Client of CINC: the authorization of OAuth, and lists of a management company.
use std::sync::Arc;

use form_urlencoded::Serializer;
use platform::{Clock, config::CincClient, ids::CompanyId};
use reqwest::RequestBuilder;
use secrecy::{ExposeSecret, SecretString};

use super::{
    reservations::Reservations,
    tokens::{Tokens, challenge},
};
use crate::integrations::integration::{
    client::{Explanations, SoftwareClient},
    software::SoftwareError,
    software_record::{SoftwareRecord, read_records},
};

const REJECTED: &str = "CINC does not accept the authorization. Connect CINC again.";
/// The requested scope. Parlor only reads.
const SCOPE: &str = "api:read";
const EXPLANATIONS: Explanations = Explanations { name: "CINC", denial, own_words: |_| String::new() };
/// Explanations of the token endpoint, whose responses can repeat a code or a token.
const TOKEN_EXPLANATIONS: Explanations =
    Explanations { name: "CINC", denial: token_denial, own_words: |_| String::new() };

/// Calls CINC. Clones share connections, pace and reserved renewals.
#[derive(Clone)]
pub struct Api {
    pub client: SoftwareClient,
    identity: SoftwareClient,
    settings: Arc<CincClient>,
    clock: Arc<dyn Clock>,
    pub reservations: Arc<Reservations>,
}

impl Api {
    pub fn new(settings: &CincClient, clock: Arc<dyn Clock>) -> Self {
        Self {
            client: SoftwareClient::new(&settings.url, clock.clone(), EXPLANATIONS),
            identity: SoftwareClient::new(&settings.identity_url, clock.clone(), TOKEN_EXPLANATIONS),
            settings: Arc::new(settings.clone()),
            clock,
            reservations: Arc::default(),
        }
    }

    /// Returns the page on which an administrator allows Parlor to read.
    pub fn authorization_url(&self, redirect_uri: &str, state: &str, verifier: &str) -> String {
        let query = Serializer::new(String::new())
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.settings.client_id)
            .append_pair("redirect_uri", redirect_uri)
            .append_pair("scope", SCOPE)
            .append_pair("state", state)
            .append_pair("code_challenge", &challenge(verifier))
            .append_pair("code_challenge_method", "S256")
            .finish();
        format!("{}/connect/authorize?{query}", self.settings.identity_url.trim_end_matches('/'))
    }

    /// Exchanges a code for tokens.
    pub async fn exchange(
        &self,
        company: &CompanyId,
        code: &str,
        redirect_uri: &str,
        verifier: &SecretString,
    ) -> Result<Tokens, SoftwareError> {
        let parameters = [
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", redirect_uri),
            ("code_verifier", verifier.expose_secret()),
        ];
        self.tokens(company, &parameters, "").await
    }

    /// Returns new tokens. The previous ones are no longer valid.
    pub async fn refresh(&self, company: &CompanyId, tokens: &Tokens) -> Result<Tokens, SoftwareError> {
        let previous = tokens.refresh_token();
        if previous.is_empty() {
            return Err(SoftwareError::Denied(REJECTED.to_owned()));
        }
        let parameters = [("grant_type", "refresh_token"), ("refresh_token", previous)];
        self.tokens(company, &parameters, previous).await
    }

    async fn tokens(
        &self,
        company: &CompanyId,
        parameters: &[(&str, &str)],
        previous: &str,
    ) -> Result<Tokens, SoftwareError> {
        let form = Serializer::new(String::new())
            .extend_pairs(parameters)
            .append_pair("client_id", &self.settings.client_id)
            .append_pair("client_secret", self.settings.client_secret.expose_secret())
            .finish();
        let answer = self.identity.post_form(company, "/connect/token", form).await?;
        let tokens = Tokens::from_response(&answer.body, previous, self.clock.now());
        tokens.ok_or_else(|| TOKEN_EXPLANATIONS.unreadable())
    }

    /// Returns the records of a list of a management company.
    pub async fn read(
        &self,
        company: &CompanyId,
        access_token: &SecretString,
        management_id: &str,
        list: &str,
        parameters: &[(&str, &str)],
    ) -> Result<Vec<SoftwareRecord>, SoftwareError> {
        let query = Serializer::new(String::new()).extend_pairs(parameters).finish();
        let path = format!("/api/management/{management_id}/{list}?{query}");
        let sign = |request: RequestBuilder| request.bearer_auth(access_token.expose_secret());
        let answer = self.client.get(company, path.trim_end_matches('?'), sign).await?;
        read_records(&answer.body).ok_or_else(|| EXPLANATIONS.unreadable())
    }
}

/// Returns why the access is rejected.
fn denial(status: u16) -> Option<&'static str> {
    match status {
        401 => Some(REJECTED),
        403 => {
            Some("CINC does not let Parlor read this for the management ID. Check the ID, and connect again.")
        }
        _ => None,
    }
}

/// Returns why a code or a refresh token is rejected.
fn token_denial(status: u16) -> Option<&'static str> {
    match status {
        401 => Some("CINC does not accept this server's credential. Contact Parlor support to check it."),
        400 | 403 => Some(REJECTED),
        _ => None,
    }
}
