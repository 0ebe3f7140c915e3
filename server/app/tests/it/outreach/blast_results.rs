//! Results of a text blast: replies, outcomes, texts that are sent again, and the export.
use contract::v1::EventKind;
use serde_json::json;

use super::*;
use crate::messaging::{
    escalation_export::rows,
    live_events::{next, watch},
    twilio::{report, text_from, twilio_for},
};

const AMINA: &str = "+12025550151";
const TASHA: &str = "+13015550135";

/// Statements that set the number of segments per second of the Meridian's number.
const RATE_1: (&str, &str) = (
    "UPDATE text_number SET segments_per_second = 1 WHERE number = '+12025550102'",
    "SET parlor.company = 'company-harborline'; UPDATE text_number SET segments_per_second = 1 WHERE number = '+12025550102'",
);

/// Statements after which each text that the carrier does not have, or may not have, is sent for the last time.
const LAST_TRY: (&str, &str) = (
    "UPDATE delivery SET tries = 20 WHERE state IN (4, 5)",
    "SET parlor.company = 'company-harborline'; UPDATE delivery SET tries = 20 WHERE state IN (4, 5)",
);
/// Statements that leave 100,000 more recipients out of the newest blast, and count them for PostgreSQL's planner as
/// writing recipients does.
const MANY_RECIPIENTS: (&str, &str) = (
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
     INSERT INTO blast_recipient
         (company_id, blast_id, seq, community_id, account_id, phone, name, unit, building, exclusion)
     SELECT company_id, blast_id, 10000000 + n.i, community_id, account_id,
         '+1414' || CAST(2000000 + n.i AS TEXT), '', '', '', 2
     FROM blast_recipient, n
     WHERE phone = '+12025550151' AND blast_id = (SELECT id FROM blast ORDER BY created_ms DESC LIMIT 1)",
    "SET parlor.company = 'company-harborline';
     INSERT INTO blast_recipient
         (company_id, blast_id, seq, community_id, account_id, phone, name, unit, building, exclusion)
     SELECT company_id, blast_id, 10000000 + i, community_id, account_id,
         '+1414' || CAST(2000000 + i AS TEXT), '', '', '', 2
     FROM blast_recipient, generate_series(1, 100000) i
     WHERE phone = '+12025550151' AND blast_id = (SELECT id FROM blast ORDER BY created_ms DESC LIMIT 1);
     ANALYZE blast_recipient",
);
/// A carrier that turns the text away unprocessed.
const AWAY: TwilioBehavior = TwilioBehavior::Refuse(503, 20_503, Some(1));

async fn act(staff: &Staff<'_>, blast: &Value, act: &str) -> Answer {
    staff.post(&format!("{}/{act}", path_of(blast)), json!({})).await
}

/// Sends a blast to the Meridian through the carrier, which reports on each text.
async fn sent_with_reports<'s>(server: &'s TestServer, codes: &[&str]) -> (Staff<'s>, Value, Vec<Value>) {
    let dana = twilio_for(server, MERIDIAN).await;
    let blast = draft(&dana, "{{community}}: hello", &[MERIDIAN]).await;
    send(server, &dana, &blast).await;
    server.later(Duration::from_secs(1)).await;
    let texts = server.twilio.texts();
    for (nth, text) in texts.iter().enumerate() {
        match codes.get(nth) {
            Some(code) => report(server, text, "undelivered", Some(code)).await,
            None => report(server, text, "delivered", None).await,
        };
    }
    (dana, blast, texts)
}

/// Returns the number of replies to blasts in the report of the last four weeks.
async fn replies_in_report(staff: &Staff<'_>) -> f64 {
    let report = staff.get("/reports").await.ok();
    let figures = report["report"]["figures"].as_array().unwrap();
    let figure = figures.iter().find(|one| one["metric"] == "BLAST_REPLIES").unwrap();
    figure["value"].as_f64().unwrap_or_default()
}

/// Returns the number of the last event of Harborline.
async fn last_event(server: &TestServer) -> i64 {
    let company = "company-harborline".into();
    let mut tx = server.db.read(&platform::Scope::of_company(&company)).await.unwrap();
    platform::events::head(&mut tx, &company).await.unwrap()
}

