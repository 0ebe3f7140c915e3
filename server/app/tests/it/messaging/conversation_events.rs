//! Each action of staff is published to watchers.
use std::time::Duration;

use contract::v1::{EventKind, WatchEventsResponse};
use serde_json::{Value, json};
use tonic::Streaming;

use crate::{
    messaging::{
        live_events::{next, watch},
        web_chat::{Visitor, newest_chat, newest_escalations},
    },
    support::*,
};

const PHONE: &str = "+12025550176";
const HOUR: Duration = Duration::from_secs(3_600);
/// One hour after the test servers start.
const IN_AN_HOUR: &str = "2026-03-02T16:00:00Z";

/// A watcher, while only the test causes events.
struct EventListener<'h> {
    server: &'h TestServer,
    stream: Streaming<WatchEventsResponse>,
}

impl<'h> EventListener<'h> {
    async fn open(server: &'h TestServer, staff: &Staff<'_>) -> Self {
        let mut stream = watch(server, &staff.token, 0).await;
        assert_eq!(next(&mut stream).await.unwrap().kind(), EventKind::Ready);
        Self { server, stream }
    }

    /// Executes an action, and waits for the event with this kind and subject.
    async fn expect_event<T>(&mut self, kind: EventKind, subject: &str, act: impl Future<Output = T>) -> T {
        self.server.settled().await;
        let before = self.last_sequence().await;
        let result = act.await;
        loop {
            let event = next(&mut self.stream).await.unwrap();
            if event.sequence > before && (event.kind(), event.subject.as_str()) == (kind, subject) {
                return result;
            }
        }
    }

    /// Returns the number of the last event.
    async fn last_sequence(&self) -> i64 {
        let mut tx =
            self.server.db.read(&platform::Scope::of_company(&"company-harborline".into())).await.unwrap();
        platform::events::head(&mut tx, &"company-harborline".into()).await.unwrap()
    }
}

fn object_id(object: &Value) -> String {
    object["_id"].as_str().unwrap().to_owned()
}

on_both! {
    async fn each_conversation_action_emits_an_event(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, "may i keep a zeppelin on the roof").await.ok();
        let conversation = dana.open_escalations().await[0]["conversationId"].as_str().unwrap().to_owned();
        let path = format!("/textConversations/{conversation}");
        let (of, it) = (EventKind::Conversation, conversation.as_str());
        let mut listener = EventListener::open(&server, &marcus).await;
        let act = async |verb: &str, body: Value| dana.post(&format!("{path}/{verb}"), body).await.ok();

        listener.expect_event(of, it, act("read", json!({}))).await;
        let note = listener.expect_event(of, it, act("notes", json!({ "body": "He has asked before." }))).await;
        let note = format!("{path}/notes/{}", object_id(&note["note"]));
        listener.expect_event(of, it, async { dana.delete(&note).await.ok() }).await;
        listener.expect_event(of, it, act("takeOver", json!({}))).await;
        listener.expect_event(of, it, act("handBack", json!({}))).await;
        let sent = listener.expect_event(of, it, act("messages", json!({ "body": "Not on the rof." }))).await;
        listener.expect_event(of, it, act(&format!("messages/{}/undo", object_id(&sent["message"])), json!({}))).await;
        listener.expect_event(of, it, act("snooze", json!({ "until": IN_AN_HOUR }))).await;
        // The conversation reopens automatically.
        listener.expect_event(of, it, server.later(HOUR)).await;
        listener.expect_event(of, it, act("resolve", json!({}))).await;
        // The resident's next text opens it again.
        listener.expect_event(of, it, dana.text(PHONE, HARBOR_ROW_NUMBER, "how do i get a 2nd parking permit")).await.ok();
    }

    async fn each_escalation_action_emits_an_event(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, "may i keep a zeppelin on the roof").await.ok();
        let raised = dana.open_escalations().await[0].clone();
        let (escalation, conversation) = (object_id(&raised), raised["conversationId"].as_str().unwrap().to_owned());
        let path = format!("/textConversations/escalations/{escalation}");
        let (of, it) = (EventKind::Escalation, escalation.as_str());
        let mut listener = EventListener::open(&server, &marcus).await;
        let act = async |verb: &str, body: Value| dana.post(&format!("{path}{verb}"), body).await.ok();

        listener.expect_event(of, it, act("/claim", json!({}))).await;
        listener.expect_event(of, it, act("/release", json!({}))).await;
        listener.expect_event(of, it, act("/dismiss", json!({ "reason": "SPAM" }))).await;
        listener.expect_event(of, it, act("/undo", json!({}))).await;
        let answer = json!({ "answer": "Not on the roof.", "notifyHomeownerData": { "notify": true } });
        listener.expect_event(of, it, act("", answer.clone())).await;
        listener.expect_event(of, it, act("/undo", json!({}))).await;
        // The event of the conversation is published as well.
        listener.expect_event(EventKind::Conversation, &conversation, act("", answer)).await;
    }

    async fn each_step_of_a_web_chat_emits_an_event(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start("hello").await;
        let chat = object_id(&newest_chat(&dana).await["chat"]);
        let (of, it) = (EventKind::WebChat, chat.as_str());
        let mut listener = EventListener::open(&server, &marcus).await;
        let contact = json!({ "name": "Rae Quill" });
        listener.expect_event(of, it, async { visitor.call("contact", contact).await.ok() }).await;
        listener.expect_event(of, it, visitor.send("may i keep a zeppelin on the roof")).await;

        // Its open question is answered, which is undone and done again, and dismissed.
        let escalation = object_id(&newest_escalations(&dana).await[0]);
        let path = format!("/textConversations/escalations/{escalation}");
        let act = async |verb: &str, body: Value| dana.post(&format!("{path}{verb}"), body).await.ok();
        let answer = json!({ "answer": "Not on the roof.", "notifyHomeownerData": { "notify": true } });
        listener.expect_event(of, it, act("", answer.clone())).await;
        listener.expect_event(of, it, act("/undo", json!({}))).await;
        listener.expect_event(of, it, act("/dismiss", json!({ "reason": "SPAM" }))).await;
        listener.expect_event(of, it, act("/undo", json!({}))).await;
        listener.expect_event(EventKind::Escalation, &escalation, act("", answer)).await;

        // Staff handle the chat.
        let path = format!("/webChats/{it}");
        let act = async |verb: &str, body: Value| dana.post(&format!("{path}/{verb}"), body).await.ok();
        listener.expect_event(of, it, act("mark", json!({ "isUnread": true }))).await;
        listener.expect_event(of, it, act("priority", json!({ "priority": "HIGH" }))).await;
        listener.expect_event(of, it, act("messages", json!({ "body": "Hello" }))).await;
        listener.expect_event(of, it, act("assign", json!({ "assigneeId": "" }))).await;
        listener.expect_event(of, it, act("state", json!({ "state": "RESOLVED" }))).await;
        let note = listener.expect_event(of, it, act("notes", json!({ "body": "Has asked before." }))).await;
        let note = format!("{path}/notes/{}", object_id(&note["note"]));
        listener.expect_event(of, it, async { dana.delete(&note).await.ok() }).await;
    }
}
