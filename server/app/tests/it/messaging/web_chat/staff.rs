//! Chats that staff handle: who answers, what each state does, and who may change it.
use std::time::Duration;

use super::*;
use crate::outreach::OSPREY_LAKE;

const TEN_SECONDS: Duration = Duration::from_secs(10);
const TWO_MINUTES: Duration = Duration::from_secs(120);
const HOUR: Duration = Duration::from_secs(3_600);
/// An hour after the test servers start.
const IN_AN_HOUR: &str = "2026-03-02T16:00:00Z";

/// Returns the newest chat of Harbor Row.
async fn chat(staff: &Staff<'_>) -> Value {
    newest_chat(staff).await["chat"].clone()
}

/// Begins a chat of a new visitor of Harbor Row. Returns the visitor, and the path of the chat.
async fn begin<'h>(
    server: &'h TestServer,
    dana: &Staff<'_>,
    number: u64,
    body: &str,
) -> (Visitor<'h>, String) {
    let visitor = Visitor::of_harbor_row(server, dana, number).await;
    visitor.start(body).await;
    let path = format!("/webChats/{}", text(&chat(dana).await, "_id"));
    (visitor, path)
}

async fn take_over(staff: &Staff<'_>, path: &str) -> Value {
    let me = staff.get("/users/token").await.ok()["user"]["_id"].clone();
    staff.post(&format!("{path}/assign"), json!({ "assigneeId": me })).await.ok()["chat"].clone()
}

async fn set_state(staff: &Staff<'_>, path: &str, state: &str) -> Value {
    let mut body = json!({ "state": state });
    if state == "SNOOZED" {
        body["snoozedUntil"] = json!(IN_AN_HOUR);
    }
    staff.post(&format!("{path}/state"), body).await.ok()["chat"].clone()
}

async fn reply(staff: &Staff<'_>, path: &str, body: &str) -> Value {
    staff.post(&format!("{path}/messages"), json!({ "body": body })).await.ok()
}

#[track_caller]
fn assert_state(chat: &Value, state: &str, assignee: &str, is_unread: bool) {
    let found = (&chat["state"], &chat["assigneeName"], &chat["isUnread"]);
    assert_eq!(found, (&json!(state), &json!(assignee), &json!(is_unread)), "{chat}");
}

