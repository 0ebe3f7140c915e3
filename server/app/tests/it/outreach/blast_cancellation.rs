//! A canceled blast stops within a second: except for texts that are just being sent to the carrier, no
//! further text is sent.
use serde_json::json;

use super::*;
use crate::messaging::twilio::twilio_for;

/// The rate of a carrier that accepts a whole batch per second.
const FAST: u32 = 200;
/// Number of texts that are sent to the carrier at the same time.
const SLICE: usize = 40;

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
}
