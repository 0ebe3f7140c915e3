//! If it is unknown whether a text was sent, Twilio is asked before it is sent again.
use platform::{Scope, ids::CompanyId};

use super::*;

/// The path of Harbor Row for administrators.
const PATH: &str = "/admin/textCommunities/community-harbor-row";

async fn delete_community(dana: &Staff<'_>) {
    dana.delete(&format!("{PATH}?reason=It+was+a+mistake&userId=nobody")).await.ok();
}

/// Makes it look as if the server had been killed after it began the second attempt to send a text.
async fn kill_during_second_attempt(server: &TestServer) {
    let mut tx = server.db.write(&Scope::of_company(&CompanyId::from("company-harborline"))).await.unwrap();
    tx.query("UPDATE delivery SET state = 1").run().await.unwrap();
    tx.query("UPDATE message SET status = 3 WHERE status = 2").run().await.unwrap();
    tx.commit().await.unwrap();
}

on_both! {
    async fn an_invalid_response_is_reconciled_and_the_text_not_resent(server: TestServer) {
        let dana = connect_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::TalkNonsense { takes: true }]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        let unclear = last(&dana, PHONE).await;
        assert_eq!((&unclear["status"], steps(&unclear)), (&json!("UNKNOWN"), vec!["UNCONFIRMED"]));
        server.later(seconds(30)).await;
        let found = last(&dana, PHONE).await;
        assert_eq!((&found["status"], steps(&found)), (&json!("SENT"), vec!["UNCONFIRMED", "RECONCILED"]));
        assert_eq!(server.twilio.list_queries()[0], "To=%2B12025550171&From=%2B12025550101&PageSize=100");
        server.later(seconds(3_600)).await;
        assert_eq!((server.twilio.calls(), server.twilio.texts().len()), (1, 1));
        // The text is now identified by its SID.
        report(&server, &server.twilio.texts()[0], "delivered", None).await;
        assert_eq!(last(&dana, PHONE).await["status"], "DELIVERED");
    }

    async fn a_text_that_was_accepted_with_a_server_error_is_reconciled_and_not_resent(server: TestServer) {
        let dana = connect_twilio(&server).await;
        for (phone, status) in [(PHONE, 500), ("+12025550172", 502), ("+12025550173", 503)] {
            server.twilio.will(&[TwilioBehavior::Fail { status, takes: true }]);
            text(&server, phone, COVERED).await;
            server.settled().await;
            let unclear = last(&dana, phone).await;
            assert_eq!((&unclear["status"], steps(&unclear)), (&json!("UNKNOWN"), vec!["UNCONFIRMED"]));
            assert!(unclear["steps"][0]["reason"].as_str().unwrap().contains(&format!("({status})")), "{unclear}");
        }
        server.later(seconds(30)).await;
        for phone in [PHONE, "+12025550172", "+12025550173"] {
            let found = last(&dana, phone).await;
            assert_eq!((&found["status"], steps(&found)), (&json!("SENT"), vec!["UNCONFIRMED", "RECONCILED"]));
        }
        server.later(seconds(3_600)).await;
        assert_eq!((server.twilio.calls(), server.twilio.texts().len()), (3, 3), "each is sent once");
    }

    async fn a_text_lost_with_a_server_error_is_resent_after_the_carrier_was_asked(server: TestServer) {
        let dana = connect_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::Fail { status: 500, takes: false }; 6]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        // A failure of one hour.
        for attempt in 1..=6 {
            for (pause, lookups) in [(30, 1), (90, 2)] {
                server.later(seconds(pause)).await;
                assert_eq!(server.twilio.list_queries().len(), (attempt - 1) * 3 + lookups);
                assert_eq!((server.twilio.calls(), &last(&dana, PHONE).await["status"]), (attempt, &json!("UNKNOWN")));
            }
            server.later(seconds(480)).await;
            assert_eq!(server.twilio.calls(), attempt + 1);
        }
        assert_eq!((server.twilio.texts().len(), &last(&dana, PHONE).await["status"]), (1, &json!("SENT")));
    }

    async fn failed_reconciliation_lookups_are_retried_without_resending(server: TestServer) {
        let dana = connect_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::TalkNonsense { takes: true }]);
        server.twilio.will_list(&[
            TwilioBehavior::TalkNonsense { takes: false },
            TwilioBehavior::Refuse(429, 20_429, Some(3_600)),
            TwilioBehavior::Refuse(500, 20_500, None),
            TwilioBehavior::Close { takes: false },
        ]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        server.later(seconds(30)).await;
        for lookups in 1..=4 {
            assert_eq!((server.twilio.list_queries().len(), server.twilio.calls()), (lookups, 1));
            let unclear = last(&dana, PHONE).await;
            assert_eq!((&unclear["status"], steps(&unclear)), (&json!("UNKNOWN"), vec!["UNCONFIRMED"]));
            // The longest delay between two lookups.
            server.later(seconds(300)).await;
        }
        assert_eq!(last(&dana, PHONE).await["status"], "SENT");
        assert_eq!((server.twilio.list_queries().len(), server.twilio.calls(), server.twilio.texts().len()), (5, 1, 1));
    }

    async fn a_text_lost_after_an_invalid_response_is_resent_once(server: TestServer) {
        let dana = connect_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::TalkNonsense { takes: false }]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        for pause in [30, 90, 480] {
            assert_eq!((server.twilio.calls(), server.twilio.texts().len()), (1, 0));
            server.later(seconds(pause)).await;
        }
        assert_eq!((server.twilio.calls(), server.twilio.texts().len()), (2, 1));
        assert_eq!(last(&dana, PHONE).await["status"], "SENT");
    }

    async fn a_broken_connection_is_reconciled(server: TestServer) {
        let dana = connect_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::Close { takes: true }]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        assert_eq!(last(&dana, PHONE).await["status"], "UNKNOWN");
        server.later(seconds(30)).await;
        assert_eq!(last(&dana, PHONE).await["status"], "SENT");
        assert_eq!((server.twilio.calls(), server.twilio.texts().len()), (1, 1));
    }

    async fn a_request_that_times_out_is_reconciled(server: TestServer) {
        let dana = connect_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::Hang { takes: true }]);
        text(&server, PHONE, COVERED).await;
        server.twilio.called(1).await;
        assert_eq!(last(&dana, PHONE).await["status"], "SENDING");
        server.later(seconds(15)).await;
        assert_eq!(steps(&last(&dana, PHONE).await), ["UNCONFIRMED"]);
        server.later(seconds(15)).await;
        assert_eq!(last(&dana, PHONE).await["status"], "SENT");
        assert_eq!(server.twilio.calls(), 1);
    }

    async fn a_text_the_carrier_never_got_is_resent_after_several_lookups(server: TestServer) {
        let dana = connect_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::Close { takes: false }]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        for (pause, lookups) in [(30, 1), (90, 2)] {
            server.later(seconds(pause)).await;
            assert_eq!((server.twilio.list_queries().len(), server.twilio.calls()), (lookups, 1));
            assert_eq!(last(&dana, PHONE).await["status"], "UNKNOWN");
        }
        server.later(seconds(480)).await;
        assert_eq!((server.twilio.calls(), server.twilio.texts().len()), (2, 1));
        let sent = last(&dana, PHONE).await;
        assert_eq!((&sent["status"], steps(&sent)), (&json!("SENT"), vec!["UNCONFIRMED", "RECONCILED"]));
    }

    async fn an_earlier_text_with_the_same_body_is_not_taken_for_the_unconfirmed_one(server: TestServer) {
        let dana = connect_twilio(&server).await;
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        server.twilio.will(&[TwilioBehavior::Close { takes: false }]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        server.later(seconds(30)).await;
        assert_eq!(last(&dana, PHONE).await["status"], "UNKNOWN");
    }

    async fn a_text_in_flight_when_the_server_was_killed_is_reconciled(server: TestServer) {
        let dana = connect_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::Refuse(503, 20_503, Some(1))]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        kill_during_second_attempt(&server).await;
        server.later(seconds(2)).await;
        assert_eq!(server.twilio.calls(), 1, "the text is not resent");
        let unclear = last(&dana, PHONE).await;
        assert_eq!((&unclear["status"], steps(&unclear)), (&json!("UNKNOWN"), vec!["DELAYED", "UNCONFIRMED"]));
        server.later(seconds(600)).await;
        server.later(seconds(600)).await;
        assert_eq!((server.twilio.list_queries().len(), server.twilio.calls()), (3, 2), "the carrier never received the text, so it is resent");
    }

    async fn an_unconfirmed_text_whose_account_was_removed_says_that_its_delivery_is_unknown(server: TestServer) {
        let dana = connect_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::TalkNonsense { takes: true }]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        dana.patch(&format!("{PATH}/carrier"), json!({ "carrier": "TEST_PHONE" })).await.ok();
        let none = json!({ "accountSid": "", "authToken": "" });
        dana.put("/admin/companies/company-harborline/twilio", none).await.ok();
        server.later(seconds(30)).await;
        let unclear = last(&dana, PHONE).await;
        assert_eq!((&unclear["status"], steps(&unclear)), (&json!("UNKNOWN"), vec!["UNCONFIRMED"; 2]));
        let why = unclear["steps"][1]["reason"].as_str().unwrap();
        assert_eq!(why, "The carrier account was removed, so the carrier can't be asked. Delivery status unknown.");
        server.later(seconds(3_600)).await;
        assert_eq!(steps(&last(&dana, PHONE).await).len(), 2);
    }

    async fn an_unconfirmed_text_is_looked_up_after_its_community_was_deleted_and_restored(server: TestServer) {
        let dana = connect_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::TalkNonsense { takes: true }]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        delete_community(&dana).await;
        server.later(seconds(30)).await;
        assert!(server.twilio.list_queries().is_empty());
        dana.post(&format!("{PATH}/restore"), json!({})).await.ok();
        server.later(seconds(3_600)).await;
        let found = last(&dana, PHONE).await;
        assert_eq!((&found["status"], steps(&found)), (&json!("SENT"), vec!["UNCONFIRMED", "RECONCILED"]));
    }

    async fn an_unconfirmed_text_of_a_community_that_stays_deleted_is_given_up_after_a_day(server: TestServer) {
        let dana = connect_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::TalkNonsense { takes: true }]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        delete_community(&dana).await;
        server.later(seconds(30)).await;
        server.later(seconds(24 * 3_600)).await;
        let dana = server.harborline_admin().await;
        dana.post(&format!("{PATH}/restore"), json!({})).await.ok();
        server.later(seconds(3_600)).await;
        let unclear = last(&dana, PHONE).await;
        assert_eq!((&unclear["status"], steps(&unclear)), (&json!("UNKNOWN"), vec!["UNCONFIRMED"; 2]));
        assert!(unclear["steps"][1]["reason"].as_str().unwrap().contains("its community was deleted"), "{unclear}");
        assert!(server.twilio.list_queries().is_empty());
    }

    async fn a_text_in_flight_when_the_server_was_killed_is_looked_up_after_its_community_was_restored(server: TestServer) {
        let dana = connect_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::Refuse(503, 20_503, Some(1))]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        kill_during_second_attempt(&server).await;
        delete_community(&dana).await;
        server.later(seconds(2)).await;
        server.later(seconds(30)).await;
        dana.post(&format!("{PATH}/restore"), json!({})).await.ok();
        let unclear = last(&dana, PHONE).await;
        assert_eq!((&unclear["status"], steps(&unclear)), (&json!("UNKNOWN"), vec!["DELAYED", "UNCONFIRMED"]));
        server.later(seconds(3_600)).await;
        assert_eq!((server.twilio.list_queries().len(), server.twilio.calls()), (1, 1));
    }
}
