//! Claims of idempotency keys: who executes a call, and what happens if the claim or the server is lost.
use std::sync::Arc;

use app::transport::{Limits, ServerEdge};
use platform::{
    Clock, Db, ErrorReason, Fault, Ids, Scope,
    idempotency::{self, Claim, KeyState, KeyedRequest, StoredResponse},
    ids::CompanyId,
};
use sqlx::Connection;

use super::*;

const LEASE: Duration = Duration::from_secs(60);

fn ids() -> Ids {
    Ids::from_entropy()
}

/// Returns the claim and the request of a call by Dana that is being executed.
async fn claim_key(server: &TestServer, key: &str) -> (Arc<Claim>, KeyedRequest) {
    claim_key_on(&server.db, server, key).await
}

async fn claim_key_on(db: &Db, server: &TestServer, key: &str) -> (Arc<Claim>, KeyedRequest) {
    let text = str::to_owned;
    let request = KeyedRequest {
        company: text("company-harborline"),
        caller: text("dana"),
        key: text(key),
        digest: text("x"),
    };
    match idempotency::claim(db, &ids(), &request, server.clock.now()).await {
        Ok(KeyState::Claimed(claim)) => (claim, request),
        other => panic!("{other:?}"),
    }
}

/// Adds an effect in a company to which the caller does not belong.
async fn apply_effect(server: &TestServer, claim: Arc<Claim>, label: &'static str) -> Result<(), Fault> {
    apply_effect_on(&server.db, claim, label).await
}

async fn apply_effect_on(db: &Db, claim: Arc<Claim>, label: &'static str) -> Result<(), Fault> {
    let scope = Scope::of_company(&CompanyId::from("company-northgate"));
    idempotency::within(claim, async {
        let mut tx = db.write(&scope).await?;
        tx.query("UPDATE company SET label = $2 WHERE id = $1")
            .bind("company-northgate")
            .bind(label)
            .run()
            .await?;
        tx.commit().await
    })
    .await
}

async fn labels(server: &TestServer) -> Vec<String> {
    let mut tx = server.db.platform_read().await.unwrap();
    let sql = "SELECT label FROM company WHERE id = 'company-northgate'";
    tx.query(sql).all::<(String,)>().await.unwrap().into_iter().map(|(label,)| label).collect()
}

