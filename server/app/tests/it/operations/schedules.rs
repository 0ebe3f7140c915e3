//! Scheduled jobs: each run is enqueued once, regardless of the number of servers. Expired data is deleted,
//! including that of users who never return.
use std::time::Duration;

use futures::future::join;
use platform::{Clock, Scope};
use serde_json::json;
use sqlx::types::Json;

use crate::support::*;

const HOUR: Duration = Duration::from_secs(3_600);
const DAY: Duration = Duration::from_secs(24 * 3_600);
const MOMENT: Duration = Duration::from_millis(1);
const MARCUS: &str = "manager@harborline.example";

/// Records each job that is enqueued from now on.
async fn record_jobs(server: &TestServer) {
    server.settled().await;
    server
        .as_owner(
            "CREATE TABLE noted (kind TEXT NOT NULL);
             CREATE TRIGGER noted AFTER INSERT ON job BEGIN INSERT INTO noted VALUES (NEW.kind); END",
            "CREATE TABLE noted (kind TEXT NOT NULL);
             GRANT SELECT, INSERT ON noted TO parlor_server;
             CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
                 $$ BEGIN INSERT INTO noted VALUES (NEW.kind); RETURN NULL; END $$;
             CREATE TRIGGER noted AFTER INSERT ON job FOR EACH ROW EXECUTE FUNCTION note()",
        )
        .await;
}

/// Returns the number of enqueued jobs of a kind.
async fn enqueued_jobs(server: &TestServer, kind: &str) -> i64 {
    let mut tx = server.db.platform_read().await.unwrap();
    let (count,): (i64,) =
        tx.query("SELECT count(*) FROM noted WHERE kind = $1").bind(kind).one().await.unwrap();
    count
}

async fn number(server: &TestServer, sql: &'static str) -> i64 {
    let mut tx = server.db.platform_read().await.unwrap();
    let (number,): (i64,) = tx.query(sql).one().await.unwrap();
    number
}

async fn sessions(server: &TestServer) -> i64 {
    number(server, "SELECT count(*) FROM session").await
}

async fn tokens(server: &TestServer) -> (i64, i64) {
    let tokens = number(server, "SELECT count(*) FROM partner_token").await;
    (tokens, number(server, "SELECT count(*) FROM partner_grant").await)
}

/// Inserts many rows with the oldest possible time.
async fn insert_old_rows(server: &TestServer, sqlite: &'static str, postgres: &'static str) {
    let numbers: Vec<String> = (0..1_250).map(|n: i32| n.to_string()).collect();
    let mut tx = server.db.platform().await.unwrap();
    tx.query(platform::dialect(sqlite, postgres)).bind(Json(numbers)).run().await.unwrap();
    tx.commit().await.unwrap();
}

