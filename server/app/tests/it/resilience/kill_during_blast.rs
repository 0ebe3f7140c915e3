//! Servers that are killed while they send a blast: no resident gets the text twice, and every recipient is
//! accounted for. On PostgreSQL, two servers share the database. `make soak-blasts` runs it with 10,000
//! recipients and 200 kills.
use std::{collections::HashSet, time::Duration};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use rand::{Rng, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};

use super::*;

/// Longer than the time in which the carrier is asked about a text.
const AFTER_LOOKUPS: Duration = Duration::from_secs(601);

/// Number of rounds of lookups. A text that the carrier did not receive is sent again after the first one.
const MIN_ROUNDS: usize = 3;
const MAX_ROUNDS: usize = 60;

/// Rate once the last server was killed, in segments per second.
const FULL_RATE: usize = 100;

/// The numbers of texts and kills.
pub struct Scale {
    pub recipients: usize,
    pub kills: usize,
    pub segments_per_second: usize,
}

impl Scale {
    /// Returns the default scale, or that of the environment variables.
    fn configured() -> Self {
        let recipients = from_environment("PARLOR_BLAST_RECIPIENTS", 600);
        let kills = from_environment("PARLOR_BLAST_KILLS", 12);
        Self { recipients, kills, segments_per_second: rate_between_kills(recipients, kills) }
    }
}

/// Returns the rate at which enough recipients remain for this number of kills. Each of them ends a batch, which is a
/// second's worth, and another server may send further batches while one is started.
fn rate_between_kills(pending: usize, kills: usize) -> usize {
    (pending / (2 * kills.max(1))).clamp(1, FULL_RATE)
}

/// Counts recipients whose text was not sent to the carrier.
const PENDING: &str = "SELECT count(*) FROM blast_recipient WHERE exclusion = 0 AND message_id IS NULL";

/// Counts texts whose delivery is unconfirmed.
const UNCONFIRMED: &str = "SELECT count(*) FROM delivery WHERE state = 4";

/// Returns accounts whose homeowners agreed to receive texts.
fn accounts(count: usize) -> String {
    let line = |n: usize| format!("K-{n},+130325{n:05},yes\n");
    (60_000..60_000 + count)
        .map(line)
        .fold("account,phone,text consent\n".to_owned(), |file, line| file + &line)
}

/// Imports the recipients and schedules an emergency blast to them. Returns its path.
pub async fn schedule_blast(fixture: &Fixture, program: &Program, scale: &Scale) -> String {
    let token = &fixture.token;
    let body = json!({ "data": STANDARD.encode(accounts(scale.recipients)) });
    let path = format!("/textCommunities/community/{HARBOR_ROW}/accounts/import");
    program.call("POST", &path, token, Some(body)).await.ok();
    set_rate(fixture, program, scale.segments_per_second).await;
    let audience = json!({ "filter": { "communityIds": [HARBOR_ROW] } });
    let draft =
        json!({ "title": "Gas leak", "body": "{{community}}: leave the building.", "audience": audience });
    let blast = program.call("POST", "/blasts", token, Some(draft)).await.ok()["blast"].clone();
    let path = format!("/blasts/{}", blast["_id"].as_str().unwrap());
    let emergency = json!({ "isEmergency": true, "emergencyReason": "The utility found a gas leak." });
    program.call("POST", &format!("{path}/schedule"), token, Some(emergency)).await.ok();
    path
}

/// Sets the number of segments per second of the blast's number.
async fn set_rate(fixture: &Fixture, program: &Program, segments: usize) {
    let carrier = json!({ "carrier": "TWILIO", "segmentsPerSecond": segments });
    let path = format!("/admin/textCommunities/{HARBOR_ROW}/carrier");
    program.call("PATCH", &path, &fixture.token, Some(carrier)).await.ok();
}

/// Looks up all unconfirmed texts at the carrier, and sends those again that it did not receive. A company has few
/// lookups at the same time, so that many texts take many rounds.
async fn reconcile(fixture: &Fixture, mut program: Program) -> Program {
    let mut connection = fixture.connect_directly().await;
    for round in 1..=MAX_ROUNDS {
        program.kill().await;
        fixture.age(AFTER_LOOKUPS).await;
        program = fixture.serve().await;
        fixture.settled().await;
        if round >= MIN_ROUNDS && connection.number(UNCONFIRMED).await == 0 {
            break;
        }
    }
    program
}

