//! What visitors see while staff type a reply.
use std::time::Duration;

use super::*;

/// Begins a chat of a new visitor of Harbor Row, who sees it. Returns the visitor, and the path of the chat.
async fn begin<'h>(server: &'h TestServer, dana: &Staff<'_>, number: u64) -> (Visitor<'h>, String) {
    let visitor = Visitor::of_harbor_row(server, dana, number).await;
    visitor.start(NOT_COVERED).await;
    assert!(!sees_typing(&visitor).await);
    let path = format!("/webChats/{}", text(&newest_chat(dana).await["chat"], "_id"));
    (visitor, path)
}

async fn report(staff: &Staff<'_>, chat: &str, has_stopped: bool) {
    staff.post(&format!("{chat}/typing"), json!({ "hasStopped": has_stopped })).await.ok();
}

/// Returns whether the visitor sees that staff are writing.
async fn sees_typing(visitor: &Visitor<'_>) -> bool {
    visitor.after("").await["isStaffWriting"].as_bool().unwrap()
}

on_both! {
    async fn a_visitor_sees_for_10_seconds_that_somebody_is_typing(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let (visitor, path) = begin(&server, &dana, 1).await;
        let (other, _) = begin(&server, &dana, 2).await;
        let before = dana.get(&path).await.ok();
        report(&marcus, &path, false).await;
        let opened = visitor.call("open", json!({})).await.ok();
        assert_eq!(opened["chat"]["isStaffWriting"], true);
        assert!(!opened.to_string().contains("Marcus"), "{opened}");
        assert!(!sees_typing(&other).await);
        assert_eq!(dana.get(&path).await.ok(), before, "typing does not change the chat");

        server.later(Duration::from_millis(9_900)).await;
        assert!(sees_typing(&visitor).await);
        server.later(Duration::from_millis(100)).await;
        assert!(!sees_typing(&visitor).await);
        report(&marcus, &path, false).await;
        report(&marcus, &path, true).await;
        assert!(!sees_typing(&visitor).await);
    }

    async fn staff_are_writing_until_the_visitor_gets_the_reply(server: TestServer) {
        let dana = server.harborline_admin().await;
        let (visitor, path) = begin(&server, &dana, 1).await;
        let reply = async |body: &str| {
            let sent = dana.post(&format!("{path}/messages"), json!({ "body": body })).await.ok();
            text(&sent["message"], "_id")
        };
        let first = reply("Not on the rof.").await;
        assert!(sees_typing(&visitor).await);
        dana.post(&format!("{path}/messages/{first}/undo"), json!({})).await.ok();
        assert!(!sees_typing(&visitor).await);
        reply("Not on the roof.").await;
        let held = visitor.after("").await;
        assert_eq!(held["isStaffWriting"], true);
        assert!(texts_of(&held, "STAFF").is_empty());
        server.later(Duration::from_secs(10)).await;
        let sent = visitor.after(held["cursor"].as_str().unwrap()).await;
        assert_eq!(texts_of(&sent, "STAFF"), ["Not on the roof."]);
        assert_eq!(sent["isStaffWriting"], false);
    }
}
