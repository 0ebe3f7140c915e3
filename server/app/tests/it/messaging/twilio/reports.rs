//! Twilio's reports on outgoing texts.
use platform::{Scope, ids::CompanyId};

use super::*;

const ORDERS: [[&str; 3]; 6] = [
    ["sent", "delivered", "undelivered"],
    ["sent", "undelivered", "delivered"],
    ["delivered", "sent", "undelivered"],
    ["delivered", "undelivered", "sent"],
    ["undelivered", "sent", "delivered"],
    ["undelivered", "delivered", "sent"],
];

/// Returns the reports on a text that took effect.
async fn reports_in_effect(server: &TestServer, text: &Value) -> Vec<String> {
    let mut tx = server.db.read(&Scope::of_company(&CompanyId::from("company-harborline"))).await.unwrap();
    let query = tx.query("SELECT status FROM carrier_report WHERE sid = $1 ORDER BY status");
    let statuses: Vec<(String,)> = query.bind(text["sid"].as_str().unwrap()).all().await.unwrap();
    statuses.into_iter().map(|(status,)| status).collect()
}

on_both! {
    async fn a_delivery_status_never_moves_backward(server: TestServer) {
        let dana = connect_twilio(&server).await;
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        let sent = server.twilio.texts()[0].clone();
        for (status, shown) in [
            ("sent", "SENT"), ("queued", "SENT"), ("undelivered", "UNDELIVERED"), ("sent", "UNDELIVERED"),
            ("failed", "UNDELIVERED"), ("delivered", "DELIVERED"), ("undelivered", "DELIVERED"), ("sent", "DELIVERED"),
            ("read", "DELIVERED"), ("nonsense", "DELIVERED"),
        ] {
            let code = (status == "undelivered").then_some("30003");
            assert_eq!(report(&server, &sent, status, code).await.status, 200, "{status}");
            assert_eq!(last(&dana, PHONE).await["status"], shown, "after {status}");
        }
        let message = last(&dana, PHONE).await;
        assert_eq!(steps(&message), ["UNDELIVERED"], "each report counts once");
        assert!(message["steps"][0]["reason"].as_str().unwrap().contains("could not be reached"));
    }

    async fn duplicate_reports_in_any_order_end_in_the_same_status(server: TestServer) {
        let dana = connect_twilio(&server).await;
        for (nth, order) in ORDERS.into_iter().enumerate() {
            let phone = format!("+1202555018{nth}");
            text(&server, &phone, COVERED).await;
            server.settled().await;
            let sent = server.twilio.texts().last().unwrap().clone();
            // Each report is repeated concurrently, and the whole sequence is sent twice.
            for status in order.into_iter().chain(order) {
                let code = (status == "undelivered").then_some("30003");
                let reports = [report(&server, &sent, status, code), report(&server, &sent, status, code)];
                assert!(futures::future::join_all(reports).await.iter().all(|answer| answer.status == 200));
            }
            let shown = last(&dana, &phone).await;
            assert_eq!(shown["status"], "DELIVERED", "after {order:?}");
            assert!(steps(&shown).len() <= 1, "{order:?}: {shown}");
            assert_eq!(reports_in_effect(&server, &sent).await, ["delivered", "sent", "undelivered"], "each status is stored once");
        }
        assert_eq!((server.twilio.calls(), server.twilio.list_queries().len()), (ORDERS.len(), 0));
    }

    async fn a_report_about_an_unknown_text_has_no_effect(server: TestServer) {
        let dana = connect_twilio(&server).await;
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        let mut sent = server.twilio.texts()[0].clone();
        sent["sid"] = json!("SMffffffffffffffffffffffffffffffff");
        assert_eq!(report(&server, &sent, "failed", None).await.status, 200);
        sent["status_callback"] = json!("https://parlor.example/webhooks/twilio/status?attempt=nobody");
        assert_eq!(report(&server, &sent, "failed", None).await.status, 200);
        assert_eq!(last(&dana, PHONE).await["status"], "SENT");
    }

    async fn a_report_confirms_an_unconfirmed_text(server: TestServer) {
        let dana = connect_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::Close { takes: true }]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        report(&server, &server.twilio.texts()[0], "delivered", None).await;
        assert_eq!(last(&dana, PHONE).await["status"], "DELIVERED");
        server.later(seconds(3_600)).await;
        assert_eq!((server.twilio.calls(), server.twilio.list_queries().len()), (1, 0));
    }
}
