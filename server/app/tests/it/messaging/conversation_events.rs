//! Each action of staff is published to watchers.
use std::time::Duration;

use contract::v1::{EventKind, WatchEventsResponse};
use serde_json::{Value, json};
use tonic::Streaming;

use crate::{
    messaging::live_events::{next, watch},
    support::*,
};

const PHONE: &str = "+12025550176";
const HOUR: Duration = Duration::from_secs(3_600);
/// One hour after the test servers start.
const IN_AN_HOUR: &str = "2026-03-02T16:00:00Z";

/// A watcher, while only the test causes events.
struct Ear<'h> {
    server: &'h TestServer,
    stream: Streaming<WatchEventsResponse>,
}

impl<'h> Ear<'h> {
    async fn open(server: &'h TestServer, staff: &Staff<'_>) -> Self {
        let mut stream = watch(server, &staff.token, 0).await;
        assert_eq!(next(&mut stream).await.unwrap().kind(), EventKind::Ready);
        Self { server, stream }
    }

    /// Executes an action, and waits for the event with this kind and subject.
    async fn hears<T>(&mut self, kind: EventKind, subject: &str, act: impl Future<Output = T>) -> T {
        self.server.settled().await;
        let before = self.told().await;
        let done = act.await;
        loop {
            let event = next(&mut self.stream).await.unwrap();
            if event.sequence > before && (event.kind(), event.subject.as_str()) == (kind, subject) {
                return done;
            }
        }
    }

    /// Returns the number of the last event.
    async fn told(&self) -> i64 {
        let mut tx =
            self.server.db.read(&platform::Scope::of_company(&"company-harborline".into())).await.unwrap();
        platform::events::head(&mut tx, &"company-harborline".into()).await.unwrap()
    }
}

fn id(thing: &Value) -> String {
    thing["_id"].as_str().unwrap().to_owned()
}

on_both! {
    async fn each_conversation_action_emits_an_event(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, "may i keep a zeppelin on the roof").await.ok();
        let conversation = dana.open_escalations().await[0]["conversationId"].as_str().unwrap().to_owned();
        let path = format!("/textConversations/{conversation}");
        let (of, it) = (EventKind::Conversation, conversation.as_str());
        let mut ear = Ear::open(&server, &marcus).await;
        let act = async |verb: &str, body: Value| dana.post(&format!("{path}/{verb}"), body).await.ok();

        ear.hears(of, it, act("read", json!({}))).await;
        let note = ear.hears(of, it, act("notes", json!({ "body": "He has asked before." }))).await;
        let note = format!("{path}/notes/{}", id(&note["note"]));
        ear.hears(of, it, async { dana.delete(&note).await.ok() }).await;
        ear.hears(of, it, act("takeOver", json!({}))).await;
        ear.hears(of, it, act("handBack", json!({}))).await;
        let sent = ear.hears(of, it, act("messages", json!({ "body": "Not on the rof." }))).await;
        ear.hears(of, it, act(&format!("messages/{}/undo", id(&sent["message"])), json!({}))).await;
        ear.hears(of, it, act("snooze", json!({ "until": IN_AN_HOUR }))).await;
        // The conversation reopens by itself.
        ear.hears(of, it, server.later(HOUR)).await;
        ear.hears(of, it, act("resolve", json!({}))).await;
        // The resident's next text opens it again.
        ear.hears(of, it, dana.text(PHONE, HARBOR_ROW_NUMBER, "how do i get a 2nd parking permit")).await.ok();
    }

    async fn each_escalation_action_emits_an_event(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, "may i keep a zeppelin on the roof").await.ok();
        let asked = dana.open_escalations().await[0].clone();
        let (escalation, conversation) = (id(&asked), asked["conversationId"].as_str().unwrap().to_owned());
        let path = format!("/textConversations/escalations/{escalation}");
        let (of, it) = (EventKind::Escalation, escalation.as_str());
        let mut ear = Ear::open(&server, &marcus).await;
        let act = async |verb: &str, body: Value| dana.post(&format!("{path}{verb}"), body).await.ok();

        ear.hears(of, it, act("/claim", json!({}))).await;
        ear.hears(of, it, act("/release", json!({}))).await;
        ear.hears(of, it, act("/dismiss", json!({ "reason": "SPAM" }))).await;
        ear.hears(of, it, act("/undo", json!({}))).await;
        let answer = json!({ "answer": "Not on the roof.", "notifyHomeownerData": { "notify": true } });
        ear.hears(of, it, act("", answer.clone())).await;
        ear.hears(of, it, act("/undo", json!({}))).await;
        // The event of the conversation is published as well.
        ear.hears(EventKind::Conversation, &conversation, act("", answer)).await;
    }
}
