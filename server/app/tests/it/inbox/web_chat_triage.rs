//! Web chats that need a reply from staff: routing rules, and when the reply is due.
use std::time::Duration;

use serde_json::{Value, json};

use super::{
    email, listed,
    reply_targets::{alerts, due, targets},
    routing::{id_of, rule},
};
use crate::{
    messaging::{
        twilio::twilio_for,
        web_chat::{COVERED, NOT_COVERED, PERMITS, Visitor, newest_chat, newest_escalations, text},
    },
    outreach::OSPREY_LAKE,
    support::*,
};

const MINUTE: Duration = Duration::from_secs(60);
/// A question that no community has an answer to.
const LLAMA: &str = "may i keep a llama";

/// Returns the newest chat of Harbor Row.
async fn chat(staff: &Staff<'_>) -> Value {
    newest_chat(staff).await["chat"].clone()
}

/// Begins a chat of a new visitor of Harbor Row. Returns the visitor, and the path of the chat.
async fn begin<'h>(
    server: &'h TestServer,
    staff: &Staff<'_>,
    number: u64,
    body: &str,
) -> (Visitor<'h>, String) {
    let visitor = Visitor::of_harbor_row(server, staff, number).await;
    visitor.start(body).await;
    let path = format!("/webChats/{}", text(&chat(staff).await, "_id"));
    (visitor, path)
}

async fn assign(staff: &Staff<'_>, path: &str, user: &Value) -> Value {
    staff.post(&format!("{path}/assign"), json!({ "assigneeId": user })).await.ok()["chat"].clone()
}

async fn reply(staff: &Staff<'_>, path: &str) -> Value {
    staff.post(&format!("{path}/messages"), json!({ "body": "Two at most." })).await.ok()
}

/// Returns the paths of the chats about llamas with a due reply.
async fn due_chats(staff: &Staff<'_>) -> Vec<String> {
    let items = due(staff, "channel=WEB_CHAT&order=REPLY_DUE").await;
    items.iter().map(|item| format!("/webChats/{}", text(item, "webChatId"))).collect()
}

/// Returns the alerts about a person who waits for a reply.
fn alerts_about<'m>(sent: &'m [Value], person: &str) -> Vec<&'m Value> {
    let subject = format!("Reply due soon: {person} in");
    sent.iter().filter(|mail| text(mail, "subject").starts_with(&subject)).collect()
}

#[track_caller]
fn assert_assigned(chat: &Value, user: &Value, rule: &str) {
    assert_eq!((&chat["assigneeId"], &chat["assignedByRule"]), (user, &json!(rule)), "{chat}");
}

