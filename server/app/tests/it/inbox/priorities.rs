//! Priorities of conversations and email threads.
use serde_json::{Value, json};

use super::{email, listed, text};
use crate::{messaging::twilio::twilio_for, support::*};

/// Sets the priority of an item of the inbox. Returns the changed object.
async fn set(staff: &Staff<'_>, item: &Value, priority: &str) -> Value {
    let changed = staff.post(&format!("{}/priority", path(item)), json!({ "priority": priority })).await.ok();
    changed.get("conversation").or(changed.get("thread")).cloned().expect("a conversation or a thread")
}

fn path(item: &Value) -> String {
    match item["conversationId"].as_str().filter(|id| !id.is_empty()) {
        Some(id) => format!("/textConversations/{id}"),
        None => format!("/emailThreads/{}", item["emailThreadId"].as_str().expect("an email thread")),
    }
}

/// Sends texts and emails about llamas. Returns their items, newest first.
async fn llamas(server: &TestServer, dana: &Staff<'_>) -> Vec<Value> {
    for n in 0..3 {
        text(server, &format!("+1202555018{n}")).await;
        server.later(std::time::Duration::from_secs(60)).await;
        email(dana, &format!("rae{n}@example.com"), &format!("Llama {n}"), "Text").await;
        server.later(std::time::Duration::from_secs(60)).await;
    }
    listed(dana, "query=llama").await
}

on_both! {
    async fn items_are_sorted_by_priority_across_pages(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let items = llamas(&server, &dana).await;
        assert_eq!(items.len(), 6);
        assert!(items.iter().all(|item| item["priority"] == "NORMAL"), "{items:?}");
        for (item, priority) in items.iter().zip(["HIGH", "URGENT", "LOW", "URGENT", "HIGH", "URGENT"]) {
            assert_eq!(set(&dana, item, priority).await["priority"], priority);
        }
        let wanted: Vec<String> = [1, 3, 5, 0, 4].map(|place: usize| path(&items[place])).to_vec();
        let (mut paged, mut token) = (Vec::new(), String::new());
        loop {
            let page = format!("/inbox?order=PRIORITY&query=llama&limit=2&pageToken={token}");
            let page = dana.get(&page).await.ok();
            paged.extend(page["items"].as_array().unwrap().iter().map(path));
            token = page["nextPageToken"].as_str().unwrap_or_default().to_owned();
            if token.is_empty() {
                break;
            }
        }
        assert_eq!(paged, wanted);
        let texts = listed(&dana, "order=PRIORITY&query=llama&channel=TEXT").await;
        assert!(texts.iter().all(|item| item["channel"] == "TEXT") && texts.len() == 3, "{texts:?}");
        let me = dana.get("/users/token").await.ok()["user"]["_id"].clone();
        for item in [&items[0], &items[4]] {
            dana.post(&format!("{}/assign", path(item)), json!({ "assigneeId": me })).await.ok();
        }
        let mine = listed(&dana, "order=PRIORITY&query=llama&assignment=MINE").await;
        assert_eq!(mine.iter().map(path).collect::<Vec<_>>(), [path(&items[0]), path(&items[4])]);
        assert_eq!(listed(&dana, "order=PRIORITY&query=llama&assignment=UNASSIGNED").await.len(), 3);
        assert_eq!(listed(&dana, "order=PRIORITY&query=llama&state=RESOLVED").await.len(), 0);
    }

    async fn a_new_message_resets_the_priority_of_a_resolved_item(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let items = llamas(&server, &dana).await;
        let of = |channel: &str| items.iter().rfind(|item| item["channel"] == channel).cloned().expect("an item");
        let (texted, mailed) = (of("TEXT"), of("EMAIL"));
        for item in [&texted, &mailed] {
            set(&dana, item, "HIGH").await;
        }
        dana.post(&format!("{}/resolve", path(&texted)), json!({})).await.ok();
        dana.post(&format!("{}/state", path(&mailed)), json!({ "state": "RESOLVED" })).await.ok();
        let resolved = listed(&dana, "query=llama&state=RESOLVED").await;
        assert!(resolved.len() == 2 && resolved.iter().all(|item| item["priority"] == "HIGH"), "{resolved:?}");
        text(&server, texted["phone"].as_str().unwrap()).await;
        email(&dana, mailed["email"].as_str().unwrap(), mailed["subject"].as_str().unwrap(), "Again").await;
        for item in [&texted, &mailed] {
            let now = dana.get(&path(item)).await.ok();
            let now = now.get("conversation").or(now.get("thread")).expect("it");
            assert_eq!((&now["priority"], &now["state"]), (&json!("NORMAL"), &json!("OPEN")), "{now}");
        }
    }

    async fn changing_the_priority_is_audited_and_keeps_the_assignee(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let marcus = server.login("manager@harborline.example").await;
        let items = llamas(&server, &dana).await;
        let texted = items.iter().find(|item| item["channel"] == "TEXT").expect("a text");
        marcus.post(&format!("{}/takeOver", path(texted)), json!({})).await.ok();
        let changed = set(&dana, texted, "URGENT").await;
        assert_eq!(changed["assignedTo"], "Marcus Bell");
        set(&dana, &items[0], "LOW").await;
        for (action, before, after) in [
            ("CONVERSATION_PRIORITY_UPDATED", "Normal", "Urgent"),
            ("EMAIL_THREAD_PRIORITY_UPDATED", "Normal", "Low"),
        ] {
            let trail = dana.get(&format!("/admin/audit?action={action}")).await.ok();
            let entry = &trail["entries"][0];
            assert_eq!(entry["actor"], "Dana Okafor", "{trail}");
            assert_eq!((&entry["changes"][0]["before"], &entry["changes"][0]["after"]), (&json!(before), &json!(after)), "{entry}");
        }
        let audit = dana.get("/admin/audit?action=CONVERSATION_TAKEN").await.ok();
        assert_eq!(audit["entries"].as_array().map_or(0, Vec::len), 0, "{audit}");
        for bad in [json!({}), json!({ "priority": "UNSPECIFIED" }), json!({ "priority": 9 })] {
            let refused = dana.post(&format!("{}/priority", path(texted)), bad).await;
            assert_eq!(refused.status.as_u16(), 400);
        }
    }
}
