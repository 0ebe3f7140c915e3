//! Many users: a search among a company's 5,000 communities compared with the bare statement, on both
//! engines, and the effect of 500 concurrent sign-ins on the calls of other users.
#![allow(clippy::unwrap_used, dead_code, reason = "it may fail, and does not use all that benchmarks share")]
use std::{
    net::SocketAddr,
    path::Path,
    time::{Duration, Instant},
};

use common::{Served, line, median};
use database::Database;
use http_client::HttpClient;
use platform::{Db, Scope, dialect, ids::CompanyId};
use serde_json::json;
use sqlx::{Executor, types::Json};

mod common;
mod database;
mod http_client;

const COMMUNITIES: i64 = 5_000;
const STAFF: i64 = 2_000;
const SEARCHES: usize = 200;
const LOGINS: usize = 500;

#[tokio::main]
async fn main() {
    let data = tempfile::tempdir().unwrap();
    drop(Served::parlor(data.path(), &[]));
    let db = Db::sqlite(&data.path().join("parlor.db"), &app::MIGRATIONS).await.unwrap();
    crowd(&db).await;
    let parlor = Served::parlor(data.path(), &[("PARLOR_TRUSTED_PROXIES", "127.0.0.1")]);
    search("SQLite", &db, parlor.address).await;
    logins(parlor.address).await;
    drop(parlor);
    on_postgres(data.path()).await;
}

async fn on_postgres(data: &Path) {
    let Database { url, mut superuser, .. } = Database::make("crowd").await;
    drop(Served::parlor(data, &[("PARLOR_DATABASE_URL", url.as_str())]));
    let db = Db::postgres(&url).await.unwrap();
    crowd(&db).await;
    superuser.execute("ANALYZE").await.unwrap();
    let parlor = Served::parlor(data, &[("PARLOR_DATABASE_URL", url.as_str())]);
    search("PostgreSQL", &db, parlor.address).await;
}

/// Adds many communities to a company of the demo, and many managers who each see ten.
async fn crowd(db: &Db) {
    let scope = Scope::of_company(&CompanyId("company-harborline".into()));
    let mut tx = db.found(&scope).await.unwrap();
    let communities: Vec<_> =
        (0..COMMUNITIES).map(|i| json!([format!("crowd-{i:05}"), format!("Elm_Street_{i:05}")])).collect();
    let staff: Vec<_> =
        (0..STAFF).map(|i| json!([format!("person-{i:05}"), format!("p{i:05}@crowd.example")])).collect();
    let seen: Vec<_> = (0..STAFF)
        .flat_map(|i| {
            (0..10).map(move |k| {
                json!([format!("person-{i:05}"), format!("crowd-{:05}", (i * 7 + k * 13) % COMMUNITIES)])
            })
        })
        .collect();
    for (sql, rows) in [
        (
            dialect(
                "INSERT INTO community (id, tag, time_zone, units, is_training, knowledge_version, created_ms)
                 SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), 'UTC', 0, FALSE, 0, 0 FROM json_each($1)",
                "INSERT INTO community (id, tag, time_zone, units, is_training, knowledge_version, created_ms)
                 SELECT value->>0, value->>1, 'UTC', 0, FALSE, 0, 0 FROM jsonb_array_elements($1)",
            ),
            &communities,
        ),
        (
            dialect(
                "INSERT INTO company_community (company_id, community_id, name_key)
                 SELECT 'company-harborline', json_extract(value, '$[0]'), lower(json_extract(value, '$[1]'))
                 FROM json_each($1)",
                "INSERT INTO company_community (company_id, community_id, name_key)
                 SELECT 'company-harborline', value->>0, lower(value->>1) FROM jsonb_array_elements($1)",
            ),
            &communities,
        ),
        (
            dialect(
                "INSERT INTO staff (company_id, id, email, password_hash, first_name, last_name, job_title, parlor_role,
                     phone, text_plan, restricted_view, preferred_vendors, active, created_ms)
                 SELECT 'company-harborline', json_extract(value, '$[0]'), json_extract(value, '$[1]'),
                     (SELECT password_hash FROM staff WHERE email = 'admin@harborline.example'), 'Pat', 'Crowd',
                     'Site Staff', '', '', 0, FALSE, '[]', TRUE, 0 FROM json_each($1)",
                "INSERT INTO staff (company_id, id, email, password_hash, first_name, last_name, job_title, parlor_role,
                     phone, text_plan, restricted_view, preferred_vendors, active, created_ms)
                 SELECT 'company-harborline', value->>0, value->>1,
                     (SELECT password_hash FROM staff WHERE email = 'admin@harborline.example'), 'Pat', 'Crowd',
                     'Site Staff', '', '', 0, FALSE, '[]', TRUE, 0 FROM jsonb_array_elements($1)",
            ),
            &staff,
        ),
        (
            dialect(
                "INSERT INTO staff_community (company_id, staff_id, community_id, position)
                 SELECT 'company-harborline', json_extract(value, '$[0]'), json_extract(value, '$[1]'), 0
                 FROM json_each($1) WHERE TRUE ON CONFLICT DO NOTHING",
                "INSERT INTO staff_community (company_id, staff_id, community_id, position)
                 SELECT 'company-harborline', value->>0, value->>1, 0 FROM jsonb_array_elements($1)
                 ON CONFLICT DO NOTHING",
            ),
            &seen,
        ),
    ] {
        tx.query(sql).bind(Json(rows)).run().await.unwrap();
    }
    tx.commit().await.unwrap();
}

