//! Calls of a signed-in user.
use http::Request;
use http_body_util::{BodyExt, Full};
use prost_reflect::ReflectMessage;
use serde_json::{Value, json};

use super::{TestServer, http::Answer, method};

/// A signed-in user.
pub struct Staff<'h> {
    pub(super) server: &'h TestServer,
    pub token: String,
}

impl Staff<'_> {
    pub async fn get(&self, path: &str) -> Answer {
        self.server.rest("GET", path, &self.token, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.server.rest("POST", path, &self.token, Some(body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.server.rest("PUT", path, &self.token, Some(body)).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.server.rest("PATCH", path, &self.token, Some(body)).await
    }

    /// Returns the first line of a stream.
    pub async fn first_line(&self, path: &str) -> Value {
        let request = Request::get(format!("http://{}{path}", self.server.address));
        let request = request.header("usertoken", &self.token).body(Full::default()).unwrap();
        let mut body = self.server.begin(request).await.into_body();
        let mut line = Vec::new();
        while !line.ends_with(b"\n") {
            let frame = body.frame().await.expect("a line").unwrap();
            line.extend_from_slice(frame.data_ref().expect("a line"));
        }
        serde_json::from_slice(&line).unwrap()
    }

    /// Calls an RPC over gRPC by its short name.
    pub async fn call<T: prost::Message + Default>(&self, name: &str, message: &impl ReflectMessage) -> T {
        let reply = self.server.grpc(&method(name), &self.token, &message.transcode_to_dynamic()).await;
        reply.ok().transcode_to().unwrap()
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.server.rest("DELETE", path, &self.token, None).await
    }

    /// Texts a number from a phone, and waits until the text is handled.
    pub async fn text(&self, from: &str, to: &str, body: &str) -> Answer {
        let answer = self.post("/handset/messages", json!({ "from": from, "to": to, "body": body })).await;
        self.server.settled().await;
        answer
    }

    /// Texts photos, in base64.
    pub async fn text_photos(&self, from: &str, to: &str, body: &str, photos: &[String]) -> Answer {
        let text = json!({ "from": from, "to": to, "body": body, "photos": photos });
        let answer = self.post("/handset/messages", text).await;
        self.server.settled().await;
        answer
    }

    /// Returns the newest texts that a phone shows, up to 200.
    pub async fn phone(&self, phone: &str) -> Vec<Value> {
        let path = format!("/handset/messages?phone={}&limit=200", phone.replace('+', "%2B"));
        self.get(&path).await.ok()["messages"].as_array().unwrap().clone()
    }

    /// Returns the last text that a phone shows.
    pub async fn last_text(&self, phone: &str) -> String {
        self.phone(phone).await.last().map(|m| m["body"].as_str().unwrap().to_owned()).unwrap_or_default()
    }

    /// Returns the open escalations, newest first. Emergencies, including that of the demo, are sorted by age
    /// as well.
    pub async fn open_escalations(&self) -> Vec<Value> {
        let answer = self.get("/textConversations/escalations/user?newestFirst=true").await;
        let mut waiting = answer.ok()["escalations"].as_array().unwrap().clone();
        waiting.sort_by(|one, other| other["askedAt"].as_str().cmp(&one["askedAt"].as_str()));
        waiting
    }
}
