//! Texts that Twilio refuses, and a Twilio that is busy, turns texts away or is unreachable: the text was certainly
//! not sent. And the circuit breaker.
use super::*;

on_both! {
    async fn a_text_that_twilio_refuses_fails_with_a_reason(server: TestServer) {
        let dana = connect_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::Refuse(400, 30_006, None)]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        let failed = last(&dana, PHONE).await;
        assert_eq!((&failed["status"], steps(&failed)), (&json!("FAILED"), vec!["FAILED"]));
        assert!(failed["steps"][0]["reason"].as_str().unwrap().contains("landline"));
        server.later(seconds(3_600)).await;
        assert_eq!(server.twilio.calls(), 1, "a refused text is not retried");
    }

    async fn a_phone_that_opted_out_at_twilio_is_not_texted_again(server: TestServer) {
        let dana = connect_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::Refuse(400, 21_610, None)]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        assert_eq!(last(&dana, PHONE).await["status"], "FAILED");
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        let next = last(&dana, PHONE).await;
        assert_eq!((&next["status"], steps(&next)), (&json!("SUPPRESSED"), vec!["SUPPRESSED"]));
        assert_eq!(server.twilio.calls(), 1);
    }

    async fn a_rate_limited_text_is_retried_after_the_retry_after_time(server: TestServer) {
        let dana = connect_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::Refuse(429, 20_429, Some(7))]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        let waits = last(&dana, PHONE).await;
        assert_eq!((&waits["status"], steps(&waits)), (&json!("QUEUED"), vec!["DELAYED"]));
        server.later(Duration::from_millis(6_999)).await;
        assert_eq!(server.twilio.calls(), 1);
        server.later(Duration::from_millis(1)).await;
        assert_eq!((server.twilio.calls(), server.twilio.texts().len()), (2, 1));
        assert_eq!(last(&dana, PHONE).await["status"], "SENT");
    }

    async fn a_rate_limited_text_is_retried_after_10_seconds_by_default(server: TestServer) {
        let dana = connect_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::Refuse(429, 20_429, None)]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        server.later(Duration::from_millis(9_999)).await;
        assert_eq!((server.twilio.calls(), &last(&dana, PHONE).await["status"]), (1, &json!("QUEUED")));
        server.later(Duration::from_millis(1)).await;
        assert_eq!((server.twilio.calls(), server.twilio.texts().len()), (2, 1));
    }

    async fn a_text_that_an_overloaded_carrier_turns_away_is_retried_after_the_retry_after_time(server: TestServer) {
        let dana = connect_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::Refuse(503, 20_503, Some(7)), TwilioBehavior::Refuse(503, 20_503, Some(1))]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        let waits = last(&dana, PHONE).await;
        assert_eq!((&waits["status"], steps(&waits)), (&json!("QUEUED"), vec!["DELAYED"]));
        server.later(Duration::from_millis(6_999)).await;
        assert_eq!(server.twilio.calls(), 1);
        server.later(Duration::from_millis(1)).await;
        assert_eq!(server.twilio.calls(), 2);
        // The second delay is 2 to 4 seconds, which is more than the carrier asks for.
        server.later(seconds(1)).await;
        assert_eq!(server.twilio.calls(), 2);
        server.later(seconds(3)).await;
        assert_eq!((server.twilio.calls(), server.twilio.texts().len()), (3, 1));
        assert_eq!(last(&dana, PHONE).await["status"], "SENT");
    }

    async fn a_text_is_retried_if_the_carrier_is_unreachable(server: TestServer) {
        let dana = connect_twilio(&server).await;
        server.twilio.stop_listening().await;
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        let waits = last(&dana, PHONE).await;
        assert_eq!(waits["status"], "QUEUED");
        assert!(waits["steps"][0]["reason"].as_str().unwrap().contains("could not be reached"));
        server.twilio.listen_again().await;
        server.later(seconds(2)).await;
        assert_eq!((server.twilio.calls(), last(&dana, PHONE).await["status"].clone()), (1, json!("SENT")));
    }

    async fn five_server_errors_open_the_circuit_breaker(server: TestServer) {
        let dana = connect_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::Fail { status: 500, takes: false }; 6]);
        for nth in 1..=6 {
            text(&server, &format!("+1202555017{nth}"), COVERED).await;
            server.settled().await;
        }
        assert_eq!(server.twilio.calls(), 5);
        assert_eq!(last(&dana, "+12025550175").await["status"], "UNKNOWN");
        assert_eq!(last(&dana, "+12025550176").await["status"], "QUEUED", "the carrier is left alone");
        server.later(seconds(29)).await;
        assert_eq!(server.twilio.calls(), 5);
        server.later(seconds(1)).await;
        assert_eq!(server.twilio.calls(), 6, "one text probes the carrier");
        text(&server, "+12025550177", COVERED).await;
        server.settled().await;
        assert_eq!(server.twilio.calls(), 6, "the probe failed");
        server.later(seconds(30)).await;
        assert_eq!((server.twilio.calls(), server.twilio.texts().len()), (7, 1));
    }

    async fn five_texts_that_are_turned_away_open_the_circuit_breaker(server: TestServer) {
        connect_twilio(&server).await;
        server.twilio.will(&[TwilioBehavior::Refuse(503, 20_503, Some(1)); 6]);
        text(&server, PHONE, COVERED).await;
        server.settled().await;
        for pause in [2, 4, 8, 16] {
            server.later(seconds(pause)).await;
        }
        assert_eq!(server.twilio.calls(), 5);
        // The text itself is due after at most 32 seconds; another one would be due at once.
        server.later(seconds(29)).await;
        let before = server.twilio.calls();
        assert_eq!(before, 5, "the breaker stays open for 30 seconds");
        server.later(seconds(3)).await;
        assert_eq!(server.twilio.calls(), 6, "one text probes the carrier");
        server.later(seconds(64)).await;
        assert_eq!((server.twilio.calls(), server.twilio.texts().len()), (7, 1));
    }
}