/// Measures the call and its statement, alternating.
async fn search(engine: &str, db: &Db, address: SocketAddr) {
    let client = client(address, &HttpClient::login(address).await.token);
    let scope = Scope::of_company(&CompanyId("company-harborline".into()));
    let (mut calls, mut bare) = (Vec::new(), Vec::new());
    for turn in 0..SEARCHES + 20 {
        let part = format!("street {:03}", turn * 37 % 50);
        let path = format!("/textCommunities/turbo-communities?searchQuery={}", part.replace(' ', "%20"));
        let request = client.get_request(&path);
        let begun = Instant::now();
        let answer = client.send(request).await;
        calls.push(begun.elapsed().as_secs_f64());
        assert!(answer.starts_with(b"{\"communities\":[{"), "nothing was found");
        let begun = Instant::now();
        let found = statement(db, &scope, &part).await;
        bare.push(begun.elapsed().as_secs_f64());
        assert!(found > 0);
    }
    let (calls, bare) = (median(calls.split_off(20)), median(bare.split_off(20)));
    println!("{engine}: a search {:.2} ms, its statement {:.2} ms", calls * 1e3, bare * 1e3);
    line(&format!("{engine}: search among 5,000 communities / its bare statement"), calls / bare, "<=", 2.0);
}

#[derive(sqlx::FromRow)]
struct Found {
    id: String,
}

/// The statement of the search, on one connection.
async fn statement(db: &Db, scope: &Scope, part: &str) -> usize {
    let mut tx = db.read(scope).await.unwrap();
    let found: Vec<Found> = tx
        .query(
            "SELECT c.id, c.tag, c.time_zone, c.units, c.is_training, c.knowledge_version, c.created_ms,
                    c.association_codes, c.custom_verbiage, c.persona, c.escalation_email,
                    c.archived_ms, c.archived_reason,
                    COALESCE((SELECT string_agg(k.email, ' ' ORDER BY k.position)
                        FROM secondary_escalation_contact k WHERE k.community_id = c.id), '')
                        AS secondary_escalation_emails,
                    (SELECT min(n.number) FROM text_number n
                     WHERE n.company_id = l.company_id AND n.community_id = l.community_id) AS number
             FROM (SELECT company_id, community_id, name_key FROM company_community
                   WHERE company_id = $1 AND $2 IS NULL AND live AND name_key > ''
                     AND name_key LIKE $3 ESCAPE '!'
                   ORDER BY name_key LIMIT 51) l JOIN community c ON c.id = l.community_id
             ORDER BY l.name_key",
        )
        .scope(scope)
        .bind(format!("%{}%", part.replace(' ', "!_")))
        .all()
        .await
        .unwrap();
    found.len()
}

fn client(address: SocketAddr, token: &str) -> HttpClient {
    // Otherwise the connection, not the call, would be measured.
    HttpClient::new(address, token).with_nodelay()
}

/// Measures other calls without sign-ins, and during 500 sign-ins.
async fn logins(address: SocketAddr) {
    let token = HttpClient::login(address).await.token;
    let (mut quiet, mut busy) = (Vec::new(), Vec::new());
    for _ in 0..3 {
        quiet.push(p99(address, &token, std::future::pending()).await.0);
        let (p99, took) = p99(address, &token, crowd_at_the_door(address)).await;
        println!("{LOGINS} logins took {:.1} s; others' p99 {:.1} ms", took.as_secs_f64(), p99 * 1e3);
        busy.push(p99);
    }
    println!("others' p99 without logins: {:.1} ms", median(quiet.clone()) * 1e3);
    line("p99 of calls while 500 sign in / without them", median(busy) / median(quiet), "<=", 2.0);
}

async fn crowd_at_the_door(address: SocketAddr) {
    let client = client(address, "");
    let people = (0..LOGINS).map(|i| {
        let mut request = client.login_request(&format!("p{i:05}@crowd.example"));
        // Each from a different address, as reported by a proxy.
        let place = format!("10.0.{}.{}", i / 250, i % 250);
        request.headers_mut().insert("x-forwarded-for", place.parse().unwrap());
        client.send(request)
    });
    futures::future::join_all(people).await;
}

/// Returns the p99 of calls at a steady rate of 200 per second, until all users have signed in, or for five
/// seconds.
async fn p99(
    address: SocketAddr,
    token: &str,
    crowd: impl Future<Output = ()> + Send + 'static,
) -> (f64, Duration) {
    let client = client(address, token);
    let begun = Instant::now();
    let mut crowd = tokio::spawn(crowd);
    let mut ticks = tokio::time::interval(Duration::from_millis(5));
    let mut calls = Vec::new();
    loop {
        tokio::select! {
            _ = &mut crowd => break,
            _ = ticks.tick() => {}
        }
        if begun.elapsed() > Duration::from_secs(5) && calls.len() >= 1_000 {
            break;
        }
        let (client, request) = (client.clone(), client.get_request("/users/token"));
        calls.push(tokio::spawn(async move {
            let begun = Instant::now();
            client.send(request).await;
            begun.elapsed().as_secs_f64()
        }));
    }
    let took = begun.elapsed();
    crowd.abort();
    let mut times = Vec::new();
    for call in calls {
        times.push(call.await.unwrap());
    }
    times.sort_by(f64::total_cmp);
    (times[times.len() * 99 / 100], took)
}
