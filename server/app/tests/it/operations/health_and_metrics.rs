//! The server's metrics, health checks, shutdown and backup.

use http::Request;
use http_body_util::Full;
use serde_json::json;
use tempfile::TempDir;
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};

use crate::support::*;

const PHONE: &str = "+12025550171";

/// Returns the status of the gRPC health service.
async fn health(server: &TestServer) -> i32 {
    let mut client = HealthClient::new(server.channel().await);
    client.check(HealthCheckRequest::default()).await.unwrap().into_inner().status
}

on_both! {
    async fn metrics_count_events_without_personal_data(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, "how do i get a 2nd parking permit").await.ok();
        dana.text(PHONE, HARBOR_ROW_NUMBER, "may i keep a zeppelin on the roof").await.ok();
        assert_eq!(dana.get("/textCommunities/community/nobodys").await.status, 404);
        assert_eq!(server.rest("GET", "/users/token", "nobodys", None).await.status, 401);
        server.insert_dead_deletion("company-harborline").await;
        server.insert_dead_job("company-harborline", PHONE, json!({}), "INTERNAL").await;
        let stream = dana.first_line("/events").await;
        assert_eq!(stream["result"]["kind"], "READY");

        let metrics = server.metrics_text().await;
        for (name, expected) in [
            (r#"parlor_calls_total{method="SessionService/Login",code="Ok"}"#, 1.0),
            (r#"parlor_calls_total{method="TestPhoneService/SendTestPhoneMessage",code="Ok"}"#, 2.0),
            (r#"parlor_calls_total{method="CommunityService/GetCommunity",code="NotFound"}"#, 1.0),
            (r#"parlor_calls_total{method="SessionService/GetCurrentUser",code="Unauthenticated"}"#, 1.0),
            (r#"parlor_call_seconds_count{method="SessionService/Login"}"#, 1.0),
            (r#"parlor_jobs_total{kind="ANSWER_TEXT",outcome="done"}"#, 2.0),
            (r#"parlor_jobs_total{kind="DELIVER_TEXT",outcome="done"}"#, 2.0),
            (r#"parlor_jobs_dead{kind="DELETE_FILES"}"#, 1.0),
            (r#"parlor_jobs_dead{kind="OTHER"}"#, 1.0),
            (r#"parlor_jobs_due{kind="ANSWER_TEXT"}"#, 0.0),
            (r#"parlor_texts_total{status="DELIVERED"}"#, 2.0),
            (r#"parlor_bot_decisions_total{decision="replied"}"#, 1.0),
            (r#"parlor_bot_decisions_total{decision="escalated"}"#, 1.0),
            ("parlor_ready", 1.0),
        ] {
            assert_eq!(value_of(&metrics, name), Some(expected), "{name} in {metrics}");
        }
        assert!(metrics.contains("parlor_database_connections{pool="), "{metrics}");
        for name in ["2025550171", "harborline", "Dana", HARBOR_ROW, "zeppelin"] {
            assert!(!metrics.contains(name), "{name} in {metrics}");
        }
    }

    async fn open_streams_are_counted(server: TestServer) {
        let dana = server.harborline_admin().await;
        let request = Request::get(format!("http://{}/events", server.address)).header("usertoken", &dana.token);
        let open = server.begin(request.body(Full::default()).unwrap()).await;
        assert_eq!(value_of(&server.metrics_text().await, "parlor_streams_open"), Some(1.0));
        drop(open);
        let closing = async { while value_of(&server.metrics_text().await, "parlor_streams_open") != Some(0.0) {} };
        within("the stream is closed", closing).await;
    }

    async fn without_a_database_the_server_is_live_but_not_ready(server: TestServer) {
        for path in ["/healthz", "/readyz"] {
            assert_eq!(server.rest("GET", path, "", None).await.ok()["status"], "SERVING");
            assert_eq!(server.call_metrics_listener(path).await.ok()["status"], "SERVING");
        }
        assert_eq!(health(&server).await, 1);
        server.db.close().await;
        assert_eq!(server.rest("GET", "/healthz", "", None).await.status, 200);
        assert_eq!(server.rest("GET", "/readyz", "", None).await.status, 503);
        assert_eq!(server.call_metrics_listener("/readyz").await.status, 503);
        let telling = async { while health(&server).await != 2 {} };
        within("the health service reports it", telling).await;
        assert_eq!(value_of(&server.metrics_text().await, "parlor_ready"), Some(0.0));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn during_the_drain_period_the_server_is_not_ready_but_serves() {
    let folder = TempDir::new().unwrap();
    let mut program = Program::serve(folder.path(), &["--demo", "--drain-wait", "8"]).await;
    let token = program.login("admin@harborline.example").await;
    program.call("GET", "/readyz", "", None).await.ok();
    program.signal("TERM").await;
    let not_ready = async {
        loop {
            let answer = program.call("GET", "/readyz", "", None).await;
            if answer.status == 503 {
                return answer;
            }
        }
    };
    assert_eq!(within("the server reports that it is not ready", not_ready).await.reason(), "STOPPING");
    // Requests in the meantime are served.
    program.call("GET", "/healthz", "", None).await.ok();
    program.call("GET", "/users/token", &token, None).await.ok();
    let left = within("the server stops", program.wait_for_exit()).await;
    assert!(left.success(), "{left}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_during_writes_is_complete_and_usable() {
    let folder = TempDir::new().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy.db"));
    let program = Program::serve(&data, &["--demo"]).await;
    let token = program.login("admin@harborline.example").await;
    let answers = format!("/textCommunities/community/{HARBOR_ROW}/answers");
    let write = async |number: usize| {
        let answer = json!({ "question": format!("Is {number} kept?"), "answer": "It is." });
        program.call("POST", &answers, &token, Some(answer)).await.ok();
    };
    for number in 0..20 {
        write(number).await;
    }
    let args = ["backup", copy.to_str().unwrap(), "--data-dir", data.to_str().unwrap()];
    let mut copying = tokio::spawn(run_to_end(parlor(&args)));
    let mut written = 20;
    let made = loop {
        tokio::select! {
            made = &mut copying => break made.unwrap(),
            () = write(written) => written += 1,
        }
    };
    assert!(made.status.success(), "{}", text_of(&made.stderr));
    let output = text_of(&made.stdout);
    assert!(output.contains("copy.db") && output.contains("parlor.key"), "{output}");
    let again = run_to_end(parlor(&args)).await;
    assert_eq!(again.status.code(), Some(1));
    assert!(text_of(&again.stderr).contains("already exists"), "{}", text_of(&again.stderr));
    program.stop().await;

    // As described in the README.
    let restored = folder.path().join("restored");
    std::fs::create_dir(&restored).unwrap();
    std::fs::copy(&copy, restored.join("parlor.db")).unwrap();
    std::fs::copy(data.join("parlor.key"), restored.join("parlor.key")).unwrap();
    let program = Program::serve(&restored, &[]).await;
    // The backup contains the session as well.
    let kept = program.call("GET", &format!("{answers}?limit=200"), &token, None).await.ok();
    let kept = kept["answers"].as_array().unwrap().clone();
    for number in 0..20 {
        let question = format!("Is {number} kept?");
        assert!(kept.iter().any(|answer| answer["question"] == question.as_str()), "{question}");
    }
    program.stop().await;
}

#[tokio::test]
async fn an_impossible_backup_is_refused_in_plain_words() {
    let folder = TempDir::new().unwrap();
    let (data, copy) = (folder.path().to_str().unwrap(), folder.path().join("copy.db"));
    let nothing = run_to_end(parlor(&["backup", copy.to_str().unwrap(), "--data-dir", data])).await;
    assert_eq!(nothing.status.code(), Some(1));
    assert!(text_of(&nothing.stderr).contains("There is no database"), "{}", text_of(&nothing.stderr));
    assert!(!copy.exists());
    let mut postgres = parlor(&["backup", copy.to_str().unwrap()]);
    postgres.env("PARLOR_DATABASE_URL", "postgres://owner:hidden-canary@host/parlor");
    let refused = run_to_end(postgres).await;
    let error = text_of(&refused.stderr);
    assert!(error.contains("pg_dump") && !error.contains("hidden-canary"), "{error}");
}
