//! Calls to Twilio: HTTP/1.1 over TLS, bounded in time and size.
use std::{sync::Arc, time::Duration};

use base64::{Engine, engine::general_purpose::STANDARD};
use bytes::Bytes;
use http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::{BodyExt, Full, Limited};
use platform::Clock;

use crate::{carrier::model::Account, https};

/// A call takes no longer, all in all; well below a job's lease.
const PATIENCE: Duration = Duration::from_secs(15);
/// The same by the machine's own clock, should the other one be turned back.
const AT_MOST: Duration = Duration::from_secs(20);
/// A page of 100 texts fits into it several times.
const MOST_BYTES: usize = 2 << 20;

/// The way to Twilio.
pub struct Wire {
    client: https::Client,
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
        Self { client: https::client(), base: base.trim_end_matches('/').to_owned(), clock }
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
