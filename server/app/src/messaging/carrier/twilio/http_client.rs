//! HTTP calls to Twilio: HTTP/1.1 over TLS, limited in time and size.
use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use http::{HeaderMap, Method, StatusCode, header};
use platform::Clock;
use reqwest::{Client, RequestBuilder};

use crate::{http_client, messaging::carrier::model::Account};

/// Timeout of a call, well below a job's lease.
const TIMEOUT: Duration = Duration::from_secs(15);
/// Maximum size of a response. A page of 100 texts is several times smaller.
const MAX_BYTES: usize = 2 << 20;

/// HTTP client for Twilio.
pub struct HttpClient {
    client: Client,
    base: String,
    clock: Arc<dyn Clock>,
}

/// A response of Twilio, read completely.
pub struct HttpResponse {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

/// The reason why there is no response, for staff.
pub enum Failed {
    /// Nothing was sent.
    NotConnected(String),
    /// The connection failed after the request may have been received.
    Midway(String),
}

impl HttpClient {
    pub fn new(base: &str, clock: Arc<dyn Clock>) -> Self {
        Self { client: http_client::client(), base: base.trim_end_matches('/').to_owned(), clock }
    }

    /// Calls the account's Messages resource.
    pub async fn call(
        &self,
        account: &Account,
        method: Method,
        query: &str,
        form: String,
    ) -> Result<HttpResponse, Failed> {
        let Account { account_sid, auth_token, .. } = account;
        let uri = format!("{}/2010-04-01/Accounts/{account_sid}/Messages.json{query}", self.base);
        let request = self
            .client
            .request(method, uri)
            .basic_auth(account_sid, Some(auth_token))
            .header(header::ACCEPT, "application/json")
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(form);
        let late = || Failed::Midway("Twilio did not answer in time.".to_owned());
        tokio::select! {
            answer = answer(request) => answer,
            () = self.clock.sleep(TIMEOUT) => Err(late()),
        }
    }
}

async fn answer(request: RequestBuilder) -> Result<HttpResponse, Failed> {
    let broke = || Failed::Midway("The connection to Twilio broke.".to_owned());
    let response = request.send().await.map_err(|error| {
        if error.is_builder() {
            Failed::NotConnected(format!("Twilio cannot be called: {error}."))
        } else if error.is_connect() {
            Failed::NotConnected("Twilio could not be reached.".to_owned())
        } else {
            broke()
        }
    })?;
    let (status, headers) = (response.status(), response.headers().clone());
    let body = http_client::read(response, MAX_BYTES).await.map_err(|_| broke())?;
    Ok(HttpResponse { status, headers, body })
}
