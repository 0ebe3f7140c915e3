//! If it is unknown whether a text was sent, Twilio is asked before it is sent again.
use platform::{Scope, ids::CompanyId};

use super::*;

on_both! {
    async fn an_answer_without_sense_is_reconciled_and_the_text_not_sent_again(server: TestServer) {
        let dana = on_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::TalkNonsense { takes: true }]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        let unclear = last(&dana, PHONE).await;
        assert_eq!((&unclear["status"], steps(&unclear)), (&json!("UNKNOWN"), vec!["UNCONFIRMED"]));
        server.later(seconds(30)).await;
        let found = last(&dana, PHONE).await;
        assert_eq!((&found["status"], steps(&found)), (&json!("SENT"), vec!["UNCONFIRMED", "RECONCILED"]));
        assert_eq!(server.twilio.asked()[0], "To=%2B12025550171&From=%2B12025550101&PageSize=100");
        server.later(seconds(3_600)).await;
        assert_eq!((server.twilio.calls(), server.twilio.texts().len()), (1, 1));
        // The text is now identified by its SID.
        report(&server, &server.twilio.texts()[0], "delivered", None).await;
        assert_eq!(last(&dana, PHONE).await["status"], "DELIVERED");
    }

    async fn a_carrier_that_makes_no_sense_when_asked_is_asked_again_and_sent_nothing(server: TestServer) {
        let dana = on_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::TalkNonsense { takes: true }]);
        server.twilio.will_say(&[
            TwilioBehavior::TalkNonsense { takes: false },
            TwilioBehavior::Refuse(429, 20_429, Some(3_600)),
            TwilioBehavior::Refuse(500, 20_500, None),
            TwilioBehavior::Close { takes: false },
        ]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        server.later(seconds(30)).await;
        for asked in 1..=4 {
            assert_eq!((server.twilio.asked().len(), server.twilio.calls()), (asked, 1));
            let unclear = last(&dana, PHONE).await;
            assert_eq!((&unclear["status"], steps(&unclear)), (&json!("UNKNOWN"), vec!["UNCONFIRMED"]));
            // The longest delay between two lookups.
            server.later(seconds(300)).await;
        }
        assert_eq!(last(&dana, PHONE).await["status"], "SENT");
        assert_eq!((server.twilio.asked().len(), server.twilio.calls(), server.twilio.texts().len()), (5, 1, 1));
    }

    async fn nonsense_from_a_carrier_that_took_nothing_ends_with_one_text(server: TestServer) {
        let dana = on_twilio(&server).await;
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

    async fn a_connection_that_breaks_is_reconciled(server: TestServer) {
        let dana = on_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::Close { takes: true }]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        assert_eq!(last(&dana, PHONE).await["status"], "UNKNOWN");
        server.later(seconds(30)).await;
        assert_eq!(last(&dana, PHONE).await["status"], "SENT");
        assert_eq!((server.twilio.calls(), server.twilio.texts().len()), (1, 1));
    }

    async fn a_carrier_that_hangs_is_given_up_on_and_asked(server: TestServer) {
        let dana = on_twilio(&server).await;
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

    async fn a_text_that_never_got_there_is_sent_again_once_that_is_sure(server: TestServer) {
        let dana = on_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::Close { takes: false }]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        for (pause, asked) in [(30, 1), (90, 2)] {
            server.later(seconds(pause)).await;
            assert_eq!((server.twilio.asked().len(), server.twilio.calls()), (asked, 1));
            assert_eq!(last(&dana, PHONE).await["status"], "UNKNOWN");
        }
        server.later(seconds(480)).await;
        assert_eq!((server.twilio.calls(), server.twilio.texts().len()), (2, 1));
        let sent = last(&dana, PHONE).await;
        assert_eq!((&sent["status"], steps(&sent)), (&json!("SENT"), vec!["UNCONFIRMED", "RECONCILED"]));
    }

    async fn another_text_with_the_same_words_is_not_taken_for_it(server: TestServer) {
        let dana = on_twilio(&server).await;
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        server.twilio.will(&[TwilioBehavior::Close { takes: false }]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        server.later(seconds(30)).await;
        assert_eq!(last(&dana, PHONE).await["status"], "UNKNOWN");
    }

    async fn what_a_killed_server_was_sending_is_asked_about_and_not_sent_again(server: TestServer) {
        let dana = on_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::Refuse(500, 20_500, None)]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        // As if the server had been killed after it began the second attempt.
        let mut tx = server.db.write(&Scope::of_company(&CompanyId::from("company-harborline"))).await.unwrap();
        tx.query("UPDATE delivery SET state = 1").run().await.unwrap();
        tx.query("UPDATE message SET status = 3 WHERE status = 2").run().await.unwrap();
        tx.commit().await.unwrap();
        server.later(seconds(2)).await;
        assert_eq!(server.twilio.calls(), 1, "it is not sent again");
        let unclear = last(&dana, PHONE).await;
        assert_eq!((&unclear["status"], steps(&unclear)), (&json!("UNKNOWN"), vec!["DELAYED", "UNCONFIRMED"]));
        server.later(seconds(600)).await;
        server.later(seconds(600)).await;
        assert_eq!((server.twilio.asked().len(), server.twilio.calls()), (3, 2), "it was never there, so it is sent");
    }
}
