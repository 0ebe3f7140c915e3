//! How long the carrier may keep a blast's texts that it has queued.
use super::*;
use crate::messaging::twilio::{report, text_from, texts, twilio_for};

const AMINA: &str = "+12025550151";
const HOUR: Duration = Duration::from_secs(3_600);

/// Returns the validity periods of the texts at Twilio, oldest first.
fn validity_periods(server: &TestServer) -> Vec<String> {
    server.twilio.texts().iter().map(|text| text["validity_period"].as_str().unwrap().to_owned()).collect()
}

on_both! {
    async fn a_queued_text_of_a_blast_expires_when_quiet_hours_begin_and_a_reply_does_not(server: TestServer) {
        let dana = twilio_for(&server, MERIDIAN).await;
        // From 10:00 in New York to 17:00.
        server.later(7 * HOUR).await;
        let blast = draft(&dana, "{{community}}: hello", &[MERIDIAN]).await;
        send(&server, &dana, &blast).await;
        assert_eq!(validity_periods(&server), ["10790"; 7], "3 hours without the 10 seconds for undo");
        text_from(&server, AMINA, MERIDIAN_NUMBER, "HELP").await;
        server.settled().await;
        let periods = validity_periods(&server);
        assert!(periods.len() > 7 && periods[7..].iter().all(String::is_empty), "{periods:?}");
    }

    async fn a_queued_text_of_an_emergency_expires_as_late_as_possible(server: TestServer) {
        let dana = twilio_for(&server, MERIDIAN).await;
        server.later(11 * HOUR).await;
        let blast = draft(&dana, "{{community}}: gas leak, leave the building", &[MERIDIAN]).await;
        let emergency = json!({ "isEmergency": true, "emergencyReason": "The utility found a gas leak." });
        dana.post(&format!("{}/schedule", path_of(&blast)), emergency).await.ok();
        server.later(Duration::from_secs(10)).await;
        assert_eq!(validity_periods(&server), ["36000"; 7]);
    }

    async fn an_expired_text_is_undelivered_for_a_reason_and_can_be_sent_again(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let phone = import(&dana, HARBOR_ROW, 1).await.remove(0);
        let blast = draft_to_imported(&dana, HARBOR_ROW).await;
        send(&server, &dana, &blast).await;
        report(&server, &server.twilio.texts()[0], "undelivered", Some("30036")).await;
        let text = texts(&dana, &phone).await.pop().unwrap();
        let step = text["steps"].as_array().unwrap().last().unwrap();
        assert_eq!((&text["status"], &step["kind"]), (&json!("UNDELIVERED"), &json!("UNDELIVERED")));
        let reason = "It waited at Twilio for 10 hours or until quiet hours began. Send it again. (code 30036)";
        assert_eq!(step["reason"], reason);
        let retried = dana.post(&format!("{}/retry", path_of(&blast)), json!({})).await.ok();
        assert_eq!(retried["retriedCount"], 1);
        server.later(Duration::from_secs(1)).await;
        assert_eq!(server.twilio.texts().len(), 2);
    }
}
