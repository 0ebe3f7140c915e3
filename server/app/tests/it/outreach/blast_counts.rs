//! The stored counts of a blast equal the numbers of its recipients.
use serde_json::json;

use super::*;
use crate::messaging::twilio::{report, text_from, twilio_for};

const EXCLUSIONS: [&str; 7] =
    ["OPTED_OUT", "NO_CONSENT", "DO_NOT_TEXT", "UNREACHABLE", "DUPLICATE", "NO_NUMBER", "LANDLINE"];

/// Checks the counts against the lists of recipients, and returns them.
async fn counted(staff: &Staff<'_>, blast: &Value) -> Value {
    let counts = read(staff, blast).await["counts"].clone();
    for name in ["pending", "sent", "delivered", "failed", "unknown", "canceled"] {
        let listed = phones(staff, blast, &format!("outcome={}", name.to_uppercase())).await;
        assert_eq!(counts[name], listed.len(), "{name}: {counts}");
    }
    let mut excluded = 0;
    for exclusion in EXCLUSIONS {
        excluded += phones(staff, blast, &format!("exclusion={exclusion}")).await.len();
    }
    assert_eq!(counts["excluded"], excluded, "{counts}");
    assert_eq!(counts["recipients"], phones(staff, blast, "").await.len(), "{counts}");
    counts
}

on_both! {
    async fn the_counts_of_a_blast_equal_a_recount_of_its_recipients(server: TestServer) {
        twilio_for(&server, MERIDIAN).await;
        let dana = twilio_for(&server, OSPREY_LAKE).await;
        for community in [MERIDIAN, OSPREY_LAKE] {
            let carrier = json!({ "carrier": "TWILIO", "segmentsPerSecond": 2 });
            dana.patch(&format!("/admin/textCommunities/{community}/carrier"), carrier).await.ok();
        }
        let busy = TwilioBehavior::Refuse(429, 20_429, Some(2));
        server.twilio.will(&[TwilioBehavior::Take, busy, TwilioBehavior::TalkNonsense { takes: true }, TwilioBehavior::Refuse(400, 30_006, None)]);
        let blast = draft(&dana, "{{community}}: hello", &[MERIDIAN, OSPREY_LAKE]).await;
        let last = phones(&dana, &blast, "").await.pop().unwrap();
        send(&server, &dana, &blast).await;
        let counts = counted(&dana, &blast).await;
        assert_eq!((&counts["pending"], &counts["unknown"], &counts["failed"]), (&json!(12), &json!(1), &json!(1)));
        text_from(&server, &last, "+12025550103", "STOP").await;
        for _ in 0..8 {
            server.later(Duration::from_secs(1)).await;
            counted(&dana, &blast).await;
        }
        for (text, status) in server.twilio.texts().iter().zip(["delivered", "undelivered", "failed"]) {
            report(&server, text, status, None).await;
        }
        let counts = counted(&dana, &blast).await;
        assert!(counts["recipients"].as_i64().unwrap() >= 14, "{counts}");
        for _ in 0..3 {
            server.later(Duration::from_secs(120)).await;
        }
        counted(&dana, &blast).await;
        let listed = dana.get("/blasts?limit=1").await.ok()["blasts"][0]["counts"].clone();
        assert_eq!(listed, counted(&dana, &blast).await);
    }
}
