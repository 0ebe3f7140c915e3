//! Two servers on one PostgreSQL.
use std::time::Duration;

use contract::v1::{EventKind, WatchEventsResponse};
use futures::future::join;
use serde_json::{Value, json};
use tokio::time::timeout;
use tonic::{Code, Streaming};

use super::{stall::Place, *};
use crate::messaging::live_events::next;

/// Maximum time after which the work of a killed server is taken over, even on a slow machine; shorter than
/// its lease of 60 s.
const TAKEOVER_TIMEOUT: Duration = Duration::from_secs(45);

async fn watch(program: &Program, token: &str) -> Streaming<WatchEventsResponse> {
    let mut stream = program.watch(token, 0).await.unwrap();
    assert_eq!(next(&mut stream).await.unwrap().kind(), EventKind::Ready);
    stream
}

async fn train(program: &Program, token: &str, on: bool) {
    let path = format!("/textCommunities/community/{HARBOR_ROW}/training");
    program.call("PATCH", &path, token, Some(json!({ "isTraining": on }))).await.ok();
}

/// Returns the phone and the text of each accepted text to these phones.
pub fn accepted_texts(twilio: &Twilio, phones: &[String]) -> Vec<(String, String)> {
    let texts = twilio.texts();
    let of = |text: &Value, name: &str| text[name].as_str().unwrap().to_owned();
    let all = texts.iter().map(|text| (of(text, "to"), of(text, "body")));
    all.filter(|(to, _)| phones.contains(to)).collect()
}

macro_rules! on_one_postgres {
    ($(async fn $name:ident($fixture:ident) $body:block)*) => {$(
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $name() {
            let $fixture = Fixture::open(Engine::Postgres).await;
            $body
        }
    )*};
}

