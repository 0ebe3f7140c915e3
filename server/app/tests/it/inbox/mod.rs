//! The inbox of all channels, the person card and canned replies.
mod channel_health;
mod limits;
mod persons;
mod priorities;
mod reply_targets;
mod routing;
mod undone_messages;
mod web_chat_triage;
mod web_chats;

use serde_json::{Value, json};

use crate::{
    messaging::twilio::{text_from, twilio_for},
    support::*,
};

const PHONE: &str = "+12025550171";

/// Returns the items of a filter, each as channel and name or address.
async fn listed(staff: &Staff<'_>, filter: &str) -> Vec<Value> {
    let list = staff.get(&format!("/inbox?limit=200&communityId={HARBOR_ROW}&{filter}")).await.ok();
    list["items"].as_array().unwrap().clone()
}

fn texts_of(items: &[Value]) -> usize {
    items.iter().filter(|item| item["channel"] == "TEXT").count()
}

/// Texts Harbor Row through a carrier, because texts of the test phone are marked as tests.
async fn text(server: &TestServer, phone: &str) {
    text_from(server, phone, HARBOR_ROW_NUMBER, "may i keep a llama").await;
    server.settled().await;
}

/// Delivers an email to a mailbox of Harbor Row. Returns the ID of its thread.
async fn email(staff: &Staff<'_>, from: &str, subject: &str, text: &str) -> String {
    let mailboxes = staff.get("/mailboxes").await.ok();
    let mailbox = mailboxes["mailboxes"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["communityId"] == HARBOR_ROW)
        .unwrap();
    let path = format!("/mailboxes/{}/testEmails", mailbox["_id"].as_str().unwrap());
    let sent = staff
        .post(&path, json!({ "fromAddress": from, "fromName": "Rae Kim", "subject": subject, "text": text }))
        .await
        .ok();
    sent["threadId"].as_str().unwrap().to_owned()
}

