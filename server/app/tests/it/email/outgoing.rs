//! Drafts, sending, undo and schedules.
use std::time::Duration;

use super::*;

/// Saves a draft in The Meridian's mailbox with fields changed or added.
async fn save(staff: &Staff<'_>, more: Value) -> Value {
    let mut body = json!({ "mailboxId": MERIDIAN, "to": ["Joan@Example.com"], "subject": "Gate", "text": "It is 4711." });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    staff.post("/outgoingEmails", body).await.ok()["message"].clone()
}

async fn run_action(staff: &Staff<'_>, message: &Value, action: &str) -> Answer {
    staff.post(&format!("/outgoingEmails/{}/{action}", message["_id"].as_str().unwrap()), json!({})).await
}

async fn listed(staff: &Staff<'_>, status: &str) -> Vec<Value> {
    let path = format!("/outgoingEmails?mailboxId={MERIDIAN}&status={status}");
    staff.get(&path).await.ok()["messages"].as_array().unwrap().clone()
}

on_both! {
    async fn an_email_is_sent_after_10_seconds_and_can_be_canceled_until_then(server: TestServer) {
        let dana = server.harborline_admin().await;
        let draft = save(&dana, json!({})).await;
        assert_eq!((draft["status"].clone(), draft["to"].clone()), (json!("DRAFT"), json!(["joan@example.com"])));
        assert_eq!(run_action(&dana, &draft, "send").await.ok()["message"]["status"], "SCHEDULED");
        server.settled().await;
        assert!(listed(&dana, "SENT").await.is_empty());
        assert_eq!(run_action(&dana, &draft, "cancel").await.ok()["message"]["status"], "DRAFT");
        server.later(Duration::from_secs(11)).await;
        server.settled().await;
        assert!(listed(&dana, "SENT").await.is_empty());
        run_action(&dana, &draft, "send").await.ok();
        server.later(Duration::from_secs(11)).await;
        server.settled().await;
        let sent = listed(&dana, "SENT").await;
        assert_eq!(sent.len(), 1);
        assert_eq!(run_action(&dana, &draft, "cancel").await.reason(), "EMAIL_ALREADY_SENT");
        assert_eq!(run_action(&dana, &draft, "send").await.reason(), "EMAIL_ALREADY_SENT");
        for unlisted in ["SENDING", "RECEIVED"] {
            assert_eq!(dana.get(&format!("/outgoingEmails?status={unlisted}")).await.fields(), ["status"]);
        }
        let found = threads(&dana, "").await;
        assert_eq!((found[0]["participantAddress"].clone(), found[0]["isUnread"].clone()), (json!("joan@example.com"), json!(false)));
    }

    async fn a_reply_quotes_the_email_and_the_homeowners_response_joins_its_thread(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = format!("/mailboxes/{MERIDIAN}/testEmails");
        let body = json!({ "fromAddress": "joan@example.com", "fromName": "Joan Marsh", "subject": "Gate code", "text": "Which?" });
        let id = thread_of(&dana.post(&path, body).await.ok());
        dana.patch(&format!("/mailboxes/{MERIDIAN}"), json!({ "signature": "The office" })).await.ok();
        let draft = save(&dana, json!({ "threadId": id, "subject": "", "to": ["joan@example.com"] })).await;
        assert_eq!(draft["subject"], "Re: Gate code");
        assert_eq!(thread(&dana, &id).await["draft"]["_id"], draft["_id"]);
        run_action(&dana, &draft, "send").await.ok();
        server.later(Duration::from_secs(11)).await;
        server.settled().await;
        let shown = thread(&dana, &id).await;
        assert_eq!(shown["messages"][0]["text"], "It is 4711.\n\n-- \nThe office");
        assert_eq!(shown["messages"][0]["quotedText"], "Joan Marsh <joan@example.com> wrote:\n> Which?");
        assert!(shown["draft"].is_null());
        let body = json!({ "threadId": id, "fromAddress": "joan@example.com", "text": "Thanks!" });
        assert_eq!(thread_of(&dana.post(&path, body).await.ok()), id);
        assert_eq!(thread(&dana, &id).await["thread"]["messageCount"], 3);
    }

    async fn a_scheduled_email_waits_for_its_time(server: TestServer) {
        let dana = server.harborline_admin().await;
        let draft = save(&dana, json!({})).await;
        let send = format!("/outgoingEmails/{}/send", draft["_id"].as_str().unwrap());
        let far = dana.post(&send, json!({ "sendAt": "2030-01-01T00:00:00Z" })).await;
        assert_eq!(far.fields(), ["sendAt"]);
        let at = draft["at"].as_str().unwrap().parse::<jiff::Timestamp>().unwrap() + Duration::from_secs(7_200);
        dana.post(&send, json!({ "sendAt": at.to_string() })).await.ok();
        assert_eq!(listed(&dana, "SCHEDULED").await.len(), 1);
        server.later(Duration::from_secs(3_600)).await;
        server.settled().await;
        let dana = server.harborline_admin().await;
        assert!(listed(&dana, "SENT").await.is_empty());
        server.later(Duration::from_secs(3_700)).await;
        server.settled().await;
        assert_eq!(listed(&dana, "SENT").await.len(), 1);
    }

    async fn an_incomplete_draft_can_be_saved_but_not_sent(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (more, field) in [
            (json!({ "to": [] }), "to"),
            (json!({ "subject": "" }), "subject"),
            (json!({ "text": " " }), "text"),
        ] {
            let draft = save(&dana, more).await;
            assert_eq!(run_action(&dana, &draft, "send").await.fields(), [field]);
        }
        let invalid = json!({ "mailboxId": MERIDIAN, "to": ["joan"], "subject": "Gate\r\nBcc: x@y.example" });
        assert_eq!(dana.post("/outgoingEmails", invalid).await.fields(), ["subject"]);
        let invalid = json!({ "mailboxId": MERIDIAN, "to": ["joan"] });
        assert_eq!(dana.post("/outgoingEmails", invalid).await.fields(), ["to"]);
        for draft in listed(&dana, "DRAFT").await {
            dana.delete(&format!("/outgoingEmails/{}", draft["_id"].as_str().unwrap())).await.ok();
        }
        assert!(listed(&dana, "DRAFT").await.is_empty());
    }

    async fn a_bounce_marks_the_undelivered_email(server: TestServer) {
        let dana = server.harborline_admin().await;
        let draft = save(&dana, json!({})).await;
        run_action(&dana, &draft, "send").await.ok();
        server.later(Duration::from_secs(11)).await;
        server.settled().await;
        let id = draft["_id"].as_str().unwrap();
        let report = format!(
            "From: mailer-daemon@example.com\r\nSubject: Undelivered\r\nContent-Type: multipart/report; \
             report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\nMailbox full\r\n--b\r\nContent-Type: \
             message/rfc822\r\n\r\nMessage-ID: <{id}@themeridian.example>\r\nSubject: Gate\r\n\r\nx\r\n--b--\r\n"
        );
        let thread_id = thread_of(&deliver(&dana, report).await);
        let shown = thread(&dana, &thread_id).await;
        assert_eq!(shown["thread"]["kind"], "BOUNCE");
        let statuses: Vec<_> = shown["messages"].as_array().unwrap().iter().map(|m| m["status"].clone()).collect();
        assert_eq!(statuses, ["RECEIVED", "BOUNCED"]);
    }
}
