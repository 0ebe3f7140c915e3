//! The newest page of a company's conversations, where the company has a million messages and
//! where it has ten thousand, on both engines, in turns.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    missing_docs,
    dead_code,
    reason = "a benchmark that cannot go on has failed, and not each uses all that they share"
)]
use std::{net::SocketAddr, time::Instant};

use bytes::Bytes;
use common::{Served, line, login_as, median};
use database::Database;
use http::Request;
use http_body_util::{BodyExt, Full};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use platform::{Db, Scope, dialect, ids::CompanyId};
use sqlx::Executor;

mod common;
mod database;

/// A company, one of its communities, who asks, and so many messages, 20 to a conversation.
struct Company {
    id: &'static str,
    community: &'static str,
    administrator: &'static str,
    manager: &'static str,
    messages: i64,
}

const LARGE: Company = Company {
    id: "company-harborline",
    community: "community-harbor-row",
    administrator: "admin@harborline.example",
    manager: "manager@harborline.example",
    messages: 1_000_000,
};
const SMALL: Company = Company {
    id: "company-northgate",
    community: "community-larkspur-commons",
    administrator: "admin@northgate.example",
    manager: "manager@northgate.example",
    messages: 10_000,
};
const CHUNK: i64 = 100_000;
const PAGES: usize = 300;

#[tokio::main]
async fn main() {
    let data = tempfile::tempdir().unwrap();
    drop(Served::parlor(data.path(), &[]));
    let db = Db::sqlite(&data.path().join("parlor.db"), &app::MIGRATIONS).await.unwrap();
    load(&db).await;
    let parlor = Served::parlor(data.path(), &[]);
    measure("SQLite", parlor.address).await;
    drop(parlor);

    let Database { url, mut keeper, .. } = Database::make("lists").await;
    let environment = [("PARLOR_DATABASE_URL", url.as_str())];
    drop(Served::parlor(data.path(), &environment));
    let db = Db::postgres(&url).await.unwrap();
    load(&db).await;
    keeper.execute("VACUUM ANALYZE").await.unwrap();
    let parlor = Served::parlor(data.path(), &environment);
    measure("PostgreSQL", parlor.address).await;
}

async fn load(db: &Db) {
    let begun = Instant::now();
    for Company { id, community, messages, .. } in [LARGE, SMALL] {
        let scope = Scope::of_company(&CompanyId(id.into()));
        for from in (0..messages).step_by(usize::try_from(CHUNK).unwrap()) {
            let until = messages.min(from + CHUNK);
            let mut tx = db.write(&scope).await.unwrap();
            // The first message of each conversation, which stands for it.
            tx.query(dialect(
                "WITH RECURSIVE n (i) AS (SELECT $3 UNION ALL SELECT i + 20 FROM n WHERE i + 20 < $4)
                 INSERT INTO conversation (company_id, id, community_id, phone, number, state, preview, last_message_ms)
                 SELECT $1, printf('bulk-%09d', i), $2, printf('+1999%09d', i), '+12025550101', 1, 'See you there.', 1700000000000 + i
                 FROM n",
                "INSERT INTO conversation (company_id, id, community_id, phone, number, state, preview, last_message_ms)
                 SELECT $1, 'bulk-' || lpad(i::TEXT, 9, '0'), $2, '+1999' || lpad(i::TEXT, 9, '0'), '+12025550101', 1, 'See you there.', 1700000000000 + i
                 FROM generate_series($3::BIGINT, $4::BIGINT - 1, 20) i",
            ))
            .bind(id)
            .bind(community)
            .bind(from)
            .bind(until)
            .run()
            .await
            .unwrap();
            tx.query(dialect(
                "WITH RECURSIVE n (i) AS (SELECT $2 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $3)
                 INSERT INTO message (company_id, id, conversation_id, direction, author, body, status, created_ms)
                 SELECT $1, printf('bulk-%09d', i), printf('bulk-%09d', i - i % 20), 1 + i % 2, 1,
                     'Thank you, that helps. See you there on Tuesday at seven.', 1, 1700000000000 + i
                 FROM n",
                "INSERT INTO message (company_id, id, conversation_id, direction, author, body, status, created_ms)
                 SELECT $1, 'bulk-' || lpad(i::TEXT, 9, '0'), 'bulk-' || lpad((i - i % 20)::TEXT, 9, '0'), 1 + i % 2, 1,
                     'Thank you, that helps. See you there on Tuesday at seven.', 1, 1700000000000 + i
                 FROM generate_series($2::BIGINT, $3::BIGINT - 1) i",
            ))
            .bind(id)
            .bind(from)
            .bind(until)
            .run()
            .await
            .unwrap();
            tx.commit().await.unwrap();
        }
    }
    println!("loaded in {:.0} s", begun.elapsed().as_secs_f64());
}

async fn measure(engine: &str, address: SocketAddr) {
    for (who, large, small, query) in [
        ("an administrator's", LARGE.administrator, SMALL.administrator, (String::new(), String::new())),
        ("a manager's", LARGE.manager, SMALL.manager, (String::new(), String::new())),
        (
            "one community's",
            LARGE.administrator,
            SMALL.administrator,
            (format!("&communityId={}", LARGE.community), format!("&communityId={}", SMALL.community)),
        ),
    ] {
        let large = Asked::new(address, large, &query.0).await;
        let small = Asked::new(address, small, &query.1).await;
        let (mut among_many, mut among_few) = (Vec::new(), Vec::new());
        for _ in 0..PAGES + 20 {
            among_many.push(large.once().await);
            among_few.push(small.once().await);
        }
        let (among_many, among_few) = (median(among_many.split_off(20)), median(among_few.split_off(20)));
        println!("{engine}: {who} newest page {:.2} ms and {:.2} ms", among_many * 1e3, among_few * 1e3);
        let what = format!("{engine}: {who} newest page among 1,000,000 messages / among 10,000");
        line(&what, among_many / among_few, "<=", 1.2);
    }
}

/// The newest page, for one account.
struct Asked {
    client: Client<HttpConnector, Full<Bytes>>,
    request: Request<Full<Bytes>>,
}

impl Asked {
    async fn new(address: SocketAddr, account: &str, query: &str) -> Self {
        let token = login_as(address, account).await;
        let request = Request::get(format!("http://{address}/textConversations?limit=50{query}"))
            .header("usertoken", token)
            .body(Full::default())
            .unwrap();
        Self { client: Client::builder(TokioExecutor::new()).build_http(), request }
    }

    async fn once(&self) -> f64 {
        let begun = Instant::now();
        let answer = self.client.request(self.request.clone()).await.unwrap();
        let answer = answer.into_body().collect().await.unwrap().to_bytes();
        let took = begun.elapsed().as_secs_f64();
        let page: serde_json::Value = serde_json::from_slice(&answer).unwrap();
        assert_eq!(page["conversations"].as_array().map(Vec::len), Some(50), "a full page");
        took
    }
}
