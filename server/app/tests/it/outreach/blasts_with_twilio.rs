//! Text blasts through a carrier that is slow, busy or refuses texts.
use serde_json::json;

use super::*;
use crate::messaging::twilio::{report, text_from, twilio_for};

/// Statements that set the number of segments per second of the Meridian's number.
const RATE_1: (&str, &str) = (
    "UPDATE text_number SET segments_per_second = 1 WHERE number = '+12025550102'",
    "SET parlor.company = 'company-harborline'; UPDATE text_number SET segments_per_second = 1 WHERE number = '+12025550102'",
);
const RATE_2: (&str, &str) = (
    "UPDATE text_number SET segments_per_second = 2 WHERE number = '+12025550102'",
    "SET parlor.company = 'company-harborline'; UPDATE text_number SET segments_per_second = 2 WHERE number = '+12025550102'",
);
/// Statements after which the next attempt of each blast's job exceeds the maximum.
const EXHAUST: (&str, &str) = (
    "UPDATE job SET attempts = 12 WHERE kind = 'SEND_BLAST'",
    "SET parlor.company = 'company-harborline'; UPDATE job SET attempts = 12 WHERE kind = 'SEND_BLAST'",
);
/// Statements that make it look as if the server had stopped while it sent the texts.
const INTERRUPT: (&str, &str) = (
    "UPDATE message SET status = 3 WHERE id IN (SELECT message_id FROM delivery); UPDATE delivery SET state = 1",
    "SET parlor.company = 'company-harborline';
     UPDATE message SET status = 3 WHERE id IN (SELECT message_id FROM delivery); UPDATE delivery SET state = 1",
);

