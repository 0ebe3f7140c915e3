//! Live events: no event is lost, and no user receives events outside of their scope.
use std::time::Duration;

use app::startup::StreamLimits;
use contract::v1::{event_service_client::EventServiceClient, *};
use futures::FutureExt;
use platform::{
    Clock, Scope, events,
    ids::CompanyId,
    signal::{InvalidationScope, Signal},
};
use serde_json::json;
use tonic::{Code, Streaming};

use crate::{support::*, transport::refusals::reason};

const PHONE: &str = "+12025550174";
const MERIDIAN: &str = "community-the-meridian";

pub async fn watch(server: &TestServer, token: &str, after: i64) -> Streaming<WatchEventsResponse> {
    try_to_watch(server, token, after).await.unwrap()
}

pub async fn try_to_watch(
    server: &TestServer,
    token: &str,
    after: i64,
) -> Result<Streaming<WatchEventsResponse>, tonic::Status> {
    let mut request = tonic::Request::new(WatchEventsRequest { after });
    request.metadata_mut().insert("usertoken", token.parse().unwrap());
    Ok(EventServiceClient::new(server.channel().await).watch_events(request).await?.into_inner())
}

/// Opens this many streams and waits until all are ready.
async fn watch_many(server: &TestServer, token: &str, count: usize) -> Vec<Streaming<WatchEventsResponse>> {
    let mut streams = Vec::new();
    for _ in 0..count {
        let mut stream = watch(server, token, 0).await;
        next(&mut stream).await.unwrap();
        streams.push(stream);
    }
    streams
}

async fn assert_too_many(server: &TestServer, token: &str) {
    let refused = try_to_watch(server, token, 0).await.unwrap_err();
    assert_eq!((refused.code(), reason(&refused).as_str()), (Code::ResourceExhausted, "TOO_MANY_STREAMS"));
}

async fn watch_when_free(server: &TestServer, token: &str) -> Streaming<WatchEventsResponse> {
    let trying = async {
        loop {
            if let Ok(stream) = try_to_watch(server, token, 0).await {
                return stream;
            }
        }
    };
    within("a stream can be opened again", trying).await
}

/// Returns the next event that is not a keep-alive.
pub async fn next(stream: &mut Streaming<WatchEventsResponse>) -> Result<WatchEventsResponse, tonic::Status> {
    let event = async {
        loop {
            match stream.message().await?.expect("an open stream") {
                sign if sign.kind() == EventKind::Heartbeat => {}
                event => return Ok(event),
            }
        }
    };
    within("an event arrives", event).await
}

/// Publishes an event of a company's community.
pub async fn publish_event(server: &TestServer, company: &str, community: &str, subject: &str) {
    let (company, now) = (CompanyId::from(company), server.clock.now());
    let mut tx = server.db.write(&Scope::of_company(&company)).await.unwrap();
    events::publish(&mut tx, &company, &community.into(), events::Kind::Community, subject, now);
    tx.commit().await.unwrap();
}

/// Writes the next event of Harborline without notifying any server.
async fn insert_event_silently(server: &TestServer, sequence: i64, subject: &'static str) {
    let mut tx = server.db.write(&Scope::of_company(&"company-harborline".into())).await.unwrap();
    let sql = "UPDATE event_head SET sequence = $1 WHERE company_id = 'company-harborline'";
    assert_eq!(tx.query(sql).bind(sequence).run().await.unwrap(), 1);
    let sql = "INSERT INTO event (company_id, sequence, kind, community_id, subject, at_ms)
               SELECT company_id, $1, kind, community_id, $2, at_ms FROM event
               WHERE company_id = 'company-harborline' AND sequence = $1 - 1";
    assert_eq!(tx.query(sql).bind(sequence).bind(subject).run().await.unwrap(), 1);
    tx.commit().await.unwrap();
}

/// Ends the sessions of a user without notifying any server.
async fn end_sessions_silently(server: &TestServer, email: &'static str) -> InvalidationScope {
    let mut tx = server.db.platform().await.unwrap();
    let sql = "DELETE FROM session WHERE staff_id = (SELECT id FROM staff WHERE email = $1)";
    assert!(tx.query(sql).bind(email).run().await.unwrap() > 0);
    let sql = "SELECT id FROM staff WHERE email = $1";
    let (id,): (String,) = tx.query(sql).bind(email).one().await.unwrap();
    tx.commit().await.unwrap();
    InvalidationScope::Person("company-harborline".into(), id.into())
}

