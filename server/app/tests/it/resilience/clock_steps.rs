//! Wall clocks that step by an hour, and servers whose clocks differ by an hour: nothing is lost, and nothing is sent
//! twice.
use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, Mutex},
    time::Duration,
};

use async_trait::async_trait;
use platform::{
    Clock, Db, Fault, Ids, Timestamp,
    clock::TurnedClock,
    jobs::{self, Claimed, Handler, Job, JobKind},
};
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::{
    messaging::twilio::{configure, steps, text_from, texts, twilio_for},
    operations::job_handover::start_worker,
    outreach::{draft_to_imported, import, path_of, read},
    residents::identity_verification::{OWES, QUESTION, bot_reply, emailed_codes::code, set_up_verification},
    service_requests::LARKSPUR,
    support::*,
};

const MARCUS: &str = "manager@harborline.example";
const PHONE: &str = "+12025550171";
const COVERED: &str = "how do i get a 2nd parking permit";
const LARKSPUR_NUMBER: &str = "+15035550111";
const NOW: Timestamp = Timestamp(1_772_463_600_000);
const HOUR: Duration = Duration::from_secs(3_600);
const HALF_HOUR: Duration = Duration::from_secs(1_800);
/// An hour forward and an hour back, in seconds.
const FORWARD: i64 = 3_600;
const BACK: i64 = -FORWARD;

async fn check_link(server: &TestServer, token: &str) -> Answer {
    server.rest("POST", "/users/password/check", "", Some(json!({ "token": token }))).await
}

/// Has Dana reply to a text. Returns the path that undoes the reply.
async fn reply(dana: &Staff<'_>, body: &str) -> String {
    dana.text(PHONE, HARBOR_ROW_NUMBER, "may i keep a zeppelin on the roof").await.ok();
    let list = dana.get(&format!("/textConversations?communityId={HARBOR_ROW}&limit=200")).await.ok();
    let of_phone = list["conversations"].as_array().unwrap().iter().find(|c| c["phone"] == PHONE).unwrap();
    let messages = format!("/textConversations/{}/messages", of_phone["_id"].as_str().unwrap());
    let sent = dana.post(&messages, json!({ "body": body })).await.ok();
    format!("{messages}/{}/undo", sent["message"]["_id"].as_str().unwrap())
}

/// Returns how many texts with this body a phone got.
async fn received(staff: &Staff<'_>, phone: &str, body: &str) -> usize {
    let texts = staff.phone(phone).await;
    texts.iter().filter(|text| text["body"] == body && text["status"] == "DELIVERED").count()
}

/// Connects Harbor Row to Twilio, with 60 segments per second, and imports this many recipients. Returns its
/// administrator.
async fn with_recipients(server: &TestServer, count: usize) -> Staff<'_> {
    let dana = twilio_for(server, HARBOR_ROW).await;
    let carrier = json!({ "carrier": "TWILIO", "segmentsPerSecond": 60 });
    dana.patch(&format!("/admin/textCommunities/{HARBOR_ROW}/carrier"), carrier).await.ok();
    import(&dana, HARBOR_ROW, count).await;
    dana
}

/// Asserts that Twilio accepted one text to each of this many phones.
fn assert_one_text_each(server: &TestServer, phones: usize) {
    let texts = server.twilio.texts();
    let to: BTreeSet<&str> = texts.iter().map(|text| text["to"].as_str().unwrap()).collect();
    assert_eq!((texts.len(), to.len()), (phones, phones), "one text each");
}

/// Advances the clock by a minute at a time until a blast is finished.
async fn finish(server: &TestServer, staff: &Staff<'_>, blast: &Value) -> Value {
    for _ in 0..90 {
        let shown = read(staff, blast).await;
        if shown["state"] == "FINISHED" {
            return shown;
        }
        server.later(Duration::from_secs(60)).await;
    }
    panic!("the blast does not end: {}", read(staff, blast).await)
}

