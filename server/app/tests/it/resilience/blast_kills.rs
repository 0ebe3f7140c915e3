//! A server that is killed while it sends a blast: nobody gets the text twice, and everybody is accounted for.
use std::{collections::HashSet, time::Duration};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use rand::{Rng, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};

use super::*;

const RECIPIENTS: usize = 150;
/// Number of kills for each engine.
const KILL_COUNT: usize = 20;
/// Longer than the carrier is asked about a text.
const UNTIL_ASKED: Duration = Duration::from_secs(601);

/// Recipients whose text was not handed to the carrier.
const PENDING: &str = "SELECT count(*) FROM blast_recipient WHERE exclusion = 0 AND message_id IS NULL";

/// Accounts whose homeowners agreed to receive texts.
fn accounts() -> String {
    let line = |n| format!("K-{n},+1303256{n:04},yes\n");
    (1_000..1_000 + RECIPIENTS)
        .map(line)
        .fold("account,phone,text consent\n".to_owned(), |file, line| file + &line)
}

on_both! {
    async fn a_blast_is_sent_once_wherever_the_server_is_killed(ground: Ground) {
        let mut program = ground.serve().await;
        let token = ground.token.clone();
        let body = json!({ "data": STANDARD.encode(accounts()) });
        let path = format!("/textCommunities/community/{HARBOR_ROW}/accounts/import");
        program.call("POST", &path, &token, Some(body)).await.ok();
        let mut past = ground.past().await;
        let number = format!("WHERE number = '{HARBOR_ROW_NUMBER}'");
        past.run(format!("UPDATE text_number SET segments_per_second = 10 {number}")).await;
        let audience = json!({ "filter": { "communityIds": [HARBOR_ROW] } });
        let draft = json!({ "title": "Gas leak", "body": "{{community}}: leave the building.", "audience": audience });
        let blast = program.call("POST", "/blasts", &token, Some(draft)).await.ok()["blast"].clone();
        let path = format!("/blasts/{}", blast["_id"].as_str().unwrap());
        let emergency = json!({ "isEmergency": true, "emergencyReason": "The utility found a gas leak." });
        program.call("POST", &format!("{path}/schedule"), &token, Some(emergency)).await.ok();

        let mut chance = StdRng::seed_from_u64(19);
        for _ in 0..KILL_COUNT {
            if ground.twilio.calls() > 0 && past.number(PENDING).await == 0 {
                break;
            }
            if chance.random_bool(0.5) {
                ground.twilio.will(&[TwilioBehavior::Hang { takes: chance.random_bool(0.5) }]);
            }
            // In the middle of a batch, or between two: some of its texts were taken, some were not.
            let calls = ground.twilio.calls() + chance.random_range(1..=12);
            ground
                .until("some texts are sent, or none is left", async || {
                    let calls_now = ground.twilio.calls();
                    calls_now >= calls || calls_now > 0 && past.number(PENDING).await == 0
                })
                .await;
            tokio::time::sleep(Duration::from_millis(chance.random_range(0..15))).await;
            program.kill().await;
            program = ground.serve().await;
        }
        ground.settled().await;
        let uncertain = past.number("SELECT count(*) FROM delivery WHERE state = 4").await;
        assert!(uncertain > 0, "no kill came while a text was being sent");
        // What is uncertain is looked up at the carrier, and sent again only if it was never taken.
        for _ in 0..3 {
            program.kill().await;
            ground.age(UNTIL_ASKED).await;
            program = ground.serve().await;
            ground.settled().await;
        }
        let sent = program.call("GET", &path, &token, None).await.ok()["blast"].clone();
        assert_eq!(sent["state"], "FINISHED", "{sent}; jobs: {:#?}", ground.jobs().await);
        let count = |name: &str| sent["counts"][name].as_u64().unwrap();
        assert_eq!((count("recipients"), count("sent")), (RECIPIENTS as u64, RECIPIENTS as u64), "{sent}");
        let ledger: Vec<Value> = ground.twilio.texts();
        let phones: HashSet<&str> = ledger.iter().map(|text| text["to"].as_str().unwrap()).collect();
        assert_eq!(ledger.len(), phones.len(), "somebody got it twice");
        assert_eq!(phones.len(), RECIPIENTS, "somebody did not get it");
        assert_eq!(past.number("SELECT count(*) FROM delivery WHERE state <> 2").await, 0, "an attempt has no outcome");
        program.stop().await;
    }
}
