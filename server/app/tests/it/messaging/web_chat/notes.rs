//! Notes of staff on web chats.
use std::time::Duration;

use super::*;

const MANAGER: &str = "manager@harborline.example";

/// Begins a chat of a new visitor of Harbor Row. Returns the visitor, and the path of the chat's notes.
async fn begin<'h>(server: &'h TestServer, dana: &Staff<'_>, number: u64) -> (Visitor<'h>, String) {
    let visitor = Visitor::of_harbor_row(server, dana, number).await;
    visitor.start(NOT_COVERED).await;
    let path = format!("/webChats/{}/notes", text(&newest_chat(dana).await["chat"], "_id"));
    (visitor, path)
}

on_both! {
    async fn notes_on_a_chat_are_visible_to_staff_and_deletable_by_their_author(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login(MANAGER).await;
        let (_, path) = begin(&server, &dana, 1).await;
        // Notes are welcome although a colleague has the chat.
        let me = dana.get("/users/token").await.ok()["user"]["_id"].clone();
        dana.post(&path.replace("/notes", "/assign"), json!({ "assigneeId": me })).await.ok();
        let hers = dana.post(&path, json!({ "body": " Called them twice. " })).await.ok();
        server.later(Duration::from_secs(1)).await;
        marcus.post(&path, json!({ "body": "They moved out." })).await.ok();
        assert_eq!(dana.post(&path, json!({ "body": "  " })).await.fields(), ["body"]);
        assert_eq!(dana.post(&path, json!({ "body": "x".repeat(2_001) })).await.fields(), ["body"]);

        let first = dana.get(&format!("{path}?limit=1")).await.ok();
        let note = &first["notes"][0];
        assert_eq!((&note["body"], &note["author"]), (&json!("They moved out."), &json!("Marcus Bell")));
        let rest = dana.get(&format!("{path}?limit=1&pageToken={}", text(&first, "nextPageToken"))).await.ok();
        let note = &rest["notes"][0];
        assert_eq!((&note["body"], &note["author"]), (&json!("Called them twice."), &json!("Dana Okafor")));
        assert_eq!(rest["nextPageToken"], "");

        let (_, other) = begin(&server, &dana, 2).await;
        assert_eq!(dana.get(&other).await.ok()["notes"], json!([]));
        let id = text(&hers["note"], "_id");
        let elsewhere = format!("{other}/{id}");
        assert_eq!(dana.delete(&elsewhere).await.status, 404, "the note is on another chat");
        let hers = format!("{path}/{id}");
        assert_eq!(marcus.delete(&hers).await.reason(), "NOT_YOUR_NOTE");
        dana.delete(&hers).await.ok();
        assert_eq!(dana.delete(&hers).await.status, 404);
        assert_eq!(dana.get(&path).await.ok()["notes"].as_array().unwrap().len(), 1);
        let northgate = server.northgate_admin().await;
        assert_eq!(northgate.get(&path).await.status, 404);
        assert_eq!(northgate.post(&path, json!({ "body": "Hello" })).await.status, 404);
    }

    async fn visitors_never_see_notes(server: TestServer) {
        let dana = server.harborline_admin().await;
        let (visitor, path) = begin(&server, &dana, 1).await;
        let seen = visitor.after("").await;
        let shown = newest_chat(&dana).await;
        dana.post(&path, json!({ "body": "Behind on dues." })).await.ok();
        server.settled().await;
        assert_eq!(visitor.after("").await, seen);
        assert_eq!(newest_chat(&dana).await, shown, "a note is no message, and does not change the chat");
        for (name, body) in [
            ("open", json!({})),
            ("start", json!({ "body": NOT_COVERED })),
            ("messages", json!({ "after": text(&seen, "cursor") })),
            ("contact", json!({ "name": "Rae Quill" })),
            ("send", json!({ "body": COVERED })),
        ] {
            let answer = visitor.call(name, body).await.ok().to_string();
            assert!(!answer.contains("dues"), "{name}: {answer}");
        }
        server.settled().await;
        assert!(!visitor.after("").await.to_string().contains("dues"));
    }
}