/// Returns the phones for which the carrier accepted a text; asserts that no phone got two.
fn accepted_phones(fixture: &Fixture) -> HashSet<String> {
    let ledger: Vec<Value> = fixture.twilio.texts();
    let phones: HashSet<String> = ledger.iter().map(|text| text["to"].as_str().unwrap().to_owned()).collect();
    assert_eq!(ledger.len(), phones.len(), "a resident got the text twice");
    phones
}

on_both! {
    async fn a_blast_is_sent_once_wherever_the_server_is_killed(fixture: Fixture) {
        let scale = Scale::configured();
        let mut programs = vec![fixture.serve().await];
        if fixture.engine() == Engine::Postgres {
            programs.push(fixture.serve().await);
        }
        let path = schedule_blast(&fixture, &programs[0], &scale).await;
        let mut connection = fixture.connect_directly().await;
        let mut rng = StdRng::seed_from_u64(19);
        within("the blast is sent", fixture.twilio.called(1)).await;
        let mut kills = 0;
        while kills < scale.kills {
            let pending = usize::try_from(connection.number(PENDING).await).unwrap();
            if pending == 0 {
                break;
            }
            let rate = rate_between_kills(pending, scale.kills - kills);
            set_rate(&fixture, programs.last().unwrap(), rate).await;
            if rng.random_bool(0.5) {
                fixture.twilio.will(&[TwilioBehavior::Hang { takes: rng.random_bool(0.5) }]);
            }
            // During a batch or between two batches: some of its texts were accepted, some were not.
            let calls = fixture.twilio.calls() + rng.random_range(1..=rate);
            fixture
                .until("some texts are sent, or none is left", async || {
                    fixture.twilio.calls() >= calls || connection.number(PENDING).await == 0
                })
                .await;
            tokio::time::sleep(Duration::from_millis(rng.random_range(0..15))).await;
            let mut killed = programs.swap_remove(rng.random_range(0..programs.len()));
            killed.kill().await;
            programs.push(fixture.serve().await);
            kills += 1;
        }
        assert_eq!(kills, scale.kills, "the blast ended before the last kill");
        set_rate(&fixture, programs.last().unwrap(), FULL_RATE).await;
        fixture.settled_except_lookups().await;
        let unconfirmed = connection.number(UNCONFIRMED).await;
        assert!(unconfirmed > 0, "no kill came while a text was being sent");
        let program = programs.pop().unwrap();
        for mut other in programs {
            other.kill().await;
        }
        let program = reconcile(&fixture, program).await;
        let sent = program.call("GET", &path, &fixture.token, None).await.ok()["blast"].clone();
        assert_eq!(sent["state"], "FINISHED", "{sent}; jobs: {:#?}", fixture.jobs().await);
        let count = |name: &str| sent["counts"][name].as_u64().unwrap();
        let recipients = scale.recipients as u64;
        assert_eq!((count("recipients"), count("sent")), (recipients, recipients), "{sent}");
        assert_eq!(accepted_phones(&fixture).len(), scale.recipients, "a resident did not get it");
        assert_eq!(connection.number("SELECT count(*) FROM delivery WHERE state <> 2").await, 0, "an attempt has no outcome");
        program.stop().await;
    }

    async fn texts_of_a_blast_that_was_canceled_after_a_kill_are_accounted_for(fixture: Fixture) {
        let mut program = fixture.serve().await;
        fixture.twilio.will(&[TwilioBehavior::Hang { takes: true }, TwilioBehavior::Hang { takes: false }]);
        let scale = Scale { recipients: 30, kills: 1, segments_per_second: 10 };
        let path = schedule_blast(&fixture, &program, &scale).await;
        within("the texts are being sent", fixture.twilio.called(10)).await;
        program.kill().await;
        let mut connection = fixture.connect_directly().await;
        // As if another server had canceled it before the interrupted batch was detected.
        connection.execute_sql("UPDATE blast SET state = 6, version = version + 1 WHERE title = 'Gas leak'").await;
        let program = fixture.serve().await;
        fixture.settled().await;
        let unconfirmed = connection.number(UNCONFIRMED).await;
        assert!(unconfirmed >= 2, "{unconfirmed} texts are looked up");
        let program = reconcile(&fixture, program).await;
        let counts = program.call("GET", &path, &fixture.token, None).await.ok()["blast"]["counts"].clone();
        assert_eq!((&counts["unknown"], &counts["sent"], &counts["canceled"]), (&json!(0), &json!(9), &json!(21)), "{counts}");
        assert_eq!(accepted_phones(&fixture).len(), 9);
        program.stop().await;
    }
}