on_both! {
    async fn a_carrier_gets_each_text_once_at_the_rate_of_the_number(server: TestServer) {
        let dana = twilio_for(&server, MERIDIAN).await;
        server.as_owner(RATE_2.0, RATE_2.1).await;
        let blast = draft(&dana, "{{community}}: hello {{first_name}}", &[MERIDIAN]).await;
        send(&server, &dana, &blast).await;
        assert_eq!(server.twilio.texts().len(), 2, "a second's worth");
        for _ in 0..3 {
            server.later(Duration::from_secs(1)).await;
        }
        let texts = server.twilio.texts();
        let mut to: Vec<&str> = texts.iter().map(|text| text["to"].as_str().unwrap()).collect();
        to.sort_unstable();
        to.dedup();
        assert_eq!((texts.len(), to.len()), (7, 7), "{texts:?}");
        server.later(Duration::from_secs(1)).await;
        let sent = read(&dana, &blast).await;
        assert_eq!((&sent["state"], &sent["counts"]["sent"]), (&json!("FINISHED"), &json!(7)));
        report(&server, &texts[0], "delivered", None).await;
        report(&server, &texts[1], "undelivered", Some("30006")).await;
        let counts = read(&dana, &blast).await["counts"].clone();
        assert_eq!((&counts["sent"], &counts["delivered"], &counts["failed"]), (&json!(5), &json!(1), &json!(1)));
        // A landline and a number that is not in service are left out of the next blast, each with its reason.
        report(&server, &texts[2], "undelivered", Some("30005")).await;
        let next = draft(&dana, "{{community}}: again", &[MERIDIAN]).await;
        assert_eq!(phones(&dana, &next, "exclusion=LANDLINE").await, [texts[1]["to"].as_str().unwrap()]);
        assert_eq!(phones(&dana, &next, "exclusion=UNREACHABLE").await, [texts[2]["to"].as_str().unwrap()]);
        let review = dana.get(&format!("{}/review", path_of(&next))).await.ok();
        let count_of = |reason: &str| {
            let exclusions = review["exclusions"].as_array().unwrap().iter();
            exclusions.filter(|one| one["reason"] == reason).map(|one| one["count"].clone()).collect::<Vec<_>>()
        };
        assert_eq!((count_of("LANDLINE"), count_of("UNREACHABLE")), (vec![json!(1)], vec![json!(1)]));
        assert_eq!(review["recipientCount"], 5);
        send(&server, &dana, &next).await;
        for _ in 0..3 {
            server.later(Duration::from_secs(1)).await;
        }
        assert_eq!(phones(&dana, &next, "exclusion=LANDLINE").await, [texts[1]["to"].as_str().unwrap()]);
        assert_eq!(server.twilio.texts().len(), 12);
    }

    async fn a_phone_that_cannot_be_texted_is_left_out_until_it_texts(server: TestServer) {
        let dana = twilio_for(&server, MERIDIAN).await;
        server.twilio.will(&[TwilioBehavior::Refuse(400, 21_211, None), TwilioBehavior::Refuse(400, 21_614, None)]);
        let blast = draft(&dana, "{{community}}: hello", &[MERIDIAN]).await;
        send(&server, &dana, &blast).await;
        let failed = phones(&dana, &blast, "outcome=FAILED").await;
        let next = draft(&dana, "{{community}}: again", &[MERIDIAN]).await;
        assert_eq!((failed.len(), phones(&dana, &next, "exclusion=UNREACHABLE").await), (2, failed.clone()));
        text_from(&server, &failed[0], MERIDIAN_NUMBER, "hello").await;
        assert_eq!(phones(&dana, &next, "exclusion=UNREACHABLE").await, failed[1..]);
    }

    async fn a_busy_carrier_is_left_alone_and_an_opt_out_that_it_knows_is_kept(server: TestServer) {
        let dana = twilio_for(&server, MERIDIAN).await;
        server.twilio.will(&[TwilioBehavior::Refuse(429, 20_429, Some(5)), TwilioBehavior::Refuse(400, 21_610, None)]);
        let blast = draft(&dana, "{{community}}: hello", &[MERIDIAN]).await;
        send(&server, &dana, &blast).await;
        let counts = read(&dana, &blast).await["counts"].clone();
        assert_eq!((&counts["sent"], &counts["pending"], &counts["failed"]), (&json!(5), &json!(1), &json!(1)), "the busy one is tried again: {counts}");
        server.later(Duration::from_secs(5)).await;
        assert_eq!(server.twilio.texts().len(), 6, "six took it, one opted out");
        assert_eq!(read(&dana, &blast).await["state"], "FINISHED");
        let next = draft(&dana, "{{community}}: again", &[MERIDIAN]).await;
        assert_eq!(phones(&dana, &next, "exclusion=OPTED_OUT").await.len(), 1);
    }

    async fn a_blast_whose_account_the_carrier_refuses_is_paused_and_reaches_everybody_once_resumed(server: TestServer) {
        let dana = twilio_for(&server, MERIDIAN).await;
        server.twilio.will(&[TwilioBehavior::Refuse(401, 20_003, None); 7]);
        let blast = draft(&dana, "{{community}}: hello", &[MERIDIAN]).await;
        send(&server, &dana, &blast).await;
        let paused = read(&dana, &blast).await;
        assert_eq!((&paused["state"], &paused["counts"]["pending"], &paused["counts"]["failed"]), (&json!("PAUSED"), &json!(7), &json!(0)), "{paused}");
        let audit = dana.get("/admin/audit?limit=50").await.ok().to_string();
        assert!(audit.contains("Check its SID and auth token. (code 20003) Paused the blast"), "{audit}");
        dana.post(&format!("{}/resume", path_of(&blast)), json!({})).await.ok();
        for _ in 0..2 {
            server.later(Duration::from_secs(1)).await;
        }
        let sent = read(&dana, &blast).await;
        assert_eq!((&sent["state"], &sent["counts"]["sent"], server.twilio.texts().len()), (&json!("FINISHED"), &json!(7), 7), "{sent}");
    }

    async fn an_opt_out_in_the_middle_of_a_blast_is_heeded(server: TestServer) {
        let dana = twilio_for(&server, MERIDIAN).await;
        server.as_owner(RATE_1.0, RATE_1.1).await;
        let blast = draft(&dana, "{{community}}: hello", &[MERIDIAN]).await;
        let last = phones(&dana, &blast, "").await.pop().unwrap();
        send(&server, &dana, &blast).await;
        text_from(&server, &last, MERIDIAN_NUMBER, "STOP").await;
        server.settled().await;
        for _ in 0..7 {
            server.later(Duration::from_secs(1)).await;
        }
        let sent = read(&dana, &blast).await;
        assert_eq!(sent["state"], "FINISHED");
        assert_eq!((&sent["counts"]["recipients"], &sent["counts"]["excluded"]), (&json!(6), &json!(3)));
        let hellos = server.twilio.texts().into_iter().filter(|text| text["body"] == "The Meridian: hello");
        let to: Vec<String> = hellos.map(|text| text["to"].as_str().unwrap().to_owned()).collect();
        assert!(!to.contains(&last) && to.len() == 6, "{to:?}");
    }

    async fn a_blast_that_the_server_fails_to_send_is_paused_or_missed(server: TestServer) {
        let dana = twilio_for(&server, MERIDIAN).await;
        server.as_owner(RATE_1.0, RATE_1.1).await;
        let running = draft(&dana, "{{community}}: hello", &[MERIDIAN]).await;
        send(&server, &dana, &running).await;
        let scheduled = draft(&dana, "{{community}}: again", &[MERIDIAN]).await;
        dana.post(&format!("{}/schedule", path_of(&scheduled)), json!({})).await.ok();
        // As if the server had stopped during each attempt.
        server.as_owner(EXHAUST.0, EXHAUST.1).await;
        server.later(Duration::from_secs(11)).await;
        assert_eq!(read(&dana, &running).await["state"], "PAUSED");
        assert_eq!(read(&dana, &scheduled).await["state"], "MISSED");
        dana.post(&format!("{}/resume", path_of(&running)), json!({})).await.ok();
        for _ in 0..8 {
            server.later(Duration::from_secs(1)).await;
        }
        assert_eq!(read(&dana, &running).await["state"], "FINISHED");
        assert_eq!(server.twilio.texts().len(), 7, "one text for each recipient");
    }

    async fn a_blast_ends_if_the_server_stopped_while_it_texted_a_community_that_was_deleted_then(server: TestServer) {
        let dana = twilio_for(&server, MERIDIAN).await;
        server.as_owner(RATE_1.0, RATE_1.1).await;
        let blast = draft(&dana, "{{community}}: hello", &[MERIDIAN]).await;
        send(&server, &dana, &blast).await;
        server.as_owner(INTERRUPT.0, INTERRUPT.1).await;
        let path = format!("/admin/textCommunities/{MERIDIAN}?reason=It+was+a+mistake&userId=nobody");
        dana.delete(&path).await.ok();
        server.later(Duration::from_secs(1)).await;
        let ended = read(&dana, &blast).await;
        let (unknown, canceled) = (&ended["counts"]["unknown"], &ended["counts"]["canceled"]);
        assert_eq!((&ended["state"], unknown, canceled), (&json!("CANCELED"), &json!(1), &json!(6)), "{ended}");
    }

    async fn a_blast_is_paused_resumed_and_canceled(server: TestServer) {
        let dana = twilio_for(&server, MERIDIAN).await;
        server.as_owner(RATE_1.0, RATE_1.1).await;
        let blast = draft(&dana, "{{community}}: hello", &[MERIDIAN]).await;
        let act = async |name: &str| dana.post(&format!("{}/{name}", path_of(&blast)), json!({})).await.ok()["blast"].clone();
        send(&server, &dana, &blast).await;
        assert_eq!(act("pause").await["state"], "PAUSED");
        server.later(Duration::from_secs(60)).await;
        assert_eq!(server.twilio.texts().len(), 1, "nothing leaves while it is paused");
        assert_eq!(act("resume").await["state"], "RUNNING");
        server.settled().await;
        server.later(Duration::from_secs(1)).await;
        assert_eq!(server.twilio.texts().len(), 3);
        let canceled = act("cancel").await;
        assert_eq!((&canceled["state"], &canceled["counts"]["canceled"]), (&json!("CANCELED"), &json!(4)));
        let audit = dana.get("/admin/audit?limit=50").await.ok().to_string();
        assert!(audit.contains(r#"Canceled the blast \"Water shutoff\": 3 sent, 0 failed, 4 canceled, 2 left out"#), "{audit}");
        server.later(Duration::from_secs(60)).await;
        assert_eq!(server.twilio.texts().len(), 3);
    }

    async fn a_text_whose_delivery_is_unknown_is_looked_up_before_it_is_sent_again(server: TestServer) {
        let dana = twilio_for(&server, MERIDIAN).await;
        server.twilio.will(&[
            TwilioBehavior::TalkNonsense { takes: true },
            TwilioBehavior::TalkNonsense { takes: false },
            TwilioBehavior::Fail { status: 500, takes: true },
            TwilioBehavior::Fail { status: 502, takes: false },
        ]);
        let blast = draft(&dana, "{{community}}: hello", &[MERIDIAN]).await;
        send(&server, &dana, &blast).await;
        let counts = read(&dana, &blast).await["counts"].clone();
        assert_eq!((&counts["unknown"], &counts["sent"]), (&json!(4), &json!(3)), "{counts}");
        for _ in 0..10 {
            server.later(Duration::from_secs(120)).await;
        }
        let counts = read(&dana, &blast).await["counts"].clone();
        assert_eq!((&counts["unknown"], &counts["sent"]), (&json!(0), &json!(7)), "{counts}");
        let texts = server.twilio.texts();
        let mut to: Vec<&str> = texts.iter().map(|text| text["to"].as_str().unwrap()).collect();
        to.sort_unstable();
        to.dedup();
        assert_eq!((texts.len(), to.len()), (7, 7), "a recipient got it twice");
    }
}
