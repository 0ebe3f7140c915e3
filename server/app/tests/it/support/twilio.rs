//! A fake Twilio server on loopback with the Messages API, whose next responses tests control.
use std::{
    collections::{HashMap, VecDeque},
    convert::Infallible,
    io,
    sync::{Arc, Mutex},
    time::Duration,
};

use base64::{Engine, engine::general_purpose::STANDARD};
use bytes::Bytes;
use http::{Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use platform::Clock;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::loopback::{LoopbackServer, lock, wait_for_calls};

pub const ACCOUNT_SID: &str = "AC0123456789abcdef0123456789abcdef";
pub const AUTH_TOKEN: &str = "5ecae1d15ecae1d15ecae1d15ecae1d1";

/// How the server handles a text.
#[derive(Clone, Copy, Debug)]
pub enum TwilioBehavior {
    /// Accepts the text.
    Take,
    /// Rejects the text with this status, code and an optional Retry-After header.
    Refuse(u16, i32, Option<u32>),
    /// Responds with this server error, after accepting the text or not.
    Fail { status: u16, takes: bool },
    /// Responds with invalid JSON, after accepting the text or not.
    TalkNonsense { takes: bool },
    /// Never responds, after accepting the text or not.
    Hang { takes: bool },
    /// Closes the connection, after accepting the text or not.
    Close { takes: bool },
    /// Accepts the text, and responds when the test continues.
    Wait,
}

/// The response to a request for a file.
#[derive(Clone, Debug)]
pub enum TwilioMedia {
    /// The file, with a media type.
    File(&'static str, Vec<u8>),
    /// An error with this status.
    Status(u16),
    /// A redirect to another address.
    Redirect(String),
    /// No response, however often the file is requested.
    Hang,
}

/// The fake server, which stops with the test server.
pub struct Twilio {
    server: LoopbackServer,
    state: Arc<State>,
}

struct State {
    clock: Arc<dyn Clock>,
    next: Mutex<VecDeque<TwilioBehavior>>,
    next_list_answers: Mutex<VecDeque<TwilioBehavior>>,
    texts: Mutex<Vec<Value>>,
    list_queries: Mutex<Vec<String>>,
    tried: Mutex<Vec<String>>,
    calls: watch::Sender<usize>,
    released: watch::Sender<bool>,
    media: Mutex<HashMap<String, VecDeque<TwilioMedia>>>,
    fetched: Mutex<Vec<String>>,
}

impl Twilio {
    pub async fn start(clock: impl Clock) -> Self {
        let state = Arc::new(State {
            clock: Arc::new(clock),
            next: Mutex::default(),
            next_list_answers: Mutex::default(),
            texts: Mutex::default(),
            list_queries: Mutex::default(),
            tried: Mutex::default(),
            calls: watch::Sender::new(0),
            released: watch::Sender::new(false),
            media: Mutex::default(),
            fetched: Mutex::default(),
        });
        Self { server: LoopbackServer::start(&state, answer).await, state }
    }

    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Stops listening, so that connections are refused.
    pub async fn stop_listening(&self) {
        self.server.stop_listening().await;
    }

    /// Listens again.
    pub async fn listen_again(&self) {
        self.server.listen_again().await;
    }

    /// Sets how the next texts are handled; later ones are accepted. Texts wait until the next [`Twilio::go_on`].
    pub fn will(&self, behaviors: &[TwilioBehavior]) {
        self.state.released.send_replace(false);
        lock(&self.state.next).extend(behaviors);
    }

    /// Returns the address of a file. Requests for it get these responses in turn, and then the last one
    /// again.
    pub fn media(&self, name: &str, answers: &[TwilioMedia]) -> String {
        let path = media_path(name);
        lock(&self.state.media).insert(path.clone(), answers.iter().cloned().collect());
        format!("{}{path}", self.url())
    }

    /// Returns the names of the requested files, in order.
    pub fn fetched(&self) -> Vec<String> {
        lock(&self.state.fetched).clone()
    }

    /// Sends the responses of waiting texts.
    pub fn go_on(&self) {
        self.state.released.send_replace(true);
    }

    /// Sets how the next requests for a list of texts are answered; later ones succeed.
    pub fn will_list(&self, behaviors: &[TwilioBehavior]) {
        lock(&self.state.next_list_answers).extend(behaviors);
    }

    /// Returns the accepted texts as Twilio describes them, oldest first.
    pub fn texts(&self) -> Vec<Value> {
        lock(&self.state.texts).clone()
    }

    /// Returns how often a text to a phone was posted, accepted or not.
    pub fn tried(&self, phone: &str) -> usize {
        lock(&self.state.tried).iter().filter(|tried| *tried == phone).count()
    }

    /// Makes the accepted texts older.
    pub fn age(&self, span: Duration) {
        for text in lock(&self.state.texts).iter_mut() {
            let created = jiff::fmt::rfc2822::parse(text["date_created"].as_str().unwrap()).unwrap();
            text["date_created"] =
                jiff::fmt::rfc2822::to_string(&created.saturating_sub(span)).unwrap().into();
        }
    }

    /// Returns the queries of requests for a list of texts.
    pub fn list_queries(&self) -> Vec<String> {
        lock(&self.state.list_queries).clone()
    }

    /// Returns how often a text was posted.
    pub fn calls(&self) -> usize {
        *self.state.calls.borrow()
    }

    /// Waits until a text was posted this many times.
    pub async fn called(&self, times: usize) {
        wait_for_calls(&self.state.calls, times).await;
    }
}

/// Handles a request. An error closes the connection.
async fn answer(state: Arc<State>, request: Request<Incoming>) -> io::Result<Response<Full<Bytes>>> {
    let (parts, body) = request.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    let path = format!("/2010-04-01/Accounts/{ACCOUNT_SID}/Messages.json");
    let credentials = format!("Basic {}", STANDARD.encode(format!("{ACCOUNT_SID}:{AUTH_TOKEN}")));
    if parts.headers.get("authorization").is_none_or(|given| given != credentials.as_str()) {
        return Ok(error_answer(401, 20_003));
    }
    if parts.method == Method::GET
        && let Some(answer) = state.file(parts.uri.path()).await
    {
        return Ok(answer);
    }
    if parts.uri.path() != path {
        return Ok(error_answer(404, 20_404));
    }
    let query = parts.uri.query().unwrap_or_default();
    if parts.uri.query().is_some() && query.split('&').any(str::is_empty) {
        return Ok(error_answer(400, 20_001));
    }
    if parts.method == Method::GET {
        let list = state.list(query);
        let behavior = lock(&state.next_list_answers).pop_front().unwrap_or(TwilioBehavior::Take);
        return respond(behavior, &state, json_answer(200, &list)).await;
    }
    let form: HashMap<String, String> = form_urlencoded::parse(&body).into_owned().collect();
    let behavior = lock(&state.next).pop_front().unwrap_or(TwilioBehavior::Take);
    let takes = match behavior {
        TwilioBehavior::Take | TwilioBehavior::Wait => true,
        TwilioBehavior::Refuse(..) => false,
        TwilioBehavior::Fail { takes, .. }
        | TwilioBehavior::TalkNonsense { takes }
        | TwilioBehavior::Hang { takes }
        | TwilioBehavior::Close { takes } => takes,
    };
    let media_urls = form_urlencoded::parse(&body).filter(|(name, _)| name == "MediaUrl");
    let text = state.text(&form, media_urls.map(|(_, url)| url.into_owned()).collect());
    lock(&state.tried).extend(form.get("To").cloned());
    if takes {
        lock(&state.texts).push(text.clone());
    }
    state.calls.send_modify(|calls| *calls += 1);
    respond(behavior, &state, json_answer(201, &text)).await
}

/// Returns the response to a call, modified by the behavior.
async fn respond(
    behavior: TwilioBehavior,
    state: &State,
    answer: Response<Full<Bytes>>,
) -> io::Result<Response<Full<Bytes>>> {
    match behavior {
        TwilioBehavior::Take => Ok(answer),
        TwilioBehavior::Refuse(status, code, wait) => {
            let mut refusal = error_answer(status, code);
            if let Some(wait) = wait {
                refusal.headers_mut().insert("retry-after", wait.into());
            }
            Ok(refusal)
        }
        TwilioBehavior::Fail { status, .. } => Ok(error_answer(status, 20_000 + i32::from(status))),
        TwilioBehavior::TalkNonsense { .. } => {
            let mut answer = answer;
            *answer.body_mut() = Full::from("<html>welcome</html>");
            Ok(answer)
        }
        TwilioBehavior::Hang { .. } => {
            std::future::pending::<Result<_, Infallible>>().await.map_err(|never| match never {})
        }
        TwilioBehavior::Wait => {
            // The sender lives as long as the state.
            let _ = state.released.subscribe().wait_for(|released| *released).await;
            Ok(answer)
        }
        TwilioBehavior::Close { .. } => Err(io::Error::other("closed")),
    }
}

fn media_path(name: &str) -> String {
    format!("/2010-04-01/Accounts/{ACCOUNT_SID}/Messages/MM1/Media/{name}")
}

impl State {
    async fn file(&self, path: &str) -> Option<Response<Full<Bytes>>> {
        let answer = self.next_media(path)?;
        lock(&self.fetched).extend(path.rsplit('/').next().map(str::to_owned));
        let mut response = Response::new(Full::default());
        match answer {
            TwilioMedia::File(media_type, bytes) => {
                response.headers_mut().insert("content-type", media_type.parse().unwrap());
                *response.body_mut() = Full::from(bytes);
            }
            TwilioMedia::Status(status) => *response.status_mut() = StatusCode::from_u16(status).unwrap(),
            TwilioMedia::Redirect(location) => {
                *response.status_mut() = StatusCode::TEMPORARY_REDIRECT;
                response.headers_mut().insert("location", location.parse().unwrap());
            }
            TwilioMedia::Hang => std::future::pending().await,
        }
        Some(response)
    }

    fn next_media(&self, path: &str) -> Option<TwilioMedia> {
        let mut media = lock(&self.media);
        let answers = media.get_mut(path)?;
        if answers.len() > 1 { answers.pop_front() } else { answers.front().cloned() }
    }

    fn text(&self, form: &HashMap<String, String>, media_urls: Vec<String>) -> Value {
        let now = jiff::Timestamp::from_millisecond(self.clock.now().0).unwrap();
        let now = jiff::fmt::rfc2822::to_string(&now.to_zoned(jiff::tz::TimeZone::UTC)).unwrap();
        let of = |name: &str| form.get(name).cloned().unwrap_or_default();
        let sid = format!("SM{:032x}", rand::random::<u128>());
        json!({
            "sid": sid, "account_sid": ACCOUNT_SID, "api_version": "2010-04-01", "status": "queued",
            "to": of("To"), "from": of("From"), "body": of("Body"), "direction": "outbound-api",
            "date_created": now, "date_sent": null, "date_updated": now, "error_code": null,
            "error_message": null, "messaging_service_sid": form.get("MessagingServiceSid"), "num_segments": "1",
            "num_media": media_urls.len().to_string(),
            "price": null, "price_unit": "USD", "subresource_uris": {},
            "uri": format!("/2010-04-01/Accounts/{ACCOUNT_SID}/Messages/{sid}.json"),
            // Not part of Twilio's API: the requested status callback, media URLs and validity period.
            "status_callback": of("StatusCallback"), "media_url": of("MediaUrl"), "media_urls": media_urls,
            "validity_period": of("ValidityPeriod"),
        })
    }

    fn list(&self, query: &str) -> Value {
        lock(&self.list_queries).push(query.to_owned());
        let parameters: HashMap<String, String> =
            form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let texts: Vec<_> = lock(&self.texts)
            .iter()
            .rev()
            .filter(|text| text["to"] == parameters["To"] && text["from"] == parameters["From"])
            .cloned()
            .collect();
        json!({ "messages": texts, "page": 0, "page_size": 100, "next_page_uri": null })
    }
}

fn error_answer(status: u16, code: i32) -> Response<Full<Bytes>> {
    json_answer(status, &json!({ "code": code, "message": "No.", "more_info": "", "status": status }))
}

fn json_answer(status: u16, body: &Value) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::from(body.to_string()));
    *response.status_mut() = StatusCode::from_u16(status).unwrap();
    response
}
