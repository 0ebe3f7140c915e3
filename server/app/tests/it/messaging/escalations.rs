//! Claiming, answering, dismissing and undoing.
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::*;

const PHONE: &str = "+12025550173";
const QUESTION: &str = "may i keep a zeppelin on the roof";

async fn raise_escalation(dana: &Staff<'_>) -> String {
    dana.text(PHONE, HARBOR_ROW_NUMBER, QUESTION).await.ok();
    let newest = dana.open_escalations().await[0].clone();
    assert_eq!(newest["question"], QUESTION);
    format!("/textConversations/escalations/{}", newest["_id"].as_str().unwrap())
}

fn answer() -> Value {
    json!({
        "bot_trained": true, "question": "Can I keep an airship?", "answer": "Not on the roof.",
        "notifyHomeownerData": { "notify": true }, "userId": "staff-northgate-admin",
    })
}

async fn has_answer(dana: &Staff<'_>, question: &str) -> bool {
    let path = format!("/textCommunities/community/{HARBOR_ROW}/answers?limit=200");
    let answers = dana.get(&path).await.ok();
    answers["answers"].as_array().unwrap().iter().any(|a| a["question"] == question)
}

on_both! {
    async fn the_reviewer_is_always_the_signed_in_user(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = raise_escalation(&dana).await;
        let done = dana.post(&path, answer()).await.ok();
        assert_eq!(done["escalation"]["reviewedBy"], "Dana Okafor");
    }

    async fn undo_reverts_the_answer_the_training_and_the_notice(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = raise_escalation(&dana).await;
        let before = dana.get(&path).await.ok();
        dana.post(&path, answer()).await.ok();
        assert!(has_answer(&dana, "Can I keep an airship?").await);

        server.later(Duration::from_millis(9_900)).await;
        dana.post(&format!("{path}/undo"), json!({})).await.ok();
        assert_eq!(dana.get(&path).await.ok(), before);
        assert!(!has_answer(&dana, "Can I keep an airship?").await);
        server.later(Duration::from_secs(60)).await;
        assert!(dana.phone(PHONE).await.iter().all(|m| m["body"] != "Not on the roof."));
        assert!(dana.last_text(PHONE).await.contains("asking the office"));
    }

    async fn undo_is_refused_after_10_seconds(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = raise_escalation(&dana).await;
        dana.post(&path, answer()).await.ok();
        server.later(Duration::from_secs(10)).await;
        let late = dana.post(&format!("{path}/undo"), json!({})).await;
        assert_eq!((late.status.as_u16(), late.reason().as_str()), (400, "UNDO_TOO_LATE"));
        assert!(dana.last_text(PHONE).await.contains("Not on the roof."));
    }

    async fn a_reviewed_escalation_cannot_be_answered_again(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = raise_escalation(&dana).await;
        dana.post(&path, answer()).await.ok();
        let again = dana.post(&path, answer()).await;
        assert_eq!((again.status.as_u16(), again.reason().as_str()), (400, "ALREADY_REVIEWED"));
        server.later(Duration::from_secs(10)).await;
        let count = dana.phone(PHONE).await.iter().filter(|m| m["body"].as_str().unwrap().contains("roof.")).count();
        assert_eq!(count, 1);
    }

    async fn concurrent_answers_have_one_effect(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = raise_escalation(&dana).await;
        let answers = (0..20).map(|_| dana.post(&path, answer()));
        let answers = futures::future::join_all(answers).await;
        assert_eq!(answers.iter().filter(|a| a.status == 200).count(), 1);
        server.later(Duration::from_secs(10)).await;
        let count = dana.phone(PHONE).await.iter().filter(|m| m["body"].as_str().unwrap().contains("roof.")).count();
        assert_eq!(count, 1);
    }

    async fn only_an_administrator_can_take_a_colleagues_escalation(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let path = raise_escalation(&dana).await;
        dana.post(&format!("{path}/claim"), json!({})).await.ok();
        let refused = marcus.post(&path, answer()).await;
        assert_eq!(refused.reason(), "CLAIMED_BY_ANOTHER");
        assert_eq!(marcus.post(&format!("{path}/claim"), json!({})).await.reason(), "CLAIMED_BY_ANOTHER");
        dana.post(&format!("{path}/release"), json!({})).await.ok();
        marcus.post(&format!("{path}/claim"), json!({})).await.ok();
        let claimed = dana.post(&format!("{path}/claim"), json!({})).await.ok();
        assert_eq!(claimed["escalation"]["claimedBy"], "Dana Okafor");
        assert!(claimed["escalation"]["claimedAt"].is_string(), "{claimed}");
        let released = dana.post(&format!("{path}/release"), json!({})).await.ok();
        assert!(released["escalation"].get("claimedAt").is_none_or(serde_json::Value::is_null), "{released}");
    }

    async fn dismissing_needs_a_reason_and_can_be_undone(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = raise_escalation(&dana).await;
        let nothing = dana.post(&format!("{path}/dismiss"), json!({})).await;
        assert_eq!((nothing.status.as_u16(), nothing.fields()), (400, vec!["reason".to_owned()]));
        let done = dana.post(&format!("{path}/dismiss"), json!({ "reason": "SPAM" })).await.ok();
        assert_eq!((&done["escalation"]["state"], &done["escalation"]["dismissedReason"]), (&json!("DISMISSED"), &json!("SPAM")));
        let back = dana.post(&format!("{path}/undo"), json!({})).await.ok();
        assert_eq!(back["escalation"]["state"], "OPEN");
    }

    async fn the_notice_is_sent_exactly_as_previewed(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = raise_escalation(&dana).await;
        let preview = dana.post(&format!("{path}/notice"), json!({ "answer": "Not on the roof’s edge." })).await.ok();
        assert_eq!(preview["notice"]["costlyCharacters"], json!(["’"]));
        let mut answer = answer();
        answer["answer"] = json!("Not on the roof’s edge.");
        dana.post(&path, answer).await.ok();
        server.later(Duration::from_secs(10)).await;
        assert_eq!(preview["notice"]["body"], json!(dana.last_text(PHONE).await));
    }

    async fn an_answer_that_shows_nothing_is_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = raise_escalation(&dana).await;
        for blank in ["  ", "\u{200b}\u{feff} "] {
            let mut empty = answer();
            empty["answer"] = json!(blank);
            let refused = dana.post(&path, empty).await;
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["answer".to_owned()]), "{blank:?}");
        }
        let mut unchanged = answer();
        unchanged["question"] = json!("\u{200b}");
        assert_eq!(dana.post(&path, unchanged).await.ok()["escalation"]["question"], QUESTION);
    }

    async fn a_notice_longer_than_a_text_is_refused_without_effect(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = raise_escalation(&dana).await;
        let before = dana.get(&path).await.ok();
        let mut long = answer();
        long["answer"] = json!("x".repeat(1_600));
        let refused = dana.post(&path, long).await;
        assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["answer".to_owned()]));
        assert_eq!(dana.get(&path).await.ok(), before);
        assert!(!has_answer(&dana, "Can I keep an airship?").await);
    }

    async fn undoing_an_answer_reopens_the_conversation(server: TestServer) {
        let dana = server.harborline_admin().await;
        let first = raise_escalation(&dana).await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, "and where would i moor it at night").await.ok();
        let second = dana.open_escalations().await[0]["_id"].as_str().unwrap().to_owned();
        dana.post(&first, answer()).await.ok();
        let dismissed = format!("/textConversations/escalations/{second}/dismiss");
        let done = dana.post(&dismissed, json!({ "reason": "DUPLICATE" })).await.ok();
        let conversation = format!("/textConversations/{}", done["escalation"]["conversationId"].as_str().unwrap());
        assert_eq!(dana.get(&conversation).await.ok()["conversation"]["state"], "BOT");
        dana.post(&format!("{first}/undo"), json!({})).await.ok();
        assert_eq!(dana.get(&conversation).await.ok()["conversation"]["state"], "OPEN");
    }

    async fn training_on_a_text_too_long_for_a_question_needs_a_shorter_one(server: TestServer) {
        let dana = server.harborline_admin().await;
        let long: String = (0..1_600).filter_map(|i| char::from_u32(0x4e00 + i * 7)).collect();
        dana.text(PHONE, HARBOR_ROW_NUMBER, &long).await.ok();
        let id = dana.open_escalations().await[0]["_id"].as_str().unwrap().to_owned();
        let path = format!("/textConversations/escalations/{id}");
        let refused = dana.post(&path, json!({ "answer": "Not on the roof.", "bot_trained": true })).await;
        assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["question".to_owned()]));
        dana.post(&path, answer()).await.ok();
        assert!(has_answer(&dana, "Can I keep an airship?").await);
    }
}
