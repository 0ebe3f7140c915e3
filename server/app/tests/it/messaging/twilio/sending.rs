//! Order and time of sending.
use super::*;

const OTHER_PHONE: &str = "+12025550172";
const LARKSPUR_NUMBER: &str = "+15035550111";

on_both! {
    async fn a_hanging_carrier_does_not_delay_other_companies(server: TestServer) {
        let dana = connect_twilio(&server).await;
        let priya = server.northgate_admin().await;
        configure(&server, &priya, "company-northgate").await;
        let carrier = format!("/admin/textCommunities/{LARKSPUR}/carrier");
        priya.patch(&carrier, json!({ "carrier": "TWILIO" })).await.ok();
        server.twilio.will(&[TwilioBehavior::Hang { takes: false }]);
        let phones: Vec<String> = (0..8).map(|i| format!("+1202555018{i}")).collect();
        let texts = phones.iter().map(|phone| text(&server, phone, COVERED));
        futures::future::join_all(texts).await;
        server.twilio.called(1).await;
        let mut form = inbound("SM9", OTHER_PHONE, "where do i park");
        form[4].1 = LARKSPUR_NUMBER;
        assert_eq!(webhook(&server, MESSAGES, &form).await.status, 200);
        server.twilio.called(2).await;
        assert_eq!(server.twilio.texts()[0]["from"], LARKSPUR_NUMBER);
        // The test phone of the same company does not wait.
        let text = json!({ "from": PHONE, "to": "+12025550102", "body": COVERED });
        dana.post("/handset/messages", text).await;
        server.later(seconds(15)).await;
        server.settled().await;
        assert_eq!(server.twilio.texts().len(), 8, "the other texts are sent");
    }

    async fn a_notice_is_sent_through_twilio_after_the_undo_period(server: TestServer) {
        let dana = connect_twilio(&server).await;
        text(&server, PHONE, "may i keep a zeppelin on the roof").await;
        server.settled().await;
        let escalation = &dana.open_escalations().await[0];
        let path = format!("/textConversations/escalations/{}", escalation["_id"].as_str().unwrap());
        let answer = json!({ "answer": "Not on the roof.", "notifyHomeownerData": { "notify": true } });
        dana.post(&path, answer).await.ok();
        server.settled().await;
        assert_eq!(server.twilio.calls(), 1);
        server.later(seconds(10)).await;
        let sent = server.twilio.texts();
        assert!(sent[1]["body"].as_str().unwrap().contains("Not on the roof."), "{sent:?}");
    }
}
