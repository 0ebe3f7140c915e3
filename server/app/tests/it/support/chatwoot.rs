//! A fake Chatwoot server on loopback. It implements the parts of the API that an API channel needs, and
//! signs webhooks.
use std::{
    collections::{HashMap, VecDeque},
    io,
    sync::{Arc, Mutex},
};

use aws_lc_rs::hmac;
use bytes::Bytes;
use http::{Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use serde_json::{Value, json};

use super::{
    TestServer,
    http::Answer,
    loopback::{LoopbackServer, lock},
};

pub const CHATWOOT_TOKEN: &str = "cw-token-0123456789";
pub const CHATWOOT_SECRET: &str = "cw-webhook-secret";
/// The account. Its inbox 7 is an API channel, and its inbox 8 is a website widget.
pub const CHATWOOT_ACCOUNT: &str = "3";
pub const CHATWOOT_INBOX: &str = "7";

/// How the server handles a call that changes something.
#[derive(Clone, Copy, Debug)]
pub enum ChatwootBehavior {
    /// Responds with this status and an optional Retry-After header, without any effect.
    Refuse(u16, Option<u32>),
    /// Executes the call, then closes the connection without a response.
    TakeAndClose,
    /// Does not respond.
    Hang,
}

/// The fake server.
pub struct Chatwoot {
    server: LoopbackServer,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    next: Mutex<VecDeque<ChatwootBehavior>>,
    contacts: Mutex<Vec<Value>>,
    conversations: Mutex<Vec<Value>>,
    messages: Mutex<Vec<Value>>,
    calls: Mutex<Vec<String>>,
}

impl Chatwoot {
    pub async fn start() -> Self {
        let state = Arc::<State>::default();
        Self { server: LoopbackServer::start(&state, answer).await, state }
    }

    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Sets how the next calls that change something are handled; later ones succeed.
    pub fn will(&self, behaviors: &[ChatwootBehavior]) {
        lock(&self.state.next).extend(behaviors);
    }

    pub fn contacts(&self) -> Vec<Value> {
        lock(&self.state.contacts).clone()
    }

    pub fn conversations(&self) -> Vec<Value> {
        lock(&self.state.conversations).clone()
    }

    /// Returns its messages, oldest first.
    pub fn messages(&self) -> Vec<Value> {
        lock(&self.state.messages).clone()
    }

    /// Returns the direction and the text of its messages, without notes.
    pub fn public_messages(&self) -> Vec<(String, String)> {
        let text = |of: &Value| of.as_str().unwrap().to_owned();
        let public = self.messages().into_iter().filter(|message| message["private"] == false);
        public.map(|message| (text(&message["kind"]), text(&message["content"]))).collect()
    }

    /// Returns the method and the path of each call.
    pub fn calls(&self) -> Vec<String> {
        lock(&self.state.calls).clone()
    }

    /// Adds an agent's message to a conversation. Returns the event for the webhook.
    pub fn add_agent_message(&self, conversation: &Value, content: &str, more: Value) -> Value {
        let mut message = self.state.message(
            conversation["id"].as_i64().unwrap(),
            &json!({
                "content": content, "message_type": "outgoing", "private": more["private"],
            }),
        );
        message["event"] = "message_created".into();
        message["message_type"] = "outgoing".into();
        message["sender"] =
            json!({ "id": 1, "name": "Ada Byron", "email": "ada@desk.example", "type": "user" });
        for (name, value) in more.as_object().into_iter().flatten() {
            message[name] = value.clone();
        }
        message
    }

    /// Returns the webhook event of an existing message.
    pub fn event_of(&self, message: &Value) -> Value {
        let mut event = message.clone();
        event["event"] = "message_created".into();
        event["message_type"] = message["kind"].clone();
        event
    }

    /// Returns the webhook event of a changed conversation status.
    pub fn status_event(&self, conversation: &Value, status: &str, more: Value) -> Value {
        let mut event = json!({
            "event": "conversation_status_changed", "id": conversation["id"], "inbox_id": 7, "status": status,
            "account": { "id": 3, "name": "Desk" }, "snoozed_until": null,
            "meta": { "sender": { "id": 1 }, "assignee": null },
        });
        for (name, value) in more.as_object().into_iter().flatten() {
            event[name] = value.clone();
        }
        event
    }
}

/// Returns Chatwoot's signature.
pub fn chatwoot_signature(secret: &str, timestamp: &str, body: &str) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let mac = hmac::sign(&key, format!("{timestamp}.{body}").as_bytes());
    let hex: String = mac.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256={hex}")
}

/// A webhook request.
#[derive(Clone)]
pub struct ChatwootWebhook {
    pub company: &'static str,
    pub timestamp: String,
    pub signature: String,
    pub delivery: String,
    pub body: String,
}

impl ChatwootWebhook {
    /// Returns a correctly signed request.
    pub fn of(server: &TestServer, event: &Value) -> Self {
        let timestamp = (platform::Clock::now(&server.clock).0 / 1_000).to_string();
        let body = event.to_string();
        let signature = chatwoot_signature(CHATWOOT_SECRET, &timestamp, &body);
        let delivery = format!("{:032x}", rand::random::<u128>());
        Self { company: "company-harborline", timestamp, signature, delivery, body }
    }

    pub async fn send(&self, server: &TestServer) -> Answer {
        let request = Request::post(format!("http://{}/webhooks/chatwoot/{}", server.address, self.company))
            .header("content-type", "application/json")
            .header("x-chatwoot-signature", &self.signature)
            .header("x-chatwoot-timestamp", &self.timestamp)
            .header("x-chatwoot-delivery", &self.delivery)
            .body(Full::from(self.body.clone()))
            .unwrap();
        server.send(request).await
    }
}

