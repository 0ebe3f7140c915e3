//! One effect per idempotency key, regardless of how often and over which transport a call is repeated.
mod claims;

use std::{collections::HashSet, time::Duration};

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tonic::Code;

use crate::support::*;

const DAY: Duration = Duration::from_secs(24 * 3600);

fn question(question: &str) -> Value {
    json!({ "communityId": HARBOR_ROW, "question": question, "answer": "So it is." })
}

/// Makes a call with a key.
async fn call_with_key(
    server: &TestServer,
    transport: Transport,
    name: &str,
    staff: &Staff<'_>,
    key: &str,
    body: &Value,
) -> CallResult {
    let headers = [("usertoken", staff.token.as_str()), ("idempotency-key", key)];
    server.by(transport, &method(name), &headers, body).await
}

async fn create(
    server: &TestServer,
    transport: Transport,
    staff: &Staff<'_>,
    key: &str,
    body: &Value,
) -> CallResult {
    call_with_key(server, transport, "KnowledgeService.CreateAnswer", staff, key, body).await
}

/// Returns the IDs of the answers to a question.
async fn answer_ids(staff: &Staff<'_>, question: &str) -> Vec<String> {
    let path = format!("/textCommunities/community/{HARBOR_ROW}/answers?limit=200");
    let answers = staff.get(&path).await.ok()["answers"].as_array().unwrap().clone();
    let same = answers.iter().filter(|answer| answer["question"] == question);
    same.map(|answer| answer["_id"].as_str().unwrap().to_owned()).collect()
}

async fn is_in_training(staff: &Staff<'_>) -> bool {
    let path = format!("/textCommunities/community/{HARBOR_ROW}");
    staff.get(&path).await.ok()["textCommunity"]["isTraining"].as_bool().unwrap()
}

async fn change(server: &TestServer, sql: &'static str) -> u64 {
    let mut tx = server.db.platform().await.unwrap();
    let changed = tx.query(sql).run().await.unwrap();
    tx.commit().await.unwrap();
    changed
}

async fn count_stored_keys(server: &TestServer) -> i64 {
    let mut tx = server.db.platform_read().await.unwrap();
    let (count,): (i64,) = tx.query("SELECT count(*) FROM idempotency_key").one().await.unwrap();
    count
}

