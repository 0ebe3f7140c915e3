//! A company's messaging service at Twilio, through which texts of blasts are sent.
use super::*;
use crate::outreach::{draft_to_imported, import, send};

const SERVICE: &str = "MG0123456789abcdef0123456789ABCDEF";
const ACCOUNT: &str = "/admin/companies/company-harborline/twilio";

/// Sets the account. Returns the response.
async fn put_account(staff: &Staff<'_>, changed: Value) -> Answer {
    let mut account = json!({ "accountSid": ACCOUNT_SID, "authToken": AUTH_TOKEN });
    let Value::Object(changed) = changed else { panic!("no object: {changed}") };
    account.as_object_mut().unwrap().extend(changed);
    staff.put(ACCOUNT, account).await
}

/// Connects Harbor Row to Twilio with a messaging service, and sends a blast to a new account. Returns the
/// administrator and the account's phone.
async fn send_through_service(server: &TestServer) -> (Staff<'_>, String) {
    let dana = connect_twilio(server).await;
    put_account(&dana, json!({ "messagingServiceSid": SERVICE })).await.ok();
    let phone = import(&dana, HARBOR_ROW, 1).await.remove(0);
    let blast = draft_to_imported(&dana, HARBOR_ROW).await;
    send(server, &dana, &blast).await;
    (dana, phone)
}

on_both! {
    async fn texts_of_blasts_use_the_messaging_service_and_replies_do_not(server: TestServer) {
        let (dana, phone) = send_through_service(&server).await;
        let sent = server.twilio.texts();
        assert_eq!((&sent[0]["messaging_service_sid"], &sent[0]["from"]), (&json!(SERVICE), &json!(HARBOR_ROW_NUMBER)), "{sent:?}");
        report(&server, &sent[0], "delivered", None).await;
        assert_eq!(last(&dana, &phone).await["status"], "DELIVERED");

        let mut form = inbound("SM1", &phone, COVERED);
        form.push(("MessagingServiceSid", SERVICE));
        assert_eq!(webhook(&server, MESSAGES, &form).await.status, 200);
        server.settled().await;
        let replies = server.twilio.texts().split_off(1);
        assert!(!replies.is_empty());
        for reply in replies {
            assert_eq!((&reply["messaging_service_sid"], &reply["from"]), (&json!(null), &json!(HARBOR_ROW_NUMBER)), "{reply}");
        }
    }

    async fn a_text_of_a_messaging_service_whose_delivery_is_unknown_is_found_and_not_sent_twice(server: TestServer) {
        server.twilio.will(&[TwilioBehavior::TalkNonsense { takes: true }]);
        let (dana, phone) = send_through_service(&server).await;
        assert_eq!(last(&dana, &phone).await["status"], "UNKNOWN");
        for _ in 0..6 {
            server.later(seconds(120)).await;
        }
        assert_eq!((server.twilio.texts().len(), &last(&dana, &phone).await["status"]), (1, &json!("SENT")));
    }

    async fn an_unknown_messaging_service_pauses_the_blast(server: TestServer) {
        server.twilio.will(&[TwilioBehavior::Refuse(404, 21_701, None)]);
        let (dana, _) = send_through_service(&server).await;
        let audit = dana.get("/admin/audit?limit=50").await.ok().to_string();
        assert!(audit.contains("Check its SID. (code 21701) Paused the blast"), "{audit}");
        assert_eq!(server.twilio.texts().len(), 0);
    }

    async fn a_messaging_service_that_lacks_the_number_loses_no_text(server: TestServer) {
        server.twilio.will(&[TwilioBehavior::Refuse(400, 21_711, None)]);
        let (dana, phone) = send_through_service(&server).await;
        let audit = dana.get("/admin/audit?limit=50").await.ok().to_string();
        assert!(audit.contains("Add it to the sender pool at Twilio. (code 21711) Paused the blast"), "{audit}");
        assert_eq!(last(&dana, &phone).await["status"], "QUEUED");
    }

    async fn a_messaging_service_is_kept_until_it_is_removed_or_the_account_changes(server: TestServer) {
        let dana = connect_twilio(&server).await;
        let service = |answer: &Answer| answer.json()["twilio"]["messagingServiceSid"].clone();
        for wrong in ["MG12", ACCOUNT_SID] {
            let refused = put_account(&dana, json!({ "messagingServiceSid": wrong })).await;
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["messagingServiceSid".to_owned()]), "{wrong}");
        }
        assert_eq!(service(&put_account(&dana, json!({ "messagingServiceSid": SERVICE })).await), SERVICE);
        assert_eq!(service(&put_account(&dana, json!({})).await), SERVICE);
        assert_eq!(service(&dana.get(ACCOUNT).await), SERVICE);
        let other = json!({ "accountSid": "AC11111111111111111111111111111111" });
        assert_eq!(service(&put_account(&dana, other).await), "");
        put_account(&dana, json!({ "messagingServiceSid": SERVICE })).await.ok();
        assert_eq!(service(&put_account(&dana, json!({ "messagingServiceSid": "" })).await), "");
    }
}