on_both! {
    async fn events_of_a_text_are_streamed_live_and_again_after_reconnecting(server: TestServer) {
        let dana = server.harborline_admin().await;
        let mut stream = watch(&server, &dana.token, 0).await;
        let ready = next(&mut stream).await.unwrap();
        assert_eq!(ready.kind(), EventKind::Ready);
        dana.text(PHONE, HARBOR_ROW_NUMBER, "may i keep a zeppelin").await.ok();
        let event = next(&mut stream).await.unwrap();
        assert_eq!((event.kind(), event.community_id.as_str()), (EventKind::Conversation, HARBOR_ROW));
        let mut live = vec![event];
        while live.last().unwrap().kind() != EventKind::Escalation {
            live.push(next(&mut stream).await.unwrap());
        }
        drop(stream);

        let mut resumed = watch(&server, &dana.token, live[0].sequence).await;
        assert_eq!(next(&mut resumed).await.unwrap().kind(), EventKind::Ready);
        for missed in &live[1..] {
            assert_eq!(next(&mut resumed).await.unwrap().sequence, missed.sequence);
        }
    }

    async fn a_client_that_missed_hundreds_of_events_gets_all_of_them(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = format!("/textCommunities/community/{HARBOR_ROW}/training");
        for i in 0..400 {
            dana.patch(&path, json!({ "isTraining": i % 2 == 0 })).await.ok();
        }
        let mut stream = watch(&server, &dana.token, 1).await;
        assert_eq!(next(&mut stream).await.unwrap().kind(), EventKind::Ready);
        for expected in 2..=400 {
            assert_eq!(next(&mut stream).await.unwrap().sequence, expected);
        }
    }

    async fn events_of_other_companies_and_unassigned_communities_are_not_streamed(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let northgate = server.northgate_admin().await;
        let mut theirs = watch(&server, &northgate.token, 0).await;
        let mut his = watch(&server, &marcus.token, 0).await;
        next(&mut theirs).await.unwrap();
        next(&mut his).await.unwrap();
        dana.text(PHONE, "+12025550103", "may i keep a zeppelin").await.ok();
        northgate.text(PHONE, "+15035550111", "may i keep a zeppelin").await.ok();
        dana.text(PHONE, HARBOR_ROW_NUMBER, "may i keep a zeppelin").await.ok();
        assert_eq!(next(&mut theirs).await.unwrap().community_id, "community-larkspur-commons");
        assert_eq!(next(&mut his).await.unwrap().community_id, HARBOR_ROW);
    }

    async fn a_user_who_loses_a_community_gets_no_more_events_of_it(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let mut his = watch(&server, &marcus.token, 0).await;
        next(&mut his).await.unwrap();
        let train = async |community: &str, on: bool| {
            let path = format!("/textCommunities/community/{community}/training");
            dana.patch(&path, json!({ "isTraining": on })).await.ok();
        };
        train(HARBOR_ROW, true).await;
        assert_eq!(next(&mut his).await.unwrap().community_id, HARBOR_ROW);
        let person = "/users/id/staff-harborline-manager";
        dana.put(person, json!({ "text_communities": [MERIDIAN] })).await.ok();
        train(HARBOR_ROW, false).await;
        train(MERIDIAN, true).await;
        let event = next(&mut his).await.unwrap();
        assert_eq!(event.community_id, MERIDIAN);
        drop(his);

        // Nor later, when he resumes from an earlier position; he receives events that he can see by then.
        let mut resumed = watch(&server, &marcus.token, 1).await;
        next(&mut resumed).await.unwrap();
        let mut last = next(&mut resumed).await.unwrap();
        while last.sequence < event.sequence {
            assert_ne!(last.community_id, HARBOR_ROW);
            last = next(&mut resumed).await.unwrap();
        }
        dana.put(person, json!({ "text_communities": [HARBOR_ROW] })).await.ok();
        train(MERIDIAN, false).await;
        train(HARBOR_ROW, true).await;
        assert_eq!(next(&mut resumed).await.unwrap().community_id, HARBOR_ROW);
    }

    async fn a_session_has_at_most_20_streams_and_other_sessions_have_their_own(server: TestServer) {
        let dana = server.harborline_admin().await;
        let mut hers = watch_many(&server, &dana.token, 20).await;
        assert_too_many(&server, &dana.token).await;
        let again = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let _others = (watch_many(&server, &again.token, 1).await, watch_many(&server, &marcus.token, 1).await);
        dana.get("/users/token").await.ok();
        drop(hers.pop());
        hers.push(watch_when_free(&server, &dana.token).await);
        assert_too_many(&server, &dana.token).await;
    }

    async fn a_stream_ends_with_its_session(server: TestServer) {
        let dana = server.harborline_admin().await;
        let mut stream = watch(&server, &dana.token, 0).await;
        next(&mut stream).await.unwrap();
        dana.post("/users/logout", json!({})).await.ok();
        let end = next(&mut stream).await;
        assert_eq!(end.unwrap_err().code(), Code::Unauthenticated);
    }

    async fn access_is_checked_again_before_each_event(server: TestServer) {
        let dana = server.harborline_admin().await;
        let mut stream = watch(&server, &dana.token, 0).await;
        next(&mut stream).await.unwrap();
        publish_event(&server, "company-harborline", HARBOR_ROW, "before").await;
        assert_eq!(next(&mut stream).await.unwrap().subject, "before");
        let audience = end_sessions_silently(&server, "admin@harborline.example").await;
        // The change is recorded, but the stream was not notified.
        server.db.invalidations().record(&audience);
        publish_event(&server, "company-harborline", HARBOR_ROW, "after").await;
        assert_eq!(next(&mut stream).await.unwrap_err().code(), Code::Unauthenticated);
    }

    async fn an_event_is_streamed_only_after_its_own_signal(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let (mut hers, mut his) = (watch(&server, &dana.token, 0).await, watch(&server, &marcus.token, 0).await);
        next(&mut hers).await.unwrap();
        next(&mut his).await.unwrap();
        publish_event(&server, "company-harborline", HARBOR_ROW, "first").await;
        let first = next(&mut hers).await.unwrap();
        assert_eq!(next(&mut his).await.unwrap().subject, "first");
        insert_event_silently(&server, first.sequence + 1, "second").await;
        let mut tx = server.db.platform().await.unwrap();
        tx.signal(Signal::Events("company-harborline".into(), first.sequence));
        tx.commit().await.unwrap();
        // Otherwise he could hear what happened after his session ended.
        marcus.post("/users/logout", json!({})).await.ok();
        assert_eq!(next(&mut his).await.unwrap_err().code(), Code::Unauthenticated);
        publish_event(&server, "company-harborline", HARBOR_ROW, "third").await;
        for subject in ["second", "third"] {
            assert_eq!(next(&mut hers).await.unwrap().subject, subject);
        }
    }

    async fn an_access_change_rechecks_only_the_affected_streams(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let (mut hers, mut his) = (watch(&server, &dana.token, 0).await, watch(&server, &marcus.token, 0).await);
        next(&mut hers).await.unwrap();
        next(&mut his).await.unwrap();
        let dana_alone = end_sessions_silently(&server, "admin@harborline.example").await;
        marcus.post("/users/logout", json!({})).await.ok();
        assert_eq!(next(&mut his).await.unwrap_err().code(), Code::Unauthenticated);
        // The database would have reported that she is not signed in.
        publish_event(&server, "company-harborline", HARBOR_ROW, "heard").await;
        assert_eq!(next(&mut hers).await.unwrap().subject, "heard");
        let mut tx = server.db.platform().await.unwrap();
        tx.signal(Signal::Sessions(dana_alone));
        tx.commit().await.unwrap();
        assert_eq!(next(&mut hers).await.unwrap_err().code(), Code::Unauthenticated);
    }

    async fn impersonation_switches_the_stream_to_events_of_the_other_company(server: TestServer) {
        let rosalind = server.login("admin@parlor.example").await;
        // The sequence numbers of the caller's company are far ahead of or behind the other company's.
        for _ in 0..200 {
            publish_event(&server, "company-parlor", "", "at home").await;
        }
        let mut stream = watch(&server, &rosalind.token, 0).await;
        next(&mut stream).await.unwrap();
        for company in ["company-harborline", "company-parlor", "company-northgate"] {
            rosalind.post("/users/actingCompany", json!({ "companyId": company })).await.ok();
            while next(&mut stream).await.unwrap().kind() != EventKind::Resync {}
            for other in ["company-harborline", "company-parlor", "company-northgate"] {
                publish_event(&server, other, "", other).await;
            }
            assert_eq!(next(&mut stream).await.unwrap().subject, company);
        }
    }

    async fn a_client_whose_next_event_was_deleted_gets_a_resync(server: TestServer) {
        let dana = server.harborline_admin().await;
        for nth in 0..5 {
            publish_event(&server, "company-harborline", HARBOR_ROW, &nth.to_string()).await;
        }
        let mut stream = watch(&server, &dana.token, 0).await;
        let old = next(&mut stream).await.unwrap().sequence;
        server.later(events::RETENTION).await;
        for nth in 5..8 {
            publish_event(&server, "company-harborline", HARBOR_ROW, &nth.to_string()).await;
        }
        server.later(Duration::from_secs(3600)).await;
        let token = server.harborline_admin().await.token;
        // If all missing events are stored, they are delivered.
        let mut resumed = watch(&server, &token, old).await;
        assert_eq!(next(&mut resumed).await.unwrap().kind(), EventKind::Ready);
        for nth in 5..8 {
            assert_eq!(next(&mut resumed).await.unwrap().subject, nth.to_string());
        }
        let mut gone = watch(&server, &token, old - 1).await;
        assert_eq!(next(&mut gone).await.unwrap().kind(), EventKind::Resync);
        let ready = next(&mut gone).await.unwrap();
        assert_eq!((ready.kind(), ready.sequence), (EventKind::Ready, old + 3));

        // The same holds if no events are stored any more.
        server.later(events::RETENTION + Duration::from_secs(3600)).await;
        let token = server.harborline_admin().await.token;
        for (after, first) in [(old + 3, EventKind::Ready), (old + 2, EventKind::Resync)] {
            assert_eq!(next(&mut watch(&server, &token, after).await).await.unwrap().kind(), first, "{after}");
        }
        publish_event(&server, "company-harborline", HARBOR_ROW, "on").await;
        let mut resumed = watch(&server, &token, old + 3).await;
        assert_eq!(next(&mut resumed).await.unwrap().kind(), EventKind::Ready);
        let on = next(&mut resumed).await.unwrap();
        assert_eq!((on.subject.as_str(), on.sequence), ("on", old + 4), "sequence numbers continue");
    }

    async fn over_rest_events_are_newline_delimited_json(server: TestServer) {
        use http_body_util::BodyExt;
        let dana = server.harborline_admin().await;
        let client = hyper_util::client::legacy::Client::builder(hyper_util::rt::TokioExecutor::new()).build_http();
        let request = http::Request::get(format!("http://{}/events", server.address))
            .header("usertoken", &dana.token)
            .body(http_body_util::Full::<bytes::Bytes>::default())
            .unwrap();
        let mut body = client.request(request).await.unwrap().into_body();
        let line = body.frame().await.unwrap().unwrap().into_data().unwrap();
        let line: serde_json::Value = serde_json::from_slice(&line).unwrap();
        assert_eq!(line["result"]["kind"], "READY");
    }
}