on_both! {
    async fn a_lost_claim_cannot_write(server: TestServer) {
        let (slow, request) = claim_key(&server, "key").await;
        server.clock.advance(LEASE);
        let Ok(KeyState::Claimed(quick)) = idempotency::claim(&server.db, &ids(), &request, server.clock.now()).await else {
            panic!("an abandoned claim is free");
        };
        let late = apply_effect(&server, slow.clone(), "late").await.expect_err("it lost the claim");
        assert_eq!(late.code(), Code::Aborted);
        apply_effect(&server, quick.clone(), "in time").await.unwrap();
        apply_effect(&server, quick.clone(), "and again").await.unwrap();
        assert_eq!(labels(&server).await, ["and again"]);

        // It can neither store a response nor release the claim.
        let answer = |body: &str| StoredResponse { code: 0, message: String::new(), details: vec![], body: body.into() };
        idempotency::store_answer(&server.db, &slow, &answer("late")).await.unwrap();
        idempotency::release(&server.db, &slow, server.clock.now()).await.unwrap();
        idempotency::store_answer(&server.db, &quick, &answer("in time")).await.unwrap();
        match idempotency::find(&server.db, &request, server.clock.now()).await {
            Ok(KeyState::Answered(stored)) => assert_eq!(stored, answer("in time")),
            other => panic!("{other:?}"),
        }
    }

    async fn a_released_claim_is_free_unless_it_had_an_effect(server: TestServer) {
        let (nothing, request) = claim_key(&server, "nothing").await;
        idempotency::release(&server.db, &nothing, server.clock.now()).await.unwrap();
        assert!(matches!(idempotency::find(&server.db, &request, server.clock.now()).await, Ok(KeyState::Free)));
        let (something, request) = claim_key(&server, "something").await;
        apply_effect(&server, something.clone(), "done").await.unwrap();
        idempotency::release(&server.db, &something, server.clock.now()).await.unwrap();
        let lost = idempotency::find(&server.db, &request, server.clock.now()).await.expect_err("the call had an effect");
        assert_eq!(lost.code(), Code::Aborted);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_abandoned_by_its_holder_can_be_retried_unless_it_had_an_effect() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let limits = Limits { underway: Duration::from_millis(100), ..Limits::default() };
        let server = TestServer::with_edge(ServerEdge { limits, ..ServerEdge::default() }, engine).await;
        let dana = server.harborline_admin().await;
        let train = async |key: &str, on: bool| {
            let body = json!({ "id": HARBOR_ROW, "isTraining": on });
            call_with_key(&server, Transport::Rest, "CommunityService.SetTraining", &dana, key, &body).await
        };
        let without_effect = "UPDATE idempotency_key SET state = 1, body = NULL WHERE key = 'on'";
        let with_effect = "UPDATE idempotency_key SET state = 2, body = NULL WHERE key = 'on'";
        for (sql, expected) in
            [(without_effect, (Code::Ok, "")), (with_effect, (Code::Aborted, "IDEMPOTENT_RESULT_LOST"))]
        {
            train("on", true).await.ok();
            assert_eq!(change(&server, sql).await, 1);
            train(&format!("off {sql}"), false).await.ok();
            let response = train("on", true).await;
            assert_eq!(response.refusal(), (Code::Unavailable, "STILL_UNDERWAY"));
            server.clock.advance(LEASE);
            let response = train("on", true).await;
            assert_eq!((response.refusal(), response.replayed), (expected, false));
            assert_eq!(is_in_training(&dana).await, expected.0 == Code::Ok);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_of_a_killed_server_can_be_retried_after_its_restart() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::serve(folder.path(), &["--demo"]).await;
    let token = program.login("admin@harborline.example").await;
    let path = format!("/textCommunities/community/{HARBOR_ROW}/training");
    let body = json!({ "isTraining": true });
    let act = |key: &'static str| [("usertoken", token.clone()), ("idempotency-key", key.to_owned())];
    let train = async |program: &Program, key| {
        let headers = act(key);
        let headers = headers.each_ref().map(|(name, value)| (*name, value.as_str()));
        program.with("PATCH", &path, &headers, Some(body.clone())).await
    };
    for key in ["begun", "effected"] {
        train(&program, key).await.ok();
    }
    program.stop().await;
    let mut connection =
        sqlx_sqlite::SqliteConnection::connect(folder.path().join("parlor.db").to_str().unwrap())
            .await
            .unwrap();
    for sql in [
        "UPDATE idempotency_key SET state = 1, body = NULL, lease_ms = 4000000000000 WHERE key = 'begun'",
        "UPDATE idempotency_key SET state = 2, body = NULL, lease_ms = 4000000000000 WHERE key = 'effected'",
    ] {
        assert_eq!(sqlx::query(sql).execute(&mut connection).await.unwrap().rows_affected(), 1);
    }
    connection.close().await.unwrap();
    let program = Program::serve(folder.path(), &[]).await;
    train(&program, "begun").await.ok();
    assert_eq!(train(&program, "effected").await.reason(), "IDEMPOTENT_RESULT_LOST");
    program.stop().await;
}

/// The clock is frozen, so that no lease expires; only the lock shows which server is alive.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_of_another_dead_server_can_be_retried_once_it_is_detected() {
    let server = TestServer::open(Engine::Postgres).await;
    let dying = Db::postgres(&owner_url(&server.database)).await.unwrap();
    let (_, request) = claim_key_on(&dying, &server, "begun").await;
    let (effected, done) = claim_key_on(&dying, &server, "effected").await;
    apply_effect_on(&dying, effected, "done").await.unwrap();
    let find =
        async |request: &KeyedRequest| idempotency::find(&server.db, request, server.clock.now()).await;
    for request in [&request, &done] {
        assert!(matches!(find(request).await, Ok(KeyState::InProgress)), "the server is alive");
    }
    dying.close().await;
    until("the dead server is detected", async || matches!(find(&request).await, Ok(KeyState::Free))).await;
    let (mine, _) = claim_key(&server, "begun").await;
    apply_effect(&server, mine, "again").await.unwrap();
    assert_eq!(labels(&server).await, ["again"]);
    assert_eq!(
        find(&done).await.expect_err("the call had an effect").reason(),
        ErrorReason::IdempotentResultLost
    );
}
