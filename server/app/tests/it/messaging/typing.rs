//! Typing indicators: colleagues see who is typing, immediately, on any server, and only if they can read
//! the thread.
use contract::v1::{EventKind, WatchEventsResponse};
use serde_json::json;
use tonic::Streaming;

use super::{
    live_events::{next, publish_event, watch},
    web_chat::{Visitor, newest_chat},
};
use crate::support::*;

const PHONE: &str = "+12025550176";
const MANAGER: &str = "manager@harborline.example";

/// Opens a stream and waits until it is ready.
async fn open_stream(server: &TestServer, staff: &Staff<'_>) -> Streaming<WatchEventsResponse> {
    let mut stream = watch(server, &staff.token, 0).await;
    assert_eq!(next(&mut stream).await.unwrap().kind(), EventKind::Ready);
    stream
}

/// Returns the ID of a conversation in Harbor Row.
async fn conversation(staff: &Staff<'_>) -> String {
    staff.text(PHONE, HARBOR_ROW_NUMBER, "may i keep a zeppelin").await.ok();
    let found =
        staff.get(&format!("/textConversations?communityId={HARBOR_ROW}&testTraffic=INCLUDE")).await.ok();
    found["conversations"][0]["_id"].as_str().expect("a conversation").to_owned()
}

/// Returns the ID of an email thread in Harbor Row.
async fn email_thread(staff: &Staff<'_>) -> String {
    let mailboxes = staff.get("/mailboxes").await.ok();
    let mailboxes = mailboxes["mailboxes"].as_array().unwrap().clone();
    let mailbox = mailboxes.iter().find(|one| one["communityId"] == HARBOR_ROW).expect("a mailbox");
    let path = format!("/mailboxes/{}/testEmails", mailbox["_id"].as_str().unwrap());
    let email =
        json!({ "fromAddress": "rae@example.com", "fromName": "Rae", "subject": "Llama", "text": "Loud." });
    staff.post(&path, email).await.ok()["threadId"].as_str().expect("a thread").to_owned()
}

/// Returns the ID of a web chat in Harbor Row.
async fn chat(server: &TestServer, staff: &Staff<'_>) -> String {
    Visitor::of_harbor_row(server, staff, 1).await.start("may i keep a zeppelin").await;
    newest_chat(staff).await["chat"]["_id"].as_str().expect("a chat").to_owned()
}

/// Returns the next typing event. On PostgreSQL, a server receives its own events twice.
async fn typing(stream: &mut Streaming<WatchEventsResponse>, has_stopped: bool) -> WatchEventsResponse {
    loop {
        let event = next(stream).await.unwrap();
        let typing = event.typing.as_ref().filter(|_| event.kind() == EventKind::Typing);
        if typing.is_some_and(|typing| typing.has_stopped == has_stopped) {
            return event;
        }
    }
}

/// Returns whether a stream receives a typing event before the event with this subject.
async fn receives_typing_before(stream: &mut Streaming<WatchEventsResponse>, subject: &str) -> bool {
    let mut has_received = false;
    loop {
        let event = next(stream).await.unwrap();
        has_received |= event.typing.is_some();
        if event.subject == subject && event.kind() == EventKind::Community {
            return has_received;
        }
    }
}

on_both! {
    async fn colleagues_see_who_is_typing_in_a_conversation_email_thread_or_web_chat(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login(MANAGER).await;
        let (text, email) = (conversation(&dana).await, email_thread(&dana).await);
        let chat = chat(&server, &dana).await;
        server.settled().await;
        let mut his = open_stream(&server, &marcus).await;
        for (path, id) in [("textConversations", &text), ("emailThreads", &email), ("webChats", &chat)] {
            for has_stopped in [false, true] {
                dana.post(&format!("/{path}/{id}/typing"), json!({ "hasStopped": has_stopped })).await.ok();
                let event = typing(&mut his, has_stopped).await;
                assert_eq!((&event.subject, event.community_id.as_str()), (id, HARBOR_ROW));
                let typist = event.typing.unwrap();
                assert_eq!((typist.id.as_str(), typist.name.as_str()), ("staff-harborline-admin", "Dana Okafor"));
            }
        }
    }

    async fn staff_see_that_the_visitor_of_a_web_chat_is_typing(server: TestServer) {
        let dana = server.harborline_admin().await;
        let northgate = server.northgate_admin().await;
        let id = chat(&server, &dana).await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        server.settled().await;
        let before = dana.get(&format!("/webChats/{id}")).await.ok();
        let mut hers = open_stream(&server, &dana).await;
        let mut theirs = open_stream(&server, &northgate).await;
        for has_stopped in [false, true] {
            visitor.call("typing", json!({ "hasStopped": has_stopped })).await.ok();
            let event = loop {
                let event = next(&mut hers).await.unwrap();
                if event.typing.as_ref().is_some_and(|typing| typing.has_stopped == has_stopped) {
                    break event;
                }
            };
            assert_eq!((event.kind(), &event.subject), (EventKind::VisitorTyping, &id));
            assert_eq!(event.community_id, HARBOR_ROW);
            let typist = event.typing.unwrap();
            assert_eq!((typist.id.as_str(), typist.name.as_str()), ("", ""));
        }
        assert_eq!(dana.get(&format!("/webChats/{id}")).await.ok(), before, "nothing is stored");
        publish_event(&server, "company-northgate", "", "afterwards").await;
        assert!(!receives_typing_before(&mut theirs, "afterwards").await);
        for (key, token) in [(visitor.key.as_str(), "f".repeat(64)), ("x", visitor.token.clone())] {
            let other = Visitor::with(&server, key, &token);
            assert_eq!(other.call("typing", json!({})).await.status, 404);
        }
    }

    async fn typing_is_not_shown_to_the_typist_or_to_users_without_access(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login(MANAGER).await;
        let northgate = server.northgate_admin().await;
        let id = conversation(&dana).await;
        dana.put("/users/id/staff-harborline-manager", json!({ "text_communities": ["community-the-meridian"] })).await.ok();
        server.settled().await;
        let mut hers = open_stream(&server, &dana).await;
        let mut his = open_stream(&server, &marcus).await;
        let mut theirs = open_stream(&server, &northgate).await;
        dana.post(&format!("/textConversations/{id}/typing"), json!({})).await.ok();
        for (company, stream) in [
            ("company-harborline", &mut hers),
            ("company-harborline", &mut his),
            ("company-northgate", &mut theirs),
        ] {
            publish_event(&server, company, "", "afterwards").await;
            assert!(!receives_typing_before(stream, "afterwards").await, "{company}");
        }
    }

    async fn typing_in_an_inaccessible_thread_is_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        let northgate = server.northgate_admin().await;
        let (text, email) = (conversation(&dana).await, email_thread(&dana).await);
        let chat = chat(&server, &dana).await;
        for (path, id) in [("textConversations", text), ("emailThreads", email), ("webChats", chat)] {
            let refused = northgate.post(&format!("/{path}/{id}/typing"), json!({})).await;
            assert_eq!(refused.status, 404, "{path}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn typing_is_seen_on_another_server() {
    let one = TestServer::open(Engine::Postgres).await;
    let other = one.start_another(&[KEY]).await;
    let dana = one.harborline_admin().await;
    let marcus = one.login(MANAGER).await;
    let id = conversation(&dana).await;
    one.settled().await;
    let mut his = open_stream(&other, &marcus).await;
    dana.post(&format!("/textConversations/{id}/typing"), json!({})).await.ok();
    assert_eq!(typing(&mut his, false).await.subject, id);
}