/// The other server receives both in the order in which they were committed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_logout_ends_streams_on_another_server_before_the_next_event() {
    let one = TestServer::open(Engine::Postgres).await;
    let other = one.start_another(&[KEY]).await;
    for round in 0..30 {
        let marcus = one.login("manager@harborline.example").await;
        let mut stream = watch(&other, &marcus.token, 0).await;
        next(&mut stream).await.unwrap();
        marcus.post("/users/logout", json!({})).await.ok();
        publish_event(&one, "company-harborline", HARBOR_ROW, "afterwards").await;
        let result = next(&mut stream).await;
        assert_eq!(result.unwrap_err().code(), Code::Unauthenticated, "round {round}");
    }
}

/// Only for SQLite, because PostgreSQL itself sends notifications when a transaction commits.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_committed_change_is_signaled_even_if_the_caller_disconnects() {
    let server = TestServer::open(Engine::Sqlite).await;
    let mut signals = server.db.signals();
    let signal = Signal::Events("company-nobody".into(), 1);
    let mut tx = server.db.platform().await.unwrap();
    tx.query("UPDATE company SET label = 'told'").run().await.unwrap();
    tx.signal(signal.clone());
    let _ = tx.commit().now_or_never();
    let signaled = async { while signals.next().await.expect("an open database") != signal {} };
    within("the signal is received", signaled).await;
    let mut tx = server.db.platform_read().await.unwrap();
    let (label,): (String,) = tx.query("SELECT DISTINCT label FROM company").one().await.unwrap();
    assert_eq!(label, "told");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_number_of_streams_is_limited_per_company() {
    let server =
        TestServer::with_streams(Engine::Sqlite, StreamLimits { per_session: 20, per_company: 3 }).await;
    let (dana, marcus) = (server.harborline_admin().await, server.login("manager@harborline.example").await);
    let mut hers = watch_many(&server, &dana.token, 3).await;
    assert_too_many(&server, &marcus.token).await;
    let _others = watch_many(&server, &server.northgate_admin().await.token, 1).await;
    drop(hers.pop());
    watch_when_free(&server, &marcus.token).await;
}
