//! Web chats beside texts and emails: lists, counts, orders, search and persons.
use std::time::Duration;

use serde_json::{Value, json};

use super::{email, listed};
use crate::{
    messaging::{
        twilio::twilio_for,
        web_chat::{
            ANN, COVERED, NOT_COVERED, Visitor, change_site, create_signing_secret, share_balances, sign,
        },
    },
    outreach::OSPREY_LAKE,
    support::*,
};

const MINUTE: Duration = Duration::from_secs(60);
/// The visitor's address, in the spelling in which they gave it.
const RAE: &str = "Rae.Kim@Mail.example";
/// A question that no community has an answer to.
const PROBE: &str = "may i keep a llama";

/// Begins a chat of Rae Kim in Harbor Row. Returns its item.
async fn chat(server: &TestServer, dana: &Staff<'_>, number: u64, body: &str) -> Value {
    let visitor = Visitor::of_harbor_row(server, dana, number).await;
    visitor.call("start", json!({ "body": body, "name": "Rae Kim", "email": RAE })).await.ok();
    server.settled().await;
    let state = if body == COVERED { "BOT" } else { "OPEN" };
    listed(dana, &format!("channel=WEB_CHAT&state={state}")).await.swap_remove(0)
}

/// Texts Harbor Row, emails it and begins a chat, in this order.
async fn one_of_each(server: &TestServer, dana: &Staff<'_>, number: u64) {
    super::text(server, &format!("+1202555018{number}")).await;
    server.later(MINUTE).await;
    email(dana, &format!("rae{number}@example.com"), &format!("Llama {number}"), PROBE).await;
    server.later(MINUTE).await;
    chat(server, dana, number, PROBE).await;
    server.later(MINUTE).await;
}

/// Returns the path of the item's object.
fn path(item: &Value) -> String {
    let id = |field: &str| item[field].as_str().unwrap_or_default().to_owned();
    match item["channel"].as_str() {
        Some("TEXT") => format!("/textConversations/{}", id("conversationId")),
        Some("EMAIL") => format!("/emailThreads/{}", id("emailThreadId")),
        _ => format!("/webChats/{}", id("webChatId")),
    }
}

fn channels(items: &[Value]) -> Vec<&str> {
    items.iter().map(|item| item["channel"].as_str().unwrap()).collect()
}

/// Returns all items of a list, page by page.
async fn paged(staff: &Staff<'_>, list: &str) -> Vec<Value> {
    let (mut items, mut token) = (Vec::new(), String::new());
    loop {
        let page = staff.get(&format!("/inbox?{list}&pageToken={token}")).await.ok();
        items.extend(page["items"].as_array().unwrap().iter().cloned());
        token = page["nextPageToken"].as_str().unwrap_or_default().to_owned();
        if token.is_empty() {
            return items;
        }
    }
}

async fn counts(staff: &Staff<'_>) -> Value {
    staff.get(&format!("/inbox/count?communityId={HARBOR_ROW}")).await.ok()
}

fn count(counts: &Value, field: &str) -> i64 {
    counts[field].as_i64().unwrap()
}

