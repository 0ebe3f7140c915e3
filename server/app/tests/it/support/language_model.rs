//! A fake language model on loopback with the APIs of OpenAI for chat completions, which follow a script, and for
//! embeddings. The example `language_model` serves it to programs in other languages.
use std::{
    collections::{HashMap, VecDeque},
    convert::Infallible,
    io,
    sync::{Arc, Mutex},
};

use bytes::Bytes;
use futures::{StreamExt, stream};
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt, Full, StreamBody, combinators::BoxBody};
use hyper::body::{Frame, Incoming};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};
use tokio_stream::wrappers::ReceiverStream;

use super::loopback::{LoopbackServer, lock, wait_for_calls};

pub const WRITER_KEY: &str = "sk-canary-0123456789";
/// Number of components of an embedding.
const DIMENSIONS: usize = 256;

/// How the server answers a call. In JSON, such as `{"busy": 2}`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelBehavior {
    /// Responds with this JSON as output.
    Content(Value),
    /// Responds with this text as output, which need not be JSON.
    Words(#[serde(deserialize_with = "leaked")] &'static str),
    /// Responds with this status and body.
    Status(u16, #[serde(deserialize_with = "leaked")] &'static str),
    /// Redirects to another address.
    Redirect(String),
    /// Responds with this JSON as soon as the test releases the call.
    Held(Value),
    /// Never responds.
    Hang,
    /// Begins a response and never ends it.
    Drip,
    /// Responds with this many bytes.
    Flood(usize),
    /// Streams these parts.
    Stream(Vec<StreamPart>),
    /// Responds that it is busy, and requests to wait for this many seconds.
    Busy(u64),
}

/// A part of a streamed response. In JSON, such as `{"text": "Dear"}`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StreamPart {
    /// Text.
    Text(String),
    /// Waits until the test has released this many calls.
    Held(usize),
    /// Raw bytes.
    Raw(#[serde(deserialize_with = "leaked")] &'static str),
    /// The reason for the end of the output.
    Finish(#[serde(deserialize_with = "leaked")] &'static str),
    /// The total number of tokens.
    Usage(i64),
    /// The end of the stream.
    Done,
    /// Sends nothing more and keeps the stream open.
    Silence,
}

/// Deserializes a string that lives until the program ends.
fn leaked<'de, D: Deserializer<'de>>(from: D) -> Result<&'static str, D::Error> {
    Ok(String::deserialize(from)?.leak())
}

impl ModelBehavior {
    /// Returns a translation into English.
    pub fn english(text: &str) -> Self {
        Self::Content(json!({ "english": text }))
    }

    /// Returns a complete streamed text with its usage.
    pub fn streamed(text: &str, tokens: i64) -> Self {
        let words = text.split_inclusive(' ').map(|word| StreamPart::Text(word.to_owned()));
        let end = [StreamPart::Finish("stop"), StreamPart::Usage(tokens), StreamPart::Done];
        Self::Stream(words.chain(end).collect())
    }

    /// Returns a reply that cites the best answer.
    pub fn reply(text: &str) -> Self {
        Self::Content(json!({ "reply": text, "cites": ["a1"] }))
    }
}

/// The fake server, which stops at the end of the test.
pub struct LanguageModelServer {
    server: LoopbackServer,
    state: Arc<State>,
}

struct State {
    next: Mutex<VecDeque<ModelBehavior>>,
    requests: Mutex<Vec<Value>>,
    embeddings: Mutex<Embeddings>,
    calls: watch::Sender<usize>,
    released: watch::Sender<usize>,
    closed: watch::Sender<usize>,
}

/// What the server knows of embeddings, and the calls for them.
#[derive(Default)]
struct Embeddings {
    /// Texts with the same meaning as another one. All other texts have different directions.
    meanings: HashMap<String, String>,
    /// The status with which calls fail.
    failure: Option<u16>,
    next: VecDeque<ModelBehavior>,
    requests: Vec<Value>,
}

impl LanguageModelServer {
    pub async fn start() -> Self {
        let state = Arc::new(State {
            next: Mutex::default(),
            requests: Mutex::default(),
            embeddings: Mutex::default(),
            calls: watch::Sender::new(0),
            released: watch::Sender::new(0),
            closed: watch::Sender::new(0),
        });
        Self { server: LoopbackServer::start(&state, answer).await, state }
    }

    /// Gives a text the embedding of another one.
    pub fn means(&self, text: &str, same: &str) {
        lock(&self.state.embeddings).meanings.insert(text.to_owned(), same.to_owned());
    }

    /// Sets the status with which calls for embeddings fail from now on; `None` lets them succeed.
    pub fn fail_embeddings(&self, status: Option<u16>) {
        lock(&self.state.embeddings).failure = status;
    }

    /// Sets how the next calls for embeddings are answered: with a status, a wait, a text or not at all.
    pub fn will_embed(&self, behaviors: impl IntoIterator<Item = ModelBehavior>) {
        lock(&self.state.embeddings).next.extend(behaviors);
    }

    /// Returns the bodies of the calls for embeddings as JSON, oldest first.
    pub fn embedding_requests(&self) -> Vec<Value> {
        lock(&self.state.embeddings).requests.clone()
    }

    /// Returns the base URL, to which `/chat/completions` or `/embeddings` is appended.
    pub fn base(&self) -> String {
        format!("{}/v1", self.server.url())
    }

    /// Sets how the next calls are answered; later ones fail.
    pub fn will(&self, behaviors: impl IntoIterator<Item = ModelBehavior>) {
        lock(&self.state.next).extend(behaviors);
    }

    /// Releases this many calls that wait.
    pub fn release(&self, times: usize) {
        self.state.released.send_replace(times);
    }

    /// Returns the bodies of the calls as JSON, oldest first.
    pub fn requests(&self) -> Vec<Value> {
        lock(&self.state.requests).clone()
    }

    /// Waits until this many streams have ended, by themselves or because the caller disconnected.
    pub async fn closed(&self, times: usize) {
        wait_for_calls(&self.state.closed, times).await;
    }

    /// Waits until the server was called this many times.
    pub async fn called(&self, times: usize) {
        wait_for_calls(&self.state.calls, times).await;
    }
}

type Body = BoxBody<Bytes, Infallible>;

async fn answer(state: Arc<State>, request: Request<Incoming>) -> io::Result<Response<Body>> {
    let (parts, body) = request.into_parts();
    let bytes = body.collect().await.unwrap().to_bytes();
    let authorized =
        parts.headers.get("authorization").is_some_and(|given| *given == *format!("Bearer {WRITER_KEY}"));
    if parts.method == "POST" && parts.uri.path() == "/v1/embeddings" && authorized {
        return Ok(embed(&state, &serde_json::from_slice(&bytes).unwrap()).await);
    }
    if parts.method != "POST" || parts.uri.path() != "/v1/chat/completions" || !authorized {
        return Ok(whole(404, &error("No such model or address.")));
    }
    lock(&state.requests).push(serde_json::from_slice(&bytes).unwrap());
    let behavior = lock(&state.next).pop_front().unwrap_or(ModelBehavior::Status(500, "{}"));
    state.calls.send_modify(|calls| *calls += 1);
    let call = *state.calls.borrow();
    Ok(match behavior {
        ModelBehavior::Content(output) => completion(&output.to_string()),
        ModelBehavior::Held(output) => {
            // The sender lives as long as the state.
            let _ = state.released.subscribe().wait_for(|released| *released >= call).await;
            completion(&output.to_string())
        }
        ModelBehavior::Words(output) => completion(output),
        ModelBehavior::Status(status, body) => whole(status, body),
        ModelBehavior::Redirect(to) => {
            let mut response = whole(307, "");
            response.headers_mut().insert("location", to.parse().unwrap());
            response
        }
        ModelBehavior::Hang => std::future::pending().await,
        ModelBehavior::Drip => {
            let begun = stream::iter([Ok(Frame::data(Bytes::from_static(b"{\"choices\":[")))]);
            Response::new(BoxBody::new(StreamBody::new(begun.chain(stream::pending()))))
        }
        ModelBehavior::Busy(seconds) => busy(seconds),
        ModelBehavior::Stream(parts) => streamed(state, parts),
        ModelBehavior::Flood(bytes) => {
            let piece = Bytes::from(vec![b' '; 64 << 10]);
            let pieces = bytes / piece.len();
            let flood = stream::iter((0..pieces).map(move |_| Ok(Frame::data(piece.clone()))));
            Response::new(BoxBody::new(StreamBody::new(flood)))
        }
    })
}

/// Responds to a call for embeddings.
async fn embed(state: &State, request: &Value) -> Response<Body> {
    let behavior = {
        let mut embeddings = lock(&state.embeddings);
        embeddings.requests.push(request.clone());
        let failure = embeddings.failure.map(|status| ModelBehavior::Status(status, "{}"));
        failure.or_else(|| embeddings.next.pop_front())
    };
    match behavior {
        None => {}
        Some(ModelBehavior::Status(status, body)) => return whole(status, body),
        Some(ModelBehavior::Words(body)) => return whole(200, body),
        Some(ModelBehavior::Busy(seconds)) => return busy(seconds),
        Some(ModelBehavior::Hang) => return std::future::pending().await,
        Some(other) => panic!("{other:?} is no response to a call for embeddings"),
    }
    let embeddings = lock(&state.embeddings);
    let input = request["input"].as_array().expect("a list of texts");
    // Not in the order of the texts, which the protocol does not promise.
    let data: Vec<Value> = (0..input.len())
        .rev()
        .map(|index| {
            let text = input[index].as_str().unwrap();
            let meaning = embeddings.meanings.get(text).map_or(text, String::as_str);
            json!({ "object": "embedding", "index": index, "embedding": direction(meaning) })
        })
        .collect();
    let usage = json!({ "prompt_tokens": 0, "total_tokens": 0 });
    let body = json!({ "object": "list", "data": data, "model": request["model"], "usage": usage });
    whole(200, &body.to_string())
}

/// Returns a vector of unit length that depends on a text only.
pub fn direction(text: &str) -> Vec<f32> {
    let mut state = text.bytes().fold(7_u64, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
    let mut number = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 23) as f32 - 1.0
    };
    let numbers: Vec<f32> = (0..DIMENSIONS).map(|_| number()).collect();
    let length = numbers.iter().map(|number| number * number).sum::<f32>().sqrt();
    numbers.iter().map(|number| number / length).collect()
}

