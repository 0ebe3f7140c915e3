//! Emails and web chats in reports.
use std::{collections::BTreeMap, time::Duration};

use platform::Scope;
use serde_json::{Value, json};

use crate::{
    email::{deliver, email, thread, thread_of},
    messaging::web_chat::{COVERED as COVERED_IN_CHAT, NOT_COVERED as NOT_COVERED_IN_CHAT, Visitor, text},
    support::*,
};

/// The day on which test servers start.
const TODAY: &str = "startDate=2026-03-02&endDate=2026-03-02";
const COVERED: &str =
    "Hi there,\r\n\r\nIs The Meridian smoke-free?\r\n\r\nThanks,\r\nTheo Lindqvist\r\nUnit 1107";
const NOT_COVERED: &str =
    "Hello,\r\n\r\nMay I moor a zeppelin at the mast on the roof?\r\n\r\nBest regards,\r\nTheo";
const THEO: &str = "theo.lindqvist@post.example";
const ELEVEN_SECONDS: Duration = Duration::from_secs(11);
const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 3_600);

/// Values by metric; `None` without data.
type Figures = BTreeMap<String, Option<f64>>;

/// Returns today's report; on all channels if `channel` is empty.
async fn report(staff: &Staff<'_>, channel: &str) -> Value {
    let filter = if channel.is_empty() { String::new() } else { format!("&channel={channel}") };
    staff.get(&format!("/reports?{TODAY}{filter}")).await.ok()["report"].clone()
}

/// Returns today's figures.
async fn figures(staff: &Staff<'_>, channel: &str) -> Figures {
    let report = report(staff, channel).await;
    let figures = report["figures"].as_array().unwrap().iter();
    figures.map(|one| (text(one, "metric"), one["value"].as_f64())).collect()
}

/// Metrics that follow from others, or from how close the bot's answers are.
const DERIVED: [&str; 3] = ["BOT_SHARE", "MINUTES_SAVED", "UNANSWERED"];

/// Returns the metrics whose values differ, with the differences. A missing value counts as 0.
fn changes(before: &Figures, after: &Figures) -> BTreeMap<String, f64> {
    let value = |figures: &Figures, metric: &str| figures.get(metric).copied().flatten().unwrap_or_default();
    let metrics = after.keys().filter(|metric| !DERIVED.contains(&metric.as_str()));
    let changes = metrics.map(|metric| (metric.clone(), value(after, metric) - value(before, metric)));
    changes.filter(|(_, change)| *change != 0.0).collect()
}

fn counts<const N: usize>(expected: [(&str, f64); N]) -> BTreeMap<String, f64> {
    expected.into_iter().map(|(metric, change)| (metric.to_owned(), change)).collect()
}

/// Lists what a figure of today counts.
async fn details(staff: &Staff<'_>, metric: &str, channel: &str) -> Vec<Value> {
    let path = format!("/reports/details?{TODAY}&metric={metric}&channel={channel}&limit=200");
    staff.get(&path).await.ok()["details"].as_array().unwrap().clone()
}

/// Has the bot send its replies to emails at once. All hours become business hours.
async fn send_at_once(staff: &Staff<'_>) {
    let body = json!({ "customizations": { "sendsEmailReplies": true } });
    staff.put("/admin/company/company-harborline/customizations", body).await.ok();
}

/// Delivers an email of a resident of The Meridian and waits for the bot and its reply. Returns the thread's ID.
async fn receive(server: &TestServer, staff: &Staff<'_>, headers: &str, text: &str) -> String {
    let raw =
        email(headers, text).replace("Joan Marsh <joan@example.com>", &format!("Theo Lindqvist <{THEO}>"));
    let thread = thread_of(&deliver(staff, raw).await);
    server.settled().await;
    server.later(ELEVEN_SECONDS).await;
    server.settled().await;
    thread
}

/// Returns the open escalation of a question.
async fn escalation(staff: &Staff<'_>, question: &str) -> Value {
    let open = staff.open_escalations().await;
    open.into_iter().find(|one| one["question"] == question).unwrap_or_else(|| panic!("no {question}"))
}

/// Answers an escalation, trains the bot and notifies the homeowner.
async fn answer(staff: &Staff<'_>, escalation: &Value) {
    let body = json!({
        "bot_trained": true, "question": "Can I moor a zeppelin?", "answer": "Not on the roof.",
        "notifyHomeownerData": { "notify": true },
    });
    let path = format!("/textConversations/escalations/{}", text(escalation, "_id"));
    staff.post(&path, body).await.ok();
}