on_both! {
    async fn each_schedule_slot_gets_one_job_and_missed_slots_share_one(server: TestServer) {
        record_jobs(&server).await;
        server.later(HOUR - MOMENT).await;
        assert_eq!((enqueued_jobs(&server, "DELETE_SESSIONS").await, enqueued_jobs(&server, "DELETE_FILES").await), (0, 1));
        server.later(MOMENT).await;
        assert_eq!((enqueued_jobs(&server, "DELETE_SESSIONS").await, enqueued_jobs(&server, "DELETE_FILES").await), (1, 2));
        server.later(DAY * 2 + HOUR / 2).await;
        assert_eq!(enqueued_jobs(&server, "DELETE_SESSIONS").await, 2);
        server.later(HOUR / 2 - MOMENT).await;
        assert_eq!(enqueued_jobs(&server, "DELETE_SESSIONS").await, 2);
        server.later(MOMENT).await;
        assert_eq!(enqueued_jobs(&server, "DELETE_SESSIONS").await, 3, "the schedule is on time again");
    }

    async fn expired_sessions_are_deleted(server: TestServer) {
        let before = sessions(&server).await;
        server.login(MARCUS).await;
        server.later(DAY * 30).await;
        assert_eq!(sessions(&server).await, before + 1, "a valid session is kept");
        let dana = server.harborline_admin().await;
        server.later(HOUR).await;
        assert_eq!(sessions(&server).await, before + 2, "kept for an hour, in case the clock is wrong");
        server.later(HOUR).await;
        assert_eq!(sessions(&server).await, before + 1);
        assert_eq!(dana.get("/users/token").await.status, 200);
        // After half a year, the address from which Marcus signed in is no longer trusted.
        assert_eq!(number(&server, "SELECT count(*) FROM trusted_client").await, 2);
        server.later(DAY * 150 - HOUR).await;
        assert_eq!(number(&server, "SELECT count(*) FROM trusted_client").await, 1);
        assert_eq!(sessions(&server).await, 0);
    }

    async fn expired_password_links_are_deleted(server: TestServer) {
        let links = "SELECT count(*) FROM password_link";
        let ask = async |email: &str| {
            server.rest("POST", "/users/password/forgot", "", Some(json!({ "email": email }))).await.ok();
            server.settled().await;
        };
        ask(MARCUS).await;
        server.later(HOUR / 2 + MOMENT).await;
        ask("admin@harborline.example").await;
        assert_eq!(number(&server, links).await, 2);
        server.later(HOUR / 2 - MOMENT).await;
        assert_eq!(number(&server, links).await, 2, "kept for an hour, in case the clock is wrong");
        server.later(HOUR).await;
        assert_eq!(number(&server, links).await, 1);
        server.later(HOUR).await;
        assert_eq!(number(&server, links).await, 0);
    }

    async fn expired_oauth_codes_tokens_and_grants_are_deleted(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&["KNOWLEDGE_READ"], &[REDIRECT]).await;
        // One grant expires unused, and one has tokens; a machine has a token without a grant.
        dana.allow(&partner, "").await;
        let code = dana.allow(&partner, "").await;
        let refresh = server.redeem(&partner, &code).await.ok()["refresh_token"].as_str().unwrap().to_owned();
        server.machine(&partner).await;
        assert_eq!(tokens(&server).await, (5, 2));
        // Expired data is kept for a day.
        server.later(DAY).await;
        assert_eq!(tokens(&server).await, (5, 2));
        server.later(HOUR).await;
        assert_eq!(tokens(&server).await, (1, 1));
        server.refresh(&partner, &refresh).await.ok();
        server.later(DAY * 32).await;
        assert_eq!(tokens(&server).await, (0, 0));
    }

    async fn carrier_reports_and_sent_emails_are_deleted_after_a_year(server: TestServer) {
        let mut tx = server.db.write(&Scope::of_company(&"company-harborline".into())).await.unwrap();
        for (id, status) in [("waits", 1), ("leaves", 2), ("left", 3), ("stayed", 4)] {
            tx.query(
                "INSERT INTO mail (company_id, id, to_address, subject, body, withheld, status, problem, created_ms)
                 VALUES ('company-harborline', $1, '', '', '', FALSE, $2, '', $3)",
            )
            .bind(id)
            .bind(status)
            .bind(server.clock.now())
            .run()
            .await
            .unwrap();
            let sql = "INSERT INTO carrier_report (company_id, sid, status, at_ms) VALUES ('company-harborline', $1, 'sent', $2)";
            tx.query(sql).bind(id).bind(server.clock.now()).run().await.unwrap();
        }
        tx.commit().await.unwrap();
        let kept = async || {
            let mails = number(&server, "SELECT count(*) FROM mail WHERE to_address = ''").await;
            (mails, number(&server, "SELECT count(*) FROM carrier_report WHERE status = 'sent'").await)
        };
        server.later(DAY * 365 - HOUR).await;
        assert_eq!(kept().await, (4, 4));
        server.later(HOUR).await;
        assert_eq!(kept().await, (2, 0), "unsent emails are kept");
    }

    async fn many_expired_keys_and_rate_limit_hits_are_deleted_and_new_ones_kept(server: TestServer) {
        let dana = server.harborline_admin().await;
        insert_old_rows(
            &server,
            "INSERT INTO idempotency_key (company_id, caller, key, digest, claim, state, at_ms, lease_ms)
             SELECT '', 'nobody', value, '', '', 3, CAST(value AS BIGINT), 0 FROM json_each($1)",
            "INSERT INTO idempotency_key (company_id, caller, key, digest, claim, state, at_ms, lease_ms)
             SELECT '', 'nobody', value, '', '', 3, CAST(value AS BIGINT), 0
             FROM jsonb_array_elements_text($1) AS of (value)",
        )
        .await;
        insert_old_rows(
            &server,
            "INSERT INTO rate_limit_hit (subject, nonce, at_ms)
             SELECT 'nobody', value, CAST(value AS BIGINT) FROM json_each($1)",
            "INSERT INTO rate_limit_hit (subject, nonce, at_ms)
             SELECT 'nobody', value, CAST(value AS BIGINT) FROM jsonb_array_elements_text($1) AS of (value)",
        )
        .await;
        server.clock.advance(HOUR - MOMENT);
        let headers = [("usertoken", dana.token.as_str()), ("idempotency-key", "mine")];
        let body = json!({ "communityId": HARBOR_ROW, "question": "Is it kept?", "answer": "For a day." });
        server.by(Transport::Rest, &method("KnowledgeService.CreateAnswer"), &headers, &body).await.ok();
        server.rest("POST", "/users/login", "", Some(json!({ "email": MARCUS, "password": "wrong" }))).await;
        let (keys, attempts) = ("SELECT count(*) FROM idempotency_key", "SELECT count(*) FROM rate_limit_hit");
        let new = (number(&server, keys).await - 1_250, number(&server, attempts).await - 1_250);
        assert!(new.0 == 1 && new.1 > 0, "{new:?}");
        server.later(MOMENT).await;
        assert_eq!((number(&server, keys).await, number(&server, attempts).await), new);
        server.later(DAY + HOUR).await;
        assert_eq!((number(&server, keys).await, number(&server, attempts).await), (0, 0));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_enqueue_one_job_per_schedule_slot() {
    let one = TestServer::open(Engine::Postgres).await;
    let other = one.start_another(&[KEY]).await;
    record_jobs(&one).await;
    for slot in 1..=12 {
        one.clock.advance(HOUR);
        join(one.settled(), other.settled()).await;
        assert_eq!(enqueued_jobs(&one, "DELETE_SESSIONS").await, slot);
    }
}
