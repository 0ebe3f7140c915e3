//! Rates of numbers, companies, accounts and brands, which all blasts of a company share. Companies do not
//! delay each other.
use serde_json::json;

use super::*;
use crate::messaging::twilio::{new_company_on_twilio, twilio_for};

const COMPANY: &str = "/admin/companies/company-harborline";
const LARKSPUR: &str = "community-larkspur-commons";
/// More than the server has workers.
const SLOW_COMPANIES: usize = platform::jobs::WORKERS + 1;

async fn seconds(server: &TestServer, seconds: u64) {
    server.later(Duration::from_secs(seconds)).await;
}

async fn set_rate(staff: &Staff<'_>, community: &str, segments: u32) -> Value {
    let carrier = json!({ "carrier": "TWILIO", "segmentsPerSecond": segments });
    staff.patch(&format!("/admin/textCommunities/{community}/carrier"), carrier).await.ok()
}

async fn set_company(server: &TestServer, settings: Value) {
    server.login("admin@parlor.example").await.patch(COMPANY, settings).await.ok();
}

async fn duration(staff: &Staff<'_>, blast: &Value) -> i64 {
    staff.get(&format!("{}/review", path_of(blast))).await.ok()["durationSeconds"].as_i64().unwrap()
}

/// Returns the number of texts that the carrier accepted from a number.
fn from(server: &TestServer, number: &str) -> usize {
    server.twilio.texts().iter().filter(|text| text["from"] == number).count()
}

/// Creates a company with a community on the carrier, one account, and a blast to it at 16:00 UTC, as `admin`, who then
/// acts in this company.
async fn schedule_in_new_company(admin: &Staff<'_>, nth: usize) {
    let (community, _) = new_company_on_twilio(admin, nth).await;
    let community = community.as_str();
    set_rate(admin, community, 10).await;
    import(admin, community, 1).await;
    let blast = draft_to_imported(admin, community).await;
    let starts = json!({ "startsAt": "2026-03-02T16:00:00Z" });
    admin.post(&format!("{}/schedule", path_of(&blast)), starts).await.ok();
}