/// What happened in the two channels.
struct Story {
    answered_thread: String,
    escalated_thread: String,
    escalated_chat: String,
}

/// Questions by email and web chat, two of each, one of which the bot answers, and one staff; and a test chat.
async fn tell(server: &TestServer, dana: &Staff<'_>) -> Story {
    let answered_thread = receive(server, dana, "Subject: Smoking", COVERED).await;
    let escalated_thread = receive(server, dana, "Subject: Parking", NOT_COVERED).await;
    Visitor::of_harbor_row(server, dana, 1).await.start(COVERED_IN_CHAT).await;
    Visitor::of_harbor_row(server, dana, 2).await.start(NOT_COVERED_IN_CHAT).await;
    let tester = Visitor::of_harbor_row(server, dana, 3).await;
    tester.call("start", json!({ "body": COVERED_IN_CHAT, "isTest": true })).await.ok();
    server.settled().await;

    let by_email = escalation(dana, "May I moor a zeppelin at the mast on the roof?").await;
    let by_chat = escalation(dana, NOT_COVERED_IN_CHAT).await;
    let escalated_chat = text(&by_chat, "webChatId");
    server.later(10 * MINUTE).await;
    let reply = json!({ "body": "I am asking the board." });
    dana.post(&format!("/webChats/{escalated_chat}/messages"), reply).await.ok();
    server.later(20 * MINUTE).await;
    answer(dana, &by_email).await;
    answer(dana, &by_chat).await;
    server.later(ELEVEN_SECONDS).await;
    server.settled().await;
    Story { answered_thread, escalated_thread, escalated_chat }
}

/// Returns the time at which test servers start.
fn begin_ms() -> i64 {
    "2026-03-02T15:00:00Z".parse::<jiff::Timestamp>().unwrap().as_millisecond()
}

/// Returns whether the counts of the hour in which test servers start are stored, as 1 or 0.
async fn hours_stored(server: &TestServer) -> i64 {
    let mut tx = server.db.read(&Scope::of_company(&"company-harborline".into())).await.unwrap();
    let sql = "SELECT count(*) FROM report_coverage
               WHERE company_id = 'company-harborline' AND is_ready AND hour_ms = $1";
    let (count,): (i64,) = tx.query(sql).bind(begin_ms()).one().await.unwrap();
    count
}