on_both! {
    async fn a_session_is_not_lost_when_the_clock_is_wrong_for_a_while(server: TestServer) {
        let (used, idle) = (server.login(MARCUS).await, server.login(MARCUS).await);
        let status = async |staff: &Staff<'_>| staff.get("/users/token").await.status.as_u16();
        for step in [FORWARD, BACK, BACK, FORWARD] {
            server.clock.step(step);
            server.settled().await;
            assert_eq!(status(&used).await, 200, "{step}");
        }
        // Half an hour before the session expires, the clock goes wrong.
        server.later(HOUR * 24 * 30 - HALF_HOUR).await;
        server.clock.step(FORWARD);
        server.settled().await;
        // The server reads the user's sessions again, which it keeps in memory for two real seconds.
        server.login(MARCUS).await.post("/users/logout", json!({})).await.ok();
        assert_eq!(status(&idle).await, 401);
        server.clock.step(BACK);
        assert_eq!(status(&idle).await, 200);
    }

    async fn a_reset_link_works_once_the_clock_is_right_again(server: TestServer) {
        server.rest("POST", "/users/password/forgot", "", Some(json!({ "email": MARCUS }))).await.ok();
        let token = server.mails_to(MARCUS).await[0].token();
        server.clock.step(FORWARD);
        server.settled().await;
        assert_eq!(check_link(&server, &token).await.reason(), "LINK_EXPIRED");
        let body = json!({ "token": token, "password": "a-better-password" });
        let early = server.rest("POST", "/users/password/reset", "", Some(body.clone())).await;
        assert_eq!(early.reason(), "LINK_EXPIRED");
        server.clock.step(BACK);
        check_link(&server, &token).await.ok();
        server.clock.step(BACK);
        server.rest("POST", "/users/password/reset", "", Some(body.clone())).await.ok();
        server.clock.step(FORWARD);
        let again = server.rest("POST", "/users/password/reset", "", Some(body)).await;
        assert_eq!(again.reason(), "LINK_EXPIRED", "it works once");
    }

    async fn a_one_time_code_works_after_the_clock_is_set_back_but_not_forward(fixture: ServerWithSmtp) {
        use crate::residents::identity_verification::PHONE;

        let server = &fixture.server;
        let dana = set_up_verification(server, "ONE_TIME_CODE").await;
        bot_reply(&dana, PHONE, QUESTION).await;
        let (first, mails) = code(server, "ana@mail.example").await;
        assert_eq!(mails, 1);
        server.clock.step(BACK);
        bot_reply(&dana, PHONE, &first).await;
        assert_eq!(received(&dana, PHONE, OWES).await, 1);
        server.clock.step(FORWARD);
        server.later(HOUR).await;
        bot_reply(&dana, PHONE, QUESTION).await;
        let (second, mails) = code(server, "ana@mail.example").await;
        assert_eq!(mails, 2);
        server.clock.step(FORWARD);
        server.settled().await;
        bot_reply(&dana, PHONE, &second).await;
        assert_eq!(received(&dana, PHONE, OWES).await, 1, "the office answers instead");
    }

    async fn a_reply_can_be_undone_after_the_clock_is_set_back(server: TestServer) {
        let dana = server.harborline_admin().await;
        let undo = reply(&dana, "Not on the rof.").await;
        server.clock.step(BACK);
        assert_eq!(dana.post(&undo, json!({})).await.ok()["message"]["status"], "CANCELED");
        server.clock.step(FORWARD);
        server.later(HOUR).await;
        assert_eq!(received(&dana, PHONE, "Not on the rof.").await, 0);
    }

    async fn a_reply_is_sent_once_when_the_clock_steps(server: TestServer) {
        let dana = server.harborline_admin().await;
        let undo = reply(&dana, "Not on the roof.").await;
        server.clock.step(FORWARD);
        server.settled().await;
        assert_eq!(received(&dana, PHONE, "Not on the roof.").await, 1);
        assert_eq!(dana.post(&undo, json!({})).await.reason(), "UNDO_TOO_LATE");
        server.clock.step(BACK);
        server.later(HOUR * 2).await;
        assert_eq!(received(&dana, PHONE, "Not on the roof.").await, 1);
    }

    async fn a_reply_does_not_wait_an_hour_after_the_clock_is_set_back(server: TestServer) {
        let dana = server.harborline_admin().await;
        reply(&dana, "Not on the roof.").await;
        server.clock.step(BACK);
        server.clock.advance(Duration::from_secs(10));
        until("the reply is sent", async || received(&dana, PHONE, "Not on the roof.").await == 1).await;
    }

    async fn recurring_jobs_do_not_wait_an_hour_after_the_clock_is_set_back(server: TestServer) {
        for step in [FORWARD, BACK, BACK] {
            server.clock.step(step);
            server.settled().await;
            let mut tx = server.db.platform_read().await.unwrap();
            let sql = "SELECT slot_ms FROM schedule WHERE kind = 'DELETE_FILES'";
            let (slot,): (Timestamp,) = tx.query(sql).one().await.unwrap();
            assert!(slot.since(server.clock.now()) <= HALF_HOUR / 2, "{step}: {slot}");
        }
    }

    async fn a_text_that_is_being_sent_while_the_clock_steps_is_sent_once(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        server.twilio.will(&[TwilioBehavior::Wait]);
        text_from(&server, PHONE, HARBOR_ROW_NUMBER, COVERED).await;
        within("the text is being sent", server.twilio.called(1)).await;
        let ingrid = server.northgate_admin().await;
        configure(&server, &ingrid, "company-northgate").await;
        let carrier = format!("/admin/textCommunities/{LARKSPUR}/carrier");
        ingrid.patch(&carrier, json!({ "carrier": "TWILIO" })).await.ok();
        for (calls, step) in [(2, FORWARD), (3, BACK), (4, BACK)] {
            server.clock.step(step);
            // Meanwhile, the workers look for jobs and find those of another company.
            text_from(&server, &format!("+1202555018{calls}"), LARKSPUR_NUMBER, "where do i park").await;
            within("another text is sent", server.twilio.called(calls)).await;
        }
        assert_eq!(server.twilio.tried(PHONE), 1);
        server.twilio.go_on();
        server.settled().await;
        let sent = texts(&dana, PHONE).await.into_iter().rfind(|text| text["direction"] == "OUTBOUND").unwrap();
        assert_eq!((&sent["status"], steps(&sent)), (&json!("SENT"), Vec::<&str>::new()));
        server.later(HOUR * 2).await;
        assert_eq!(server.twilio.tried(PHONE), 1);
    }

    async fn a_text_is_recognized_at_the_carrier_although_the_clock_was_wrong(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        server.clock.step(FORWARD);
        server.twilio.will(&[TwilioBehavior::Close { takes: true }]);
        text_from(&server, PHONE, HARBOR_ROW_NUMBER, COVERED).await;
        server.settled().await;
        // The carrier's clock was right.
        server.clock.step(BACK);
        server.twilio.age(HOUR);
        server.later(HOUR + Duration::from_secs(30)).await;
        server.later(HOUR).await;
        let sent = texts(&dana, PHONE).await.into_iter().rfind(|text| text["direction"] == "OUTBOUND").unwrap();
        assert_eq!((&sent["status"], steps(&sent)), (&json!("SENT"), vec!["UNCONFIRMED", "RECONCILED"]));
        assert_eq!((server.twilio.calls(), server.twilio.texts().len()), (1, 1));
    }

    async fn a_blast_that_is_being_sent_while_the_clock_steps_reaches_each_recipient_once(server: TestServer) {
        let recipients = 130;
        let dana = with_recipients(&server, recipients).await;
        server.twilio.will(&[TwilioBehavior::Wait; 40]);
        let blast = draft_to_imported(&dana, HARBOR_ROW).await;
        dana.post(&format!("{}/schedule", path_of(&blast)), json!({})).await.ok();
        server.clock.advance(Duration::from_secs(10));
        within("texts are being sent", server.twilio.called(40)).await;
        server.clock.step(FORWARD);
        server.twilio.go_on();
        server.settled().await;
        assert_eq!(read(&dana, &blast).await["state"], "RUNNING");
        server.clock.step(BACK);
        let ended = finish(&server, &dana, &blast).await;
        assert_eq!((&ended["counts"]["sent"], &ended["counts"]["pending"]), (&json!(recipients), &json!(0)));
        assert_one_text_each(&server, recipients);
    }

    async fn a_scheduled_blast_is_sent_once_when_the_clock_steps(server: TestServer) {
        let dana = with_recipients(&server, 5).await;
        for (nth, step) in [(1, FORWARD), (2, BACK)] {
            let blast = draft_to_imported(&dana, HARBOR_ROW).await;
            let starts = json!({ "startsAt": server.clock.now().plus(HALF_HOUR).to_string() });
            dana.post(&format!("{}/schedule", path_of(&blast)), starts).await.ok();
            server.clock.step(step);
            server.settled().await;
            server.later(HALF_HOUR - Duration::from_secs(1)).await;
            let is_sent = read(&dana, &blast).await["state"] == "FINISHED";
            assert_eq!(is_sent, step == FORWARD, "by the wall clock");
            server.clock.step(-step);
            server.later(HALF_HOUR).await;
            finish(&server, &dana, &blast).await;
            assert_eq!(server.twilio.texts().len(), nth * 5, "{step}");
        }
    }
}

