//! A writing model on loopback: it speaks OpenAI's chat completions, and does what it is told.
use std::{
    collections::VecDeque,
    convert::Infallible,
    io,
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use app::startup::{Answering, Endpoint};
use bytes::Bytes;
use futures::{StreamExt, stream};
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt, Full, StreamBody, combinators::BoxBody};
use hyper::body::{Frame, Incoming};
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::watch, task::JoinHandle};

use super::loopback::{answer_all, called, held};

pub const WRITER_KEY: &str = "sk-canary-0123456789";

/// What it does when it is called.
#[derive(Clone, Debug)]
pub enum ModelBehavior {
    /// Its model says this.
    Content(Value),
    /// Its model says this, which need not be JSON.
    Words(&'static str),
    /// This status and body.
    Status(u16, &'static str),
    /// Sends on to another address.
    Redirect(String),
    /// Its model says this, when it is let go.
    Held(Value),
    /// Never answers.
    Hang,
    /// Begins to answer, and never ends.
    Drip,
    /// A response of this many bytes.
    Flood(usize),
}

impl ModelBehavior {
    /// What a text is in English.
    pub fn english(text: &str) -> Self {
        Self::Content(json!({ "english": text }))
    }

    /// A reply that rests on the best answer.
    pub fn reply(text: &str) -> Self {
        Self::Content(json!({ "reply": text, "cites": ["a1"] }))
    }
}

/// The server; gone with the test.
pub struct LanguageModelServer {
    address: SocketAddr,
    state: Arc<State>,
    serving: JoinHandle<()>,
}

struct State {
    next: Mutex<VecDeque<ModelBehavior>>,
    asked: Mutex<Vec<Value>>,
    calls: watch::Sender<usize>,
    let_go: watch::Sender<usize>,
}

impl LanguageModelServer {
    pub async fn start() -> Self {
        let state = Arc::new(State {
            next: Mutex::default(),
            asked: Mutex::default(),
            calls: watch::Sender::new(0),
            let_go: watch::Sender::new(0),
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving = tokio::spawn(serve(listener, state.clone()));
        Self { address, state, serving }
    }

    /// A bot that is worded by it.
    pub fn answering(&self) -> Answering {
        let endpoint = Endpoint {
            base: format!("http://{}/v1", self.address),
            key: WRITER_KEY.into(),
            model: "house-style".to_owned(),
        };
        Answering { writer: Some(endpoint), ..Answering::with_model(None) }
    }

    /// What it does with the next calls; after that it fails.
    pub fn will(&self, does: impl IntoIterator<Item = ModelBehavior>) {
        held(&self.state.next).extend(does);
    }

    /// Has so many of those that it held say what they have to say.
    pub fn let_go(&self, times: usize) {
        self.state.let_go.send_replace(times);
    }

    /// What it was asked, as JSON, the oldest first.
    pub fn asked(&self) -> Vec<Value> {
        held(&self.state.asked).clone()
    }

    /// Waits until it was called so often.
    pub async fn called(&self, times: usize) {
        called(&self.state.calls, times).await;
    }
}

impl Drop for LanguageModelServer {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

type Body = BoxBody<Bytes, Infallible>;

async fn serve(listener: TcpListener, state: Arc<State>) {
    answer_all(listener, move |request| answer(state.clone(), request)).await;
}

async fn answer(state: Arc<State>, request: Request<Incoming>) -> io::Result<Response<Body>> {
    let (parts, body) = request.into_parts();
    let bytes = body.collect().await.unwrap().to_bytes();
    let authorized =
        parts.headers.get("authorization").is_some_and(|given| *given == *format!("Bearer {WRITER_KEY}"));
    if parts.method != "POST" || parts.uri.path() != "/v1/chat/completions" || !authorized {
        return Ok(whole(404, "{}"));
    }
    held(&state.asked).push(serde_json::from_slice(&bytes).unwrap());
    let does = held(&state.next).pop_front().unwrap_or(ModelBehavior::Status(500, "{}"));
    state.calls.send_modify(|calls| *calls += 1);
    let call = *state.calls.borrow();
    Ok(match does {
        ModelBehavior::Content(said) => completion(&said.to_string()),
        ModelBehavior::Held(said) => {
            // The sender lives as long as the state does.
            let _ = state.let_go.subscribe().wait_for(|let_go| *let_go >= call).await;
            completion(&said.to_string())
        }
        ModelBehavior::Words(said) => completion(said),
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
        ModelBehavior::Flood(bytes) => {
            let piece = Bytes::from(vec![b' '; 64 << 10]);
            let pieces = bytes / piece.len();
            let flood = stream::iter((0..pieces).map(move |_| Ok(Frame::data(piece.clone()))));
            Response::new(BoxBody::new(StreamBody::new(flood)))
        }
    })
}

fn completion(said: &str) -> Response<Body> {
    let message = json!({ "role": "assistant", "content": said });
    let choice = json!({ "index": 0, "message": message, "finish_reason": "stop" });
    let answer = json!({ "id": "c1", "object": "chat.completion", "choices": [choice], "usage": {} });
    whole(200, &answer.to_string())
}

fn whole(status: u16, body: &str) -> Response<Body> {
    let mut response = Response::new(Full::from(body.to_owned()).boxed());
    *response.status_mut() = StatusCode::from_u16(status).unwrap();
    response
}
