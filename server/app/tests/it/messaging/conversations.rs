//! Conversations of staff: take over, reply, snooze, note and search.
use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    messaging::twilio::{steps, text_from, twilio_for},
    support::*,
};

const PHONE: &str = "+12025550173";
const COVERED: &str = "how do i get a 2nd parking permit";
const UNKNOWN: &str = "may i keep a zeppelin on the roof";
/// One hour after the test servers start.
const IN_AN_HOUR: &str = "2026-03-02T16:00:00Z";

/// Texts from [`PHONE`]. Returns the path of the conversation.
async fn send_text(dana: &Staff<'_>, body: &str) -> String {
    dana.text(PHONE, HARBOR_ROW_NUMBER, body).await.ok();
    path_of(dana).await
}

/// Sends a text through Twilio, so that it is not a test. Returns the path of the conversation.
async fn send_text_by_carrier(server: &TestServer, dana: &Staff<'_>, body: &str) -> String {
    text_from(server, PHONE, HARBOR_ROW_NUMBER, body).await;
    server.settled().await;
    path_of(dana).await
}

async fn path_of(dana: &Staff<'_>) -> String {
    let list = dana.get(&format!("/textConversations?communityId={HARBOR_ROW}&limit=200")).await.ok();
    let of_phone = list["conversations"].as_array().unwrap().iter().find(|c| c["phone"] == PHONE).unwrap();
    format!("/textConversations/{}", of_phone["_id"].as_str().unwrap())
}

async fn get_conversation(staff: &Staff<'_>, path: &str) -> Value {
    staff.get(path).await.ok()["conversation"].clone()
}

/// Returns the last message of a conversation.
async fn newest_message(staff: &Staff<'_>, path: &str) -> Value {
    staff.get(path).await.ok()["messages"].as_array().unwrap().last().unwrap().clone()
}

async fn act(staff: &Staff<'_>, path: &str, act: &str) -> Answer {
    staff.post(&format!("{path}/{act}"), json!({})).await
}

async fn reply(staff: &Staff<'_>, path: &str, body: &str) -> Answer {
    staff.post(&format!("{path}/messages"), json!({ "body": body })).await
}

/// Returns the phones of the conversations in a list.
async fn phones(staff: &Staff<'_>, query: &str) -> Vec<String> {
    let list = staff.get(&format!("/textConversations?{query}")).await.ok();
    let phone = |c: &Value| c["phone"].as_str().unwrap().to_owned();
    list["conversations"].as_array().unwrap().iter().map(phone).collect()
}