on_both! {
    async fn the_first_matching_rule_assigns_a_chat_that_the_bot_leaves_to_staff(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let (me, his) = (id_of(&dana).await, id_of(&marcus).await);
        rule(&dana, "Elsewhere", json!({ "communityId": OSPREY_LAKE }), &[&me]).await;
        rule(&dana, "Emails", json!({ "channel": "EMAIL" }), &[&me]).await;
        let chats = rule(&dana, "Chats", json!({ "channel": "WEB_CHAT" }), &[&his]).await;
        assert_eq!(chats["condition"]["channel"], "WEB_CHAT");
        rule(&dana, "The rest", json!({}), &[&me]).await;
        let (visitor, _) = begin(&server, &dana, 1, COVERED).await;
        assert_assigned(&chat(&dana).await, &json!(""), "");
        visitor.send(NOT_COVERED).await;
        let assigned = chat(&dana).await;
        assert_assigned(&assigned, &his, "Chats");
        assert_eq!((&assigned["assigneeName"], &assigned["state"]), (&chats["assigneeNames"][0], &json!("OPEN")));
        let mine = listed(&marcus, "channel=WEB_CHAT&assignment=MINE").await;
        assert!(mine.iter().any(|item| item["webChatId"] == assigned["_id"]), "{mine:?}");
        let trail = dana.get("/admin/audit?action=WEB_CHAT_ROUTED").await.ok();
        let [entry] = &trail["entries"].as_array().unwrap()[..] else { panic!("one entry: {trail}") };
        assert_eq!((&entry["actor"], &entry["subject"]), (&json!(""), &assigned["_id"]));
        let summary = text(entry, "summary");
        assert!(summary.starts_with("The routing rule \"Chats\" assigned a web chat to"), "{summary}");
        // A rule for chats does not apply to an email.
        let thread = email(&dana, "rae@example.com", "Llama", "There is a llama.").await;
        server.settled().await;
        assert_eq!(dana.get(&format!("/emailThreads/{thread}")).await.ok()["thread"]["assignedByRule"], "Emails");
    }

    async fn a_rule_for_a_category_applies_to_chats_with_such_a_question(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let (me, his) = (id_of(&dana).await, id_of(&marcus).await);
        let community = format!("/textCommunities/community/{HARBOR_ROW}");
        dana.patch(&format!("{community}/training"), json!({ "isTraining": true })).await.ok();
        let entry = json!({ "category": "Livestock", "question": "May residents keep chickens?", "answer": "Yes." });
        dana.post(&format!("{community}/answers"), entry).await.ok();
        rule(&dana, "Animals", json!({ "category": "livestock" }), &[&his]).await;
        rule(&dana, "The rest", json!({}), &[&me]).await;
        begin(&server, &dana, 1, "may residents keep chickens in the yard").await;
        assert_assigned(&chat(&dana).await, &his, "Animals");
        server.later(MINUTE).await;
        begin(&server, &dana, 2, "zeppelin mast qwerty").await;
        assert_assigned(&chat(&dana).await, &me, "The rest");
    }

    async fn the_bot_answers_in_a_chat_that_a_rule_assigned_until_a_user_takes_it_over(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let (me, his) = (id_of(&dana).await, id_of(&marcus).await);
        rule(&dana, "All", json!({}), &[&me]).await;
        let (visitor, path) = begin(&server, &dana, 1, NOT_COVERED).await;
        visitor.send(COVERED).await;
        assert!(visitor.last_reply().await.starts_with(PERMITS), "the bot answers");
        assert_assigned(&chat(&dana).await, &me, "All");
        let answers = visitor.texts_of("BOT").await.len();
        // Any colleague can take it over, and then the bot is silent.
        assert_assigned(&reply(&marcus, &path).await["chat"], &his, "");
        visitor.send(COVERED).await;
        assert_eq!(visitor.texts_of("BOT").await.len(), answers);
        assert_assigned(&chat(&dana).await, &his, "");

        // The assignee of the rule takes another one over by assigning it to themselves.
        server.later(MINUTE).await;
        let (visitor, path) = begin(&server, &dana, 2, NOT_COVERED).await;
        assert_assigned(&chat(&dana).await, &me, "All");
        assert_assigned(&assign(&dana, &path, &me).await, &me, "");
        visitor.send(COVERED).await;
        assert_eq!(visitor.texts_of("BOT").await.len(), 1);
        assert_eq!(marcus.post(&format!("{path}/assign"), json!({})).await.reason(), "CLAIMED_BY_ANOTHER");
        let trail = dana.get("/admin/audit?action=WEB_CHAT_ASSIGNED").await.ok();
        assert_eq!(trail["entries"].as_array().unwrap().len(), 2, "{trail}");
    }

    async fn a_snoozed_chat_keeps_its_rule_and_the_bot_answers_when_it_reopens(server: TestServer) {
        let dana = server.harborline_admin().await;
        let me = id_of(&dana).await;
        rule(&dana, "All", json!({}), &[&me]).await;
        let (visitor, path) = begin(&server, &dana, 1, NOT_COVERED).await;
        let snooze = json!({ "state": "SNOOZED", "snoozedUntil": "2026-03-02T16:00:00Z" });
        let snoozed = dana.post(&format!("{path}/state"), snooze).await.ok();
        assert_assigned(&snoozed["chat"], &me, "All");
        visitor.send(COVERED).await;
        assert!(visitor.last_reply().await.starts_with(PERMITS));
        let resolved = dana.post(&format!("{path}/state"), json!({ "state": "RESOLVED" })).await.ok();
        assert_assigned(&resolved["chat"], &json!(""), "");
    }

    async fn a_chat_that_returns_to_the_bot_is_unassigned_and_routed_again(server: TestServer) {
        let dana = server.harborline_admin().await;
        let me = id_of(&dana).await;
        let all = rule(&dana, "All", json!({}), &[&me]).await;
        let (visitor, _) = begin(&server, &dana, 1, NOT_COVERED).await;
        assert_assigned(&chat(&dana).await, &me, "All");
        let escalation = format!("/textConversations/escalations/{}", text(&newest_escalations(&dana).await[0], "_id"));
        dana.post(&format!("{escalation}/dismiss"), json!({ "reason": "NOT_A_QUESTION" })).await.ok();
        let returned = chat(&dana).await;
        assert_assigned(&returned, &json!(""), "");
        assert_eq!(returned["state"], "BOT");
        let renamed = json!({ "name": "Renamed", "assigneeIds": [me] });
        dana.put(&format!("/routingRules/{}", text(&all, "_id")), renamed).await.ok();
        visitor.send("what about the zeppelin mast number 2").await;
        assert_assigned(&chat(&dana).await, &me, "Renamed");
    }

    async fn a_chat_that_staff_open_waits_unless_a_user_took_it_over(server: TestServer) {
        let dana = server.harborline_admin().await;
        let me = id_of(&dana).await;
        targets(&server, &dana, [0, 0, 60]).await;
        rule(&dana, "All", json!({}), &[&me]).await;
        let (_, path) = begin(&server, &dana, 1, LLAMA).await;
        let set = async |state: &str| {
            let body = json!({ "state": state, "snoozedUntil": "2026-03-02T16:00:00Z" });
            dana.post(&format!("{path}/state"), body).await.ok();
            server.settled().await;
        };
        set("RESOLVED").await;
        set("OPEN").await;
        assert_assigned(&chat(&dana).await, &me, "All");
        assert_eq!(due_chats(&dana).await, std::slice::from_ref(&path));
        assign(&dana, &path, &me).await;
        set("SNOOZED").await;
        set("OPEN").await;
        assert_assigned(&chat(&dana).await, &me, "");
        assert!(due_chats(&dana).await.is_empty());
    }

    async fn open_chats_count_when_the_user_with_the_fewest_open_items_is_chosen(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let (me, his) = (id_of(&dana).await, id_of(&marcus).await);
        for number in 0..8 {
            let (_, path) = begin(&server, &dana, number, NOT_COVERED).await;
            assign(&dana, &path, &me).await;
            server.later(MINUTE).await;
        }
        rule(&dana, "Desk", json!({}), &[&me, &his]).await;
        begin(&server, &dana, 8, NOT_COVERED).await;
        assert_assigned(&chat(&dana).await, &his, "Desk");
    }

    async fn a_reply_in_a_chat_is_due_until_staff_reply_or_resolve_it(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        begin(&server, &dana, 1, LLAMA).await;
        assert!(due_chats(&dana).await.is_empty(), "without a target, nothing is due");
        targets(&server, &dana, [0, 240, 60]).await;
        server.later(MINUTE).await;
        begin(&server, &dana, 2, COVERED).await;
        server.later(MINUTE).await;
        email(&dana, "rae@example.com", "Llama", "There is a llama.").await;
        let (visitor, path) = begin(&server, &dana, 3, LLAMA).await;
        let waiting = due(&dana, "order=REPLY_DUE").await;
        let channels: Vec<&str> = waiting.iter().map(|item| item["channel"].as_str().unwrap()).collect();
        assert_eq!((channels, &waiting[0]["replyDueAt"]), (vec!["WEB_CHAT", "EMAIL"], &json!("2026-03-02T16:02:00Z")));
        let list = format!("/inbox?limit=1&order=REPLY_DUE&query=llama&communityId={HARBOR_ROW}");
        let first = dana.get(&list).await.ok();
        let next = dana.get(&format!("{list}&pageToken={}", text(&first, "nextPageToken"))).await.ok();
        assert_eq!((&first["items"][0], &next["items"][0]), (&waiting[0], &waiting[1]));

        // The assignment does not end the wait.
        assign(&dana, &path, &id_of(&dana).await).await;
        assert_eq!(due_chats(&dana).await, std::slice::from_ref(&path));
        let sent = reply(&dana, &path).await;
        assert!(due_chats(&dana).await.is_empty());
        let undo = format!("{path}/messages/{}/undo", text(&sent["message"], "_id"));
        dana.post(&undo, json!({})).await.ok();
        server.settled().await;
        assert_eq!(due_chats(&dana).await, std::slice::from_ref(&path), "an undone reply does not count");
        reply(&dana, &path).await;
        visitor.send("and a second llama").await;
        assert_eq!(due_chats(&dana).await, std::slice::from_ref(&path), "the next message is due");
        dana.post(&format!("{path}/state"), json!({ "state": "RESOLVED" })).await.ok();
        assert!(due(&dana, "channel=WEB_CHAT&state=RESOLVED").await.is_empty());
        visitor.send(COVERED).await;
        assert!(due_chats(&dana).await.is_empty(), "the bot answered");
        visitor.send(LLAMA).await;
        assert_eq!(due_chats(&dana).await, std::slice::from_ref(&path));
    }

    async fn the_answer_to_the_question_of_a_chat_ends_the_wait(server: TestServer) {
        let dana = server.harborline_admin().await;
        targets(&server, &dana, [0, 0, 60]).await;
        let (_, path) = begin(&server, &dana, 1, LLAMA).await;
        assign(&dana, &path, &id_of(&dana).await).await;
        let escalation = format!("/textConversations/escalations/{}", text(&newest_escalations(&dana).await[0], "_id"));
        let answer = json!({ "answer": "Two at most.", "notifyHomeownerData": { "notify": true } });
        dana.post(&escalation, answer).await.ok();
        assert_eq!(chat(&dana).await["state"], "OPEN");
        assert!(due_chats(&dana).await.is_empty());
        dana.post(&format!("{escalation}/undo"), json!({})).await.ok();
        server.settled().await;
        assert_eq!(due_chats(&dana).await, std::slice::from_ref(&path));
        // Without an assignee, the chat is the bot's again.
        assign(&dana, &path, &json!("")).await;
        dana.post(&format!("{escalation}/dismiss"), json!({ "reason": "NOT_A_QUESTION" })).await.ok();
        assert_eq!(chat(&dana).await["state"], "BOT");
        assert!(due(&dana, "channel=WEB_CHAT&state=BOT").await.is_empty());
    }

    async fn staff_are_alerted_before_a_reply_in_a_chat_is_due(server: TestServer) {
        let dana = server.harborline_admin().await;
        let me = dana.get("/users/token").await.ok()["user"].clone();
        targets(&server, &dana, [0, 0, 60]).await;
        let named = Visitor::of_harbor_row(&server, &dana, 1).await;
        named.call("start", json!({ "body": LLAMA, "name": "Rae Kim", "email": "rae.kim@mail.example" })).await.ok();
        server.settled().await;
        let mine = format!("/webChats/{}", text(&chat(&dana).await, "_id"));
        assign(&dana, &mine, &me["_id"]).await;
        server.later(MINUTE).await;
        let (_, unnamed) = begin(&server, &dana, 2, LLAMA).await;
        server.later(MINUTE).await;
        let (_, answered) = begin(&server, &dana, 3, LLAMA).await;
        reply(&dana, &answered).await;
        server.later(42 * MINUTE).await;
        assert!(alerts(&dana).await.is_empty());
        server.later(4 * MINUTE).await;
        let sent = alerts(&dana).await;
        let link = |path: &str| path.replace("/webChats/", "/omnichannel?chat=");
        let [alert] = alerts_about(&sent, "Rae Kim")[..] else { panic!("one alert: {sent:?}") };
        assert_eq!(alert["to"], me["email"]);
        let body = text(alert, "body");
        assert!(body.contains("a reply to their web chat") && body.contains(&link(&mine)), "{body}");
        let others = alerts_about(&sent, "A visitor");
        assert!(!others.is_empty(), "the contacts of the community: {sent:?}");
        assert!(others.iter().all(|mail| text(mail, "body").contains(&link(&unnamed))), "{others:?}");
        assert_eq!(sent.len(), others.len() + 1);
    }

    async fn chats_of_staff_who_try_the_chat_are_never_due(server: TestServer) {
        let dana = server.harborline_admin().await;
        targets(&server, &dana, [0, 0, 60]).await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.call("start", json!({ "body": LLAMA, "email": "rae@mail.example", "isTest": true })).await.ok();
        server.settled().await;
        let tests = listed(&dana, "channel=WEB_CHAT&testTraffic=ONLY").await;
        assert_eq!((tests.len(), &tests[0]["replyDueAt"]), (1, &Value::Null));
    }
}
