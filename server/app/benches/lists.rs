//! Pages of lists in a company with a million rows and in one with ten thousand rows, on both engines,
//! alternating: conversations, the inbox of texts and emails, and service requests with their board. Then,
//! the delay until the inbox shows a change.
#![allow(clippy::unwrap_used, dead_code, reason = "it may fail, and does not use all that benchmarks share")]
use std::{net::SocketAddr, time::Instant};

use common::{Served, line, median};
use database::Database;
use http_client::{HttpClient, HttpRequest};
use platform::{Db, Sql};
use sqlx::Executor;

mod bulk;
mod common;
#[path = "lists/conversations.rs"]
mod conversations;
mod database;
mod event_stream;
mod http_client;
#[path = "lists/inbox.rs"]
mod inbox;
#[path = "lists/live.rs"]
mod live;
#[path = "lists/service_requests.rs"]
mod service_requests;

/// A company with bulk rows in one of its communities.
struct Company {
    id: &'static str,
    community: &'static str,
    administrator: &'static str,
    manager: &'static str,
    rows: i64,
}

const HARBORLINE: Company = Company {
    id: "company-harborline",
    community: "community-harbor-row",
    administrator: "admin@harborline.example",
    manager: "manager@harborline.example",
    rows: 1_000_000,
};

const NORTHGATE: Company = Company {
    id: "company-northgate",
    community: "community-larkspur-commons",
    administrator: "admin@northgate.example",
    manager: "manager@northgate.example",
    rows: 10_000,
};

/// A list, its bulk rows and the measured pages.
struct List {
    name: &'static str,
    large: Company,
    small: Company,
    statements: &'static [Sql],
    pages: &'static [Page],
}

struct Page {
    name: &'static str,
    by_manager: bool,
    /// `COMMUNITY` is replaced with the ID of the community.
    path: &'static str,
    /// An array field of the response and its expected length.
    field: Option<(&'static str, usize)>,
}

const READS: usize = 300;
const WARM_UP: usize = 20;

#[tokio::main]
async fn main() {
    // Fewer rows serve to try the benchmark itself.
    let divisor = std::env::var("PARLOR_LISTS_DIVISOR").map_or(1, |text| text.parse::<i64>().unwrap());
    let lists = [conversations::LIST, inbox::LIST, service_requests::LIST];

    let data = tempfile::tempdir().unwrap();
    drop(Served::parlor(data.path(), &[]));
    let db = Db::sqlite(&data.path().join("parlor.db"), &app::MIGRATIONS).await.unwrap();
    load(&db, &lists, divisor).await;
    drop(db);
    let parlor = Served::parlor(data.path(), &[]);
    measure("SQLite", parlor.address, &lists).await;
    live::measure("SQLite", parlor.address).await;
    drop(parlor);

    let Database { url, mut superuser, .. } = Database::make("lists").await;
    let environment = [("PARLOR_DATABASE_URL", url.as_str())];
    drop(Served::parlor(data.path(), &environment));
    let db = Db::postgres(&url).await.unwrap();
    load(&db, &lists, divisor).await;
    drop(db);
    superuser.execute("VACUUM ANALYZE").await.unwrap();
    let parlor = Served::parlor(data.path(), &environment);
    measure("PostgreSQL", parlor.address, &lists).await;
    live::measure("PostgreSQL", parlor.address).await;
}

async fn load(db: &Db, lists: &[List], divisor: i64) {
    for list in lists {
        let begun = Instant::now();
        for company in [&list.large, &list.small] {
            bulk::insert(db, company.id, company.community, company.rows / divisor, list.statements).await;
        }
        println!("{}: loaded in {:.0} s", list.name, begun.elapsed().as_secs_f64());
    }
}

async fn measure(engine: &str, address: SocketAddr, lists: &[List]) {
    for list in lists {
        for page in list.pages {
            let large = Reader::new(address, &list.large, page).await;
            let small = Reader::new(address, &list.small, page).await;
            let (mut among_many, mut among_few) = (Vec::new(), Vec::new());
            for _ in 0..READS + WARM_UP {
                among_many.push(large.read(page).await);
                among_few.push(small.read(page).await);
            }
            let (among_many, among_few) =
                (median(among_many.split_off(WARM_UP)), median(among_few.split_off(WARM_UP)));
            let what = format!("{engine}: {}, {}", list.name, page.name);
            println!("{what}: {:.2} ms and {:.2} ms", among_many * 1e3, among_few * 1e3);
            line(&format!("{what}: among 1,000,000 / among 10,000"), among_many / among_few, "<=", 1.2);
        }
    }
}

/// Reads pages as one user.
struct Reader {
    client: HttpClient,
    request: HttpRequest,
}

impl Reader {
    async fn new(address: SocketAddr, company: &Company, page: &Page) -> Self {
        let account = if page.by_manager { company.manager } else { company.administrator };
        let client = HttpClient::login_as(address, account).await;
        let request = client.get_request(&page.path.replace("COMMUNITY", company.community));
        Self { client, request }
    }

    /// Reads a page. Returns the seconds that it took.
    async fn read(&self, page: &Page) -> f64 {
        self.body(page).await.0
    }

    /// Reads a page. Returns the seconds that it took, and the body.
    async fn body(&self, page: &Page) -> (f64, String) {
        let begun = Instant::now();
        let body = self.client.send(self.request.clone()).await;
        let took = begun.elapsed().as_secs_f64();
        let text = String::from_utf8(body.to_vec()).unwrap();
        let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
        if let Some((field, length)) = page.field {
            assert_eq!(body[field].as_array().map(Vec::len), Some(length), "{}: {body}", page.name);
        }
        (took, text)
    }
}