on_both! {
    async fn the_bot_does_not_reply_in_a_taken_over_conversation(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = send_text(&dana, COVERED).await;
        let assigned = act(&dana, &path, "takeOver").await.ok()["conversation"].clone();
        assert_eq!((&assigned["state"], &assigned["assignedTo"]), (&json!("OPEN"), &json!("Dana Okafor")));
        let before = dana.phone(PHONE).await.len();
        send_text(&dana, COVERED).await;
        assert_eq!(dana.phone(PHONE).await.len(), before + 1, "the bot did not reply");
        let message = newest_message(&dana, &path).await;
        assert_eq!(steps(&message), ["RECEIVED", "LEFT_TO_STAFF"]);
        assert_eq!(get_conversation(&dana, &path).await["unread"], 1);

        let back = act(&dana, &path, "handBack").await.ok()["conversation"].clone();
        assert_eq!((&back["state"], &back["assignedTo"], &back["unread"]), (&json!("BOT"), &json!(""), &json!(0)));
        send_text(&dana, COVERED).await;
        assert!(dana.last_text(PHONE).await.starts_with("Each home has one permit."));
    }

    async fn an_opt_out_applies_in_a_taken_over_conversation(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = send_text(&dana, COVERED).await;
        act(&dana, &path, "takeOver").await.ok();
        reply(&dana, &path, "The office is open till five.").await.ok();
        send_text(&dana, "STOP").await;
        server.later(Duration::from_secs(10)).await;
        assert!(dana.phone(PHONE).await.iter().all(|m| m["body"] != "The office is open till five."));
        assert!(dana.last_text(PHONE).await.contains("START"), "the opt-out is confirmed");
        assert_eq!(get_conversation(&dana, &path).await["optedOut"], true);
        let refused = reply(&dana, &path, "Still there?").await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "OPTED_OUT"));
        send_text(&dana, "START").await;
        assert_eq!(get_conversation(&dana, &path).await["optedOut"], false);
        reply(&dana, &path, "Welcome back.").await.ok();
    }

    async fn a_reply_is_sent_after_10_seconds_and_assigns_the_conversation(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = send_text(&dana, UNKNOWN).await;
        for blank in ["  ", "\u{200b}\u{feff} "] {
            assert_eq!(reply(&dana, &path, blank).await.fields(), ["body"]);
        }
        let sent = reply(&dana, &path, "  Not on the roof.  ").await.ok();
        assert_eq!((&sent["conversation"]["state"], &sent["conversation"]["assignedTo"]), (&json!("OPEN"), &json!("Dana Okafor")));
        let message = &sent["message"];
        assert_eq!((&message["body"], &message["status"], &message["author"], &message["authorName"]), (&json!("Not on the roof."), &json!("QUEUED"), &json!("STAFF"), &json!("Dana Okafor")));
        assert!(message["undoUntil"].is_string(), "{message}");
        server.later(Duration::from_millis(9_900)).await;
        assert_ne!(dana.last_text(PHONE).await, "Not on the roof.");
        server.later(Duration::from_millis(100)).await;
        assert_eq!(dana.last_text(PHONE).await, "Not on the roof.");
        let left = newest_message(&dana, &path).await;
        assert_eq!((&left["status"], left.get("undoUntil")), (&json!("DELIVERED"), None));
    }

    async fn the_author_can_undo_a_reply_within_10_seconds(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let path = send_text(&dana, UNKNOWN).await;
        let before = get_conversation(&dana, &path).await["preview"].clone();
        let sent = reply(&dana, &path, "Not on the rof.").await.ok();
        let undo = format!("{path}/messages/{}/undo", sent["message"]["_id"].as_str().unwrap());
        assert_eq!(marcus.post(&undo, json!({})).await.reason(), "NOTHING_TO_UNDO");
        server.later(Duration::from_millis(9_900)).await;
        let back = dana.post(&undo, json!({})).await.ok()["message"].clone();
        assert_eq!((&back["status"], steps(&back)), (&json!("CANCELED"), vec!["CANCELED"]));
        assert_eq!(get_conversation(&dana, &path).await["preview"], before);
        server.later(Duration::from_secs(60)).await;
        assert!(dana.phone(PHONE).await.iter().all(|m| m["body"] != "Not on the rof."));
        assert_eq!(dana.post(&undo, json!({})).await.reason(), "UNDO_TOO_LATE");
        let second = reply(&dana, &path, "Not on the roof.").await.ok();
        server.later(Duration::from_secs(10)).await;
        let undo = format!("{path}/messages/{}/undo", second["message"]["_id"].as_str().unwrap());
        assert_eq!(dana.post(&undo, json!({})).await.reason(), "UNDO_TOO_LATE");
    }

    async fn only_an_administrator_can_take_over_a_colleagues_conversation(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let path = send_text(&dana, UNKNOWN).await;
        act(&dana, &path, "takeOver").await.ok();
        for action in ["takeOver", "handBack", "resolve"] {
            assert_eq!(act(&marcus, &path, action).await.reason(), "CLAIMED_BY_ANOTHER", "{action}");
        }
        let snooze = marcus.post(&format!("{path}/snooze"), json!({ "until": IN_AN_HOUR })).await;
        assert_eq!(snooze.reason(), "CLAIMED_BY_ANOTHER");
        assert_eq!(reply(&marcus, &path, "No.").await.reason(), "CLAIMED_BY_ANOTHER");
        act(&dana, &path, "handBack").await.ok();
        act(&marcus, &path, "takeOver").await.ok();
        assert_eq!(reply(&dana, &path, "No.").await.reason(), "CLAIMED_BY_ANOTHER");
        let assigned = act(&dana, &path, "takeOver").await.ok();
        assert_eq!(assigned["conversation"]["assignedTo"], "Dana Okafor");
        let trail = dana.get("/admin/audit?action=CONVERSATION_TAKEN").await.ok();
        assert_eq!(trail["entries"][0]["actor"], "Dana Okafor", "{trail}");
    }

    async fn concurrent_takeovers_assign_one_user(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let path = send_text(&dana, UNKNOWN).await;
        for _ in 0..5 {
            let (first, second) = tokio::join!(reply(&dana, &path, "Dana's."), reply(&marcus, &path, "Marcus's."));
            let won: Vec<_> = [&first, &second].into_iter().filter(|a| a.status == 200).collect();
            assert_eq!(won.len(), 1, "{first:?} {second:?}");
            let holder = if first.status == 200 { &dana } else { &marcus };
            act(holder, &path, "handBack").await.ok();
        }
    }

    async fn a_snoozed_conversation_reopens_at_its_time(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = send_text(&dana, UNKNOWN).await;
        act(&dana, &path, "takeOver").await.ok();
        let snoozed = dana.post(&format!("{path}/snooze"), json!({ "until": IN_AN_HOUR })).await.ok();
        let snoozed = &snoozed["conversation"];
        assert_eq!((&snoozed["state"], &snoozed["snoozedUntil"], &snoozed["assignedTo"]), (&json!("SNOOZED"), &json!(IN_AN_HOUR), &json!("Dana Okafor")));
        server.later(Duration::from_secs(3_599)).await;
        assert_eq!(get_conversation(&dana, &path).await["state"], "SNOOZED");
        server.later(Duration::from_secs(1)).await;
        let awake = get_conversation(&dana, &path).await;
        assert_eq!((&awake["state"], awake.get("snoozedUntil"), &awake["assignedTo"]), (&json!("OPEN"), None, &json!("Dana Okafor")));
        for never in ["2026-03-02T15:00:00Z", "2031-01-01T00:00:00Z", "0001-01-01T00:00:00Z"] {
            let refused = dana.post(&format!("{path}/snooze"), json!({ "until": never })).await;
            assert_eq!(refused.fields(), ["until"], "{never}");
        }
    }

    async fn a_text_reopens_a_snoozed_conversation_and_cancels_its_old_wake_up(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = send_text(&dana, UNKNOWN).await;
        dana.post(&format!("{path}/snooze"), json!({ "until": IN_AN_HOUR })).await.ok();
        send_text(&dana, COVERED).await;
        assert_eq!(get_conversation(&dana, &path).await["state"], "OPEN");
        let later = "2026-03-02T18:00:00Z";
        dana.post(&format!("{path}/snooze"), json!({ "until": later })).await.ok();
        server.later(Duration::from_secs(3_600)).await;
        assert_eq!(get_conversation(&dana, &path).await["state"], "SNOOZED", "the conversation was snoozed again");
        server.later(Duration::from_secs(7_200)).await;
        assert_eq!(get_conversation(&dana, &path).await["state"], "OPEN");
    }

    async fn the_next_text_returns_a_resolved_conversation_to_the_bot(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = send_text(&dana, COVERED).await;
        act(&dana, &path, "takeOver").await.ok();
        let done = act(&dana, &path, "resolve").await.ok()["conversation"].clone();
        assert_eq!((&done["state"], &done["assignedTo"]), (&json!("RESOLVED"), &json!("")));
        act(&dana, &path, "resolve").await.ok();
        send_text(&dana, COVERED).await;
        assert_eq!(get_conversation(&dana, &path).await["state"], "BOT");
        assert!(dana.last_text(PHONE).await.starts_with("Each home has one permit."));
        act(&dana, &path, "resolve").await.ok();
        send_text(&dana, UNKNOWN).await;
        assert_eq!(get_conversation(&dana, &path).await["state"], "OPEN", "the bot could not answer");
    }

    async fn answering_an_escalation_keeps_the_conversation_assigned(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = send_text(&dana, UNKNOWN).await;
        act(&dana, &path, "takeOver").await.ok();
        let escalation = dana.open_escalations().await[0]["_id"].as_str().unwrap().to_owned();
        dana.post(&format!("/textConversations/escalations/{escalation}"), json!({ "answer": "No." })).await.ok();
        let conversation = get_conversation(&dana, &path).await;
        assert_eq!((&conversation["state"], &conversation["assignedTo"]), (&json!("OPEN"), &json!("Dana Okafor")));
    }

    async fn notes_are_visible_to_staff_and_deletable_by_their_author(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let path = send_text(&dana, UNKNOWN).await;
        let texts = dana.phone(PHONE).await.len();
        let note = |body: &str| json!({ "body": body });
        let hers = dana.post(&format!("{path}/notes"), note(" Called them twice. ")).await.ok();
        server.later(Duration::from_secs(1)).await;
        marcus.post(&format!("{path}/notes"), note("They moved out.")).await.ok();
        for blank in ["  ", "\u{200b}"] {
            assert_eq!(dana.post(&format!("{path}/notes"), note(blank)).await.fields(), ["body"]);
        }
        let listed = marcus.get(&format!("{path}/notes")).await.ok();
        let read: Vec<_> = listed["notes"].as_array().unwrap().iter().map(|n| (n["body"].clone(), n["author"].clone())).collect();
        assert_eq!(read[0].0, "They moved out.");
        assert_eq!(read[1], (json!("Called them twice."), json!("Dana Okafor")));
        let first = marcus.get(&format!("{path}/notes?limit=1")).await.ok();
        let rest = marcus.get(&format!("{path}/notes?limit=1&pageToken={}", first["nextPageToken"].as_str().unwrap())).await.ok();
        assert_eq!((&rest["notes"][0]["body"], rest["nextPageToken"].as_str()), (&json!("Called them twice."), Some("")));
        let hers = format!("{path}/notes/{}", hers["note"]["_id"].as_str().unwrap());
        assert_eq!(marcus.delete(&hers).await.reason(), "NOT_YOUR_NOTE");
        dana.delete(&hers).await.ok();
        assert_eq!(dana.delete(&hers).await.status, 404);
        assert_eq!(get_conversation(&dana, &path).await["notes"], 1);
        server.later(Duration::from_secs(60)).await;
        assert_eq!(dana.phone(PHONE).await.len(), texts, "nothing was sent");
    }

    async fn search_finds_conversations_by_their_texts_and_highlights_matches(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = send_text(&dana, UNKNOWN).await;
        let found = dana.get("/textConversations?query=ZEPP%20keep").await.ok();
        let found = found["conversations"].as_array().unwrap();
        assert_eq!(found.len(), 1, "{found:?}");
        let parts = json!([
            { "text": "may i ", "found": false }, { "text": "keep", "found": true },
            { "text": " a ", "found": false }, { "text": "zeppelin", "found": true },
            { "text": " on the roof", "found": false },
        ]);
        assert_eq!(found[0]["found"]["parts"], parts);
        let thread = dana.get(&format!("{path}?query=zepp%20keep")).await.ok();
        let message = thread["messages"].as_array().unwrap().iter().find(|m| m["body"] == UNKNOWN).unwrap();
        assert_eq!(message["parts"], parts);
        assert_eq!(message["_id"], found[0]["found"]["messageId"]);
        for nothing in ["query=zeppelin%20submarine", "query=eppelin", "query=zeppelin&state=RESOLVED"] {
            assert!(phones(&dana, nothing).await.is_empty(), "{nothing}");
        }
        assert_eq!(phones(&dana, &format!("query=zeppelin&communityId={HARBOR_ROW}&state=OPEN")).await, [PHONE]);
        // Texts of staff and the bot are found as well; punctuation alone does not filter.
        reply(&dana, &path, "Airships are moored at the dock.").await.ok();
        assert_eq!(phones(&dana, "query=moored").await, [PHONE]);
        assert!(phones(&dana, "query=%25_!").await.len() > 1);
        let ingrid = server.northgate_admin().await;
        assert!(phones(&ingrid, "query=zeppelin").await.is_empty());
    }

    async fn search_finds_the_texts_of_the_demo(server: TestServer) {
        let dana = server.harborline_admin().await;
        let all = dana.get("/textConversations?limit=200").await.ok();
        for conversation in all["conversations"].as_array().unwrap() {
            let preview = conversation["preview"].as_str().unwrap();
            let word = preview.split(|c: char| !c.is_alphanumeric()).max_by_key(|w| w.chars().count()).unwrap();
            let query: String = form_urlencoded::byte_serialize(word.as_bytes()).collect();
            let phone = conversation["phone"].as_str().unwrap().to_owned();
            assert!(phones(&dana, &format!("limit=200&query={query}")).await.contains(&phone), "{word}");
        }
    }

    async fn conversation_lists_are_filtered_paged_and_counted(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let path = send_text_by_carrier(&server, &dana, UNKNOWN).await;
        let me = dana.get("/users/token").await.ok()["user"]["_id"].as_str().unwrap().to_owned();
        let before = dana.get("/textConversations/count").await.ok();
        act(&dana, &path, "takeOver").await.ok();
        assert_eq!(phones(&dana, &format!("assignedToId={me}")).await, [PHONE]);
        assert!(phones(&dana, &format!("assignedToId={me}&state=BOT")).await.is_empty());
        for state in ["BOT", "OPEN", "SNOOZED", "RESOLVED"] {
            let count = &dana.get("/textConversations/count").await.ok()[state.to_lowercase()];
            let listed = phones(&dana, &format!("limit=200&state={state}")).await.len();
            assert_eq!(count.as_u64(), Some(listed as u64), "{state}");
        }
        let counts = dana.get("/textConversations/count").await.ok();
        assert_eq!((&counts["mine"], &counts["open"]), (&json!(1), &before["open"]));
        let (mut paged, mut token) = (vec![], String::new());
        loop {
            let query = format!("/textConversations?limit=2&communityId={HARBOR_ROW}&pageToken={token}");
            let page = dana.get(&query).await.ok();
            paged.extend(page["conversations"].as_array().unwrap().iter().map(|c| c["phone"].as_str().unwrap().to_owned()));
            token = page["nextPageToken"].as_str().unwrap().to_owned();
            if token.is_empty() {
                break;
            }
        }
        assert_eq!(paged, phones(&dana, &format!("limit=200&communityId={HARBOR_ROW}")).await);
    }

    async fn unread_texts_are_counted_until_they_are_read(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let path = send_text_by_carrier(&server, &dana, COVERED).await;
        assert_eq!(get_conversation(&dana, &path).await["unread"], 0, "the bot answered the question");
        send_text_by_carrier(&server, &dana, UNKNOWN).await;
        assert_eq!(get_conversation(&dana, &path).await["unread"], 1);
        let before = dana.get("/textConversations/count").await.ok()["unread"].as_i64().unwrap();
        act(&dana, &path, "read").await.ok();
        assert_eq!(get_conversation(&dana, &path).await["unread"], 0);
        let after = dana.get("/textConversations/count").await.ok()["unread"].as_i64().unwrap_or(0);
        assert_eq!(after, before - 1);
    }
}