/// Jobs named "long" run until the test releases them; others end at once. Records which ones start.
struct RecordingJob {
    db: Db,
    started: Mutex<HashMap<String, usize>>,
    release: watch::Receiver<bool>,
}

impl RecordingJob {
    fn starts(&self, name: &str) -> usize {
        lock(&self.started).get(name).copied().unwrap_or(0)
    }
}

#[async_trait]
impl Handler for RecordingJob {
    fn purpose(&self) -> &'static str {
        "Record"
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let name = job.payload["name"].as_str().unwrap().to_owned();
        *lock(&self.started).entry(name.clone()).or_default() += 1;
        if name == "long" {
            self.release.clone().wait_for(|release| *release).await.unwrap();
        }
        let mut tx = self.db.platform().await?;
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}

async fn enqueue(db: &Db, ids: &Ids, name: &str, run_at: Timestamp) {
    let key = ids.next::<String>(NOW);
    let job = Job {
        company: "company-harborline".into(),
        kind: JobKind::DeleteFiles,
        payload: json!({ "name": name }),
        key: key.clone(),
        queue_key: key,
        run_at,
    };
    let mut tx = db.platform().await.unwrap();
    jobs::enqueue(&mut tx, ids, NOW, job).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_running_job_is_not_taken_over_by_a_server_whose_clock_is_an_hour_fast_before_its_lease_ends() {
    let folder = tempfile::tempdir().unwrap();
    let url = owner_url(&demo_database(Engine::Postgres, folder.path()).await);
    let (ids, release) = (Ids::from_entropy(), watch::Sender::new(false));
    let mut servers = Vec::new();
    for clock in [TurnedClock::at(NOW), TurnedClock::at(NOW.plus(HOUR))] {
        let db = Db::postgres(&url).await.unwrap();
        let (started, release) = (Mutex::default(), release.subscribe());
        let recording = Arc::new(RecordingJob { db: db.clone(), started, release });
        if servers.is_empty() {
            enqueue(&db, &ids, "long", NOW).await;
        }
        let worker = start_worker(&db, &clock, recording.clone());
        until("the job has started", async || servers.len() == 1 || recording.starts("long") == 1).await;
        servers.push((db, clock, recording, worker));
    }
    let (db, clock, first, _) = &servers[0];
    let (_, other_clock, second, _) = &servers[1];
    for (step, looking) in [(0, vec![second]), (FORWARD, vec![first, second]), (BACK, vec![second])] {
        clock.step(step);
        for recording in looking {
            // Due after the end of the lease by the clock of the first server, so that it would be claimed later.
            let ran = recording.starts("short");
            until("the server runs a job", async || {
                enqueue(db, &ids, "short", NOW.plus(HALF_HOUR)).await;
                recording.starts("short") > ran
            })
            .await;
        }
        assert_eq!((first.starts("long"), second.starts("long")), (1, 0), "{step}");
    }
    until("the other server takes over", async || {
        other_clock.advance(Duration::from_secs(60));
        second.starts("long") > 0
    })
    .await;
    release.send(true).unwrap();
    for (_, _, _, (stop, working)) in servers {
        stop.send(true).unwrap();
        within("the server stops", working).await.unwrap();
    }
}