on_both! {
    async fn texts_and_emails_are_listed_together_newest_first(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let before = listed(&dana, "").await.len();
        text(&server, PHONE).await;
        server.later(std::time::Duration::from_secs(60)).await;
        email(&dana, "rae@example.com", "Llama next door", "There is a llama on the balcony.").await;
        let items = listed(&dana, "").await;
        assert_eq!(items.len(), before + 2);
        let newest: Vec<(&str, &str)> = items[..2].iter().map(|item| (item["channel"].as_str().unwrap(), item["preview"].as_str().unwrap())).collect();
        assert_eq!((newest[0].0, newest[1].0), ("EMAIL", "TEXT"), "{newest:?}");
        assert_eq!((&items[0]["subject"], &items[0]["email"], &items[0]["isUnread"]), (&json!("Llama next door"), &json!("rae@example.com"), &json!(true)));
        assert_eq!((&items[1]["phone"], &items[1]["state"]), (&json!(PHONE), &json!("OPEN")));
        assert_eq!(texts_of(&listed(&dana, "channel=EMAIL").await), 0);
        let texts = listed(&dana, "channel=TEXT").await;
        assert_eq!(texts_of(&texts), texts.len());
        assert_eq!(listed(&dana, "query=llama").await.len(), 2);
        assert_eq!(listed(&dana, "query=llam%20balcony").await.len(), 1);
        let counts = dana.get(&format!("/inbox/count?communityId={HARBOR_ROW}")).await.ok();
        assert_eq!(counts["openTexts"].as_u64().unwrap() as usize, texts.len());
        assert_eq!(counts["openEmails"].as_u64().unwrap() as usize, listed(&dana, "channel=EMAIL").await.len());
    }

    async fn test_conversations_are_listed_only_on_request_and_never_counted(server: TestServer) {
        let dana = server.harborline_admin().await;
        let before = (listed(&dana, "").await.len(), dana.get("/inbox/count").await.ok());
        dana.text(PHONE, HARBOR_ROW_NUMBER, "may i keep a llama").await.ok();
        assert_eq!((listed(&dana, "").await.len(), dana.get("/inbox/count").await.ok()), before);
        assert_eq!(listed(&dana, "testTraffic=INCLUDE").await.len(), before.0 + 1);
        let tests = listed(&dana, "testTraffic=ONLY").await;
        assert_eq!((tests.len(), &tests[0]["phone"], &tests[0]["isTest"]), (1, &json!(PHONE), &json!(true)));
        let phone = PHONE.replace('+', "%2B");
        let person = dana.get(&format!("/inbox/person?communityId={HARBOR_ROW}&phone={phone}")).await.ok();
        assert_eq!(person["person"]["items"].as_array().map_or(0, Vec::len), 0);
    }

    async fn paging_through_both_channels_returns_each_item_once(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        for n in 0..4 {
            text(&server, &format!("+1202555018{n}")).await;
            email(&dana, &format!("rae{n}@example.com"), &format!("Subject {n}"), "Text").await;
        }
        let all: Vec<Value> = dana.get("/inbox?limit=200").await.ok()["items"].as_array().unwrap().clone();
        let (mut paged, mut token) = (Vec::new(), String::new());
        loop {
            let page = dana.get(&format!("/inbox?limit=3&pageToken={token}")).await.ok();
            paged.extend(page["items"].as_array().unwrap().iter().cloned());
            token = page["nextPageToken"].as_str().unwrap_or_default().to_owned();
            if token.is_empty() {
                break;
            }
        }
        assert_eq!(paged, all);
        assert!(all.len() >= 8);
    }

    async fn both_channels_can_be_filtered_by_state_and_assignee(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        text(&server, PHONE).await;
        let thread = email(&dana, "rae@example.com", "Llama", "Text").await;
        let text = listed(&dana, "query=llama&channel=TEXT").await[0]["conversationId"].as_str().unwrap().to_owned();
        assert_eq!(listed(&dana, "query=llama&assignment=UNASSIGNED").await.len(), 2);
        dana.post(&format!("/textConversations/{text}/takeOver"), json!({})).await.ok();
        let mine = listed(&dana, "query=llama&assignment=MINE").await;
        assert_eq!((mine.len(), &mine[0]["assigneeName"]), (1, &json!("Dana Okafor")));
        assert_eq!(listed(&dana, "query=llama&assignment=MINE_OR_UNASSIGNED").await.len(), 2);
        dana.post(&format!("/emailThreads/{thread}/state"), json!({ "state": "RESOLVED" })).await.ok();
        assert_eq!(texts_of(&listed(&dana, "query=llama&state=RESOLVED").await), 0);
        assert_eq!(listed(&dana, "query=llama&state=RESOLVED").await.len(), 1);
        assert_eq!(listed(&dana, "query=llama").await.len(), 1);
    }

    async fn a_phone_and_an_email_of_one_account_belong_to_one_person(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let account = json!({
            "number": "HR-9001", "unit": "9A", "name": "Rae Kim", "phones": [PHONE], "email": "rae@example.com",
            "balanceCents": 4125, "balanceOn": "2026-03-01",
        });
        dana.post(&format!("/textCommunities/community/{HARBOR_ROW}/accounts"), account).await.ok();
        text(&server, PHONE).await;
        email(&dana, "rae@example.com", "Llama", "Text").await;
        let phone = PHONE.replace('+', "%2B");
        for by in [format!("phone={phone}"), "email=Rae@example.com".to_owned()] {
            let person = dana.get(&format!("/inbox/person?communityId={HARBOR_ROW}&{by}")).await.ok()["person"].clone();
            assert_eq!((&person["name"], &person["unit"], &person["balanceCents"]), (&json!("Rae Kim"), &json!("9A"), &json!(4125)), "{by}");
            let channels: Vec<&str> = person["items"].as_array().unwrap().iter().map(|item| item["channel"].as_str().unwrap()).collect();
            assert_eq!((channels.len(), channels.contains(&"TEXT"), channels.contains(&"EMAIL")), (2, true, true));
            assert_eq!(person["addresses"].as_array().unwrap().len(), 2);
        }
        let none = dana.get(&format!("/inbox/person?communityId={HARBOR_ROW}")).await;
        assert_eq!(none.fields(), ["phone"]);
        let ingrid = server.northgate_admin().await;
        let refused = ingrid.get(&format!("/inbox/person?communityId={HARBOR_ROW}&phone={phone}")).await;
        assert_ne!(refused.status.as_u16(), 200);
    }

    async fn canned_replies_have_unique_shortcuts_and_are_validated(server: TestServer) {
        let dana = server.harborline_admin().await;
        let reply = json!({ "title": "Who pays", "shortcut": "/llama-rules", "body": "Hi {{first_name}}, {{community_name}} pays." });
        let created = dana.post("/cannedReplies", reply.clone()).await.ok()["cannedReply"].clone();
        assert_eq!(created["shortcut"], "llama-rules");
        let path = format!("/cannedReplies/{}", created["_id"].as_str().unwrap());
        assert_eq!(dana.post("/cannedReplies", reply.clone()).await.reason(), "CANNED_REPLY_EXISTS");
        dana.put(&path, reply.clone()).await.ok();
        for (field, value) in [("title", " "), ("shortcut", "A b"), ("body", "{{balance}}")] {
            let mut bad = reply.clone();
            bad[field] = json!(value);
            assert_eq!(dana.put(&path, bad).await.fields(), [field]);
        }
        let mark = server.login("manager@harborline.example").await;
        let seen = mark.get("/cannedReplies").await.ok()["cannedReplies"].as_array().unwrap().clone();
        assert!(seen.iter().any(|one| one["title"] == "Who pays"));
        mark.delete(&path).await.ok();
        assert_eq!(mark.delete(&path).await.status.as_u16(), 404);
    }
    async fn macros_have_unique_names_and_at_least_one_step(server: TestServer) {
        let dana = server.harborline_admin().await;
        let me = dana.get("/users/token").await.ok()["user"]["_id"].clone();
        let steps = json!({ "assigneeId": me, "reply": "Hi {{first_name}}, done.", "status": "SNOOZED", "snoozeHours": 48 });
        let body = json!({ "name": "  Close   it ", "steps": steps });
        let created = dana.post("/macros", body.clone()).await.ok()["macro"].clone();
        assert_eq!((&created["name"], &created["assigneeName"]), (&json!("Close it"), &json!("Dana Okafor")));
        assert_eq!((&created["steps"]["status"], &created["steps"]["snoozeHours"]), (&json!("SNOOZED"), &json!(48)));
        let path = format!("/macros/{}", created["_id"].as_str().unwrap());
        assert_eq!(dana.post("/macros", json!({ "name": "CLOSE IT", "steps": steps })).await.reason(), "MACRO_EXISTS");
        for (steps, field) in [
            (json!({ "reply": " " }), "steps.status"),
            (json!({ "reply": "{{balance}}" }), "steps.reply"),
            (json!({ "status": "SNOOZED" }), "steps.snoozeHours"),
            (json!({ "assigneeId": me, "assignsToSelf": true }), "steps.assigneeId"),
        ] {
            assert_eq!(dana.put(&path, json!({ "name": "Close it", "steps": steps })).await.fields(), [field]);
        }
        let theirs = json!({ "name": "Theirs", "steps": { "assigneeId": "user-nobody" } });
        assert_eq!(dana.post("/macros", theirs).await.status.as_u16(), 404);
        let urgent = dana.put(&path, json!({ "name": "Close it", "steps": { "priority": "URGENT" } })).await.ok();
        assert_eq!(urgent["macro"]["steps"]["priority"], "URGENT");
        let steps = json!({ "assignsToSelf": true, "status": "RESOLVED", "snoozeHours": 3 });
        let changed = dana.put(&path, json!({ "name": "Done", "steps": steps })).await.ok()["macro"].clone();
        assert_eq!((&changed["steps"]["snoozeHours"], &changed["assigneeName"]), (&json!(0), &json!("")));
        let mark = server.login("manager@harborline.example").await;
        let seen = mark.get("/macros").await.ok()["macros"].as_array().unwrap().clone();
        assert_eq!(seen.iter().filter(|one| one["name"] == "Done").count(), 1);
        mark.delete(&path).await.ok();
        assert_eq!(mark.delete(&path).await.status.as_u16(), 404);
    }
}
