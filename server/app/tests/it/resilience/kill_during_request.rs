//! Servers that are killed while residents' texts become service requests, and while photos are uploaded: no
//! request or photo is lost or duplicated, and objects that a kill leaves behind are deleted after an hour.
//! `make soak-requests` runs it with 200 kills of each kind.
use std::{collections::BTreeSet, time::Duration};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use platform::{Clock, clock::SystemClock};
use rand::{Rng, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};

use super::{stall::Place, texts::Text, *};

/// Longer than the time in which the carrier is asked about a text.
const AFTER_LOOKUPS: Duration = Duration::from_secs(601);
/// Age from which an object without a file is deleted, plus the interval of the job that deletes it.
const AFTER_CLEANUP: Duration = Duration::from_secs(3 * 3_600);
/// Maximum time from an action to a kill at a random place.
const MAX_DELAY_MS: u64 = 150;

const fn on(table: &'static str, change: &'static str, when: &'static str) -> Place {
    Place { table, change, when }
}

/// Places of handling a confirmation, in order.
const CONFIRMING: &[Place] = &[
    on("message", "INSERT", "NEW.direction = 1"),
    on("job", "UPDATE OF attempts", "NEW.kind = 'ANSWER_TEXT'"),
    on("service_request", "INSERT", "NEW.version > 0"),
    on("service_request_activity", "INSERT", "NEW.kind > 0"),
    on("service_request_photo", "INSERT", "NEW.id <> ''"),
    on("message", "INSERT", "NEW.direction = 2"),
    on("job", "DELETE", "OLD.kind = 'ANSWER_TEXT'"),
];

/// Places of an upload, after its objects were written.
const UPLOADING: &[Place] = &[
    on("file", "INSERT", "NEW.size_bytes > 0"),
    on("service_request_photo", "INSERT", "NEW.id <> ''"),
    on("service_request", "UPDATE OF photo_count", "NEW.photo_count > 0"),
];

/// Returns the number of kills of each kind, or that of the environment variable.
fn kills() -> usize {
    from_environment("PARLOR_REQUEST_KILLS", 9)
}

/// A server that is repeatedly killed.
struct RequestKills {
    fixture: Fixture,
    program: Program,
    rng: StdRng,
}

impl RequestKills {
    async fn open(engine: Engine) -> Self {
        let fixture = Fixture::open(engine).await;
        let program = serve_requests(&fixture).await;
        Self { fixture, program, rng: StdRng::seed_from_u64(20) }
    }

    /// Kills the server during an action, at a place in the database or at a random time.
    async fn kill_during(&mut self, place: Option<&Place>, act: impl AsyncFnOnce(&Program)) {
        let id = self.program.id().to_string();
        let kill = async || {
            let killed = tokio::process::Command::new("kill").args(["-9", &id]).status().await;
            assert!(killed.unwrap().success());
        };
        match place {
            Some(place) => {
                let mut stall = Stall::at(&self.fixture, place).await;
                tokio::join!(act(&self.program), async {
                    stall.wait_until_reached(&self.fixture).await;
                    kill().await;
                });
                stall.remove().await;
            }
            None => {
                let pause = Duration::from_millis(self.rng.random_range(0..MAX_DELAY_MS));
                tokio::join!(act(&self.program), async {
                    tokio::time::sleep(pause).await;
                    kill().await;
                });
            }
        }
        self.program.wait_for_exit().await;
        self.program = serve_requests(&self.fixture).await;
    }

