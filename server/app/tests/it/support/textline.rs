//! A fake Textline server on loopback, whose next responses to texts and lookups tests control.
use std::{
    collections::{HashMap, VecDeque},
    io,
    sync::{Arc, Mutex},
};

use bytes::Bytes;
use http::{Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use platform::Clock;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::loopback::{LoopbackServer, lock, wait_for_calls};

pub const TEXTLINE_EMAIL: &str = "bot@harborline.example";
pub const TEXTLINE_PASSWORD: &str = "a password of textline";
pub const TEXTLINE_API_KEY: &str = "api-key-of-harborline";
/// Groups that the account's user belongs to.
pub const GROUP: &str = "21ca50a9-a85d-49d1-9266-0df69fd5a9ef";
pub const OTHER_GROUP: &str = "35c450e8-5b60-46e2-b691-481419462c16";

/// How the server handles a call.
#[derive(Clone, Copy, Debug)]
pub enum TextlineBehavior {
    /// Succeeds.
    Take,
    /// Fails with this status and an optional Retry-After header, after creating the post or not.
    Fail { status: u16, retry_after: Option<u32>, takes: bool },
    /// Responds with invalid JSON, after creating the post or not.
    TalkNonsense { takes: bool },
    /// Never responds, after creating the post or not.
    Hang { takes: bool },
}

impl TextlineBehavior {
    fn takes(self) -> bool {
        match self {
            Self::Take => true,
            Self::Fail { takes, .. } | Self::TalkNonsense { takes } | Self::Hang { takes } => takes,
        }
    }
}

/// The fake server, which stops with the test server.
pub struct Textline {
    server: LoopbackServer,
    state: Arc<State>,
}

struct State {
    clock: Arc<dyn Clock>,
    next: Mutex<VecDeque<TextlineBehavior>>,
    next_lookups: Mutex<VecDeque<TextlineBehavior>>,
    posts: Mutex<Vec<Value>>,
    tokens: Mutex<Vec<String>>,
    password: Mutex<String>,
    sign_ins: watch::Sender<usize>,
    calls: watch::Sender<usize>,
    lookups: Mutex<Vec<String>>,
    asked_groups: Mutex<Vec<String>>,
    groups: Mutex<Vec<String>>,
    files: Mutex<HashMap<String, Vec<u8>>>,
}

impl Textline {
    pub async fn start(clock: impl Clock) -> Self {
        let state = Arc::new(State {
            clock: Arc::new(clock),
            next: Mutex::default(),
            next_lookups: Mutex::default(),
            posts: Mutex::default(),
            tokens: Mutex::default(),
            password: Mutex::new(TEXTLINE_PASSWORD.to_owned()),
            sign_ins: watch::Sender::new(0),
            calls: watch::Sender::new(0),
            lookups: Mutex::default(),
            asked_groups: Mutex::default(),
            groups: Mutex::new([GROUP, OTHER_GROUP].map(str::to_owned).to_vec()),
            files: Mutex::default(),
        });
        Self { server: LoopbackServer::start(&state, answer).await, state }
    }

    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Sets how the next texts are handled; later ones are accepted.
    pub fn will(&self, behaviors: &[TextlineBehavior]) {
        lock(&self.state.next).extend(behaviors);
    }

    /// Sets how the next lookups of a conversation are answered; later ones succeed.
    pub fn will_look_up(&self, behaviors: &[TextlineBehavior]) {
        lock(&self.state.next_lookups).extend(behaviors);
    }

    /// Makes the current access tokens invalid.
    pub fn expire_tokens(&self) {
        lock(&self.state.tokens).clear();
    }

    /// Changes the password, so that signing in fails.
    pub fn change_password(&self) {
        "another password".clone_into(&mut lock(&self.state.password));
    }

    /// Deletes a group.
    pub fn delete_group(&self, group: &str) {
        lock(&self.state.groups).retain(|one| one != group);
    }

    /// Returns how often Parlor signed in.
    pub fn sign_ins(&self) -> usize {
        *self.state.sign_ins.borrow()
    }

    /// Returns the created posts, oldest first, each with `phone_number` and `group_uuid` of its request.
    pub fn posts(&self) -> Vec<Value> {
        lock(&self.state.posts).clone()
    }

    /// Returns how often a text was posted with a valid token.
    pub fn calls(&self) -> usize {
        *self.state.calls.borrow()
    }

    /// Waits until a text was posted this many times.
    pub async fn called(&self, times: usize) {
        wait_for_calls(&self.state.calls, times).await;
    }

    /// Returns the queries of lookups of a conversation.
    pub fn lookups(&self) -> Vec<String> {
        lock(&self.state.lookups).clone()
    }

    /// Returns the groups in which a conversation was looked for, also those that do not exist.
    pub fn asked_groups(&self) -> Vec<String> {
        lock(&self.state.asked_groups).clone()
    }

    /// Returns the address of a file.
    pub fn file(&self, name: &str, bytes: Vec<u8>) -> String {
        let path = format!("/files/{name}");
        lock(&self.state.files).insert(path.clone(), bytes);
        format!("{}{path}", self.url())
    }

    /// Returns the UUID of the conversation of a phone with a group.
    pub fn conversation(group: &str, phone: &str) -> String {
        format!("{}-4e14-4e14-86f2-{:0>12}", &group[..8], phone.trim_start_matches('+'))
    }
}

/// Handles a request. An error closes the connection.
async fn answer(state: Arc<State>, request: Request<Incoming>) -> io::Result<Response<Full<Bytes>>> {
    let (parts, body) = request.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let path = parts.uri.path();
    if let Some(file) = lock(&state.files).get(path) {
        return Ok(Response::new(Full::from(file.clone())));
    }
    if (&parts.method, path) == (&Method::POST, "/auth/sign_in.json") {
        return Ok(state.sign_in(&body));
    }
    let token = parts.headers.get("x-tgp-access-token").and_then(|token| token.to_str().ok());
    if token.is_none_or(|token| !lock(&state.tokens).iter().any(|valid| valid == token)) {
        return Ok(json_answer(401, &json!({ "error": "You need to sign in." })));
    }
    if path != "/api/conversations.json" {
        return Ok(json_answer(404, &json!({})));
    }
    match parts.method {
        Method::POST => state.create(&body).await,
        _ => state.look_up(parts.uri.query().unwrap_or_default()).await,
    }
}

impl State {
    fn sign_in(&self, body: &Value) -> Response<Full<Bytes>> {
        self.sign_ins.send_modify(|sign_ins| *sign_ins += 1);
        let user = json!({ "email": TEXTLINE_EMAIL, "password": *lock(&self.password) });
        if body["user"] != user || body["api_key"] != TEXTLINE_API_KEY {
            return json_answer(401, &json!({ "error": "Invalid email or password." }));
        }
        let token = format!("token-{:032x}", rand::random::<u128>());
        lock(&self.tokens).push(token.clone());
        let user = json!({ "email": TEXTLINE_EMAIL, "group_uuids": [GROUP, OTHER_GROUP] });
        json_answer(200, &json!({ "user": user, "access_token": { "token": token } }))
    }

    async fn create(&self, body: &Value) -> io::Result<Response<Full<Bytes>>> {
        let of = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (phone, group, text) =
            (of(&body["phone_number"]), of(&body["group_uuid"]), of(&body["comment"]["body"]));
        let behavior = lock(&self.next).pop_front().unwrap_or(TextlineBehavior::Take);
        if !lock(&self.groups).contains(&group) {
            return Ok(json_answer(404, &json!({})));
        }
        let conversation = Textline::conversation(&group, &phone);
        let post = json!({
            "uuid": format!("{:032x}", rand::random::<u128>()), "body": text, "attachments": [],
            "conversation_uuid": conversation, "created_at": self.clock.now().0 / 1_000,
            "creator": { "name": "Parlor", "type": "user" }, "is_whisper": false,
            // Not part of Textline's API: what was requested.
            "phone_number": phone, "group_uuid": group,
        });
        if behavior.takes() {
            lock(&self.posts).push(post.clone());
        }
        self.calls.send_modify(|calls| *calls += 1);
        let created = json!({
            "conversation": { "uuid": conversation, "resolved": false }, "post": post,
            "group": { "name": "Sales", "phone_number": "(202) 555-0101", "uuid": group },
        });
        respond(behavior, json_answer(200, &created)).await
    }

    async fn look_up(&self, query: &str) -> io::Result<Response<Full<Bytes>>> {
        let parameters: HashMap<String, String> =
            form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let of = |name: &str| parameters.get(name).cloned().unwrap_or_default();
        let (phone, group) = (of("phone_number"), of("group_uuid"));
        let is_lookup = !phone.is_empty();
        if is_lookup {
            lock(&self.asked_groups).push(group.clone());
        }
        if !lock(&self.groups).contains(&group) {
            return Ok(json_answer(404, &json!({})));
        }
        if !is_lookup {
            return Ok(json_answer(200, &json!({ "conversations": [] })));
        }
        lock(&self.lookups).push(query.to_owned());
        let behavior = lock(&self.next_lookups).pop_front().unwrap_or(TextlineBehavior::Take);
        let is_of = |post: &&Value| post["phone_number"] == phone && post["group_uuid"] == group;
        let posts: Vec<Value> = lock(&self.posts).iter().rev().filter(is_of).cloned().collect();
        let conversation = json!({ "uuid": Textline::conversation(&group, &phone), "resolved": false });
        respond(behavior, json_answer(200, &json!({ "conversation": conversation, "posts": posts }))).await
    }
}

/// Returns the response to a call, modified by the behavior.
async fn respond(
    behavior: TextlineBehavior,
    answer: Response<Full<Bytes>>,
) -> io::Result<Response<Full<Bytes>>> {
    match behavior {
        TextlineBehavior::Take => Ok(answer),
        TextlineBehavior::Fail { status, retry_after, .. } => {
            let mut failure = json_answer(status, &json!({ "errors": { "base": ["It can't be sent."] } }));
            if let Some(wait) = retry_after {
                failure.headers_mut().insert("retry-after", wait.into());
            }
            Ok(failure)
        }
        TextlineBehavior::TalkNonsense { .. } => Ok(Response::new(Full::from("<html>welcome</html>"))),
        TextlineBehavior::Hang { .. } => std::future::pending().await,
    }
}

fn json_answer(status: u16, body: &Value) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::from(body.to_string()));
    *response.status_mut() = StatusCode::from_u16(status).unwrap();
    response
}
