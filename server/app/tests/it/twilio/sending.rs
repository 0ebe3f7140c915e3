//! Whose turn it is, and when.
use super::*;

const OTHER_PHONE: &str = "+12025550172";
const LARKSPUR_NUMBER: &str = "+15035550111";

on_both! {
    async fn a_company_whose_carrier_hangs_keeps_nobody_else_waiting(house: House) {
        let dana = on_twilio(&house).await;
        let priya = house.northgate_admin().await;
        configure(&house, &priya, "company-northgate").await;
        let carrier = format!("/admin/textCommunities/{LARKSPUR}/carrier");
        priya.patch(&carrier, json!({ "carrier": "TWILIO" })).await.ok();
        house.twilio.will(&[Does::Hang { takes: false }]);
        let phones: Vec<String> = (0..8).map(|i| format!("+1202555018{i}")).collect();
        let texts = phones.iter().map(|phone| text(&house, phone, COVERED));
        futures::future::join_all(texts).await;
        house.twilio.called(1).await;
        let mut form = inbound("SM9", OTHER_PHONE, "where do i park");
        form[4].1 = LARKSPUR_NUMBER;
        assert_eq!(webhook(&house, MESSAGES, &form).await.status, 200);
        house.twilio.called(2).await;
        assert_eq!(house.twilio.texts()[0]["from"], LARKSPUR_NUMBER);
        // The handset of the same company does not wait either.
        let text = json!({ "from": PHONE, "to": "+12025550102", "body": COVERED });
        dana.post("/handset/messages", text).await;
        house.later(seconds(15)).await;
        house.settled().await;
        assert_eq!(house.twilio.texts().len(), 8, "the others followed");
    }

    async fn a_held_notice_goes_by_twilio_when_it_is_time(house: House) {
        let dana = on_twilio(&house).await;
        text(&house, PHONE, "may i keep a zeppelin on the roof").await;
        house.settled().await;
        let escalation = &dana.open_escalations().await[0];
        let path = format!("/textConversations/escalations/{}", escalation["_id"].as_str().unwrap());
        let answer = json!({ "answer": "Not on the roof.", "notifyHomeownerData": { "notify": true } });
        dana.post(&path, answer).await.ok();
        house.settled().await;
        assert_eq!(house.twilio.calls(), 1);
        house.later(seconds(10)).await;
        let sent = house.twilio.texts();
        assert!(sent[1]["body"].as_str().unwrap().contains("Not on the roof."), "{sent:?}");
    }
}