/// Handles a request. An error closes the connection.
async fn answer(state: Arc<State>, request: Request<Incoming>) -> io::Result<Response<Full<Bytes>>> {
    let (parts, body) = request.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    lock(&state.calls).push(format!("{} {}", parts.method, parts.uri));
    if parts.headers.get("api_access_token").is_none_or(|given| given != CHATWOOT_TOKEN) {
        return Ok(json_answer(401, &json!({ "errors": ["Invalid Access Token"] })));
    }
    let Some(path) = parts.uri.path().strip_prefix("/api/v1/accounts/3/") else {
        return Ok(json_answer(404, &json!({ "error": "Resource could not be found" })));
    };
    let behavior = if parts.method == Method::GET { None } else { lock(&state.next).pop_front() };
    if let Some(ChatwootBehavior::Hang) = behavior {
        std::future::pending::<()>().await;
    }
    if let Some(ChatwootBehavior::Refuse(status, wait)) = behavior {
        let mut refusal = json_answer(status, &json!({ "error": "No" }));
        if let Some(wait) = wait {
            refusal.headers_mut().insert("retry-after", wait.into());
        }
        return Ok(refusal);
    }
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let query = parts.uri.query().unwrap_or_default();
    let query: HashMap<String, String> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    let steps: Vec<&str> = path.split('/').collect();
    let answered = match (&parts.method, steps.as_slice()) {
        (&Method::GET, ["inboxes", "7"]) => Some(json!({ "id": 7, "channel_type": "Channel::Api" })),
        (&Method::GET, ["inboxes", "8"]) => Some(json!({ "id": 8, "channel_type": "Channel::WebWidget" })),
        (&Method::GET, ["contacts", "search"]) => Some(state.search(&query["q"])),
        (&Method::POST, ["contacts"]) => Some(state.add_contact(&body)),
        (&Method::GET, ["contacts", id, "conversations"]) => Some(state.conversations_of(id)),
        (&Method::POST, ["conversations"]) => Some(state.add_conversation(&body)),
        (&Method::GET, ["conversations", id, "messages"]) => Some(state.messages_of(id, query.get("after"))),
        (&Method::POST, ["conversations", id, "messages"]) => {
            let message = state.message(id.parse().unwrap(), &body);
            Some(message)
        }
        _ => None,
    };
    match (answered, behavior) {
        (_, Some(ChatwootBehavior::TakeAndClose)) => Err(io::Error::other("closed")),
        (Some(answered), _) => Ok(json_answer(200, &answered)),
        (None, _) => Ok(json_answer(404, &json!({ "error": "Resource could not be found" }))),
    }
}

impl State {
    fn search(&self, words: &str) -> Value {
        let is_found = |contact: &&Value| contact["phone_number"].as_str().unwrap().contains(words);
        json!({ "meta": {}, "payload": lock(&self.contacts).iter().filter(is_found).collect::<Vec<_>>() })
    }

    fn add_contact(&self, new: &Value) -> Value {
        let mut contacts = lock(&self.contacts);
        assert!(
            contacts.iter().all(|contact| contact["phone_number"] != new["phone_number"]),
            "one of a phone"
        );
        let id = 100 + contacts.len();
        let contact = json!({ "id": id, "name": new["name"], "phone_number": new["phone_number"] });
        contacts.push(contact.clone());
        json!({ "payload": { "contact": contact, "contact_inbox": {} } })
    }

    fn conversations_of(&self, contact: &str) -> Value {
        let is_of = |one: &&Value| one["contact_id"] == contact.parse::<u64>().unwrap();
        json!({ "payload": lock(&self.conversations).iter().filter(is_of).collect::<Vec<_>>() })
    }

    fn add_conversation(&self, new: &Value) -> Value {
        assert_eq!(new["inbox_id"], 7);
        let mut conversations = lock(&self.conversations);
        let conversation = json!({
            "id": 500 + conversations.len(), "inbox_id": 7, "contact_id": new["contact_id"], "status": "open",
            "custom_attributes": new["custom_attributes"], "source_id": new["source_id"],
        });
        conversations.push(conversation.clone());
        conversation
    }

    fn messages_of(&self, conversation: &str, after: Option<&String>) -> Value {
        let after = after.map_or(0, |after| after.parse().unwrap());
        let is_of = |one: &&Value| {
            one["conversation"]["id"] == conversation.parse::<u64>().unwrap()
                && one["id"].as_i64().unwrap() > after
        };
        json!({ "meta": {}, "payload": lock(&self.messages).iter().filter(is_of).collect::<Vec<_>>() })
    }

    fn message(&self, conversation: i64, new: &Value) -> Value {
        let mut messages = lock(&self.messages);
        // The type of a message is a number in the API and a name in webhooks.
        let kind = &new["message_type"];
        let message = json!({
            "id": 9_000 + messages.len(), "content": new["content"], "kind": kind,
            "message_type": i32::from(kind == "outgoing"), "private": new["private"].as_bool().unwrap_or_default(),
            "content_type": "text", "source_id": new["source_id"], "account": { "id": 3, "name": "Desk" },
            "inbox": { "id": 7, "name": "Parlor" },
            "conversation": { "id": conversation, "inbox_id": 7, "status": "open" },
        });
        messages.push(message.clone());
        message
    }
}

fn json_answer(status: u16, body: &Value) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::from(body.to_string()));
    *response.status_mut() = StatusCode::from_u16(status).unwrap();
    response
}