on_both! {
    async fn emails_and_web_chats_are_counted_in_their_channels(server: TestServer) {
        let dana = server.harborline_admin().await;
        send_at_once(&dana).await;
        let mut before = Vec::new();
        for channel in ["", "TEXT", "EMAIL", "WEB_CHAT"] {
            before.push(figures(&dana, channel).await);
        }
        tell(&server, &dana).await;
        let both = counts([
            ("MESSAGES_IN", 4.0), ("QUESTIONS", 4.0), ("BOT_ANSWERS", 2.0), ("ESCALATIONS", 2.0),
            ("ANSWERS_LEARNED", 2.0), ("STAFF_REPLIES", 3.0),
        ]);
        let (mut all, mut by_text) =
            (changes(&before[0], &figures(&dana, "").await), changes(&before[1], &figures(&dana, "TEXT").await));
        // The other figures also depend on the texts of the demo.
        all.retain(|metric, _| both.contains_key(metric));
        by_text.retain(|metric, _| both.contains_key(metric));
        assert_eq!((all, by_text), (both, counts([])));
        let by_email = figures(&dana, "EMAIL").await;
        let expected = counts([
            ("MESSAGES_IN", 2.0), ("MESSAGES_OUT", 2.0), ("QUESTIONS", 2.0), ("BOT_ANSWERS", 1.0), ("ESCALATIONS", 1.0),
            ("FIRST_RESPONSE", 30.0), ("RESOLUTION", 30.0), ("ANSWERS_LEARNED", 1.0), ("STAFF_REPLIES", 1.0),
        ]);
        assert_eq!(changes(&before[2], &by_email), expected);
        let by_chat = figures(&dana, "WEB_CHAT").await;
        let expected = counts([
            // The bot told a visitor that staff will reply; staff wrote in that chat twice.
            ("MESSAGES_IN", 2.0), ("MESSAGES_OUT", 4.0), ("QUESTIONS", 2.0), ("BOT_ANSWERS", 1.0), ("ESCALATIONS", 1.0),
            ("FIRST_RESPONSE", 10.0), ("RESOLUTION", 30.0), ("ANSWERS_LEARNED", 1.0), ("STAFF_REPLIES", 2.0),
        ]);
        assert_eq!(changes(&before[3], &by_chat), expected);
        for metric in ["OPT_OUTS", "SEGMENTS", "PLAN_SHARE", "BLAST_DELIVERED", "BLAST_REPLIES", "REQUESTS_SUBMITTED"] {
            assert_eq!((by_email[metric], by_chat[metric]), (None, None), "{metric}");
        }
        let staff = report(&dana, "WEB_CHAT").await["staff"].clone();
        let expected = json!({ "userId": "staff-harborline-admin", "name": "Dana Okafor", "replies": 2, "reviews": 1 });
        assert_eq!(staff, json!([expected]), "replies in one channel");
    }

    async fn every_channel_adds_up_to_all_channels(server: TestServer) {
        let dana = server.harborline_admin().await;
        send_at_once(&dana).await;
        tell(&server, &dana).await;
        let all = figures(&dana, "").await;
        let mut channels = Vec::new();
        for channel in ["TEXT", "BLAST", "EMAIL", "WEB_CHAT"] {
            channels.push((channel, figures(&dana, channel).await));
        }
        for metric in
            ["MESSAGES_IN", "MESSAGES_OUT", "QUESTIONS", "BOT_ANSWERS", "ESCALATIONS", "STAFF_REPLIES", "SEGMENTS"]
        {
            let sum: f64 = channels.iter().filter_map(|(_, figures)| figures[metric]).sum();
            assert_eq!(Some(sum), all[metric], "{metric}");
            for (channel, figures) in &channels {
                if metric == "SEGMENTS" {
                    continue;
                }
                let listed = details(&dana, metric, channel).await.len();
                assert_eq!(listed as f64, figures[metric].unwrap_or_default(), "details of {metric} {channel}");
            }
        }
    }

    async fn details_name_the_email_thread_or_the_web_chat(server: TestServer) {
        let dana = server.harborline_admin().await;
        send_at_once(&dana).await;
        let story = tell(&server, &dana).await;
        for (metric, thread, excerpt) in [
            ("BOT_ANSWERS", &story.answered_thread, "Theo"),
            ("ESCALATIONS", &story.escalated_thread, "Can I moor a zeppelin?"),
            ("RESOLUTION", &story.escalated_thread, "Can I moor a zeppelin?"),
            ("STAFF_REPLIES", &story.escalated_thread, "roof"),
        ] {
            let listed = details(&dana, metric, "EMAIL").await;
            let found = listed.iter().find(|one| one["emailThreadId"] == *thread);
            let detail = found.unwrap_or_else(|| panic!("{metric}: {listed:?}"));
            assert!(text(detail, "excerpt").contains(excerpt), "{metric}: {detail}");
            assert_eq!((&detail["residentName"], &detail["emailAddress"]), (&json!("Theo Lindqvist"), &json!(THEO)));
            for field in ["conversationId", "webChatId", "phone"] {
                assert_eq!(detail[field], "", "{metric} {field}");
            }
        }
        let listed = details(&dana, "ESCALATIONS", "WEB_CHAT").await;
        let detail = listed.iter().find(|one| one["webChatId"] == story.escalated_chat).unwrap();
        assert_eq!(detail["excerpt"], "Can I moor a zeppelin?");
        for field in ["conversationId", "emailThreadId", "phone"] {
            assert_eq!(detail[field], "", "{field}");
        }
        for (channel, question) in [("EMAIL", "Is The Meridian smoke-free?"), ("WEB_CHAT", COVERED_IN_CHAT)] {
            let listed = details(&dana, "QUESTIONS", channel).await;
            let is_listed = listed.iter().any(|one| text(one, "excerpt").contains(question));
            assert!(is_listed, "{channel}: {listed:?}");
        }
        let texts = details(&dana, "QUESTIONS", "TEXT").await;
        assert!(!texts.is_empty());
        for detail in &texts {
            assert_ne!(detail["conversationId"], "", "{detail}");
            assert_eq!((&detail["emailThreadId"], &detail["webChatId"]), (&json!(""), &json!("")), "{detail}");
        }
        // The threads of a deleted mailbox cannot be opened; their questions still count.
        dana.delete("/mailboxes/mailbox-the-meridian").await.ok();
        let listed = details(&dana, "ESCALATIONS", "EMAIL").await;
        assert_eq!(listed.iter().map(|one| &one["emailThreadId"]).collect::<Vec<_>>(), [&json!("")]);
    }

    async fn counts_of_emails_and_web_chats_are_stored_and_counted_again_after_deletions(server: TestServer) {
        let dana = server.harborline_admin().await;
        send_at_once(&dana).await;
        tell(&server, &dana).await;
        let live = [figures(&dana, "EMAIL").await, figures(&dana, "WEB_CHAT").await];
        for _ in 0..2 {
            server.later(DAY).await;
        }
        assert_eq!(hours_stored(&server).await, 1);
        let dana = server.harborline_admin().await;
        let stored = [figures(&dana, "EMAIL").await, figures(&dana, "WEB_CHAT").await];
        assert_eq!(stored, live);
        for (live, channel, sql) in [
            (&live[0], "EMAIL", "DELETE FROM email_message
                 WHERE company_id = 'company-harborline' AND answer_id IS NOT NULL AND at_ms >= $1"),
            (&live[1], "WEB_CHAT", "DELETE FROM web_chat_message
                 WHERE company_id = 'company-harborline' AND answer_id IS NOT NULL AND at_ms >= $1"),
        ] {
            let mut tx = server.db.write(&Scope::of_company(&"company-harborline".into())).await.unwrap();
            let deleted = tx.query(sql).bind(begin_ms()).run().await.unwrap();
            tx.commit().await.unwrap();
            assert!(deleted > 0, "{channel}");
            assert_eq!(hours_stored(&server).await, 0, "{channel}");
            let left = changes(live, &figures(&dana, channel).await);
            assert_eq!(left["BOT_ANSWERS"], -1.0, "{channel}: {left:?}");
            server.later(Duration::from_secs(600)).await;
            assert_eq!(hours_stored(&server).await, 1, "{channel}");
            assert_eq!(changes(live, &figures(&dana, channel).await), left, "{channel} from stored counts");
        }
    }

    async fn repeats_and_escalations_within_24_hours_leave_answers_unconfirmed(server: TestServer) {
        let dana = server.harborline_admin().await;
        send_at_once(&dana).await;
        let before = [figures(&dana, "EMAIL").await, figures(&dana, "WEB_CHAT").await];
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start(COVERED_IN_CHAT).await;
        receive(&server, &dana, "Subject: Smoking", COVERED).await;
        server.later(MINUTE).await;
        visitor.send(COVERED_IN_CHAT).await;
        receive(&server, &dana, "Subject: Re: Smoking", COVERED).await;
        for (before, channel) in before.iter().zip(["EMAIL", "WEB_CHAT"]) {
            let changed = changes(before, &figures(&dana, channel).await);
            assert_eq!((changed["QUESTIONS"], changed["BOT_ANSWERS"]), (2.0, 1.0), "{channel}: {changed:?}");
        }
        server.later(MINUTE).await;
        visitor.send(NOT_COVERED_IN_CHAT).await;
        receive(&server, &dana, "Subject: Re: Smoking", NOT_COVERED).await;
        for (before, channel) in before.iter().zip(["EMAIL", "WEB_CHAT"]) {
            let changed = changes(before, &figures(&dana, channel).await);
            let found = (changed["QUESTIONS"], changed.get("BOT_ANSWERS"));
            assert_eq!(found, (3.0, None), "{channel}: {changed:?}");
        }
    }

    async fn a_draft_of_the_bot_counts_as_a_reply_of_the_user_who_sends_it(server: TestServer) {
        let dana = server.harborline_admin().await;
        let before = figures(&dana, "EMAIL").await;
        let id = receive(&server, &dana, "Subject: Smoking", COVERED).await;
        assert_eq!(changes(&before, &figures(&dana, "EMAIL").await), counts([("MESSAGES_IN", 1.0)]));
        let draft = text(&thread(&dana, &id).await["draft"], "_id");
        dana.post(&format!("/outgoingEmails/{draft}/send"), json!({})).await.ok();
        server.later(ELEVEN_SECONDS).await;
        server.settled().await;
        let expected = counts([("MESSAGES_IN", 1.0), ("MESSAGES_OUT", 1.0), ("STAFF_REPLIES", 1.0)]);
        assert_eq!(changes(&before, &figures(&dana, "EMAIL").await), expected);
    }
}