on_both! {
    async fn a_web_chat_is_listed_counted_and_found_like_the_other_channels(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let before = counts(&dana).await;
        one_of_each(&server, &dana, 1).await;
        let items = listed(&dana, "").await;
        assert_eq!(channels(&items[..3]), ["WEB_CHAT", "EMAIL", "TEXT"]);
        let item = &items[0];
        for (field, value) in [
            ("name", "Rae Kim"), ("email", RAE), ("unit", ""), ("phone", ""), ("subject", ""), ("conversationId", ""),
            ("emailThreadId", ""), ("state", "OPEN"), ("priority", "NORMAL"), ("assigneeName", ""),
            ("communityId", HARBOR_ROW),
        ] {
            assert_eq!(item[field], value, "{field}");
        }
        let marks = (&item["isUnread"], &item["isTest"], &item["replyDueAt"]);
        assert_eq!(marks, (&json!(true), &json!(false), &Value::Null));
        assert!(item["preview"].as_str().unwrap().contains("asking the office"), "{item}");
        let shown = dana.get(&path(item)).await.ok();
        assert_eq!(shown["chat"]["_id"], item["webChatId"]);

        for (filter, wanted) in [("WEB_CHAT", "WEB_CHAT"), ("EMAIL", "EMAIL"), ("TEXT", "TEXT")] {
            let items = listed(&dana, &format!("channel={filter}")).await;
            assert!(!items.is_empty() && channels(&items).iter().all(|channel| *channel == wanted), "{items:?}");
        }
        let after = counts(&dana).await;
        for field in ["openTexts", "openEmails", "openWebChats"] {
            assert_eq!(count(&after, field), count(&before, field) + 1, "{field}");
        }
        // By words of the messages, and by the name and the address that the visitor gave.
        for (query, found) in [("llam", 3), ("llama%20keep", 3), ("rae.kim%20mail", 1), ("zeppelin", 0)] {
            assert_eq!(listed(&dana, &format!("query={query}")).await.len(), found, "{query}");
        }
    }

    async fn words_of_an_undone_reply_are_not_found(server: TestServer) {
        let dana = server.harborline_admin().await;
        let item = chat(&server, &dana, 1, PROBE).await;
        let messages = format!("{}/messages", path(&item));
        let reply = async |body: &str| {
            let sent = dana.post(&messages, json!({ "body": body })).await.ok();
            format!("{messages}/{}/undo", sent["message"]["_id"].as_str().unwrap())
        };
        let found = async |query: &str| listed(&dana, &format!("channel=WEB_CHAT&query={query}")).await.len();
        let first = reply("A llama needs a zeppelin permit.").await;
        let second = reply("A permit costs a doubloon.").await;
        for query in ["zeppelin", "permit", "doubloon", "llama"] {
            assert_eq!(found(query).await, 1, "{query}");
        }
        dana.post(&first, json!({})).await.ok();
        // The visitor's own words and those of the other reply remain.
        for (query, expected) in [("zeppelin", 0), ("permit", 1), ("doubloon", 1), ("llama", 1), ("rae.kim", 1)] {
            assert_eq!(found(query).await, expected, "{query}");
        }
        dana.post(&second, json!({})).await.ok();
        for (query, expected) in [("permit", 0), ("doubloon", 0), ("llama", 1)] {
            assert_eq!(found(query).await, expected, "{query}");
        }
    }

    async fn a_verified_visitor_is_listed_by_the_name_and_unit_of_their_account(server: TestServer) {
        let dana = server.harborline_admin().await;
        share_balances(&dana, "PHONE_MATCH").await;
        let secret = create_signing_secret(&dana, HARBOR_ROW).await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.call("start", json!({ "body": NOT_COVERED, "name": "Zelda", "email": RAE })).await.ok();
        server.settled().await;
        let found = async |query: &str| {
            let items = listed(&dana, &format!("channel=WEB_CHAT&query={query}")).await;
            items.iter().map(|item| (item["name"].clone(), item["unit"].clone())).collect::<Vec<_>>()
        };
        assert_eq!(found("zelda").await, [(json!("Zelda"), json!(""))]);
        assert!(found("zelda%204b").await.is_empty());
        let signed = sign(&server, &secret, &visitor.key, ANN, 3_600);
        visitor.call("visitor", json!({ "signedVisitor": signed })).await.ok();
        for query in ["zelda", "zelda%204b", "zelda%20kowalski"] {
            assert_eq!(found(query).await, [(json!("Ann Kowalski"), json!("4B"))], "{query}");
        }
    }

    async fn chats_of_staff_who_try_the_chat_are_listed_only_on_request(server: TestServer) {
        let dana = server.harborline_admin().await;
        let before = (listed(&dana, "").await.len(), counts(&dana).await);
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.call("start", json!({ "body": NOT_COVERED, "email": RAE, "isTest": true })).await.ok();
        server.settled().await;
        assert_eq!((listed(&dana, "").await.len(), counts(&dana).await), before);
        let tests = listed(&dana, "testTraffic=ONLY").await;
        assert_eq!((channels(&tests), &tests[0]["isTest"]), (vec!["WEB_CHAT"], &json!(true)));
        let person = dana.get(&format!("/inbox/person?communityId={HARBOR_ROW}&email={RAE}")).await.ok();
        assert_eq!(person["person"]["items"].as_array().map_or(0, Vec::len), 0);
    }

    async fn pages_across_the_three_channels_return_each_item_once(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        for number in 0..4 {
            one_of_each(&server, &dana, number).await;
        }
        let all = paged(&dana, "query=llama&limit=200").await;
        assert_eq!(channels(&all), ["WEB_CHAT", "EMAIL", "TEXT"].repeat(4));
        assert_eq!(paged(&dana, "query=llama&limit=2").await, all);

        for (item, priority) in all.iter().zip(["HIGH", "URGENT", "URGENT", "URGENT", "LOW", "HIGH"]) {
            dana.post(&format!("{}/priority", path(item)), json!({ "priority": priority })).await.ok();
        }
        let wanted: Vec<String> = [1, 2, 3, 0, 5].map(|place: usize| path(&all[place])).to_vec();
        let by_priority = paged(&dana, "query=llama&order=PRIORITY&limit=2").await;
        assert_eq!(by_priority.iter().map(path).collect::<Vec<_>>(), wanted);

        let before = count(&counts(&dana).await, "mine");
        let me = dana.get("/users/token").await.ok()["user"]["_id"].clone();
        for place in [0, 1, 3] {
            dana.post(&format!("{}/assign", path(&all[place])), json!({ "assigneeId": me })).await.ok();
        }
        let mine = paged(&dana, "query=llama&assignment=MINE&limit=2").await;
        assert_eq!(mine.iter().map(path).collect::<Vec<_>>(), [0, 1, 3].map(|place: usize| path(&all[place])));
        let mine = paged(&dana, "query=llama&assignment=MINE&order=PRIORITY&limit=2").await;
        assert_eq!(mine.iter().map(path).collect::<Vec<_>>(), [1, 3, 0].map(|place: usize| path(&all[place])));
        assert_eq!(listed(&dana, "query=llama&assignment=UNASSIGNED").await.len(), 9);
        assert_eq!(count(&counts(&dana).await, "mine"), before + 3);
    }

    async fn web_chats_are_filtered_by_each_state(server: TestServer) {
        let dana = server.harborline_admin().await;
        let before = counts(&dana).await;
        let answered = chat(&server, &dana, 1, COVERED).await;
        assert_eq!(answered["state"], "BOT");
        let open = path(&chat(&server, &dana, 2, NOT_COVERED).await);
        let until = "2026-03-03T15:00:00Z";
        let state = async |state: &str| {
            let body = json!({ "state": state, "snoozedUntil": until });
            dana.post(&format!("{open}/state"), body).await.ok();
            let items = listed(&dana, &format!("channel=WEB_CHAT&state={state}")).await;
            assert_eq!(items.iter().filter(|item| path(item) == open).count(), 1, "{state}: {items:?}");
            items.into_iter().find(|item| path(item) == open).unwrap()
        };
        assert_eq!(count(&counts(&dana).await, "openWebChats"), count(&before, "openWebChats") + 1);
        assert_eq!(state("SNOOZED").await["snoozedUntil"], until);
        assert_eq!(count(&counts(&dana).await, "snoozed"), count(&before, "snoozed") + 1);
        state("RESOLVED").await;
        state("BOT").await;
        assert_eq!(counts(&dana).await, before);
    }

    async fn the_person_card_has_the_chats_of_the_email_address(server: TestServer) {
        let dana = server.harborline_admin().await;
        let item = chat(&server, &dana, 1, NOT_COVERED).await;
        email(&dana, "rae.kim@mail.example", "Llama", "Text").await;
        for by in [RAE, "rae.kim@mail.example"] {
            let person = format!("/inbox/person?communityId={HARBOR_ROW}&email={by}");
            let person = dana.get(&person).await.ok()["person"].clone();
            let items = person["items"].as_array().unwrap();
            assert_eq!(items.len(), 2, "{person}");
            assert!(items.iter().any(|one| one["webChatId"] == item["webChatId"]), "{person}");
        }
        let other = dana.get(&format!("/inbox/person?communityId={OSPREY_LAKE}&email={RAE}")).await.ok();
        assert_eq!(other["person"]["items"].as_array().map_or(0, Vec::len), 0);
    }

    async fn staff_see_only_the_chats_of_their_communities(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let seen = async |staff: &Staff<'_>| {
            let items = staff.get("/inbox?limit=200&channel=WEB_CHAT").await.ok()["items"].as_array().unwrap().len();
            (items, count(&staff.get("/inbox/count").await.ok(), "openWebChats"))
        };
        let (danas, marcuss) = (seen(&dana).await, seen(&marcus).await);
        let site = change_site(&dana, OSPREY_LAKE, json!({ "isEnabled": true, "isOfficeHoursOnly": false })).await;
        Visitor::with(&server, site["key"].as_str().unwrap(), &"5".repeat(64)).start(NOT_COVERED).await;
        assert_eq!(seen(&dana).await, (danas.0 + 1, danas.1 + 1));
        assert_eq!(seen(&marcus).await, marcuss);
    }

    async fn staff_count_only_the_items_of_their_communities(server: TestServer) {
        for email in ["admin@harborline.example", "manager@harborline.example"] {
            let staff = server.login(email).await;
            let counts = staff.get("/inbox/count").await.ok();
            for (channel, field) in [("TEXT", "openTexts"), ("EMAIL", "openEmails"), ("WEB_CHAT", "openWebChats")] {
                let list = staff.get(&format!("/inbox?limit=200&channel={channel}")).await.ok();
                assert_eq!(count(&counts, field), list["items"].as_array().unwrap().len() as i64, "{email} {field}");
            }
        }
    }
}
