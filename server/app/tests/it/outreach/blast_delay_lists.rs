//! Lists of recipients who would get the text of a draft later, because of quiet hours or the carrier's daily
//! limit.
use serde_json::json;

use super::*;
use crate::messaging::twilio::twilio_for;

async fn delayed(staff: &Staff<'_>, blast: &Value, delay: &str) -> Vec<String> {
    phones(staff, blast, &format!("delay={delay}")).await
}

async fn review(staff: &Staff<'_>, blast: &Value) -> Value {
    staff.get(&format!("{}/review", path_of(blast))).await.ok()
}

/// Returns the phones of all pages with two recipients each.
async fn by_pages(staff: &Staff<'_>, blast: &Value, delay: &str) -> Vec<String> {
    let (mut phones, mut token) = (Vec::new(), String::new());
    loop {
        let query = format!("limit=2&delay={delay}&pageToken={token}");
        let page = staff.get(&format!("{}/recipients?{query}", path_of(blast))).await.ok();
        let recipients = page["recipients"].as_array().unwrap();
        assert!((1..=2).contains(&recipients.len()), "{page}");
        phones.extend(recipients.iter().map(|one| one["phone"].as_str().unwrap().to_owned()));
        match page["nextPageToken"].as_str().unwrap() {
            "" => return phones,
            next => token = next.to_owned(),
        }
    }
}