/// Counts a stream as closed when it is dropped.
struct Open(Arc<State>);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.closed.send_modify(|closed| *closed += 1);
    }
}

fn streamed(state: Arc<State>, parts: Vec<StreamPart>) -> Response<Body> {
    let (sender, receiver) = mpsc::channel(1);
    let open = Open(state.clone());
    tokio::spawn(async move {
        for part in parts {
            if sender.send(event(&state, part).await).await.is_err() {
                return;
            }
        }
    });
    let frames = ReceiverStream::new(receiver).map(move |event| {
        let _ = &open;
        Ok(Frame::data(Bytes::from(event)))
    });
    let mut response = Response::new(BoxBody::new(StreamBody::new(frames)));
    response.headers_mut().insert("content-type", "text/event-stream".parse().unwrap());
    response
}

async fn event(state: &State, part: StreamPart) -> String {
    let chunk = |choices: Value, usage: Value| {
        let chunk = json!({
            "id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "house-style",
            "choices": choices, "usage": usage,
        });
        format!("data: {chunk}\n\n")
    };
    match part {
        StreamPart::Text(text) => {
            chunk(json!([{ "index": 0, "delta": { "content": text }, "finish_reason": null }]), Value::Null)
        }
        StreamPart::Finish(reason) => {
            chunk(json!([{ "index": 0, "delta": {}, "finish_reason": reason }]), Value::Null)
        }
        StreamPart::Usage(tokens) => chunk(json!([]), usage(tokens)),
        StreamPart::Done => "data: [DONE]\n\n".to_owned(),
        StreamPart::Raw(bytes) => bytes.to_owned(),
        StreamPart::Held(times) => {
            let _ = state.released.subscribe().wait_for(|released| *released >= times).await;
            ": waited\n\n".to_owned()
        }
        StreamPart::Silence => std::future::pending().await,
    }
}

fn busy(seconds: u64) -> Response<Body> {
    let mut response = whole(429, &error("Rate limit reached."));
    response.headers_mut().insert("retry-after", seconds.into());
    response
}

fn usage(total: i64) -> Value {
    json!({ "prompt_tokens": 0, "completion_tokens": total, "total_tokens": total })
}

fn error(message: &str) -> String {
    json!({ "error": { "message": message, "type": "requests", "param": null, "code": null } }).to_string()
}

fn completion(output: &str) -> Response<Body> {
    let message = json!({ "role": "assistant", "content": output });
    let choice = json!({ "index": 0, "message": message, "finish_reason": "stop" });
    let answer = json!({
        "id": "c1", "object": "chat.completion", "created": 1, "model": "house-style", "choices": [choice],
        "usage": usage(0),
    });
    whole(200, &answer.to_string())
}

fn whole(status: u16, body: &str) -> Response<Body> {
    let mut response = Response::new(Full::from(body.to_owned()).boxed());
    *response.status_mut() = StatusCode::from_u16(status).unwrap();
    response
}