    /// Returns each place in turn, and then, every other round, `None` for a random time.
    fn place(nth: usize, places: &'static [Place]) -> Option<&'static Place> {
        let is_placed = (nth / places.len()).is_multiple_of(2);
        is_placed.then(|| &places[nth % places.len()])
    }

    /// Looks up all unconfirmed texts at the carrier.
    async fn reconcile(&mut self) {
        for _ in 0..3 {
            self.program.kill().await;
            self.fixture.age(AFTER_LOOKUPS).await;
            self.program = serve_requests(&self.fixture).await;
            self.fixture.settled().await;
        }
    }

    /// A resident describes the work with a photo, and is asked for confirmation.
    async fn ask_for_confirmation(&self, nth: usize) -> Text {
        let photo = TwilioMedia::File("image/jpeg", photo_with_location(60, 40));
        let photo = self.fixture.twilio.media(&format!("ME{nth}"), &[photo]);
        let text = self.fixture.text_with_photo("The light in the hallway has been out since Sunday", photo);
        assert_eq!(text.deliver_text(&self.program.at).await, Some(200));
        self.fixture.settled().await;
        let reply = self.fixture.accepted_text(&text).expect("the bot replies");
        assert!(reply["body"].as_str().unwrap().contains("Reply SEND"), "{reply}");
        text
    }

    async fn get(&self, path: &str) -> Value {
        self.program.call("GET", path, &self.fixture.token, None).await.ok()
    }

    /// Asserts that every file has its object and that, three hours later, no other objects exist. Returns the
    /// number of objects that had no file.
    async fn assert_no_orphans(self) -> usize {
        let Self { fixture, program, .. } = self;
        program.stop().await;
        let (objects, referenced) = (stored_objects(&fixture), referenced_objects(&fixture).await);
        assert!(
            referenced.is_subset(&objects),
            "a file lost its object: {:?}",
            referenced.difference(&objects)
        );
        let (files, later) = (fixture.folder().join("files"), SystemClock.now().plus(AFTER_CLEANUP));
        let server = TestServer::open_existing(fixture.engine(), fixture.database(), &files, later).await;
        server.settled().await;
        assert_eq!(server.objects.list_after("", 100_000).await.unwrap(), Vec::from_iter(referenced.clone()));
        objects.len() - referenced.len()
    }
}

/// Returns the keys of all stored objects.
fn stored_objects(fixture: &Fixture) -> BTreeSet<String> {
    let root = fixture.folder().join("files");
    let inside = |folder| std::fs::read_dir(folder).into_iter().flatten().map(|one| one.unwrap().path());
    let files = inside(root.clone()).flat_map(inside);
    files.map(|file| file.strip_prefix(&root).unwrap().to_str().unwrap().to_owned()).collect()
}

/// Returns the keys of the objects of Harborline's files; those of other companies are where the demo was
/// created.
async fn referenced_objects(fixture: &Fixture) -> BTreeSet<String> {
    let keys = match fixture.engine() {
        Engine::Sqlite => {
            "SELECT COALESCE(group_concat(object_key, ' '), '') FROM file WHERE company_id = 'company-harborline'"
        }
        Engine::Postgres => {
            "SELECT COALESCE(string_agg(object_key, ' '), '') FROM file WHERE company_id = 'company-harborline'"
        }
    };
    let keys = fixture.connect_directly().await.string(keys).await;
    keys.split_whitespace().map(str::to_owned).collect()
}

/// Starts a server on which Harborline has service requests.
async fn serve_requests(fixture: &Fixture) -> Program {
    let mut command = fixture.command(&fixture.twilio.url());
    command.env("PARLOR_SERVICE_REQUEST_COMPANY_ID", "company-harborline");
    Program::start(command).await
}

on_both! {
    async fn a_confirmed_text_becomes_one_request_wherever_the_server_is_killed(it: RequestKills) {
        let mut it = it;
        let mut phones = Vec::new();
        for nth in 0..kills() {
            let first = it.ask_for_confirmation(nth).await;
            let confirmation = it.fixture.text_from(&first.phone, "SEND");
            let place = RequestKills::place(nth, CONFIRMING);
            it.kill_during(place, async |program| {
                confirmation.deliver_text(&program.at).await;
            }).await;
            // The carrier got no response, or repeats the webhook.
            assert_eq!(confirmation.deliver_text(&it.program.at).await, Some(200), "{place:?}");
            it.fixture.settled().await;
            phones.push(first.phone);
        }
        it.reconcile().await;
        let mut connection = it.fixture.connect_directly().await;
        let mut numbers = BTreeSet::new();
        for phone in &phones {
            let of = format!("FROM service_request WHERE contact_phone = '{phone}'");
            assert_eq!(connection.number(format!("SELECT count(*) {of}")).await, 1, "{phone}");
            let id = connection.string(format!("SELECT id {of}")).await;
            let response = it.get(&format!("/serviceRequests/{id}")).await;
            let request = &response["serviceRequest"];
            numbers.insert(request["number"].as_str().unwrap().to_owned());
            assert_eq!((&request["state"], request["photos"].as_array().unwrap().len()), (&json!("PENDING"), 1), "{response}");
            let created = response["activities"].as_array().unwrap().iter().filter(|one| one["kind"] == "CREATED");
            assert_eq!(created.count(), 1, "{response}");
            let ledger = it.fixture.twilio.texts();
            let received = |text: &&Value| text["to"] == phone.as_str() && text["body"].as_str().unwrap().contains("was received");
            assert_eq!(ledger.iter().filter(received).count(), 1, "{phone} got one confirmation: {ledger:#?}");
        }
        assert_eq!(numbers.len(), phones.len(), "each request has its own number");
        it.assert_no_orphans().await;
    }

    async fn an_uploaded_photo_is_stored_once_wherever_the_server_is_killed(it: RequestKills) {
        let mut it = it;
        let token = it.fixture.token.clone();
        let (mut paths, mut interrupted) = (Vec::new(), 0);
        for nth in 0..kills() {
            let body = json!({ "communityId": HARBOR_ROW, "title": format!("Light {nth} is out"), "unit": "12" });
            let created = it.program.call("POST", "/serviceRequests", &token, Some(body)).await.ok();
            let path = format!("/serviceRequests/{}", created["serviceRequest"]["_id"].as_str().unwrap());
            let (photos, keys) = (format!("{path}/photos"), [format!("left {nth}"), format!("right {nth}")]);
            // Returns whether the server stopped before it responded.
            let upload = async |program: &Program, key: &str| {
                let photo = json!({ "data": STANDARD.encode(photo_with_location(600, 400)) });
                let headers = [("usertoken", token.as_str()), ("idempotency-key", key)];
                let answer = program.try_with("POST", &photos, &headers, Some(photo)).await;
                answer.map(|answer| answer.ok()).is_err()
            };
            let mut is_interrupted = [false; 2];
            it.kill_during(RequestKills::place(nth, UPLOADING), async |program| {
                let (left, right) = tokio::join!(upload(program, &keys[0]), upload(program, &keys[1]));
                is_interrupted = [left, right];
            })
            .await;
            for key in &keys {
                assert!(!upload(&it.program, key).await, "the server stores the photo once");
            }
            interrupted += is_interrupted.iter().filter(|is_interrupted| **is_interrupted).count();
            paths.push(path);
        }
        assert!(interrupted > kills() / 2, "{interrupted} uploads were interrupted");
        for path in paths {
            let response = it.get(&path).await;
            let photos = response["serviceRequest"]["photos"].as_array().unwrap();
            assert_eq!((photos.len(), &response["serviceRequest"]["photoCount"]), (2, &json!(2)), "{response}");
            for photo in photos {
                let link = photo["url"].as_str().unwrap();
                let image = it.program.call("GET", &link[link.find("/files/").unwrap()..], &token, None).await;
                assert!(image.status == 200 && image::load_from_memory(&image.bytes).is_ok(), "{photo}");
            }
        }
        let orphans = it.assert_no_orphans().await;
        assert!(orphans >= 2, "no kill came between an object and its file");
    }
}
