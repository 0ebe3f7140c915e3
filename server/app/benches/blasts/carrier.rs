//! A fake carrier on loopback with the Messages API, which accepts every text.
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use serde_json::json;
use tokio::net::TcpListener;

use crate::loopback::{lock, serve_all};

pub const ACCOUNT_SID: &str = "AC0123456789abcdef0123456789abcdef";
pub const AUTH_TOKEN: &str = "5ecae1d15ecae1d15ecae1d15ecae1d1";

/// The fake carrier. It records when texts to watched phones arrive.
#[derive(Clone)]
pub struct Carrier {
    pub url: String,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    texts: AtomicUsize,
    watched: Mutex<HashMap<String, Option<Instant>>>,
}

impl Carrier {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(State::default());
        let answering = state.clone();
        tokio::spawn(serve_all(listener, move |request| answer(answering.clone(), request)));
        Self { url, state }
    }

    /// Returns the number of texts so far.
    pub fn texts(&self) -> usize {
        self.state.texts.load(Ordering::Relaxed)
    }

    pub fn watch(&self, phone: &str) {
        lock(&self.state.watched).insert(phone.to_owned(), None);
    }

    /// Returns when the first text to a watched phone arrived.
    pub fn arrival(&self, phone: &str) -> Option<Instant> {
        lock(&self.state.watched).get(phone).copied().flatten()
    }
}

async fn answer(state: Arc<State>, request: Request<Incoming>) -> std::io::Result<Response<Full<Bytes>>> {
    let body = request.into_body().collect().await.map_err(std::io::Error::other)?.to_bytes();
    let to = form_urlencoded::parse(&body).find(|(name, _)| name == "To").map(|(_, to)| to.into_owned());
    let number = state.texts.fetch_add(1, Ordering::Relaxed);
    let to = to.unwrap_or_default();
    if let Some(arrival) = lock(&state.watched).get_mut(&to) {
        arrival.get_or_insert_with(Instant::now);
    }
    let text = json!({ "sid": format!("SM{number:032x}"), "status": "queued", "to": to });
    let mut response = Response::new(Full::from(text.to_string()));
    *response.status_mut() = http::StatusCode::CREATED;
    response.headers_mut().insert("content-type", http::HeaderValue::from_static("application/json"));
    Ok(response)
}
