//! What Twilio refuses, and a Twilio that is busy, fails or is away: the text certainly did not leave.
use super::*;

on_both! {
    async fn what_twilio_refuses_failed_and_says_why(house: House) {
        let dana = on_twilio(&house).await;
        house.twilio.will(&[Does::Refuse(400, 30_006, None)]);
        text(&house, PHONE, COVERED).await;
        house.settled().await;
        let failed = last(&dana, PHONE).await;
        assert_eq!((&failed["status"], steps(&failed)), (&json!("FAILED"), vec!["failed"]));
        assert!(failed["steps"][0]["reason"].as_str().unwrap().contains("landline"));
        house.later(seconds(3_600)).await;
        assert_eq!(house.twilio.calls(), 1, "it is not tried again");
    }

    async fn whom_twilio_knows_to_have_opted_out_is_not_texted_again(house: House) {
        let dana = on_twilio(&house).await;
        house.twilio.will(&[Does::Refuse(400, 21_610, None)]);
        text(&house, PHONE, COVERED).await;
        house.settled().await;
        assert_eq!(last(&dana, PHONE).await["status"], "FAILED");
        text(&house, PHONE, COVERED).await;
        house.settled().await;
        let next = last(&dana, PHONE).await;
        assert_eq!((&next["status"], steps(&next)), (&json!("SUPPRESSED"), vec!["suppressed"]));
        assert_eq!(house.twilio.calls(), 1);
    }

    async fn a_busy_carrier_is_left_alone_for_as_long_as_it_says(house: House) {
        let dana = on_twilio(&house).await;
        house.twilio.will(&[Does::Refuse(429, 20_429, Some(7))]);
        text(&house, PHONE, COVERED).await;
        house.settled().await;
        let waits = last(&dana, PHONE).await;
        assert_eq!((&waits["status"], steps(&waits)), (&json!("QUEUED"), vec!["delayed"]));
        house.later(Duration::from_millis(6_999)).await;
        assert_eq!(house.twilio.calls(), 1);
        house.later(Duration::from_millis(1)).await;
        assert_eq!((house.twilio.calls(), house.twilio.texts().len()), (2, 1));
        assert_eq!(last(&dana, PHONE).await["status"], "SENT");
    }

    async fn a_busy_carrier_that_does_not_say_for_how_long_is_left_alone_for_ten_seconds(house: House) {
        let dana = on_twilio(&house).await;
        house.twilio.will(&[Does::Refuse(429, 20_429, None)]);
        text(&house, PHONE, COVERED).await;
        house.settled().await;
        house.later(Duration::from_millis(9_999)).await;
        assert_eq!((house.twilio.calls(), &last(&dana, PHONE).await["status"]), (1, &json!("QUEUED")));
        house.later(Duration::from_millis(1)).await;
        assert_eq!((house.twilio.calls(), house.twilio.texts().len()), (2, 1));
    }

    async fn a_carrier_that_fails_is_tried_again(house: House) {
        let dana = on_twilio(&house).await;
        house.twilio.will(&[Does::Refuse(500, 20_500, None), Does::Refuse(503, 20_503, None)]);
        text(&house, PHONE, COVERED).await;
        house.settled().await;
        assert_eq!(house.twilio.calls(), 1, "not at once");
        house.later(seconds(2)).await;
        house.later(seconds(4)).await;
        assert_eq!((house.twilio.calls(), house.twilio.texts().len()), (3, 1));
        assert_eq!(last(&dana, PHONE).await["status"], "SENT");
    }

    async fn a_carrier_that_cannot_be_reached_is_tried_again(house: House) {
        let dana = on_twilio(&house).await;
        house.twilio.leave().await;
        text(&house, PHONE, COVERED).await;
        house.settled().await;
        let waits = last(&dana, PHONE).await;
        assert_eq!(waits["status"], "QUEUED");
        assert!(waits["steps"][0]["reason"].as_str().unwrap().contains("could not be reached"));
        house.twilio.come_back().await;
        house.later(seconds(2)).await;
        assert_eq!((house.twilio.calls(), last(&dana, PHONE).await["status"].clone()), (1, json!("SENT")));
    }

    async fn after_five_failures_the_carrier_rests(house: House) {
        on_twilio(&house).await;
        house.twilio.will(&[Does::Refuse(500, 20_500, None); 6]);
        text(&house, PHONE, COVERED).await;
        house.settled().await;
        for pause in [2, 4, 8, 16] {
            house.later(seconds(pause)).await;
        }
        assert_eq!(house.twilio.calls(), 5);
        // The text itself is due after 32 seconds at most; another one would be due at once.
        house.later(seconds(29)).await;
        let before = house.twilio.calls();
        assert_eq!(before, 5, "it rests for 30 seconds");
        house.later(seconds(3)).await;
        assert_eq!(house.twilio.calls(), 6, "then one text tries");
        house.later(seconds(64)).await;
        assert_eq!((house.twilio.calls(), house.twilio.texts().len()), (7, 1));
    }
}