on_both! {
    async fn a_repeated_call_gets_the_first_response_over_any_transport(server: TestServer) {
        let dana = server.harborline_admin().await;
        for first in TRANSPORTS {
            let text = format!("What comes by {first:?} first?");
            let key = format!("key of {first:?}");
            let first_response = create(&server, first, &dana, &key, &question(&text)).await;
            let id = first_response.ok()["answer"]["_id"].clone();
            assert!(!first_response.replayed);
            for again in TRANSPORTS {
                let response = create(&server, again, &dana, &key, &question(&text)).await;
                assert_eq!(response.ok()["answer"]["_id"], id, "{again:?}");
                assert!(response.replayed, "{again:?}");
                if again == first {
                    assert_eq!(response.json, first_response.json);
                }
            }
            assert_eq!(answer_ids(&dana, &text).await, [id.as_str().unwrap()]);
        }
    }

    async fn a_repeated_answer_to_an_escalation_sends_one_notice(server: TestServer) {
        let dana = server.harborline_admin().await;
        let phone = "+12025550173";
        dana.text(phone, HARBOR_ROW_NUMBER, "may i keep a zeppelin on the roof").await.ok();
        let id = dana.open_escalations().await[0]["_id"].clone();
        let body = json!({ "id": id, "answer": "Not on the roof.", "notifyHomeownerData": { "notify": true } });
        let mut responses = Vec::new();
        for transport in [Transport::GrpcWeb, Transport::Rest, Transport::Grpc, Transport::GrpcWeb] {
            responses.push(call_with_key(&server, transport, "EscalationService.AnswerEscalation", &dana, "one act", &body).await);
        }
        assert!(responses.iter().all(|responses| responses.ok()["escalation"]["state"].as_str().unwrap().ends_with("REVIEWED")));
        assert_eq!(responses.iter().map(|responses| responses.replayed).collect::<Vec<_>>(), [false, true, true, true]);
        server.later(Duration::from_secs(60)).await;
        let notices = dana.phone(phone).await.into_iter().filter(|m| m["body"].as_str().unwrap().contains("Not on the roof."));
        assert_eq!(notices.count(), 1);
        // Without its key, the same call is a new action, which comes too late.
        let late = server.by(Transport::Rest, &method("EscalationService.AnswerEscalation"), &[("usertoken", &dana.token)], &body).await;
        assert_ne!(late.code, Code::Ok);
    }

    async fn concurrent_calls_with_one_key_have_one_effect_and_the_same_response(server: TestServer) {
        let dana = server.harborline_admin().await;
        let body = question("Are a hundred one?");
        let calls = (0..100).map(|i| create(&server, TRANSPORTS[i % 3], &dana, "a hundred", &body));
        let responses = futures::future::join_all(calls).await;
        let ids: HashSet<_> = responses.iter().map(|responses| responses.ok()["answer"]["_id"].to_string()).collect();
        assert_eq!(ids.len(), 1, "{ids:?}");
        assert_eq!(responses.iter().filter(|responses| !responses.replayed).count(), 1);
        assert_eq!(answer_ids(&dana, "Are a hundred one?").await.len(), 1);
    }

    async fn a_key_belongs_to_one_request_and_one_user(server: TestServer) {
        let dana = server.harborline_admin().await;
        create(&server, Transport::Rest, &dana, "mine", &question("Whose is it?")).await.ok();
        for transport in TRANSPORTS {
            let other = create(&server, transport, &dana, "mine", &question("What else is it?")).await;
            assert_eq!(other.refusal(), (Code::FailedPrecondition, "IDEMPOTENCY_KEY_REUSED"), "{transport:?}");
            let body = json!({ "id": HARBOR_ROW, "isTraining": true });
            let other = call_with_key(&server, transport, "CommunityService.SetTraining", &dana, "mine", &body).await;
            assert_eq!(other.refusal(), (Code::FailedPrecondition, "IDEMPOTENCY_KEY_REUSED"), "{transport:?}");
        }
        assert!(answer_ids(&dana, "What else is it?").await.is_empty() && !is_in_training(&dana).await);
        // Keys of other users, and of other sessions of the same user, are different keys.
        let marcus = server.login("manager@harborline.example").await;
        let theirs = create(&server, Transport::Grpc, &marcus, "mine", &question("Whose is it?")).await;
        assert_eq!((theirs.refusal(), theirs.replayed), ((Code::AlreadyExists, "QUESTION_EXISTS"), false));
        create(&server, Transport::Grpc, &marcus, "yours", &question("What else is it?")).await.ok();
        let dana_elsewhere = server.harborline_admin().await;
        assert!(create(&server, Transport::Grpc, &dana_elsewhere, "mine", &question("Whose is it?")).await.replayed);
    }

    async fn refusals_are_replayed_and_failures_are_not(server: TestServer) {
        let dana = server.harborline_admin().await;
        create(&server, Transport::Rest, &dana, "first", &question("Is it taken?")).await.ok();
        let refused = create(&server, Transport::Rest, &dana, "second", &question("Is it taken?")).await;
        assert_eq!(refused.refusal(), (Code::AlreadyExists, "QUESTION_EXISTS"));
        let body = json!({ "communityId": HARBOR_ROW, "id": answer_ids(&dana, "Is it taken?").await[0] });
        call_with_key(&server, Transport::Rest, "KnowledgeService.DeleteAnswer", &dana, "third", &body).await.ok();
        for transport in TRANSPORTS {
            let again = create(&server, transport, &dana, "second", &question("Is it taken?")).await;
            assert_eq!((again.refusal(), &again.message), (refused.refusal(), &refused.message), "{transport:?}");
            assert!(again.replayed);
        }
        assert!(answer_ids(&dana, "Is it taken?").await.is_empty());

        server.as_owner(
            "CREATE TRIGGER broken BEFORE INSERT ON answer BEGIN SELECT RAISE(ABORT, 'it is broken'); END",
            "CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS
                 $$ BEGIN RAISE EXCEPTION 'it is going down' USING ERRCODE = '57P03'; END $$;
             CREATE TRIGGER broken BEFORE INSERT ON answer FOR EACH ROW EXECUTE FUNCTION broken()",
        )
        .await;
        let failed = create(&server, Transport::Grpc, &dana, "fourth", &question("Is it broken?")).await;
        assert!(matches!(failed.code, Code::Unavailable | Code::Internal), "{failed:?}");
        server.as_owner("DROP TRIGGER broken", "DROP TRIGGER broken ON answer").await;
        let retried = create(&server, Transport::GrpcWeb, &dana, "fourth", &question("Is it broken?")).await;
        assert!(retried.ok()["answer"]["_id"].is_string() && !retried.replayed);
    }

    async fn a_key_expires_after_a_day(server: TestServer) {
        let dana = server.harborline_admin().await;
        create(&server, Transport::Rest, &dana, "old", &question("How old is it?")).await.ok();
        for i in 0..5 {
            create(&server, Transport::Rest, &dana, &format!("older {i}"), &question(&format!("Which is {i}?"))).await.ok();
        }
        server.clock.advance(DAY - Duration::from_millis(1));
        assert!(create(&server, Transport::Rest, &dana, "old", &question("How old is it?")).await.replayed);
        server.clock.advance(Duration::from_millis(1));
        let another = create(&server, Transport::Rest, &dana, "old", &question("How new is it?")).await;
        assert!(another.ok()["answer"]["_id"].is_string() && !another.replayed);
        assert!(create(&server, Transport::Rest, &dana, "old", &question("How new is it?")).await.replayed);
        server.later(Duration::from_secs(3_600)).await;
        assert_eq!(count_stored_keys(&server).await, 1);
    }

    async fn invalid_keys_are_refused_and_reads_ignore_keys(server: TestServer) {
        let dana = server.harborline_admin().await;
        let long = "x".repeat(129);
        for transport in TRANSPORTS {
            for bad in ["", long.as_str(), "a\tb"] {
                let response = create(&server, transport, &dana, bad, &question("Is it a key?")).await;
                assert_eq!(response.refusal(), (Code::InvalidArgument, "INVALID_FIELDS"), "{transport:?} {bad:?}");
                assert!(response.message.contains("idempotency-key"), "{}", response.message);
            }
        }
        assert!(answer_ids(&dana, "Is it a key?").await.is_empty());
        create(&server, Transport::Rest, &dana, &long[1..], &question("Is it a key?")).await.ok();
        let path = format!("http://{}/users/token", server.address);
        let request = http::Request::get(path).header("usertoken", &dana.token).header("idempotency-key", &long);
        let answer = server.send(request.body(http_body_util::Full::default()).unwrap()).await;
        assert_eq!((answer.status.as_u16(), answer.headers.contains_key("idempotency-replayed")), (200, false));
    }

    async fn a_replay_needs_current_access(server: TestServer) {
        let dana = server.harborline_admin().await;
        create(&server, Transport::Rest, &dana, "mine", &question("Is it still mine?")).await.ok();
        dana.post("/users/logout", json!({})).await.ok();
        let response = create(&server, Transport::Rest, &dana, "mine", &question("Is it still mine?")).await;
        assert_eq!((response.code, response.replayed), (Code::Unauthenticated, false));
    }

    async fn logins_are_not_replayed_and_each_attempt_is_rate_limited(server: TestServer) {
        let login = method("SessionService.Login");
        let attempt = async |transport: Transport, key: &str, password: &str| {
            let body = json!({ "email": "admin@harborline.example", "password": password });
            server.by(transport, &login, &[("idempotency-key", key)], &body).await
        };
        let tokens: Vec<_> = [attempt(Transport::Rest, "key", PASSWORD).await, attempt(Transport::Grpc, "key", PASSWORD).await]
            .iter().map(|response| (response.ok()["token"].clone(), response.replayed)).collect();
        assert!(tokens[0].0 != tokens[1].0 && !tokens[0].1 && !tokens[1].1);
        assert_eq!(count_stored_keys(&server).await, 0);

        let wrong = (Code::Unauthenticated, "WRONG_CREDENTIALS");
        for i in 0..15 {
            assert_eq!(attempt(TRANSPORTS[i % 3], "key", "wrong-wrong-wrong").await.refusal(), wrong, "{i}");
        }
        // One key does not allow guessing many passwords.
        for i in 0..9 {
            assert_eq!(attempt(Transport::Rest, "key", &format!("wrong-wrong-{i}")).await.refusal(), wrong, "{i}");
        }
        let limited = attempt(Transport::Rest, "key", "wrong-wrong-9").await;
        assert_eq!(limited.refusal(), (Code::ResourceExhausted, "TOO_MANY_ATTEMPTS"));
        // The result of a counted attempt is returned again.
        assert_eq!(attempt(Transport::Rest, "key", "wrong-wrong-8").await.refusal(), wrong);
        server.clock.advance(Duration::from_secs(15 * 60));
        attempt(Transport::Rest, "key", PASSWORD).await.ok();
    }

    async fn a_repeated_call_waits_for_the_one_in_progress(server: TestServer) {
        let dana = server.harborline_admin().await;
        let body = question("Is it under way?");
        let done = create(&server, Transport::Rest, &dana, "key", &body).await;
        assert_eq!(change(&server, "UPDATE idempotency_key SET state = 1").await, 1);
        let (response, ()) = tokio::join!(create(&server, Transport::Rest, &dana, "key", &body), async {
            tokio::time::sleep(Duration::from_millis(50)).await;
            change(&server, "UPDATE idempotency_key SET state = 3").await;
        });
        assert_eq!((response.ok(), response.replayed), (done.ok(), true));
    }

    async fn a_client_that_disconnected_gets_the_response_on_retry(server: TestServer) {
        let dana = server.harborline_admin().await;
        for i in 0..10 {
            let (text, key) = (format!("Who hung up {i} times?"), format!("key {i}"));
            let body = question(&text).to_string();
            let call = format!(
                "POST /textCommunities/community/{HARBOR_ROW}/answers HTTP/1.1\r\nhost: here\r\nusertoken: {}\r\n\
                 content-type: application/json\r\nidempotency-key: {key}\r\ncontent-length: {}\r\n\r\n{body}",
                dana.token,
                body.len(),
            );
            let mut client = tokio::net::TcpStream::connect(server.address).await.unwrap();
            client.write_all(call.as_bytes()).await.unwrap();
            tokio::time::sleep(Duration::from_millis(i)).await;
            drop(client);
            let response = create(&server, Transport::GrpcWeb, &dana, &key, &question(&text)).await;
            assert_eq!(answer_ids(&dana, &text).await, [response.ok()["answer"]["_id"].as_str().unwrap()]);
        }
    }
}
