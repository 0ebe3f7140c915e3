//! Access to all RPCs: a row for each RPC, a column for each kind of caller.
//!
//! The tables in `golden/` contain the results observed over the wire. After an intended change,
//! `UPDATE_GOLDEN=1 cargo test -p parlor --test it access` updates them.
use std::{env, fs, path::Path, sync::LazyLock};

use prost_reflect::DynamicMessage;
use tonic::Code;

use crate::support::*;

/// An anonymous caller, users of the demo, Harborline's partners, and a user whose company lost every option and then
/// hides its answers.
const CALLERS: [&str; 11] = [
    "visitor",
    "blaster@harborline",
    "manager@harborline",
    "admin@harborline",
    "manager@northgate",
    "admin@northgate",
    "admin@parlor",
    ONE_SCOPE,
    EVERY_SCOPE,
    NO_OPTION,
    HIDDEN_ANSWERS,
];
const ONE_SCOPE: &str = "partner, company:read";
const EVERY_SCOPE: &str = "partner, every scope";
const NO_OPTION: &str = "admin@northgate, no option";
const HIDDEN_ANSWERS: &str = "admin@northgate, hidden answers";

/// Returns an access token of a partner without a user.
async fn partner(server: &TestServer, scopes: &[&str]) -> String {
    let partner = server.harborline_admin().await.issue(scopes, &[]).await;
    format!("Bearer {}", server.machine(&partner).await)
}

/// All scopes, as spelled in REST.
static SCOPES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let scopes = contract::POOL.get_enum_by_name("parlor.options.v1.PartnerScope").unwrap();
    let named = scopes.values().filter(|scope| scope.number() != 0);
    named.map(|scope| scope.name().trim_start_matches("PARTNER_SCOPE_").to_owned()).collect()
});

/// Returns the token of Northgate's administrator after setting the options of the company.
async fn northgate_admin(server: &TestServer, options: &str) -> String {
    let mut tx = server.db.platform().await.unwrap();
    let sql = "UPDATE company SET dashboard_options = $1 WHERE id = 'company-northgate'";
    let options: serde_json::Value = serde_json::from_str(options).unwrap();
    assert_eq!(tx.query(sql).bind(sqlx::types::Json(options)).run().await.unwrap(), 1);
    tx.commit().await.unwrap();
    server.northgate_admin().await.token
}

async fn token(server: &TestServer, caller: &str) -> String {
    match caller {
        "visitor" => String::new(),
        ONE_SCOPE => partner(server, &["COMPANY_READ"]).await,
        EVERY_SCOPE => {
            let scopes: Vec<_> = SCOPES.iter().map(String::as_str).collect();
            partner(server, &scopes).await
        }
        NO_OPTION => northgate_admin(server, "[]").await,
        HIDDEN_ANSWERS => northgate_admin(server, r#"["HIDE_ANSWERS"]"#).await,
        account => server.login(&format!("{account}.example")).await.token,
    }
}

/// Returns the verdict of a response: any error other than a denied access means that the caller has access.
fn verdict(reply: &Reply) -> String {
    match (reply.code, reply.reason.as_str()) {
        (Code::Unauthenticated, "NOT_SIGNED_IN") | (Code::FailedPrecondition, "SCREEN_NOT_AVAILABLE") => {
            reply.reason.clone()
        }
        (Code::PermissionDenied, reason) => reason.to_owned(),
        (Code::Unimplemented | Code::Internal | Code::Unknown | Code::Unavailable, _) => {
            panic!("no verdict: {:?}", reply.refusal())
        }
        _ => "yes".to_owned(),
    }
}

fn table(rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        format!("{}\n", cells.join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}

fn compare(name: &str, observed: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/golden").join(name);
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&file, observed).unwrap();
    }
    let golden = fs::read_to_string(&file).unwrap_or_default();
    for (golden, observed) in golden.lines().zip(observed.lines()) {
        assert_eq!(observed, golden, "see the head of this file if it is meant");
    }
    assert_eq!(observed, golden, "see the head of this file if it is meant");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_access_matrix_matches_the_golden_file() {
    let server = TestServer::open(Engine::Sqlite).await;
    let mut rows = vec![vec![String::new()]];
    rows[0].extend(CALLERS.map(str::to_owned));
    rows.extend(methods().map(|method| vec![short(&method)]));
    for caller in CALLERS {
        let mut signed_in = token(&server, caller).await;
        for (method, row) in methods().zip(&mut rows[1..]) {
            row.push(verdict(&server.grpc(&method, &signed_in, &DynamicMessage::new(method.input())).await));
            if method.name() == "Logout" {
                signed_in = token(&server, caller).await;
            }
        }
    }
    compare("access.txt", &table(&rows));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_routes_match_the_golden_file_and_are_served() {
    let server = TestServer::open(Engine::Sqlite).await;
    let mut rows = Vec::new();
    for method in methods() {
        let (verb, path) = route(&method);
        let filled = path.replace(['{', '}'], "");
        let rest = server.rest(&verb, &filled, "", None).await;
        let grpc = server.grpc(&method, "", &DynamicMessage::new(method.input())).await;
        assert_eq!(rest.reason(), grpc.reason, "{verb} {path}");
        assert_eq!(rest.json()["code"], grpc.code as i32, "{verb} {path}");
        rows.push(vec![verb, path, short(&method)]);
    }
    rows.sort_by(|a, b| (&a[1], &a[0]).cmp(&(&b[1], &b[0])));
    compare("routes.txt", &table(&rows));
}
