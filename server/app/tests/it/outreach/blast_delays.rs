//! Texts of a blast that the carrier did not accept are sent again by the blast: not while it is paused, not
//! after it is canceled, not in quiet hours, and never to a resident who opted out.
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;

use super::*;
use crate::messaging::twilio::{report, text_from, twilio_for};

const BUSY: TwilioBehavior = TwilioBehavior::Refuse(429, 20_429, Some(15));
/// Maximum number of texts that are sent at the same time.
const SLICE: usize = 40;
/// A carrier that turns the text away unprocessed.
const FAILING: TwilioBehavior = TwilioBehavior::Refuse(503, 20_503, Some(1));

async fn act(staff: &Staff<'_>, blast: &Value, act: &str) -> Value {
    staff.post(&format!("{}/{act}", path_of(blast)), json!({})).await.ok()["blast"].clone()
}

async fn seconds(server: &TestServer, seconds: u64) {
    server.later(Duration::from_secs(seconds)).await;
}

/// Sends a blast to the seven recipients of the Meridian, while the carrier has these behaviors.
async fn sent<'s>(server: &'s TestServer, does: &[TwilioBehavior]) -> (Staff<'s>, Value) {
    let dana = twilio_for(server, MERIDIAN).await;
    server.twilio.will(does);
    let blast = draft(&dana, "{{community}}: hello", &[MERIDIAN]).await;
    send(server, &dana, &blast).await;
    (dana, blast)
}

/// Returns the number of phones for which the carrier accepted a text; asserts that no phone got two.
fn reached(server: &TestServer) -> usize {
    let texts = server.twilio.texts();
    let mut phones: Vec<&str> = texts.iter().map(|text| text["to"].as_str().unwrap()).collect();
    phones.sort_unstable();
    phones.dedup();
    assert_eq!(phones.len(), texts.len(), "a phone got the text twice");
    phones.len()
}

/// Sends a blast to these numbers at 19:50 in Washington, which is 17:50 in Denver, from a community without a time
/// zone. The carrier asks for each text again 15 minutes later.
async fn delayed_until_evening_in_washington(server: &TestServer, numbers: &str) {
    let dana = twilio_for(server, MERIDIAN).await;
    server
        .as_owner(
            "UPDATE community SET time_zone = '' WHERE id = 'community-the-meridian'",
            "SET parlor.company = 'company-harborline';
             UPDATE community SET time_zone = '' WHERE id = 'community-the-meridian'",
        )
        .await;
    let list = json!({
        "name": "Owners", "communityId": MERIDIAN, "numbers": numbers,
        "consentEvidence": "Signed the sheet at the annual meeting.",
    });
    let list = dana.post("/audiences/import", list).await.ok()["audience"]["_id"].clone();
    let blast =
        json!({ "title": "Hello", "body": "{{community}}: hello", "audience": { "audienceId": list } });
    let blast = dana.post("/blasts", blast).await.ok()["blast"].clone();
    server.clock.advance(Duration::from_secs(9 * 3_600 + 50 * 60));
    let dana = server.harborline_admin().await;
    server.twilio.will(&[TwilioBehavior::Refuse(429, 20_429, Some(900)); 2]);
    send(server, &dana, &blast).await;
    assert_eq!(server.twilio.calls(), 2);
}

/// Returns the phones for which the carrier accepted a text, in order.
fn texted(server: &TestServer) -> Vec<String> {
    server.twilio.texts().iter().map(|text| text["to"].as_str().unwrap().to_owned()).collect()
}

/// Returns the number of phones of Harborline that opted out by a text of today.
async fn phones_opted_out(server: &TestServer) -> i64 {
    let mut tx = server.db.read(&platform::Scope::of_company(&"company-harborline".into())).await.unwrap();
    let sql = "SELECT count(*) FROM consent WHERE company_id = $1 AND state = 4 AND phone LIKE '+1303256%'";
    let (count,): (i64,) = tx.query(sql).bind("company-harborline").one().await.unwrap();
    count
}