on_both! {
    async fn a_question_for_staff_opens_the_chat_until_it_is_reviewed(server: TestServer) {
        let dana = server.harborline_admin().await;
        let (visitor, _) = begin(&server, &dana, 1, COVERED).await;
        assert_state(&chat(&dana).await, "BOT", "", false);
        visitor.send(NOT_COVERED).await;
        assert_state(&chat(&dana).await, "OPEN", "", true);
        // No user has taken the chat over, so the bot still answers what it can. Staff see the open question.
        visitor.send(COVERED).await;
        assert!(visitor.last_reply().await.starts_with(PERMITS));
        assert_state(&chat(&dana).await, "OPEN", "", true);

        visitor.send("what about the zeppelin mast number 2").await;
        let escalations = newest_escalations(&dana).await;
        assert_eq!(escalations.len(), 2);
        let dismissal = json!({ "reason": "NOT_A_QUESTION" });
        let paths: Vec<String> =
            escalations.iter().map(|one| format!("/textConversations/escalations/{}", text(one, "_id"))).collect();
        dana.post(&format!("{}/dismiss", paths[0]), dismissal.clone()).await.ok();
        assert_state(&chat(&dana).await, "OPEN", "", true);
        dana.post(&format!("{}/dismiss", paths[1]), dismissal).await.ok();
        assert_state(&chat(&dana).await, "BOT", "", false);
        dana.post(&format!("{}/undo", paths[1]), json!({})).await.ok();
        assert_state(&chat(&dana).await, "OPEN", "", true);
    }

    async fn the_bot_is_silent_while_a_user_has_the_chat(server: TestServer) {
        let dana = server.harborline_admin().await;
        let (visitor, path) = begin(&server, &dana, 1, COVERED).await;
        assert_state(&take_over(&dana, &path).await, "OPEN", "Dana Okafor", false);
        visitor.send(COVERED).await;
        visitor.send(NOT_COVERED).await;
        assert_eq!(visitor.texts_of("BOT").await.len(), 1);
        assert!(newest_escalations(&dana).await.is_empty());
        let shown = newest_chat(&dana).await;
        assert_state(&shown["chat"], "OPEN", "Dana Okafor", true);
        assert!(text(&shown["messages"][0], "botNote").contains("taken over"), "{shown}");
        // The visitor's browser keeps asking for the reply.
        assert_eq!(visitor.after("").await["hasOpenQuestion"], true);

        assert_state(&set_state(&dana, &path, "BOT").await, "BOT", "", false);
        assert_eq!(visitor.after("").await["hasOpenQuestion"], false);
        visitor.send(COVERED).await;
        assert_eq!(visitor.texts_of("BOT").await.len(), 2);
        assert_state(&chat(&dana).await, "BOT", "", false);
    }

    async fn an_emergency_gets_the_safety_notice_although_a_user_has_the_chat(server: TestServer) {
        let dana = server.harborline_admin().await;
        let (visitor, path) = begin(&server, &dana, 1, COVERED).await;
        take_over(&dana, &path).await;
        visitor.send("I smell gas in the hallway").await;
        assert!(visitor.last_reply().await.contains("call 911"));
        let chat = chat(&dana).await;
        assert_state(&chat, "OPEN", "Dana Okafor", true);
        assert_eq!(chat["priority"], "URGENT");
        assert_eq!(newest_escalations(&dana).await.len(), 1);
    }

    async fn a_reply_takes_the_chat_over_and_is_held_for_10_seconds(server: TestServer) {
        let dana = server.harborline_admin().await;
        let (visitor, path) = begin(&server, &dana, 1, NOT_COVERED).await;
        let sent = reply(&dana, &path, "  Not on the roof. ").await;
        assert_state(&sent["chat"], "OPEN", "Dana Okafor", false);
        let message = &sent["message"];
        let found = (&message["author"], &message["authorName"], &message["body"]);
        assert_eq!(found, (&json!("STAFF"), &json!("Dana Okafor"), &json!("Not on the roof.")));
        assert_eq!(message["sentAt"], "2026-03-02T15:00:10Z");
        server.later(Duration::from_millis(9_900)).await;
        assert!(visitor.texts_of("STAFF").await.is_empty());
        server.later(Duration::from_millis(100)).await;
        assert_eq!(visitor.texts_of("STAFF").await, ["Not on the roof."]);
        let undo = format!("{path}/messages/{}/undo", text(message, "_id"));
        assert_eq!(dana.post(&undo, json!({})).await.reason(), "UNDO_TOO_LATE");
        // The question stays open until staff review it, and the chat stays theirs after that.
        let escalation = newest_escalations(&dana).await.swap_remove(0);
        let dismiss = format!("/textConversations/escalations/{}/dismiss", text(&escalation, "_id"));
        dana.post(&dismiss, json!({ "reason": "NOT_A_QUESTION" })).await.ok();
        assert_state(&chat(&dana).await, "OPEN", "Dana Okafor", false);
    }

    async fn a_user_undoes_only_their_own_reply(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let (visitor, path) = begin(&server, &dana, 1, NOT_COVERED).await;
        let sent = reply(&dana, &path, "Not on the roof.").await;
        let undo = format!("{path}/messages/{}/undo", text(&sent["message"], "_id"));
        assert_eq!(marcus.post(&undo, json!({})).await.reason(), "NOTHING_TO_UNDO");
        let undone = dana.post(&undo, json!({})).await.ok()["chat"].clone();
        assert_state(&undone, "OPEN", "Dana Okafor", false);
        assert_eq!(dana.post(&undo, json!({})).await.status, 404);
        server.later(TEN_SECONDS).await;
        assert!(visitor.texts_of("STAFF").await.is_empty());

        // The answer to an escalation is undone with the escalation, and a message of the visitor never.
        let escalation = newest_escalations(&dana).await.swap_remove(0);
        let answer = json!({ "answer": "No.", "notifyHomeownerData": { "notify": true } });
        dana.post(&format!("/textConversations/escalations/{}", text(&escalation, "_id")), answer).await.ok();
        let shown = newest_chat(&dana).await;
        for message in shown["messages"].as_array().unwrap() {
            let undo = format!("{path}/messages/{}/undo", text(message, "_id"));
            assert_eq!(dana.post(&undo, json!({})).await.reason(), "NOTHING_TO_UNDO", "{message}");
        }
        server.later(TEN_SECONDS * 2).await;
        let (_, other) = begin(&server, &dana, 2, NOT_COVERED).await;
        let sent = reply(&dana, &path, "Not on the roof.").await;
        let undo = format!("{other}/messages/{}/undo", text(&sent["message"], "_id"));
        assert_eq!(dana.post(&undo, json!({})).await.status, 404, "it is a message of another chat");
    }

    async fn a_reply_is_emailed_to_a_visitor_who_has_left(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = server.harborline_admin().await;
        let (visitor, path) = begin(server, &dana, 1, COVERED).await;
        visitor.call("contact", json!({ "email": RAE })).await.ok();
        visitor.after("").await;
        let undone = reply(&dana, &path, "Never mind.").await;
        dana.post(&format!("{path}/messages/{}/undo", text(&undone["message"], "_id")), json!({})).await.ok();
        reply(&dana, &path, "Come by the office.").await;
        server.later(TEN_SECONDS).await;
        server.later(TWO_MINUTES).await;
        let [mail] = &fixture.smtp.texts()[..] else { panic!("one email") };
        assert_eq!(mail.header("To"), RAE);
        assert!(mail.body().contains("Come by the office."), "{}", mail.text);
        reply(&dana, &path, "Or call us.").await;
        server.later(TEN_SECONDS).await;
        visitor.after("").await;
        server.later(TWO_MINUTES).await;
        assert_eq!(fixture.smtp.texts().len(), 1, "the visitor has seen it");
    }

    async fn a_reply_needs_words_and_has_no_account_details(server: TestServer) {
        let dana = server.harborline_admin().await;
        let (visitor, path) = begin(&server, &dana, 1, COVERED).await;
        let send = async |body: &str| dana.post(&format!("{path}/messages"), json!({ "body": body })).await;
        assert_eq!(send(" \u{200b} ").await.fields(), ["body"]);
        assert_eq!(send("You owe {balance}.").await.reason(), "ACCOUNT_NOT_FILLED_IN");
        assert_eq!(send(&"a".repeat(4_001)).await.fields(), ["body"]);
        server.later(TEN_SECONDS).await;
        assert!(visitor.texts_of("STAFF").await.is_empty());
        assert_state(&chat(&dana).await, "BOT", "", false);
    }

    async fn a_colleague_leaves_a_chat_that_was_taken_over_alone(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let (_, path) = begin(&server, &dana, 1, NOT_COVERED).await;
        take_over(&dana, &path).await;
        for (verb, body) in [
            ("messages", json!({ "body": "Hello" })),
            ("assign", json!({ "assigneeId": "" })),
            ("state", json!({ "state": "RESOLVED" })),
        ] {
            let refused = marcus.post(&format!("{path}/{verb}"), body).await;
            assert_eq!(refused.reason(), "CLAIMED_BY_ANOTHER", "{verb}");
        }
        assert_state(&chat(&dana).await, "OPEN", "Dana Okafor", true);
        let marked = marcus.post(&format!("{path}/mark"), json!({})).await.ok();
        assert_state(&marked["chat"], "OPEN", "Dana Okafor", false);
        let urgent = marcus.post(&format!("{path}/priority"), json!({ "priority": "URGENT" })).await.ok();
        assert_eq!(urgent["chat"]["priority"], "URGENT");

        // An administrator replies only once they have taken the chat over.
        set_state(&dana, &path, "BOT").await;
        take_over(&marcus, &path).await;
        let refused = dana.post(&format!("{path}/messages"), json!({ "body": "Hello" })).await;
        assert_eq!(refused.reason(), "CLAIMED_BY_ANOTHER");
        assert_state(&take_over(&dana, &path).await, "OPEN", "Dana Okafor", false);
        reply(&dana, &path, "Hello").await;
        let nobody = json!({ "assigneeId": "user-nobody" });
        assert_eq!(dana.post(&format!("{path}/assign"), nobody).await.status, 404);
    }

    async fn a_snoozed_chat_reopens_at_its_time_or_with_the_next_message(server: TestServer) {
        let dana = server.harborline_admin().await;
        let (visitor, path) = begin(&server, &dana, 1, COVERED).await;
        for bad in [
            json!({ "state": "SNOOZED" }),
            json!({ "state": "SNOOZED", "snoozedUntil": "2026-03-02T14:59:59Z" }),
            json!({ "state": "SNOOZED", "snoozedUntil": "2028-01-01T00:00:00Z" }),
        ] {
            assert_eq!(dana.post(&format!("{path}/state"), bad).await.fields(), ["snoozedUntil"]);
        }
        take_over(&dana, &path).await;
        let snoozed = set_state(&dana, &path, "SNOOZED").await;
        assert_state(&snoozed, "SNOOZED", "Dana Okafor", false);
        assert_eq!(snoozed["snoozedUntil"], IN_AN_HOUR);
        visitor.send(COVERED).await;
        let reopened = chat(&dana).await;
        assert_state(&reopened, "OPEN", "Dana Okafor", true);
        assert_eq!((visitor.texts_of("BOT").await.len(), &reopened["snoozedUntil"]), (1, &Value::Null));

        set_state(&dana, &path, "SNOOZED").await;
        server.later(HOUR - Duration::from_secs(1)).await;
        assert_state(&chat(&dana).await, "SNOOZED", "Dana Okafor", false);
        server.later(Duration::from_secs(1)).await;
        assert_state(&chat(&dana).await, "OPEN", "Dana Okafor", true);
    }

    async fn the_next_message_returns_a_resolved_chat_to_the_bot_with_normal_priority(server: TestServer) {
        let dana = server.harborline_admin().await;
        let (visitor, path) = begin(&server, &dana, 1, COVERED).await;
        reply(&dana, &path, "Anything else?").await;
        dana.post(&format!("{path}/priority"), json!({ "priority": "HIGH" })).await.ok();
        let resolved = set_state(&dana, &path, "RESOLVED").await;
        assert_state(&resolved, "RESOLVED", "", false);
        assert_eq!(resolved["priority"], "HIGH");
        visitor.send(COVERED).await;
        let returned = chat(&dana).await;
        assert_state(&returned, "BOT", "", false);
        assert_eq!((visitor.texts_of("BOT").await.len(), &returned["priority"]), (2, &json!("NORMAL")));
    }

    async fn what_staff_do_with_a_chat_is_audited(server: TestServer) {
        let dana = server.harborline_admin().await;
        let (_, path) = begin(&server, &dana, 1, COVERED).await;
        take_over(&dana, &path).await;
        take_over(&dana, &path).await;
        set_state(&dana, &path, "RESOLVED").await;
        dana.post(&format!("{path}/priority"), json!({ "priority": "LOW" })).await.ok();
        for (action, before, after) in [
            ("WEB_CHAT_ASSIGNED", "", "Dana Okafor"),
            ("WEB_CHAT_STATE_UPDATED", "Open", "Resolved"),
            ("WEB_CHAT_PRIORITY_UPDATED", "Normal", "Low"),
        ] {
            let trail = dana.get(&format!("/admin/audit?action={action}")).await.ok();
            let [entry] = &trail["entries"].as_array().unwrap()[..] else { panic!("{action}: {trail}") };
            let change = &entry["changes"][0];
            let found = (&entry["actor"], &change["before"], &change["after"]);
            assert_eq!(found, (&json!("Dana Okafor"), &json!(before), &json!(after)), "{entry}");
        }
    }

    async fn a_reply_that_takes_a_chat_over_is_audited(server: TestServer) {
        let dana = server.harborline_admin().await;
        let (_, path) = begin(&server, &dana, 1, COVERED).await;
        reply(&dana, &path, "Hello").await;
        reply(&dana, &path, "Anything else?").await;
        let trail = dana.get("/admin/audit?action=WEB_CHAT_ASSIGNED").await.ok();
        let [entry] = &trail["entries"].as_array().unwrap()[..] else { panic!("one entry: {trail}") };
        let change = &entry["changes"][0];
        assert_eq!((&change["before"], &change["after"]), (&json!(""), &json!("Dana Okafor")), "{entry}");
    }

    async fn a_chat_is_assigned_only_to_an_active_user(server: TestServer) {
        let dana = server.harborline_admin().await;
        let (_, path) = begin(&server, &dana, 1, COVERED).await;
        let marcus = "staff-harborline-manager";
        let assign = async || dana.post(&format!("{path}/assign"), json!({ "assigneeId": marcus })).await;
        assign().await.ok();
        dana.post(&format!("{path}/assign"), json!({ "assigneeId": "" })).await.ok();
        dana.post(&format!("/users/id/{marcus}/deactivate"), json!({})).await.ok();
        assert_eq!(assign().await.status, 404);
        assert_eq!(chat(&dana).await["assigneeId"], "");
    }

    async fn staff_of_other_communities_and_companies_cannot_change_a_chat(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let operator = server.login("admin@parlor.example").await;
        let options = json!({ "dashboard_options": ["TW", "OMNICHANNEL", "WEBCHAT"] });
        operator.patch("/admin/companies/company-northgate", options).await.ok();
        let ingrid = server.northgate_admin().await;
        let site = change_site(&dana, OSPREY_LAKE, json!({ "isEnabled": true, "isOfficeHoursOnly": false })).await;
        Visitor::with(&server, &text(&site, "key"), &"5".repeat(64)).start(NOT_COVERED).await;
        let path = format!("/webChats/{}", text(&newest_chat_of(&dana, OSPREY_LAKE).await["chat"], "_id"));
        for staff in [&marcus, &ingrid] {
            for (verb, body) in [
                ("messages", json!({ "body": "Hello" })),
                ("assign", json!({ "assigneeId": "" })),
                ("state", json!({ "state": "RESOLVED" })),
                ("priority", json!({ "priority": "HIGH" })),
                ("mark", json!({})),
            ] {
                assert_eq!(staff.post(&format!("{path}/{verb}"), body).await.status, 404, "{verb}");
            }
        }
        assert_state(&newest_chat_of(&dana, OSPREY_LAKE).await["chat"], "OPEN", "", true);
    }
}
