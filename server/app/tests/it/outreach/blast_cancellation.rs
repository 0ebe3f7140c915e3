//! A canceled blast stops within a second: except for texts that are just being sent to the carrier, no
//! further text is sent.
use serde_json::json;

use super::*;
use crate::messaging::twilio::twilio_for;

/// The rate of a carrier that accepts a whole batch per second.
const FAST: u32 = 200;
/// Number of texts that are sent to the carrier at the same time.
const SLICE: usize = 40;
/// More texts than are canceled in a transaction.
const MANY: usize = 130;

/// Statements that make all texts of a blast to imported accounts wait to be sent again, while it is paused.
const WAIT_AGAIN: (&str, &str) = (
    "UPDATE message SET status = 2 WHERE blast_id IN (SELECT id FROM blast WHERE title = 'Hello');
     UPDATE blast_recipient SET retry_ms = 0
     WHERE message_id IS NOT NULL AND blast_id IN (SELECT id FROM blast WHERE title = 'Hello');
     UPDATE blast SET state = 4 WHERE title = 'Hello'",
    "SET parlor.company = 'company-harborline';
     UPDATE message SET status = 2 WHERE blast_id IN (SELECT id FROM blast WHERE title = 'Hello');
     UPDATE blast_recipient SET retry_ms = 0
     WHERE message_id IS NOT NULL AND blast_id IN (SELECT id FROM blast WHERE title = 'Hello');
     UPDATE blast SET state = 4 WHERE title = 'Hello'",
);

/// Returns the number of canceled texts of that blast.
async fn canceled_texts(server: &TestServer) -> i64 {
    let scope = platform::Scope::of_company(&"company-harborline".into());
    let mut tx = server.db.read(&scope).await.unwrap();
    let sql = "SELECT count(*) FROM message
               WHERE status = 10 AND blast_id IN (SELECT id FROM blast WHERE title = 'Hello')";
    let (count,): (i64,) = tx.query(sql).one().await.unwrap();
    count
}

async fn set_rate(staff: &Staff<'_>, community: &str, segments: u32) {
    let carrier = json!({ "carrier": "TWILIO", "segmentsPerSecond": segments });
    staff.patch(&format!("/admin/textCommunities/{community}/carrier"), carrier).await.ok();
}

async fn cancel(staff: &Staff<'_>, blast: &Value) -> Value {
    staff.post(&format!("{}/cancel", path_of(blast)), json!({})).await.ok()["blast"].clone()
}

on_both! {
    async fn a_blast_that_is_canceled_in_the_middle_of_a_batch_ends_with_the_texts_that_are_being_sent(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let phones_of_all = import(&dana, HARBOR_ROW, 130).await;
        set_rate(&dana, HARBOR_ROW, FAST).await;
        server.twilio.will(&[TwilioBehavior::Wait; SLICE]);
        let blast = draft_to_imported(&dana, HARBOR_ROW).await;
        dana.post(&format!("{}/schedule", path_of(&blast)), json!({})).await.ok();
        server.clock.advance(Duration::from_secs(10));
        within("a slice is being handed over", server.twilio.called(SLICE)).await;
        let canceled = cancel(&dana, &blast).await;
        assert_eq!(canceled["state"], "CANCELED");
        server.twilio.go_on();
        server.later(Duration::from_secs(1)).await;
        assert_eq!((server.twilio.calls(), server.twilio.texts().len()), (SLICE, SLICE), "no further slice was begun");
        for _ in 0..3 {
            server.later(Duration::from_secs(60)).await;
        }
        assert_eq!(server.twilio.calls(), SLICE, "nothing leaves later");
        let counts = read(&dana, &blast).await["counts"].clone();
        assert_eq!((&counts["sent"], &counts["canceled"], &counts["pending"]), (&json!(SLICE), &json!(130 - SLICE), &json!(0)), "{counts}");
        let unsent = phones(&dana, &blast, "outcome=CANCELED").await;
        let untried: Vec<String> = phones_of_all.into_iter().filter(|phone| server.twilio.tried(phone) == 0).collect();
        assert_eq!((unsent.len(), unsent.iter().all(|phone| untried.contains(phone))), (untried.len(), true));
    }

    async fn a_blast_of_several_numbers_that_is_canceled_between_batches_sends_nothing_more(server: TestServer) {
        twilio_for(&server, HARBOR_ROW).await;
        let dana = twilio_for(&server, MERIDIAN).await;
        import(&dana, HARBOR_ROW, 60).await;
        set_rate(&dana, HARBOR_ROW, 10).await;
        set_rate(&dana, MERIDIAN, 1).await;
        let blast = draft(&dana, "{{community}}: hello", &[HARBOR_ROW, MERIDIAN]).await;
        send(&server, &dana, &blast).await;
        server.later(Duration::from_secs(1)).await;
        server.later(Duration::from_secs(1)).await;
        let before = server.twilio.calls();
        assert!((30..=36).contains(&before), "{before} texts in three seconds");
        let canceled = cancel(&dana, &blast).await;
        assert_eq!((&canceled["counts"]["sent"], &canceled["counts"]["pending"]), (&json!(before), &json!(0)));
        for seconds in [1, 1, 60, 24 * 3_600] {
            server.later(Duration::from_secs(seconds)).await;
            assert_eq!(server.twilio.calls(), before);
        }
        let dana = server.harborline_admin().await;
        assert_eq!(phones(&dana, &blast, "outcome=CANCELED").await.len(), 67 - before);
    }

    async fn a_cancellation_does_not_wait_for_the_texts_that_were_to_be_sent_again(server: TestServer) {
        let dana = server.harborline_admin().await;
        import(&dana, HARBOR_ROW, MANY).await;
        let blast = draft_to_imported(&dana, HARBOR_ROW).await;
        send(&server, &dana, &blast).await;
        assert_eq!(read(&dana, &blast).await["state"], "FINISHED");
        server.as_owner(WAIT_AGAIN.0, WAIT_AGAIN.1).await;
        // Another blast of the company has its turn: until it ends, no text is canceled.
        let dana = twilio_for(&server, MERIDIAN).await;
        server.twilio.will(&[TwilioBehavior::Wait]);
        let other = draft(&dana, "{{community}}: hello", &[MERIDIAN]).await;
        dana.post(&format!("{}/schedule", path_of(&other)), json!({})).await.ok();
        server.clock.advance(Duration::from_secs(10));
        within("a text is being handed over", server.twilio.called(1)).await;
        let canceled = cancel(&dana, &blast).await;
        assert_eq!((&canceled["state"], canceled_texts(&server).await), (&json!("CANCELED"), 0));
        let shown = |counts: &Value| (counts["canceled"].clone(), counts["pending"].clone());
        assert_eq!(shown(&canceled["counts"]), (json!(MANY), json!(0)));
        assert_eq!(phones(&dana, &blast, "outcome=CANCELED").await.len(), MANY);
        assert!(phones(&dana, &blast, "outcome=PENDING").await.is_empty());
        server.twilio.go_on();
        for _ in 0..10 {
            server.later(Duration::from_secs(1)).await;
        }
        let counts = read(&dana, &blast).await["counts"].clone();
        assert_eq!((canceled_texts(&server).await, shown(&counts)), (i64::try_from(MANY).unwrap(), shown(&canceled["counts"])));
    }
}