on_both! {
    async fn a_delayed_text_is_not_sent_while_the_blast_is_paused(server: TestServer) {
        let (dana, blast) = sent(&server, &[BUSY, FAILING]).await;
        assert_eq!(reached(&server), 5);
        assert_eq!(act(&dana, &blast, "pause").await["counts"]["pending"], 2);
        for _ in 0..5 {
            seconds(&server, 60).await;
        }
        assert_eq!((reached(&server), server.twilio.calls()), (5, 7), "nothing is sent while it is paused");
        act(&dana, &blast, "resume").await;
        server.settled().await;
        seconds(&server, 2).await;
        assert_eq!(reached(&server), 7);
        assert_eq!(read(&dana, &blast).await["state"], "FINISHED");
    }

    async fn a_carrier_that_asks_for_minutes_gets_no_text_of_another_blast_before(server: TestServer) {
        let (dana, blast) = sent(&server, &[TwilioBehavior::Refuse(429, 20_429, Some(300))]).await;
        let other = draft(&dana, "{{community}}: hello again", &[MERIDIAN]).await;
        send(&server, &dana, &other).await;
        for _ in 0..2 {
            seconds(&server, 120).await;
            assert_eq!((reached(&server), server.twilio.calls()), (6, 7), "it is left alone for five minutes");
        }
        for _ in 0..3 {
            seconds(&server, 60).await;
        }
        assert_eq!(server.twilio.texts().len(), 14);
        for sent in [&blast, &other] {
            assert_eq!(read(&dana, sent).await["state"], "FINISHED");
        }
    }

    async fn a_delayed_text_is_canceled_with_the_blast(server: TestServer) {
        let (dana, blast) = sent(&server, &[BUSY, FAILING]).await;
        act(&dana, &blast, "cancel").await;
        for _ in 0..5 {
            seconds(&server, 60).await;
        }
        assert_eq!((reached(&server), server.twilio.calls()), (5, 7));
        let counts = read(&dana, &blast).await["counts"].clone();
        assert_eq!((&counts["sent"], &counts["canceled"], &counts["pending"]), (&json!(5), &json!(2), &json!(0)));
    }

    async fn a_delayed_text_waits_for_the_end_of_quiet_hours(server: TestServer) {
        // The texts are sent at 19:59:50 in New York.
        seconds(&server, 9 * 3_600 + 59 * 60 + 40).await;
        let (dana, blast) = sent(&server, &[BUSY]).await;
        assert_eq!(reached(&server), 6);
        seconds(&server, 60).await;
        let held = dana.get(&format!("{}/recipients?outcome=PENDING", path_of(&blast))).await.ok()["recipients"].clone();
        assert_eq!((held.as_array().unwrap().len(), &held[0]["status"]), (1, &json!("HELD_QUIET_HOURS")), "{held}");
        assert!(held[0]["reason"].as_str().unwrap().contains("Quiet hours"), "{held}");
        seconds(&server, 12 * 3_600).await;
        assert_eq!((reached(&server), server.twilio.calls()), (6, 7), "quiet hours");
        seconds(&server, 3_600).await;
        assert_eq!((reached(&server), read(&dana, &blast).await["state"].clone()), (7, json!("FINISHED")));
    }

    async fn a_delayed_text_that_is_held_in_quiet_hours_is_canceled_with_the_blast_or_by_an_opt_out(server: TestServer) {
        seconds(&server, 9 * 3_600 + 59 * 60 + 40).await;
        let (dana, blast) = sent(&server, &[BUSY, BUSY]).await;
        assert_eq!(reached(&server), 5);
        seconds(&server, 60).await;
        let held = phones(&dana, &blast, "outcome=PENDING").await;
        assert_eq!(held.len(), 2);
        text_from(&server, &held[0], MERIDIAN_NUMBER, "STOP").await;
        server.settled().await;
        assert_eq!(phones(&dana, &blast, "outcome=CANCELED").await, held[..1]);
        act(&dana, &blast, "cancel").await;
        assert_eq!(phones(&dana, &blast, "outcome=CANCELED").await, held);
        seconds(&server, 14 * 3_600).await;
        let hellos = server.twilio.texts().into_iter().filter(|text| text["body"] == "The Meridian: hello");
        assert_eq!(hellos.count(), 5);
    }

    async fn a_text_that_the_carrier_never_received_is_sent_again_only_while_the_blast_is_sent(server: TestServer) {
        let lost = TwilioBehavior::TalkNonsense { takes: false };
        let (dana, blast) = sent(&server, &[lost, BUSY]).await;
        assert_eq!(act(&dana, &blast, "pause").await["counts"]["unknown"], 1);
        for _ in 0..10 {
            seconds(&server, 120).await;
        }
        assert_eq!((reached(&server), server.twilio.calls()), (5, 7), "it is looked up, not sent");
        assert_eq!(read(&dana, &blast).await["counts"]["pending"], 2);
        act(&dana, &blast, "resume").await;
        server.settled().await;
        seconds(&server, 2).await;
        assert_eq!((reached(&server), read(&dana, &blast).await["state"].clone()), (7, json!("FINISHED")));
    }

    async fn a_text_that_the_carrier_never_received_is_canceled_after_the_blast(server: TestServer) {
        let lost = TwilioBehavior::TalkNonsense { takes: false };
        let (dana, blast) = sent(&server, &[lost, BUSY]).await;
        act(&dana, &blast, "cancel").await;
        for _ in 0..10 {
            seconds(&server, 120).await;
        }
        assert_eq!((reached(&server), server.twilio.calls()), (5, 7));
        let counts = read(&dana, &blast).await["counts"].clone();
        assert_eq!((&counts["canceled"], &counts["unknown"]), (&json!(2), &json!(0)), "{counts}");
    }

    async fn a_failing_carrier_is_left_alone_and_then_probed_with_one_text(server: TestServer) {
        let (dana, blast) = sent(&server, &[FAILING; 8]).await;
        assert_eq!((reached(&server), server.twilio.calls()), (0, 7));
        assert_eq!(read(&dana, &blast).await["counts"]["pending"], 7);
        seconds(&server, 29).await;
        assert_eq!(server.twilio.calls(), 7, "the carrier is left alone for half a minute");
        seconds(&server, 1).await;
        assert_eq!(server.twilio.calls(), 8, "one text is a probe, which fails");
        seconds(&server, 30).await;
        seconds(&server, 2).await;
        assert_eq!((reached(&server), server.twilio.calls()), (7, 15));
        assert_eq!(read(&dana, &blast).await["state"], "FINISHED");
    }

    async fn an_opt_out_between_the_recording_of_a_text_and_its_sending_is_heeded(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let phones = import(&dana, HARBOR_ROW, 60).await;
        dana.patch(&format!("/admin/textCommunities/{HARBOR_ROW}/carrier"), json!({ "carrier": "TWILIO", "segmentsPerSecond": 100 })).await.ok();
        // The texts of the first slice are being sent; the others are recorded.
        server.twilio.will(&[TwilioBehavior::Wait; SLICE]);
        let blast = draft_to_imported(&dana, HARBOR_ROW).await;
        dana.post(&format!("{}/schedule", path_of(&blast)), json!({})).await.ok();
        server.clock.advance(Duration::from_secs(10));
        within("a slice is being sent", server.twilio.called(SLICE)).await;
        let tried = |phone: &String| server.twilio.tried(phone) > 0;
        let stopped = phones.iter().find(|phone| !tried(phone)).unwrap();
        text_from(&server, stopped, HARBOR_ROW_NUMBER, "STOP").await;
        server.twilio.go_on();
        server.settled().await;
        seconds(&server, 2).await;
        let sent = read(&dana, &blast).await;
        assert_eq!(sent["state"], "FINISHED");
        assert_eq!((&sent["counts"]["sent"], &sent["counts"]["canceled"]), (&json!(59), &json!(1)));
        let hellos = server.twilio.texts().into_iter().filter(|text| text["to"] == stopped.as_str());
        let bodies: Vec<Value> = hellos.map(|text| text["body"].clone()).collect();
        assert!(bodies.iter().all(|body| !body.as_str().unwrap().contains("hello")), "{bodies:?}");
    }

    async fn an_opt_out_while_its_text_is_with_the_carrier_is_acknowledged_after_it(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let phones = import(&dana, HARBOR_ROW, 40).await;
        dana.patch(&format!("/admin/textCommunities/{HARBOR_ROW}/carrier"), json!({ "carrier": "TWILIO", "segmentsPerSecond": 100 })).await.ok();
        server.twilio.will(&[TwilioBehavior::Wait; SLICE]);
        let blast = draft_to_imported(&dana, HARBOR_ROW).await;
        dana.post(&format!("{}/schedule", path_of(&blast)), json!({})).await.ok();
        server.clock.advance(Duration::from_secs(10));
        within("a slice is being sent", server.twilio.called(SLICE)).await;
        let phone = phones.iter().find(|phone| server.twilio.tried(phone) > 0).unwrap();
        let is_released = AtomicBool::new(false);
        let stop = async {
            text_from(&server, phone, HARBOR_ROW_NUMBER, "STOP").await;
            is_released.load(Ordering::SeqCst)
        };
        let release = async {
            within("the opt-out is stored", async {
                while phones_opted_out(&server).await == 0 {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            }).await;
            // Without waiting, the acknowledgment would come now.
            tokio::time::sleep(Duration::from_millis(300)).await;
            is_released.store(true, Ordering::SeqCst);
            server.twilio.go_on();
        };
        let (is_acknowledged_after, ()) = futures::join!(stop, release);
        assert!(is_acknowledged_after, "the STOP was acknowledged while its text was with the carrier");
    }

    async fn a_retried_text_waits_for_the_end_of_quiet_hours_of_its_area_code(server: TestServer) {
        delayed_until_evening_in_washington(&server, "3035550161\n2025550165").await;
        seconds(&server, 900).await;
        seconds(&server, 1).await;
        assert_eq!(texted(&server), ["+13035550161"], "it is after 20:00 in Washington");
        seconds(&server, 13 * 3_600).await;
        assert_eq!(texted(&server), ["+13035550161", "+12025550165"]);
    }

    async fn a_retried_text_in_quiet_hours_does_not_hold_up_those_of_other_area_codes(server: TestServer) {
        delayed_until_evening_in_washington(&server, "2025550165\n3035550161").await;
        let dana = server.harborline_admin().await;
        let carrier = json!({ "carrier": "TWILIO", "segmentsPerSecond": 1 });
        dana.patch(&format!("/admin/textCommunities/{MERIDIAN}/carrier"), carrier).await.ok();
        seconds(&server, 900).await;
        seconds(&server, 1).await;
        assert_eq!(texted(&server), ["+13035550161"], "the text to Washington was the first to be sent again");
        seconds(&server, 13 * 3_600).await;
        assert_eq!(texted(&server), ["+13035550161", "+12025550165"]);
    }

    async fn pausing_takes_effect_within_a_batch(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        import(&dana, HARBOR_ROW, 60).await;
        dana.patch(&format!("/admin/textCommunities/{HARBOR_ROW}/carrier"), json!({ "carrier": "TWILIO", "segmentsPerSecond": 100 })).await.ok();
        server.twilio.will(&[TwilioBehavior::Wait; SLICE]);
        let blast = draft_to_imported(&dana, HARBOR_ROW).await;
        dana.post(&format!("{}/schedule", path_of(&blast)), json!({})).await.ok();
        server.clock.advance(Duration::from_secs(10));
        within("a slice is being sent", server.twilio.called(SLICE)).await;
        act(&dana, &blast, "pause").await;
        server.twilio.go_on();
        server.settled().await;
        seconds(&server, 60).await;
        assert_eq!(reached(&server), SLICE);
        assert_eq!(read(&dana, &blast).await["counts"]["pending"], 60 - SLICE);
        act(&dana, &blast, "resume").await;
        server.settled().await;
        seconds(&server, 1).await;
        assert_eq!((reached(&server), read(&dana, &blast).await["state"].clone()), (60, json!("FINISHED")));
    }

    async fn residents_who_text_stop_during_a_blast_get_no_text_after_it(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let phones = import(&dana, HARBOR_ROW, 300).await;
        dana.patch(&format!("/admin/textCommunities/{HARBOR_ROW}/carrier"), json!({ "carrier": "TWILIO", "segmentsPerSecond": 30 })).await.ok();
        let blast = draft_to_imported(&dana, HARBOR_ROW).await;
        send(&server, &dana, &blast).await;
        let mut stopped: Vec<(String, usize)> = Vec::new();
        for round in 0..9 {
            // One of the phones per round, whether or not it already got the text.
            let phone = &phones[(round * 37 + 11) % phones.len()];
            text_from(&server, phone, HARBOR_ROW_NUMBER, "STOP").await;
            let has_it = server.twilio.texts().iter().filter(|text| is_hello(text, phone)).count();
            stopped.push((phone.clone(), has_it));
            seconds(&server, 1).await;
        }
        for _ in 0..3 {
            seconds(&server, 1).await;
        }
        assert_eq!(read(&dana, &blast).await["state"], "FINISHED");
        for (phone, before) in &stopped {
            let texts = server.twilio.texts().iter().filter(|text| is_hello(text, phone)).count();
            assert_eq!(texts, *before, "{phone} got a text after STOP");
        }
        let withheld = stopped.iter().filter(|(_, before)| *before == 0).count();
        assert!((1..9).contains(&withheld), "{withheld} of 9 texted STOP before their turn");
        let texts = server.twilio.texts().iter().filter(|text| text["body"].as_str().unwrap().contains("hello")).count();
        assert_eq!(texts, 300 - withheld);
    }

    async fn reports_of_the_carrier_count_in_any_order(server: TestServer) {
        let (dana, blast) = sent(&server, &[]).await;
        seconds(&server, 1).await;
        let orders = [
            ["queued", "sent", "delivered"],
            ["delivered", "sent", "queued"],
            ["sent", "delivered", "sent"],
            ["delivered", "undelivered", "sent"],
            ["sent", "undelivered", "queued"],
            ["undelivered", "sent", "undelivered"],
            ["undelivered", "delivered", "failed"],
        ];
        for (text, order) in server.twilio.texts().iter().zip(orders) {
            for status in order {
                report(&server, text, status, (status == "undelivered").then_some("30003")).await;
            }
        }
        let counts = read(&dana, &blast).await["counts"].clone();
        assert_eq!((&counts["delivered"], &counts["failed"], &counts["sent"]), (&json!(5), &json!(2), &json!(0)), "{counts}");
    }
}

fn is_hello(text: &Value, phone: &str) -> bool {
    text["to"] == phone && text["body"].as_str().unwrap().contains("hello")
}