on_both! {
    async fn two_blasts_from_one_number_share_its_rate(server: TestServer) {
        let dana = twilio_for(&server, MERIDIAN).await;
        let set = set_rate(&dana, MERIDIAN, 2).await;
        assert_eq!((&set["segmentsPerSecond"], &set["number"]), (&json!(2), &json!(MERIDIAN_NUMBER)));
        let carrier = format!("/admin/textCommunities/{MERIDIAN}/carrier");
        let again = dana.patch(&carrier, json!({ "segmentsPerSecond": 2 })).await.ok();
        assert_eq!(again["carrier"], "TWILIO", "a rate alone keeps the carrier");
        assert_eq!(dana.patch(&carrier, json!({ "segmentsPerSecond": 0 })).await.fields(), ["segmentsPerSecond"]);
        let first = draft(&dana, "{{community}}: one", &[MERIDIAN]).await;
        assert_eq!(duration(&dana, &first).await, 4);
        let second = draft(&dana, "{{community}}: two", &[MERIDIAN]).await;
        for blast in [&first, &second] {
            dana.post(&format!("{}/schedule", path_of(blast)), json!({})).await.ok();
        }
        seconds(&server, 10).await;
        for second in 1..=8 {
            let sent = server.twilio.texts().len();
            let least = (2 * second - 1).min(14);
            assert!((least..=2 * second).contains(&sent), "{sent} texts in {second} seconds");
            if sent == 14 {
                break;
            }
            seconds(&server, 1).await;
        }
        assert_eq!(server.twilio.texts().len(), 14);
        seconds(&server, 1).await;
        for blast in [&first, &second] {
            assert_eq!(read(&dana, blast).await["state"], "FINISHED");
        }
    }

    async fn the_numbers_of_a_blast_are_used_side_by_side_within_the_companys_rate(server: TestServer) {
        twilio_for(&server, MERIDIAN).await;
        let dana = twilio_for(&server, OSPREY_LAKE).await;
        for community in [MERIDIAN, OSPREY_LAKE] {
            set_rate(&dana, community, 4).await;
        }
        let free = draft(&dana, "{{community}}: hello", &[MERIDIAN, OSPREY_LAKE]).await;
        assert_eq!(duration(&dana, &free).await, 2, "seven and eight texts at four a second each");
        send(&server, &dana, &free).await;
        assert_eq!((from(&server, MERIDIAN_NUMBER), server.twilio.texts().len()), (4, 8));
        seconds(&server, 1).await;
        assert_eq!(server.twilio.texts().len(), 15);
        seconds(&server, 2).await;
        set_company(&server, json!({ "blastSegmentsPerSecond": 5 })).await;
        let limited = draft(&dana, "{{community}}: again", &[MERIDIAN, OSPREY_LAKE]).await;
        assert_eq!(duration(&dana, &limited).await, 3);
        send(&server, &dana, &limited).await;
        for second in 1..=3 {
            assert_eq!(server.twilio.texts().len(), 15 + 5 * second, "after {second} seconds");
            seconds(&server, 1).await;
        }
        assert_eq!(read(&dana, &limited).await["state"], "FINISHED");
    }

    async fn an_account_at_the_carrier_has_a_rate_and_a_brand_a_daily_limit(server: TestServer) {
        let dana = twilio_for(&server, MERIDIAN).await;
        let account = json!({ "accountSid": ACCOUNT_SID, "authToken": AUTH_TOKEN, "segmentsPerSecond": 3 });
        let set = dana.put("/admin/companies/company-harborline/twilio", account).await.ok();
        assert_eq!(set["twilio"]["segmentsPerSecond"], 3);
        let blast = draft(&dana, "{{community}}: hello", &[MERIDIAN]).await;
        assert_eq!(duration(&dana, &blast).await, 3);
        set_company(&server, json!({ "brandDailySegments": 5 })).await;
        // There are 17 hours until midnight in Pacific Time; the last two texts take one second.
        assert_eq!(duration(&dana, &blast).await, 17 * 3_600 + 1);
        let review = dana.get(&format!("{}/review", path_of(&blast))).await.ok();
        assert_eq!((&review["recipientCount"], &review["cappedCount"]), (&json!(7), &json!(2)), "nobody is left out");
        assert_eq!(review["cappedUntil"], "2026-03-03T08:00:00Z");
        let capped = phones(&dana, &blast, "delay=DAILY_LIMIT").await;
        assert_eq!(capped.len(), 2);
        send(&server, &dana, &blast).await;
        assert_eq!(server.twilio.texts().len(), 3);
        for _ in 0..3 {
            seconds(&server, 1).await;
        }
        assert_eq!(server.twilio.texts().len(), 5, "the day's segments are used up");
        assert_eq!(phones(&dana, &blast, "outcome=PENDING").await, capped, "the two that the review counted");
        seconds(&server, 17 * 3_600).await;
        assert_eq!(server.twilio.texts().len(), 5, "at midnight in Pacific Time it is 3:00 in New York");
        seconds(&server, 6 * 3_600).await;
        seconds(&server, 1).await;
        assert_eq!((server.twilio.texts().len(), read(&dana, &blast).await["state"].clone()), (7, json!("FINISHED")));
    }

    async fn a_text_that_the_carrier_did_not_accept_does_not_count_toward_the_daily_limit(server: TestServer) {
        let dana = twilio_for(&server, MERIDIAN).await;
        set_company(&server, json!({ "brandDailySegments": 5 })).await;
        server.twilio.will(&[TwilioBehavior::Refuse(429, 20_429, Some(5)); 3]);
        let blast = draft(&dana, "{{community}}: hello", &[MERIDIAN]).await;
        send(&server, &dana, &blast).await;
        for _ in 0..10 {
            seconds(&server, 1).await;
        }
        assert_eq!(server.twilio.texts().len(), 5, "three of them at the second attempt");
    }

    async fn a_community_without_an_account_or_a_carrier_that_fails_does_not_hold_up_the_others(server: TestServer) {
        let dana = twilio_for(&server, MERIDIAN).await;
        server.as_owner(
            "DELETE FROM secret WHERE company_id = 'company-harborline' AND name = 'twilio'",
            "SET parlor.company = 'company-harborline'; DELETE FROM secret WHERE name = 'twilio'",
        ).await;
        let blast = draft(&dana, "{{community}}: hello", &[MERIDIAN, OSPREY_LAKE]).await;
        send(&server, &dana, &blast).await;
        let sent = read(&dana, &blast).await;
        assert_eq!((&sent["state"], &sent["counts"]["delivered"]), (&json!("PAUSED"), &json!(8)), "Osprey Lake has its texts");
        let dana = twilio_for(&server, MERIDIAN).await;
        server.twilio.will(&[TwilioBehavior::Fail { status: 503, takes: false }; 7]);
        dana.post(&format!("{}/resume", path_of(&blast)), json!({})).await.ok();
        server.settled().await;
        let next = draft(&dana, "{{community}}: again", &[MERIDIAN, OSPREY_LAKE]).await;
        send(&server, &dana, &next).await;
        seconds(&server, 1).await;
        let next = read(&dana, &next).await;
        assert_eq!((&next["state"], &next["counts"]["delivered"]), (&json!("RUNNING"), &json!(8)), "the carrier is left alone");
    }

    async fn a_company_whose_carrier_hangs_holds_up_no_other_company_and_no_reply(server: TestServer) {
        let dana = twilio_for(&server, MERIDIAN).await;
        let rosalind = server.login("admin@parlor.example").await;
        rosalind.patch("/admin/companies/company-northgate", json!({ "dashboard_options": ["TEXT_BLAST"] })).await.ok();
        let noor = server.northgate_admin().await;
        let account = json!({ "accountSid": ACCOUNT_SID, "authToken": AUTH_TOKEN });
        noor.put("/admin/companies/company-northgate/twilio", account).await.ok();
        set_rate(&noor, LARKSPUR, 10).await;
        import(&noor, LARKSPUR, 20).await;
        server.twilio.will(&[TwilioBehavior::Wait; 7]);
        let slow = draft(&dana, "{{community}}: slow", &[MERIDIAN]).await;
        dana.post(&format!("{}/schedule", path_of(&slow)), json!({})).await.ok();
        server.clock.advance(Duration::from_secs(5));
        let fast = draft_to_imported(&noor, LARKSPUR).await;
        let at_once = json!({ "isEmergency": true, "emergencyReason": "The utility found a gas leak." });
        noor.post(&format!("{}/schedule", path_of(&fast)), at_once).await.ok();
        let conversations = dana.get(&format!("/textConversations?communityId={MERIDIAN}")).await.ok();
        let conversation = conversations["conversations"][0]["_id"].as_str().unwrap().to_owned();
        let reply = json!({ "body": "We are on our way." });
        dana.post(&format!("/textConversations/{conversation}/messages"), reply).await.ok();
        server.clock.advance(Duration::from_secs(5));
        within("the carrier hangs", server.twilio.called(7)).await;
        server.clock.advance(Duration::from_secs(5));
        within("the reply and a second's worth of the other company are sent", server.twilio.called(18)).await;
        server.clock.advance(Duration::from_secs(1));
        within("the other company's blast is sent", server.twilio.called(28)).await;
        assert_eq!(read(&dana, &slow).await["counts"]["sent"], 7, "they are being handed over");
        server.twilio.go_on();
        server.settled().await;
    }

    async fn more_companies_than_there_are_workers_whose_carriers_hang_hold_up_no_other_company(server: TestServer) {
        let rosalind = server.login("admin@parlor.example").await;
        rosalind.patch("/admin/companies/company-northgate", json!({ "dashboard_options": ["TEXT_BLAST"] })).await.ok();
        let noor = server.northgate_admin().await;
        let account = json!({ "accountSid": ACCOUNT_SID, "authToken": AUTH_TOKEN });
        noor.put("/admin/companies/company-northgate/twilio", account).await.ok();
        set_rate(&noor, LARKSPUR, 10).await;
        import(&noor, LARKSPUR, 5).await;
        for nth in 0..SLOW_COMPANIES {
            schedule_in_new_company(&rosalind, nth).await;
        }
        server.twilio.will(&[TwilioBehavior::Wait; SLOW_COMPANIES]);
        server.clock.advance(Duration::from_secs(3_600));
        within("all carriers hang", server.twilio.called(SLOW_COMPANIES)).await;
        let fast = draft_to_imported(&noor, LARKSPUR).await;
        let at_once = json!({ "isEmergency": true, "emergencyReason": "The utility found a gas leak." });
        noor.post(&format!("{}/schedule", path_of(&fast)), at_once).await.ok();
        server.clock.advance(Duration::from_secs(10));
        within("the other company's blast is sent", server.twilio.called(SLOW_COMPANIES + 5)).await;
        server.twilio.go_on();
        server.settled().await;
    }
}