on_both! {
    async fn a_report_of_the_carrier_is_an_event_of_the_finished_blast(server: TestServer) {
        let dana = twilio_for(&server, MERIDIAN).await;
        let blast = draft(&dana, "{{community}}: hello", &[MERIDIAN]).await;
        send(&server, &dana, &blast).await;
        server.later(Duration::from_secs(1)).await;
        assert_eq!(read(&dana, &blast).await["state"], "FINISHED");
        let mut events = watch(&server, &dana.token, last_event(&server).await).await;
        assert_eq!(next(&mut events).await.unwrap().kind(), EventKind::Ready);
        report(&server, &server.twilio.texts()[0], "delivered", None).await;
        loop {
            let event = within("the blast has an event", next(&mut events)).await.unwrap();
            if event.kind() == EventKind::Blast {
                assert_eq!(event.subject, blast["_id"].as_str().unwrap());
                break;
            }
        }
    }

    async fn replies_and_opt_outs_count_for_the_blast_that_they_follow(server: TestServer) {
        let dana = server.harborline_admin().await;
        let blast = draft(&dana, "{{community}}: water is off until noon", &[MERIDIAN]).await;
        let all = phones(&dana, &blast, "").await;
        send(&server, &dana, &blast).await;
        dana.text(AMINA, MERIDIAN_NUMBER, "thank you").await;
        dana.text(AMINA, MERIDIAN_NUMBER, "is the pool open").await;
        let other = all.iter().find(|phone| *phone != AMINA).unwrap();
        dana.text(other, MERIDIAN_NUMBER, "STOP").await;
        dana.text(TASHA, MERIDIAN_NUMBER, "hello").await;
        let results = read(&dana, &blast).await;
        assert_eq!((&results["replyCount"], &results["optOutCount"]), (&json!(2), &json!(1)), "one each, Tasha got no blast");
        let replied = phones(&dana, &blast, "outcome=REPLIED").await;
        assert_eq!(replied.len(), 2, "{replied:?}");
        let listed = dana.get(&format!("{}/recipients?outcome=REPLIED", path_of(&blast))).await.ok();
        let stopped = listed["recipients"].as_array().unwrap().iter().find(|one| one["phone"] == other.as_str()).unwrap();
        assert_eq!((stopped["optedOut"].clone(), stopped["repliedAt"].is_string()), (json!(true), true));
        // Three days later, a text no longer counts as a reply.
        server.later(Duration::from_secs(73 * 3_600)).await;
        let late = all.iter().find(|phone| *phone != AMINA && *phone != other).unwrap();
        dana.text(late, MERIDIAN_NUMBER, "hello").await;
        assert_eq!(read(&dana, &blast).await["replyCount"], 2);
    }

    async fn a_reply_from_the_test_phone_counts_for_the_blast_and_not_in_reports(server: TestServer) {
        let dana = server.harborline_admin().await;
        let blast = draft(&dana, "{{community}}: water is off until noon", &[MERIDIAN]).await;
        send(&server, &dana, &blast).await;
        let before = replies_in_report(&dana).await;
        let counted = async || (read(&dana, &blast).await["replyCount"].clone(), replies_in_report(&dana).await - before);
        dana.text(AMINA, MERIDIAN_NUMBER, "thank you").await.ok();
        assert_eq!(counted().await, (json!(1), 0.0));
        twilio_for(&server, MERIDIAN).await;
        text_from(&server, AMINA, MERIDIAN_NUMBER, "is the pool open").await;
        server.settled().await;
        assert_eq!(counted().await, (json!(1), 1.0), "the resident replied too");
    }

    async fn a_conversation_names_the_blast_of_its_text(server: TestServer) {
        let dana = server.harborline_admin().await;
        let blast = draft(&dana, "{{community}}: water is off until noon", &[MERIDIAN]).await;
        send(&server, &dana, &blast).await;
        let listed = dana.get(&format!("{}/recipients?limit=1", path_of(&blast))).await.ok();
        let conversation = listed["recipients"][0]["conversationId"].as_str().unwrap();
        let thread = dana.get(&format!("/textConversations/{conversation}")).await.ok();
        let messages = thread["messages"].as_array().unwrap();
        let text = messages.iter().find(|message| message["body"] == "The Meridian: water is off until noon").unwrap();
        assert_eq!((&text["blastId"], &text["blastTitle"]), (&blast["_id"], &json!("Water shutoff")));
        assert!(messages.iter().filter(|message| message["blastId"] == blast["_id"]).count() == 1);
    }

    async fn recipients_are_listed_by_their_outcome(server: TestServer) {
        let (dana, blast, texts) = sent_with_reports(&server, &["30003", "30007"]).await;
        let failed = phones(&dana, &blast, "outcome=FAILED").await;
        let mut expected: Vec<&str> = texts[..2].iter().map(|text| text["to"].as_str().unwrap()).collect();
        expected.sort_unstable();
        let mut sorted = failed.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, expected);
        assert_eq!(phones(&dana, &blast, "outcome=DELIVERED").await.len(), 5);
        assert_eq!(phones(&dana, &blast, "outcome=PENDING").await.len(), 0);
        assert_eq!(phones(&dana, &blast, "outcome=SENT").await.len(), 0);
        let both = dana.get(&format!("{}/recipients?outcome=FAILED&exclusion=NO_CONSENT", path_of(&blast))).await;
        assert_eq!(both.fields(), ["outcome"]);
        // In pages.
        let first = dana.get(&format!("{}/recipients?outcome=DELIVERED&limit=3", path_of(&blast))).await.ok();
        let token = first["nextPageToken"].as_str().unwrap();
        let rest = dana.get(&format!("{}/recipients?outcome=DELIVERED&limit=3&pageToken={token}", path_of(&blast))).await.ok();
        assert_eq!((first["recipients"].as_array().unwrap().len(), rest["recipients"].as_array().unwrap().len()), (3, 2));
    }

    async fn texts_that_failed_for_a_passing_reason_are_sent_again_once(server: TestServer) {
        let (dana, blast, texts) = sent_with_reports(&server, &["30003", "30008", "30007", "30003"]).await;
        assert_eq!(read(&dana, &blast).await["retryableCount"], 3, "a filtered text is not among them");
        // A recipient who opted out in the meantime is skipped.
        text_from(&server, texts[3]["to"].as_str().unwrap(), MERIDIAN_NUMBER, "STOP").await;
        server.settled().await;
        let sent_before = server.twilio.texts().len();
        server.as_owner(RATE_1.0, RATE_1.1).await;
        let retried = act(&dana, &blast, "retry").await.ok();
        assert_eq!(retried["retriedCount"], 2);
        assert_eq!(retried["blast"]["state"], "RUNNING");
        // The first text may have been sent before the response was read.
        let pending = retried["blast"]["counts"]["pending"].as_i64().unwrap();
        assert!((1..=2).contains(&pending), "{pending} are pending");
        assert_eq!(act(&dana, &blast, "retry").await.reason(), "BLAST_NOT_FINISHED");
        server.settled().await;
        assert_eq!(server.twilio.texts().len(), sent_before + 1, "a second's worth");
        server.later(Duration::from_secs(1)).await;
        server.later(Duration::from_secs(1)).await;
        let again: Vec<Value> = server.twilio.texts().split_off(sent_before);
        let mut to: Vec<&str> = again.iter().map(|text| text["to"].as_str().unwrap()).collect();
        to.sort_unstable();
        let mut expected: Vec<&str> = texts[..2].iter().map(|text| text["to"].as_str().unwrap()).collect();
        expected.sort_unstable();
        assert_eq!(to, expected);
        // A late report on the first attempt changes nothing.
        report(&server, &texts[0], "undelivered", Some("30003")).await;
        for text in &again {
            report(&server, text, "delivered", None).await;
        }
        let done = read(&dana, &blast).await;
        assert_eq!((&done["state"], &done["counts"]["delivered"], &done["counts"]["failed"]), (&json!("FINISHED"), &json!(5), &json!(2)));
        assert_eq!(act(&dana, &blast, "retry").await.reason(), "NOTHING_TO_RETRY");
    }

    async fn texts_that_the_carrier_never_received_are_sent_again_when_it_works_again(server: TestServer) {
        let dana = twilio_for(&server, MERIDIAN).await;
        // One text is lost on the way to the carrier, two fail because it is unavailable, and it refuses one.
        let lost = TwilioBehavior::TalkNonsense { takes: false };
        server.twilio.will(&[lost, AWAY, AWAY, TwilioBehavior::Refuse(400, 21_211, None)]);
        let blast = draft(&dana, "{{community}}: hello", &[MERIDIAN]).await;
        send(&server, &dana, &blast).await;
        let sent = server.twilio.texts().len();
        server.as_owner(LAST_TRY.0, LAST_TRY.1).await;
        server.twilio.will(&[AWAY, AWAY]);
        for _ in 0..12 {
            server.later(Duration::from_secs(60)).await;
        }
        let failed = read(&dana, &blast).await;
        assert_eq!((&failed["state"], &failed["counts"]["failed"]), (&json!("FINISHED"), &json!(4)), "{failed}");
        assert_eq!((sent, &failed["retryableCount"]), (3, &json!(3)), "the refused text is not among them");
        let dana = server.harborline_admin().await;
        assert_eq!(act(&dana, &blast, "retry").await.ok()["retriedCount"], 3);
        for _ in 0..3 {
            server.later(Duration::from_secs(1)).await;
        }
        let mut to: Vec<Value> = server.twilio.texts().iter().map(|text| text["to"].clone()).collect();
        to.sort_by_key(ToString::to_string);
        to.dedup();
        assert_eq!((server.twilio.texts().len(), to.len()), (6, 6), "a recipient got it twice");
    }

    async fn canceling_takes_back_texts_that_wait_to_be_sent_again(server: TestServer) {
        let (dana, blast, _) = sent_with_reports(&server, &["30003", "30003", "30003"]).await;
        server.as_owner(RATE_1.0, RATE_1.1).await;
        act(&dana, &blast, "retry").await.ok();
        server.settled().await;
        let count = server.twilio.texts().len();
        act(&dana, &blast, "cancel").await.ok();
        server.later(Duration::from_secs(30)).await;
        assert_eq!(server.twilio.texts().len(), count);
        let counts = read(&dana, &blast).await["counts"].clone();
        assert_eq!((&counts["canceled"], &counts["pending"]), (&json!(2), &json!(0)));
    }

    async fn an_export_has_a_row_for_everybody_and_opens_once(server: TestServer) {
        let (dana, blast, _) = sent_with_reports(&server, &["30003"]).await;
        let exported = dana.get(&format!("{}/export", path_of(&blast))).await.ok();
        assert_eq!(exported["rowCount"], 9);
        let rows = rows(&server, exported["url"].as_str().unwrap()).await;
        let with = |outcome: &str| rows.iter().filter(|row| row["Outcome"] == outcome).count();
        assert_eq!((with("Delivered"), with("Failed"), with("Left out")), (6, 1, 2));
        let failed = rows.iter().find(|row| row["Outcome"] == "Failed").unwrap();
        assert!(failed["Reason"].contains("The phone could not be reached"), "{failed:?}");
        let left_out: Vec<&str> = rows.iter().filter(|row| row["Outcome"] == "Left out").map(|row| &*row["Reason"]).collect();
        assert!(left_out.contains(&"No consent") && left_out.contains(&"Do not text"), "{left_out:?}");
        let next = draft(&dana, "{{community}}: draft", &[MERIDIAN]).await;
        assert_eq!(dana.get(&format!("{}/export", path_of(&next))).await.reason(), "BLAST_NOT_STARTED");
    }

    async fn an_export_of_more_recipients_than_fit_in_a_file_has_a_token_for_the_next_one(server: TestServer) {
        let (dana, blast, _) = sent_with_reports(&server, &[]).await;
        server.as_owner(MANY_RECIPIENTS.0, MANY_RECIPIENTS.1).await;
        let export = format!("{}/export", path_of(&blast));
        let first = dana.get(&export).await.ok();
        assert_eq!(first["rowCount"], 100_000);
        let token = first["nextPageToken"].as_str().unwrap();
        let rest = dana.get(&format!("{export}?pageToken={token}")).await.ok();
        assert_eq!((&rest["rowCount"], &rest["nextPageToken"]), (&json!(9), &json!("")));
        assert_eq!(dana.get(&format!("{export}?pageToken=zz")).await.fields(), ["pageToken"]);
    }

    async fn the_bot_answers_when_from_the_blast_and_hands_the_rest_to_staff(server: TestServer) {
        let dana = server.harborline_admin().await;
        let blast = draft(&dana, "{{community}}: the sauna is closed until 4 pm on Friday for tiling", &[MERIDIAN]).await;
        send(&server, &dana, &blast).await;
        let open = dana.open_escalations().await.len();
        dana.text(AMINA, MERIDIAN_NUMBER, "until when is the sauna closed?").await;
        let again = "Here is our announcement again: The Meridian: the sauna is closed until 4 pm on Friday for tiling";
        assert!(dana.last_text(AMINA).await.ends_with(again), "{}", dana.last_text(AMINA).await);
        assert_eq!(dana.open_escalations().await.len(), open);
        dana.text(AMINA, MERIDIAN_NUMBER, "why did you choose such ugly tiles in the sauna").await;
        assert_eq!(dana.open_escalations().await.len(), open + 1, "the blast does not tell that");
        // Three days later, a question no longer refers to the blast.
        server.later(Duration::from_secs(73 * 3_600)).await;
        let other = phones(&dana, &blast, "").await.into_iter().find(|phone| phone != AMINA).unwrap();
        dana.text(&other, MERIDIAN_NUMBER, "until when is the sauna closed?").await;
        assert_eq!(dana.open_escalations().await.len(), open + 2);
    }
}