on_both! {
    async fn those_who_are_held_in_quiet_hours_are_listed(server: TestServer) {
        let dana = server.harborline_admin().await;
        let osprey = format!("/admin/textCommunities/{OSPREY_LAKE}");
        dana.patch(&osprey, json!({ "timeZone": "America/Los_Angeles" })).await.ok();
        let blast = draft(&dana, "{{community}}: hello", &[MERIDIAN, OSPREY_LAKE]).await;
        let all = phones(&dana, &blast, "").await;
        let held = delayed(&dana, &blast, "QUIET_HOURS").await;
        assert_eq!(held, all[7..], "it is 10:00 in New York, and 7:00 in California");
        assert_eq!(review(&dana, &blast).await["heldCount"], held.len());
        // 21:00 in New York, and 18:00 in California.
        server.later(Duration::from_secs(11 * 3_600)).await;
        let dana = server.harborline_admin().await;
        let held = delayed(&dana, &blast, "QUIET_HOURS").await;
        assert_eq!(held, all[..7]);
        assert_eq!(review(&dana, &blast).await["heldCount"], held.len());
        assert_eq!(by_pages(&dana, &blast, "QUIET_HOURS").await, held);
    }

    async fn a_review_counts_who_would_wait_at_the_chosen_start(server: TestServer) {
        let dana = server.harborline_admin().await;
        let blast = draft(&dana, "{{community}}: hello", &[MERIDIAN]).await;
        let all = phones(&dana, &blast, "").await;
        let at = async |start: &str| {
            let reviewed = dana.get(&format!("{}/review?startsAtLocal={start}", path_of(&blast))).await.ok();
            let listed = delayed(&dana, &blast, &format!("QUIET_HOURS&startsAtLocal={start}")).await;
            assert_eq!(reviewed["heldCount"], listed.len());
            (listed, reviewed["heldUntil"].clone())
        };
        assert_eq!(at("").await, (vec![], Value::Null), "it is 10:00");
        assert_eq!(at("2026-03-02T20:30").await, (all.clone(), json!("2026-03-03T14:00:00Z")));
        assert_eq!(at("2026-03-03T09:30").await, (vec![], Value::Null));
        assert_eq!(at("2026-03-01T21:00").await, (vec![], Value::Null), "a time in the past is now");
        let bad = dana.get(&format!("{}/review?startsAtLocal=2026-13-01T09:00", path_of(&blast))).await;
        assert_eq!(bad.fields(), ["startsAtLocal"]);
    }

    async fn without_a_time_zone_those_of_quiet_area_codes_are_listed(server: TestServer) {
        let dana = server.harborline_admin().await;
        let changed = dana.patch(&format!("/admin/textCommunities/{MERIDIAN}"), json!({ "timeZone": "" })).await.ok();
        assert_eq!(changed["textCommunity"]["timeZone"], "");
        let numbers = "3035550161\n3035550162\n3035550163\n3035550164\n2025550165\n8085550166\n8005550167";
        let list = json!({
            "name": "Owners", "communityId": MERIDIAN, "numbers": numbers,
            "consentEvidence": "Signed the sheet at the annual meeting.",
        });
        let list = dana.post("/audiences/import", list).await.ok()["audience"]["_id"].clone();
        let blast = json!({ "title": "Hello", "body": "{{community}}: hello", "audience": { "audienceId": list } });
        let blast = dana.post("/blasts", blast).await.ok()["blast"].clone();
        // 10:00 in Washington, 8:00 in Denver, 5:00 in Honolulu. A toll-free number waits for 9:00 in California.
        let held = delayed(&dana, &blast, "QUIET_HOURS").await;
        let denver = ["+13035550161", "+13035550162", "+13035550163", "+13035550164"];
        assert_eq!((&held[..4], &held[4..]), (&denver.map(str::to_owned)[..], &["+18085550166", "+18005550167"].map(str::to_owned)[..]));
        let reviewed = review(&dana, &blast).await;
        assert_eq!((&reviewed["heldCount"], &reviewed["heldUntil"]), (&json!(6), &json!("2026-03-02T19:00:00Z")));
        assert_eq!(reviewed["timeZone"], "America/New_York", "by which a local start is read");
        // 3:00 in UTC, and 17:00 in Honolulu.
        server.later(Duration::from_secs(12 * 3_600)).await;
        let dana = server.harborline_admin().await;
        let held = delayed(&dana, &blast, "QUIET_HOURS").await;
        assert_eq!(held.len(), 6);
        assert!(!held.contains(&"+18085550166".to_owned()) && held.contains(&"+18005550167".to_owned()), "{held:?}");
        assert_eq!(review(&dana, &blast).await["heldCount"], 6);
    }

    async fn those_beyond_the_carriers_day_are_listed_by_the_rates_of_their_numbers(server: TestServer) {
        twilio_for(&server, MERIDIAN).await;
        let dana = twilio_for(&server, OSPREY_LAKE).await;
        for (community, rate) in [(MERIDIAN, 1), (OSPREY_LAKE, 4)] {
            let carrier = json!({ "carrier": "TWILIO", "segmentsPerSecond": rate });
            dana.patch(&format!("/admin/textCommunities/{community}/carrier"), carrier).await.ok();
        }
        let blast = draft(&dana, "{{community}}: hello", &[MERIDIAN, OSPREY_LAKE]).await;
        assert!(delayed(&dana, &blast, "DAILY_LIMIT").await.is_empty(), "the brand has no limit");
        let admin = server.login("admin@parlor.example").await;
        admin.patch("/admin/companies/company-harborline", json!({ "brandDailySegments": 5 })).await.ok();
        let capped = delayed(&dana, &blast, "DAILY_LIMIT").await;
        let all = phones(&dana, &blast, "").await;
        assert_eq!(capped, [&all[1..7], &all[11..]].concat(), "one of the first number's, four of the other's");
        assert_eq!(review(&dana, &blast).await["cappedCount"], capped.len());
        assert_eq!(by_pages(&dana, &blast, "DAILY_LIMIT").await, capped);
        send(&server, &dana, &blast).await;
        server.later(Duration::from_secs(5)).await;
        assert_eq!(phones(&dana, &blast, "outcome=PENDING").await, capped, "as the review had it");
    }

    async fn a_list_of_those_who_wait_is_that_of_a_complete_draft(server: TestServer) {
        let dana = server.harborline_admin().await;
        let list = |blast: &Value, query: &str| format!("{}/recipients?delay=QUIET_HOURS{query}", path_of(blast));
        let empty = draft(&dana, " ", &[MERIDIAN]).await;
        assert_eq!(dana.get(&list(&empty, "")).await.reason(), "BLAST_INCOMPLETE");
        let blast = draft(&dana, "{{community}}: hello", &[MERIDIAN]).await;
        for other in ["&exclusion=NO_CONSENT", "&outcome=PENDING"] {
            assert_eq!(dana.get(&list(&blast, other)).await.fields(), ["delay"], "{other}");
        }
        send(&server, &dana, &blast).await;
        assert_eq!(dana.get(&list(&blast, "")).await.reason(), "BLAST_NOT_DRAFT");
    }
}