on_one_postgres! {
    async fn an_event_on_one_server_reaches_the_other(fixture) {
        let (one, other) = join(fixture.serve(), fixture.serve()).await;
        let mut stream = watch(&other, &fixture.token).await;
        train(&one, &fixture.token, true).await;
        let event = next(&mut stream).await.unwrap();
        assert_eq!((event.kind(), event.community_id.as_str()), (EventKind::Community, HARBOR_ROW));
    }

    async fn a_server_catches_up_after_its_notification_connection_breaks(fixture) {
        let (one, other) = join(fixture.serve(), fixture.serve()).await;
        let mut stream = watch(&other, &fixture.token).await;
        let mut connection = fixture.connect_directly().await;
        for on in [true, false] {
            // The connections of both servers end, and neither is notified until it has new ones.
            connection.execute_sql("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())").await;
            train(&one, &fixture.token, on).await;
            assert_eq!(next(&mut stream).await.unwrap().kind(), EventKind::Community);
        }
    }

    async fn two_servers_handle_each_text_once_and_in_order(fixture) {
        let second = Twilio::start(platform::clock::SystemClock).await;
        let (one, other) = (fixture.serve().await, Program::start(fixture.command(&second.url())).await);
        // While one server is stopped, the other one does everything.
        let mut alone = Vec::new();
        for (stopped, working, twilio) in [(&one, &other, &second), (&other, &one, &fixture.twilio)] {
            stopped.signal("STOP").await;
            let texts: Vec<_> = (0..6).map(|_| fixture.text(Outcome::Reply)).collect();
            for text in &texts {
                assert_eq!(text.deliver_text(&working.at).await, Some(200));
            }
            let phones: Vec<String> = texts.into_iter().map(|text| text.phone).collect();
            fixture.until("the other server has sent all texts", async || accepted_texts(twilio, &phones).len() == 6).await;
            stopped.signal("CONT").await;
            // The next server is stopped while it has nothing to do.
            fixture.settled().await;
            alone.extend(phones);
        }
        // Together: several texts from several residents, delivered to either server.
        let phones: Vec<String> = (0..5).map(|nth| format!("{PHONE_PREFIX}8{nth:03}")).collect();
        let bodies = ["when does the board meet", "how much are the monthly dues"];
        for (round, body) in bodies.into_iter().cycle().take(6).enumerate() {
            let texts: Vec<_> = phones.iter().map(|phone| fixture.text_from(phone, body)).collect();
            for (nth, text) in texts.iter().enumerate() {
                let at = if (nth + round) % 2 == 0 { &one.at } else { &other.at };
                assert_eq!(text.deliver_text(at).await, Some(200));
            }
        }
        fixture.settled().await;
        let (first, second) = (accepted_texts(&fixture.twilio, &phones), accepted_texts(&second, &phones));
        assert_eq!(first.len() + second.len(), 30, "each text is answered once");
        for phone in &phones {
            let replies = fixture.replies(phone).await;
            let about: Vec<_> = replies.iter().map(|body| body.contains("third Tuesday")).collect();
            assert_eq!(about, [true, false, true, false, true, false], "{replies:?}");
        }
        assert_eq!(alone.len(), 12);
    }

    async fn a_survivor_finishes_the_work_of_a_killed_server(fixture) {
        let (mut one, other) = join(fixture.serve(), fixture.serve()).await;
        other.signal("STOP").await;
        let (text, stall) = Stall::during_decision(&fixture, &one.at).await;
        other.signal("CONT").await;
        one.kill().await;
        stall.remove().await;
        timeout(TAKEOVER_TIMEOUT, fixture.settled()).await.expect("the other server sends the reply within 45 s");
        fixture.assert_one_outcome(&other, &text).await;

        // While a text is being sent: the carrier has it, and is asked before it is sent again.
        let mut one = fixture.serve().await;
        other.signal("STOP").await;
        let text = fixture.text(Outcome::Reply);
        let calls = fixture.twilio.calls();
        fixture.twilio.will(&[TwilioBehavior::Hang { takes: true }]);
        assert_eq!(text.deliver_text(&one.at).await, Some(200));
        fixture.twilio.called(calls + 1).await;
        one.kill().await;
        other.signal("CONT").await;
        let mut connection = fixture.connect_directly().await;
        let unknown = "SELECT count(*) FROM delivery WHERE state = 4";
        let marked = fixture.until("the text is unconfirmed", async || connection.number(unknown).await == 1);
        timeout(TAKEOVER_TIMEOUT, marked).await.expect("the other server marks the text as unconfirmed within 45 s");
        assert_eq!(fixture.twilio.tried(&text.phone), 1);
        fixture.age(Duration::from_secs(31)).await;
        connection.execute_sql("NOTIFY parlor, 'jobs'").await;
        fixture.until("the text is confirmed", async || connection.number(unknown).await == 0).await;
        fixture.settled().await;
        fixture.assert_one_outcome(&other, &text).await;
        assert_eq!(fixture.twilio.tried(&text.phone), 1);
    }

    async fn concurrent_calls_with_one_key_on_two_servers_have_one_effect(fixture) {
        let (one, other) = join(fixture.serve(), fixture.serve()).await;
        let path = format!("/textCommunities/community/{HARBOR_ROW}/answers");
        let mut connection = fixture.connect_directly().await;
        for nth in 0..5 {
            let body = json!({ "question": format!("Is number {nth} asked twice?"), "answer": "No." });
            let key = format!("key {nth}");
            let headers = [("usertoken", fixture.token.as_str()), ("idempotency-key", key.as_str())];
            let both = join(
                one.with("POST", &path, &headers, Some(body.clone())),
                other.with("POST", &path, &headers, Some(body.clone())),
            );
            let (here, there) = both.await;
            assert_eq!(here.ok(), there.ok());
            let answers = format!("SELECT count(*) FROM answer WHERE question = 'Is number {nth} asked twice?'");
            assert_eq!(connection.number(answers).await, 1);
        }
    }

    async fn a_call_of_a_killed_server_can_be_retried_on_the_other(fixture) {
        let (mut one, other) = join(fixture.serve(), fixture.serve()).await;
        let path = format!("/textCommunities/community/{HARBOR_ROW}/answers");
        let body = json!({ "question": "Is it done though it was begun?", "answer": "Once." });
        let headers = [("usertoken", fixture.token.as_str()), ("idempotency-key", "begun")];
        let place = Place { table: "answer", change: "INSERT", when: "NEW.answer = 'Once.'" };
        let mut stall = Stall::at(&fixture, &place).await;
        let asking = one.begin("POST", &path, &headers, Some(body.clone()));
        tokio::select! {
            _ = asking => panic!("the call must not end"),
            () = stall.wait_until_reached(&fixture) => {}
        }
        one.kill().await;
        stall.remove().await;
        other.with("POST", &path, &headers, Some(body)).await.ok();
        let mut connection = fixture.connect_directly().await;
        assert_eq!(connection.number("SELECT count(*) FROM answer WHERE answer = 'Once.'").await, 1);
    }

    async fn a_logout_on_one_server_ends_the_session_and_streams_on_the_other(fixture) {
        let (one, other) = join(fixture.serve(), fixture.serve()).await;
        let token = one.login("manager@harborline.example").await;
        let mut stream = watch(&other, &token).await;
        assert_eq!(other.call("GET", "/users/token", &token, None).await.status, 200);
        one.call("POST", "/users/logout", &token, Some(json!({}))).await.ok();
        let end = next(&mut stream).await;
        assert_eq!(end.unwrap_err().code(), Code::Unauthenticated);
        fixture.until("the session ends", async || {
            other.call("GET", "/users/token", &token, None).await.status == 401
        }).await;
    }
}
