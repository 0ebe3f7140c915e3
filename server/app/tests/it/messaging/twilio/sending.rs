//! Order and time of sending.
use super::*;
use crate::outreach::{draft_to_imported, import, send};

/// More than the server has workers.
const SILENT_COMPANIES: usize = platform::jobs::WORKERS + 1;
const UNCONFIRMED_TEXTS: usize = platform::jobs::WORKERS + 1;
const OTHER_PHONE: &str = "+12025550172";
const LARKSPUR_NUMBER: &str = "+15035550111";

/// Connects Northgate's Larkspur Commons to Twilio.
async fn connect_northgate(server: &TestServer) {
    let priya = server.northgate_admin().await;
    configure(server, &priya, "company-northgate").await;
    let carrier = format!("/admin/textCommunities/{LARKSPUR}/carrier");
    priya.patch(&carrier, json!({ "carrier": "TWILIO" })).await.ok();
}

on_both! {
    async fn a_hanging_carrier_does_not_delay_other_companies(server: TestServer) {
        let dana = connect_twilio(&server).await;
        connect_northgate(&server).await;
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

    async fn silent_carriers_of_more_companies_than_there_are_workers_delay_no_other_company(server: TestServer) {
        connect_twilio(&server).await;
        let rosalind = server.login("admin@parlor.example").await;
        server.twilio.will(&[TwilioBehavior::Wait; SILENT_COMPANIES]);
        for nth in 0..SILENT_COMPANIES {
            let (_, number) = new_company_on_twilio(&rosalind, nth).await;
            text_from(&server, PHONE, &number, "STOP").await;
        }
        within("all carriers are silent", server.twilio.called(SILENT_COMPANIES)).await;
        text(&server, OTHER_PHONE, COVERED).await;
        within("the other company's reply is sent", server.twilio.called(SILENT_COMPANIES + 1)).await;
        assert_eq!(server.twilio.texts()[SILENT_COMPANIES]["from"], HARBOR_ROW_NUMBER);
        server.twilio.go_on();
        server.settled().await;
    }

    async fn a_carrier_that_is_silent_about_unconfirmed_texts_delays_no_other_company(server: TestServer) {
        let dana = connect_twilio(&server).await;
        connect_northgate(&server).await;
        let phones = import(&dana, HARBOR_ROW, UNCONFIRMED_TEXTS).await;
        let blast = draft_to_imported(&dana, HARBOR_ROW).await;
        server.twilio.will(&[TwilioBehavior::TalkNonsense { takes: true }; UNCONFIRMED_TEXTS]);
        send(&server, &dana, &blast).await;
        assert_eq!(server.twilio.calls(), UNCONFIRMED_TEXTS);
        server.twilio.will_list(&[TwilioBehavior::Wait; UNCONFIRMED_TEXTS]);
        server.clock.advance(seconds(30));
        until("the carrier is silent", async || server.twilio.list_queries().len() >= 4).await;
        text_from(&server, OTHER_PHONE, LARKSPUR_NUMBER, "where do i park").await;
        within("the other company's reply is sent", server.twilio.called(UNCONFIRMED_TEXTS + 1)).await;
        assert_eq!(server.twilio.texts()[UNCONFIRMED_TEXTS]["from"], LARKSPUR_NUMBER);
        assert_eq!(server.twilio.list_queries().len(), 4, "a company's lookups are limited");
        server.twilio.go_on();
        server.settled().await;
        for phone in phones {
            assert_eq!(last(&dana, &phone).await["status"], "SENT");
        }
        assert_eq!(server.twilio.calls(), UNCONFIRMED_TEXTS + 1);
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
