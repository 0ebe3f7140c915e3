//! Drafts of the writing assistant and of the assistants.
mod access;
mod documents;
mod letters;
mod long_documents;
mod rewriting;
mod sharing;
mod streaming;
mod templates;

use contract::v1::{WatchDraftRequest, WatchDraftResponse, draft_service_client::DraftServiceClient};
use serde_json::{Value, json};
use tonic::{Status, Streaming, transport::Channel};

use crate::support::*;

/// Creates a notice about a community. If it is written from a template, waits until it is done.
pub async fn create(server: &TestServer, staff: &Staff<'_>, notes: &str) -> Value {
    let inputs = json!({ "purpose": "NOTICE", "notes": notes, "tone": "FRIENDLY" });
    let draft = json!({ "kind": "WRITING", "communityId": HARBOR_ROW, "inputs": inputs });
    let created = staff.post("/drafts", draft).await.ok()["draft"].clone();
    server.settled().await;
    created
}

pub fn path_of(draft: &Value) -> String {
    format!("/drafts/{}", draft["_id"].as_str().unwrap())
}

pub async fn read(staff: &Staff<'_>, draft: &Value) -> Value {
    staff.get(&path_of(draft)).await.ok()["draft"].clone()
}

pub async fn watch(
    server: &TestServer,
    token: &str,
    draft: &Value,
    after: i64,
) -> Result<Streaming<WatchDraftResponse>, Status> {
    watch_over(server.channel().await, token, draft, after).await
}

pub async fn watch_over(
    channel: Channel,
    token: &str,
    draft: &Value,
    after: i64,
) -> Result<Streaming<WatchDraftResponse>, Status> {
    let id = draft["_id"].as_str().unwrap().to_owned();
    let mut request = tonic::Request::new(WatchDraftRequest { id, after });
    request.metadata_mut().insert("usertoken", token.parse().unwrap());
    Ok(DraftServiceClient::new(channel).watch_draft(request).await?.into_inner())
}

/// The state of a draft that a watcher has received.
#[derive(Default)]
pub struct Watched {
    pub text: String,
    pub sequence: i64,
}

impl Watched {
    /// Reads the stream until the text contains a phrase, or until it ends.
    pub async fn until(&mut self, stream: &mut Streaming<WatchDraftResponse>, phrase: &str) {
        while phrase.is_empty() || !self.text.contains(phrase) {
            let message = within("the next part of the draft", stream.message()).await.unwrap();
            let Some(message) = message else { return };
            if message.replaces_text {
                self.text.clear();
            }
            self.text.push_str(&message.text);
            self.sequence = message.sequence;
        }
    }
}
