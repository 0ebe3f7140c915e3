//! Client of Textline's API: HTTP/1.1 over TLS, limited in time and size.
use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use form_urlencoded::Serializer;
use http::{HeaderMap, Method, StatusCode, header};
use platform::{Clock, phone::Phone};
use reqwest::{Client, RequestBuilder};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};

use super::{
    access_tokens::AccessTokens,
    response::{self, Conversation},
};
use crate::{http_client, messaging::carrier::model::TextlineAccount};

/// Timeout of signing in, and of any other call. Sending a text takes two of each at most, if the token has expired,
/// which is less than a job's lease.
const SIGN_IN_TIMEOUT: Duration = Duration::from_secs(5);
const TIMEOUT: Duration = Duration::from_secs(12);
/// Maximum size of a response. A page of 50 posts is several times smaller.
const MAX_BYTES: usize = 2 << 20;
/// Maximum number of posts that Textline returns.
const PAGE: usize = 50;

/// Calls Textline for all companies.
pub struct Api {
    client: Client,
    base: String,
    clock: Arc<dyn Clock>,
    access_tokens: AccessTokens,
}

/// A response of Textline, read completely.
pub struct HttpResponse {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

/// Why a call failed. The texts are for staff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApiError {
    /// Textline asks for fewer calls; contains the seconds to wait, if it specified them.
    Busy(Option<u64>),
    /// The call had no effect, because Textline could not be reached or Parlor could not sign in.
    Away(String),
    /// The call may have taken effect or not.
    Unclear(String),
    /// Textline does not accept the account or its permissions.
    Denied(String),
    /// Textline does not have the group, or possibly the conversation that is looked up in it.
    NotFound,
    /// Textline rejected the content.
    Rejected(String),
}

impl ApiError {
    /// Returns the reason.
    pub fn into_words(self) -> String {
        match self {
            Self::Busy(_) => "Textline is busy.".to_owned(),
            Self::Away(words) | Self::Unclear(words) | Self::Denied(words) | Self::Rejected(words) => words,
            Self::NotFound => {
                "Textline does not have the group of this number. Ask an administrator.".to_owned()
            }
        }
    }

    /// Returns the error of a call that changes nothing.
    fn without_effect(self) -> Self {
        match self {
            Self::Unclear(words) => Self::Away(words),
            other => other,
        }
    }
}

impl Api {
    pub fn new(base: &str, clock: Arc<dyn Clock>) -> Self {
        let base = base.trim_end_matches('/').to_owned();
        Self { client: http_client::client(), base, clock, access_tokens: AccessTokens::default() }
    }

    /// Signs in. Returns an access token.
    pub async fn sign_in(&self, account: &TextlineAccount) -> Result<SecretString, ApiError> {
        let TextlineAccount { email, password, api_key } = account;
        let body = json!({ "user": { "email": email, "password": password }, "api_key": api_key });
        let request = self.request(Method::POST, "auth/sign_in.json", Some(&body));
        let response = self.answer(request, SIGN_IN_TIMEOUT).await.map_err(ApiError::without_effect)?;
        response::access_token(&response)
    }

    /// Sends a text to a phone from a group. Returns the UUID of its post.
    pub async fn create_post(
        &self,
        account: &TextlineAccount,
        group: &str,
        phone: &Phone,
        body: &str,
    ) -> Result<String, ApiError> {
        let new = json!({
            "phone_number": phone.as_str(), "group_uuid": group, "comment": { "body": body },
        });
        let created = self.call(account, Method::POST, "api/conversations.json", Some(&new)).await?;
        response::created_post(&created)
    }

    /// Returns the conversation of a phone with a group, with its newest posts.
    pub async fn find_conversation(
        &self,
        account: &TextlineAccount,
        group: &str,
        phone: &Phone,
    ) -> Result<Option<Conversation>, ApiError> {
        let query = Serializer::new(String::new())
            .append_pair("phone_number", phone.as_str())
            .append_pair("group_uuid", group)
            .append_pair("page", "0")
            .append_pair("page_size", &PAGE.to_string())
            .finish();
        let path = format!("api/conversations.json?{query}");
        response::conversation(&self.call(account, Method::GET, &path, None).await?)
    }

    /// Checks that the account can list the conversations of a group.
    pub async fn check_group(&self, account: &TextlineAccount, group: &str) -> Result<(), ApiError> {
        let query = Serializer::new(String::new())
            .append_pair("group_uuid", group)
            .append_pair("page", "0")
            .append_pair("page_size", "1")
            .finish();
        let path = format!("api/conversations.json?{query}");
        self.call(account, Method::GET, &path, None).await.map(drop)
    }

    /// Makes a call with the account's token. If Textline no longer accepts the token, it is renewed once.
    async fn call(
        &self,
        account: &TextlineAccount,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Bytes, ApiError> {
        let token = self.access_tokens.get(account, None, self.sign_in(account)).await?;
        let request = self.authorized(method.clone(), path, body, &token);
        let response = self.answer(request, TIMEOUT).await?;
        if response.status != StatusCode::UNAUTHORIZED {
            return response::body(response);
        }
        let token = self.access_tokens.get(account, Some(&token), self.sign_in(account)).await?;
        let request = self.authorized(method, path, body, &token);
        response::body(self.answer(request, TIMEOUT).await?)
    }

    fn authorized(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        token: &SecretString,
    ) -> RequestBuilder {
        self.request(method, path, body).header("x-tgp-access-token", token.expose_secret())
    }

    fn request(&self, method: Method, path: &str, body: Option<&Value>) -> RequestBuilder {
        self.client
            .request(method, format!("{}/{path}", self.base))
            .header(header::ACCEPT, "application/json")
            .header(header::CONTENT_TYPE, "application/json")
            .body(body.map(Value::to_string).unwrap_or_default())
    }

    async fn answer(&self, request: RequestBuilder, timeout: Duration) -> Result<HttpResponse, ApiError> {
        let late = || ApiError::Unclear("Textline did not answer in time.".to_owned());
        tokio::select! {
            response = read(request) => response,
            () = self.clock.sleep(timeout) => Err(late()),
        }
    }
}

async fn read(request: RequestBuilder) -> Result<HttpResponse, ApiError> {
    let broke = || ApiError::Unclear("The connection to Textline broke.".to_owned());
    let response = request.send().await.map_err(|error| {
        if error.is_builder() {
            ApiError::Away(format!("Textline cannot be called: {error}."))
        } else if error.is_connect() {
            ApiError::Away("Textline could not be reached.".to_owned())
        } else {
            broke()
        }
    })?;
    let (status, headers) = (response.status(), response.headers().clone());
    let body = http_client::read(response, MAX_BYTES).await.map_err(|_| broke())?;
    Ok(HttpResponse { status, headers, body })
}
