//! Undelivered texts that staff send again.
use std::time::Duration;

use serde_json::{Value, json};

use super::{COVERED, PHONE, connect_twilio, last, report, steps, text, texts};
use crate::support::*;

async fn path_of(dana: &Staff<'_>, text: &Value) -> String {
    let path = format!("/textConversations?communityId={HARBOR_ROW}&limit=200");
    let list = dana.get(&path).await.ok();
    let of_phone = list["conversations"].as_array().unwrap().iter().find(|c| c["phone"] == PHONE).unwrap();
    let (conversation, message) = (of_phone["_id"].as_str().unwrap(), text["_id"].as_str().unwrap());
    format!("/textConversations/{conversation}/messages/{message}/retry")
}

/// Creates an undelivered reply. Returns the path to send it again.
async fn undelivered(server: &TestServer, dana: &Staff<'_>) -> String {
    text(server, PHONE, COVERED).await;
    server.settled().await;
    report(server, &server.twilio.texts()[0], "undelivered", Some("30003")).await;
    let lost = last(dana, PHONE).await;
    assert_eq!((&lost["status"], &lost["canRetry"]), (&json!("UNDELIVERED"), &json!(true)));
    path_of(dana, &lost).await
}

on_both! {
    async fn retrying_an_undelivered_text_resends_the_same_message(server: TestServer) {
        let dana = connect_twilio(&server).await;
        let path = undelivered(&server, &dana).await;
        let again = dana.post(&path, json!({})).await.ok();
        assert_eq!((&again["message"]["status"], &again["message"]["canRetry"]), (&json!("QUEUED"), &json!(false)));
        server.settled().await;
        assert_eq!((server.twilio.calls(), texts(&dana, PHONE).await.len()), (2, 2));
        report(&server, &server.twilio.texts()[1], "delivered", None).await;
        let shown = last(&dana, PHONE).await;
        assert_eq!((&shown["status"], steps(&shown)), (&json!("DELIVERED"), vec!["UNDELIVERED", "RETRIED"]));
        assert!(shown["steps"][1]["reason"].as_str().unwrap().contains("Dana Okafor"), "{shown}");
    }

    async fn concurrent_retries_send_one_text(server: TestServer) {
        let dana = connect_twilio(&server).await;
        let path = undelivered(&server, &dana).await;
        let answers = futures::future::join_all((0..20).map(|_| dana.post(&path, json!({})))).await;
        assert_eq!(answers.iter().filter(|a| a.status == 200).count(), 1);
        let others = answers.iter().filter(|a| a.status != 200);
        assert!(others.clone().all(|a| a.reason() == "NOTHING_TO_RETRY"), "{:?}", others.collect::<Vec<_>>());
        server.settled().await;
        assert_eq!(server.twilio.calls(), 2);
    }

    async fn a_late_report_on_the_first_attempt_does_not_count_against_the_second(server: TestServer) {
        let dana = connect_twilio(&server).await;
        let path = undelivered(&server, &dana).await;
        dana.post(&path, json!({})).await.ok();
        server.settled().await;
        let first = server.twilio.texts()[0].clone();
        report(&server, &first, "failed", Some("30003")).await;
        assert_eq!(last(&dana, PHONE).await["status"], "SENT");
        // But a text that was delivered after all stays delivered.
        report(&server, &first, "delivered", None).await;
        assert_eq!(last(&dana, PHONE).await["status"], "DELIVERED");
    }

    async fn an_unconfirmed_text_cannot_be_retried(server: TestServer) {
        let dana = connect_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::Close { takes: true }]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        let unclear = last(&dana, PHONE).await;
        assert_eq!((&unclear["status"], &unclear["canRetry"]), (&json!("UNKNOWN"), &json!(false)));
        let refused = dana.post(&path_of(&dana, &unclear).await, json!({})).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "OUTCOME_UNKNOWN"));
        server.later(Duration::from_secs(30)).await;
        assert_eq!((server.twilio.calls(), &last(&dana, PHONE).await["status"]), (1, &json!("SENT")));
    }

    async fn retrying_a_text_to_an_opted_out_resident_is_refused(server: TestServer) {
        let dana = connect_twilio(&server).await;
        let path = undelivered(&server, &dana).await;
        let lost = last(&dana, PHONE).await;
        text(&server, PHONE, "STOP").await;
        server.settled().await;
        let before = server.twilio.calls();
        let refused = dana.post(&path, json!({})).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "OPTED_OUT"), "{lost}");
        server.settled().await;
        assert_eq!(server.twilio.calls(), before);
    }
}
