//! Reply targets: due dates of replies, the list by due date, and the alert.
use std::time::Duration;

use serde_json::{Value, json};

use super::{PHONE, email, listed, text};
use crate::{messaging::twilio::twilio_for, support::*};

/// Sets the minutes of the reply targets for texts, emails and web chats, without office hours.
pub async fn targets(server: &TestServer, dana: &Staff<'_>, minutes: [i32; 3]) {
    let scope = platform::Scope::of_company(&"company-harborline".into());
    let mut tx = server.db.write(&scope).await.unwrap();
    tx.query("UPDATE company SET customizations = '{}' WHERE id = 'company-harborline'").run().await.unwrap();
    tx.commit().await.unwrap();
    let [texts, emails, web_chats] = minutes;
    let wanted = json!({ "textMinutes": texts, "emailMinutes": emails, "webChatMinutes": web_chats });
    dana.put("/replyTargets", wanted.clone()).await.ok();
    assert_eq!(dana.get("/replyTargets").await.ok()["targets"], wanted);
}

/// Returns the items about llamas that match the filter and have a due reply.
pub async fn due(staff: &Staff<'_>, filter: &str) -> Vec<Value> {
    let items = listed(staff, &format!("query=llama&{filter}")).await;
    items.iter().filter(|item| item["replyDueAt"].is_string()).cloned().collect()
}

/// Returns the alerts of due replies.
pub async fn alerts(dana: &Staff<'_>) -> Vec<Value> {
    let mails = dana.get("/admin/mails?limit=200").await.ok()["mails"].as_array().unwrap().clone();
    mails.into_iter().filter(|mail| mail["subject"].as_str().unwrap().starts_with("Reply due soon")).collect()
}

on_both! {
    async fn only_administrators_set_reply_targets(server: TestServer) {
        let dana = server.harborline_admin().await;
        targets(&server, &dana, [30, 240, 120]).await;
        let mark = server.login("manager@harborline.example").await;
        assert_eq!(mark.get("/replyTargets").await.ok()["targets"]["emailMinutes"], 240);
        assert_eq!(mark.put("/replyTargets", json!({ "textMinutes": 5 })).await.reason(), "ADMINISTRATORS_ONLY");
        for field in ["textMinutes", "emailMinutes", "webChatMinutes"] {
            assert_eq!(dana.put("/replyTargets", json!({ field: 10_081 })).await.fields(), [field]);
        }
    }

    async fn items_are_sorted_by_reply_due_time_until_staff_reply(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        text(&server, PHONE).await;
        assert_eq!(due(&dana, "").await.len(), 0, "without a target, nothing is due");
        targets(&server, &dana, [240, 60, 0]).await;
        text(&server, "+12025550172").await;
        let thread = email(&dana, "rae@example.com", "Llama", "There is a llama.").await;
        server.settled().await;
        let waiting = due(&dana, "order=REPLY_DUE").await;
        let channels: Vec<&str> = waiting.iter().map(|item| item["channel"].as_str().unwrap()).collect();
        assert_eq!(channels, ["EMAIL", "TEXT"]);
        let first = dana.get(&format!("/inbox?limit=1&order=REPLY_DUE&query=llama&communityId={HARBOR_ROW}")).await.ok();
        let token = first["nextPageToken"].as_str().unwrap();
        let next = dana.get(&format!("/inbox?limit=1&order=REPLY_DUE&query=llama&communityId={HARBOR_ROW}&pageToken={token}")).await.ok();
        assert_eq!((&first["items"][0], &next["items"][0]), (&waiting[0], &waiting[1]));

        let path = format!("/textConversations/{}", waiting[1]["conversationId"].as_str().unwrap());
        let sent = dana.post(&format!("{path}/messages"), json!({ "body": "You may." })).await.ok();
        assert_eq!(due(&dana, "channel=TEXT").await.len(), 0);
        let undo = format!("{path}/messages/{}/undo", sent["message"]["_id"].as_str().unwrap());
        dana.post(&undo, json!({})).await.ok();
        server.settled().await;
        assert_eq!(due(&dana, "channel=TEXT").await.len(), 1, "an undone reply does not count");
        dana.post(&format!("/emailThreads/{thread}/state"), json!({ "state": "RESOLVED" })).await.ok();
        assert_eq!(due(&dana, "channel=EMAIL&state=RESOLVED").await.len(), 0);
        email(&dana, "rae@example.com", "Re: Llama", "It is still there, the llama.").await;
        server.settled().await;
        assert_eq!(due(&dana, "channel=EMAIL").await.len(), 1, "the email is due again");
    }

    async fn the_assignee_is_alerted_once_before_the_reply_is_due(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        targets(&server, &dana, [0, 60, 0]).await;
        let me = dana.get("/users/token").await.ok()["user"].clone();
        let mine = email(&dana, "rae@example.com", "Llama", "There is a llama.").await;
        let answered = email(&dana, "kim@example.com", "Second llama", "There is another one.").await;
        email(&dana, "lee@example.com", "Third llama", "And a third.").await;
        server.settled().await;
        dana.post(&format!("/emailThreads/{mine}/assign"), json!({ "assigneeId": me["_id"] })).await.ok();
        dana.post(&format!("/emailThreads/{answered}/state"), json!({ "state": "RESOLVED" })).await.ok();
        server.later(Duration::from_secs(44 * 60)).await;
        assert_eq!(alerts(&dana).await.len(), 0);
        server.later(Duration::from_secs(2 * 60)).await;
        let sent = alerts(&dana).await;
        let to: Vec<&str> = sent.iter().map(|mail| mail["to"].as_str().unwrap()).collect();
        assert!(to.contains(&me["email"].as_str().unwrap()), "{to:?}");
        assert_eq!(sent.iter().filter(|mail| mail["subject"].as_str().unwrap().contains("Rae Kim")).count(), sent.len());
        server.later(Duration::from_secs(60 * 60)).await;
        assert_eq!(alerts(&dana).await.len(), sent.len());
    }
}
