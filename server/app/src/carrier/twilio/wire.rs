//! Calls to Twilio: HTTP/1.1 over TLS, bounded in time and size.
use std::{sync::Arc, time::Duration};

use base64::{Engine, engine::general_purpose::STANDARD};
use bytes::Bytes;
use http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::{BodyExt, Full, Limited};
use hyper_rustls::{ConfigBuilderExt, HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::{TokioExecutor, TokioTimer},
};
use platform::Clock;
use rustls::{ClientConfig, crypto::aws_lc_rs};

use crate::carrier::model::Account;

/// A call takes no longer, all in all; well below a job's lease.
const PATIENCE: Duration = Duration::from_secs(15);
/// The same by the machine's own clock, should the other one be turned back.
const AT_MOST: Duration = Duration::from_secs(20);
/// A connection is made within that.
const CONNECTING: Duration = Duration::from_secs(5);
/// A connection is not used again after that: the other side would close it under a call.
const IDLE: Duration = Duration::from_secs(15);
/// A page of 100 texts fits into it several times.
const MOST_BYTES: usize = 2 << 20;

/// The way to Twilio.
pub struct Wire {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    base: String,
    clock: Arc<dyn Clock>,
}

/// What came back.
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

/// Why nothing came back, in plain words.
pub enum Failed {
    /// Nothing was sent.
    NotConnected(String),
    /// It was under way.
    Midway(String),
}

impl Wire {
    pub fn new(base: &str, clock: Arc<dyn Clock>) -> Self {
        let mut http = HttpConnector::new();
        http.set_connect_timeout(Some(CONNECTING));
        http.set_nodelay(true);
        http.enforce_http(false);
        let tls = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("the provider speaks TLS 1.2 and 1.3")
            .with_webpki_roots()
            .with_no_client_auth();
        let https = HttpsConnectorBuilder::new()
            .with_tls_config(tls)
            .https_or_http()
            .enable_http1()
            .wrap_connector(http);
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(IDLE)
            .build(https);
        Self { client, base: base.trim_end_matches('/').to_owned(), clock }
    }

    /// Calls the account's messages.
    pub async fn call(
        &self,
        account: &Account,
        method: Method,
        query: &str,
        form: String,
    ) -> Result<Answer, Failed> {
        let Account { account_sid, auth_token } = account;
        let uri = format!("{}/2010-04-01/Accounts/{account_sid}/Messages.json{query}", self.base);
        let credentials = STANDARD.encode(format!("{account_sid}:{auth_token}"));
        let request = Request::builder()
            .method(method)
            .uri(uri)
            .header(header::AUTHORIZATION, format!("Basic {credentials}"))
            .header(header::ACCEPT, "application/json")
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Full::from(form))
            .map_err(|error| Failed::NotConnected(format!("Twilio cannot be called: {error}.")))?;
        let late = || Failed::Midway("Twilio did not answer in time.".to_owned());
        tokio::select! {
            answer = self.answer(request) => answer,
            () = self.clock.sleep_until(self.clock.now().plus(PATIENCE)) => Err(late()),
            () = tokio::time::sleep(AT_MOST) => Err(late()),
        }
    }

    async fn answer(&self, request: Request<Full<Bytes>>) -> Result<Answer, Failed> {
        let broke = || Failed::Midway("The connection to Twilio broke.".to_owned());
        let response = self.client.request(request).await.map_err(|error| match error.is_connect() {
            true => Failed::NotConnected("Twilio could not be reached.".to_owned()),
            false => broke(),
        })?;
        let (parts, body) = response.into_parts();
        let body = Limited::new(body, MOST_BYTES).collect().await.map_err(|_| broke())?.to_bytes();
        Ok(Answer { status: parts.status, headers: parts.headers, body })
    }
}
