//! Questions of visitors that staff answer: in the chat, and by email if the visitor has left.
use std::time::Duration;

use super::*;
use crate::messaging::escalation_export::rows;

const TEN_SECONDS: Duration = Duration::from_secs(10);
const TWO_MINUTES: Duration = Duration::from_secs(120);

/// Begins a chat of Rae with a question that the bot leaves to staff. Returns the path of its escalation.
async fn raise_escalation(visitor: &Visitor<'_>, dana: &Staff<'_>) -> String {
    visitor.call("start", json!({ "body": NOT_COVERED, "name": "Rae Quill", "email": RAE })).await.ok();
    visitor.server.settled().await;
    let escalation = newest_escalations(dana).await.swap_remove(0);
    format!("/textConversations/escalations/{}", text(&escalation, "_id"))
}

fn answer() -> Value {
    json!({
        "bot_trained": true, "question": "Can I keep an airship?", "answer": "Not on the roof.",
        "notifyHomeownerData": { "notify": true },
    })
}

on_both! {
    async fn a_question_is_listed_with_the_name_and_email_address_of_the_visitor(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        let path = raise_escalation(&visitor, &dana).await;
        let escalation = dana.get(&path).await.ok()["escalation"].clone();
        let shown = newest_chat(&dana).await;
        assert_eq!(escalation["webChatId"], shown["chat"]["_id"]);
        for field in ["conversationId", "messageId", "phone", "emailThreadId", "emailMessageId"] {
            assert_eq!(escalation[field], "", "{field}");
        }
        assert_eq!((&escalation["resident"]["name"], &escalation["resident"]["email"]), (&json!("Rae Quill"), &json!(RAE)));
        assert_eq!(escalation["communityId"], HARBOR_ROW);
        let asked = shown["messages"].as_array().unwrap().iter().find(|one| one["author"] == "VISITOR").unwrap();
        assert_eq!((&asked["_id"], &asked["escalationId"]), (&escalation["webChatMessageId"], &escalation["_id"]));
        assert_eq!(shown["chat"]["hasOpenQuestion"], true);
        let open = chats(&dana, "openQuestionsOnly=true").await;
        assert!(open.iter().any(|one| one["_id"] == shown["chat"]["_id"]));

        dana.post(&format!("{path}/dismiss"), json!({ "reason": "NOT_A_QUESTION" })).await.ok();
        let open = chats(&dana, "openQuestionsOnly=true").await;
        assert!(open.iter().all(|one| one["_id"] != shown["chat"]["_id"]));
        assert_eq!(visitor.after("").await["hasOpenQuestion"], false);
    }

    async fn an_answer_appears_in_the_chat_after_10_seconds_exactly_as_previewed(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        let path = raise_escalation(&visitor, &dana).await;
        let preview = dana.post(&format!("{path}/notice"), json!({ "answer": "Not on the roof." })).await.ok()["notice"].clone();
        assert!(text(&preview, "body").starts_with("Not on the roof."), "{preview}");
        let answered = dana.post(&path, answer()).await.ok();
        assert_eq!(answered["notice"]["body"], preview["body"]);
        assert_eq!(answered["escalation"]["notifyHomeownerData"]["notificationType"], "chat");
        assert_eq!(visitor.after("").await["hasOpenQuestion"], false);

        let held = newest_chat(&dana).await["messages"][0].clone();
        assert_eq!((&held["author"], &held["authorName"], &held["body"]), (&json!("STAFF"), &json!("Dana Okafor"), &preview["body"]));
        assert_eq!(held["sentAt"], "2026-03-02T15:00:10Z");
        server.later(Duration::from_millis(9_900)).await;
        assert!(visitor.texts_of("STAFF").await.is_empty(), "the answer is held for ten seconds");
        server.later(Duration::from_millis(100)).await;
        assert_eq!(visitor.texts_of("STAFF").await, [text(&preview, "body")]);
        assert_eq!(dana.post(&format!("{path}/undo"), json!({})).await.reason(), "UNDO_TOO_LATE");

        // The bot was trained with the answer.
        let other = Visitor::of_harbor_row(&server, &dana, 2).await;
        other.start(NOT_COVERED).await;
        assert_eq!(other.last_reply().await, "Not on the roof.");
    }

    async fn undo_takes_back_the_answer_the_training_and_the_email(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(server, &dana, 1).await;
        let path = raise_escalation(&visitor, &dana).await;
        let (escalation, chat) = (dana.get(&path).await.ok(), newest_chat(&dana).await);
        dana.post(&path, answer()).await.ok();
        server.later(Duration::from_millis(9_900)).await;
        dana.post(&format!("{path}/undo"), json!({})).await.ok();
        assert_eq!(dana.get(&path).await.ok(), escalation);
        assert_eq!(newest_chat(&dana).await, chat);
        server.later(TWO_MINUTES * 2).await;
        assert!(visitor.texts_of("STAFF").await.is_empty());
        assert!(fixture.smtp.texts().is_empty());
        let other = Visitor::of_harbor_row(server, &dana, 2).await;
        other.start(NOT_COVERED).await;
        assert_ne!(other.last_reply().await, "Not on the roof.");

        dana.post(&path, answer()).await.ok();
        server.later(TEN_SECONDS).await;
        assert_eq!(visitor.texts_of("STAFF").await.len(), 1);
    }

    async fn an_answer_is_emailed_to_a_visitor_who_has_left(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(server, &dana, 1).await;
        let opened = visitor.call("open", json!({})).await.ok();
        assert_eq!(opened["widget"]["canEmail"], true);
        let path = raise_escalation(&visitor, &dana).await;
        visitor.after("").await;
        dana.post(&path, answer()).await.ok();
        server.later(TEN_SECONDS).await;
        server.later(TWO_MINUTES - Duration::from_secs(1)).await;
        assert!(fixture.smtp.texts().is_empty());
        server.later(Duration::from_secs(1)).await;
        let [mail] = &fixture.smtp.texts()[..] else { panic!("one email") };
        assert_eq!(mail.header("To"), RAE);
        assert!(mail.body().contains("Not on the roof."), "{}", mail.text);
        assert!(!mail.text.contains(&visitor.token));
        server.later(TWO_MINUTES).await;
        assert_eq!(fixture.smtp.texts().len(), 1);
    }

    async fn no_answer_is_emailed_to_a_visitor_who_has_read_it(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(server, &dana, 1).await;
        let path = raise_escalation(&visitor, &dana).await;
        let read = visitor.after("").await;
        dana.post(&path, answer()).await.ok();
        server.later(TEN_SECONDS).await;
        assert_eq!(bodies(&visitor.after(read["cursor"].as_str().unwrap()).await).len(), 1);
        server.later(TWO_MINUTES * 2).await;
        assert!(fixture.smtp.texts().is_empty());
    }

    async fn no_answer_is_emailed_to_a_visitor_without_an_address(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(server, &dana, 1).await;
        visitor.start(NOT_COVERED).await;
        let escalation = newest_escalations(&dana).await.swap_remove(0);
        dana.post(&format!("/textConversations/escalations/{}", text(&escalation, "_id")), answer()).await.ok();
        server.later(TEN_SECONDS).await;
        server.later(TWO_MINUTES * 2).await;
        assert!(fixture.smtp.texts().is_empty());
        assert_eq!(visitor.texts_of("STAFF").await.len(), 1);
    }

    async fn an_address_that_is_given_after_the_answer_gets_it(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(server, &dana, 1).await;
        visitor.start(NOT_COVERED).await;
        let escalation = newest_escalations(&dana).await.swap_remove(0);
        dana.post(&format!("/textConversations/escalations/{}", text(&escalation, "_id")), answer()).await.ok();
        visitor.call("contact", json!({ "email": RAE })).await.ok();
        server.later(TEN_SECONDS).await;
        server.later(TWO_MINUTES).await;
        assert_eq!(fixture.smtp.texts().len(), 1);
    }

    async fn the_export_names_the_visitor(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        let path = raise_escalation(&visitor, &dana).await;
        dana.post(&path, json!({ "answer": "Not on the roof.", "notifyHomeownerData": { "notify": true } })).await.ok();
        let id = path.rsplit('/').next().unwrap().to_owned();
        let link = dana.get("/textConversations/escalations/user/export").await.ok()["escalationsFileLinkObj"].clone();
        let rows = rows(&server, link["url"].as_str().unwrap()).await;
        let row = rows.iter().find(|row| row["Id"] == id).unwrap();
        for (heading, value) in [("Resident", "Rae Quill"), ("Question", NOT_COVERED), ("Phone", ""), ("Homeowner notified at", "Web chat"), ("Test", "no")] {
            assert_eq!(row[heading], value, "{heading}");
        }
    }

    async fn a_question_that_came_by_text_cannot_be_answered_in_a_chat(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.text("+12025550173", HARBOR_ROW_NUMBER, NOT_COVERED).await.ok();
        let path = format!("/textConversations/escalations/{}", text(&dana.open_escalations().await[0], "_id"));
        let mut by_chat = answer();
        by_chat["notifyHomeownerData"]["notificationType"] = json!("chat");
        assert_eq!(dana.post(&path, by_chat).await.status, 400);
        let preview = json!({ "answer": "No.", "notificationType": "chat" });
        assert_eq!(dana.post(&format!("{path}/notice"), preview).await.status, 400);
        assert_eq!(dana.get(&path).await.ok()["escalation"]["reviewed"], false);
    }
}
