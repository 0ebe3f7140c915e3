//! Row-level security on PostgreSQL: regardless of the query, a transaction reads and writes only rows of its
//! company.
use platform::{
    Clock, Db, ErrorReason, Ids,
    db::OpenError,
    idempotency::{self, KeyedRequest},
};
use sqlx::{AssertSqlSafe, Connection, Executor, Row};
use sqlx_postgres::PgConnection;

use crate::support::*;

const COMPANIES: [&str; 3] = ["company-harborline", "company-northgate", "company-parlor"];

/// Tables that platform transactions read, such as for sign-in, phone numbers and due jobs.
const PLATFORM_READS: [&str; 31] = [
    "audit",
    "carrier_report",
    "chatwoot_connection",
    "chatwoot_delivery",
    "community",
    "company",
    "company_community",
    "email_configuration",
    "event",
    "file",
    "idempotency_key",
    "job",
    "mail",
    "mailbox",
    "mailbox_watch",
    "partner",
    "partner_grant",
    "partner_token",
    "password_link",
    "secret",
    "session",
    "short_link",
    "software_connection",
    "staff",
    "staff_community",
    "staff_selection",
    "text_number",
    "trusted_client",
    "utterance_vector",
    "web_chat_site",
    "work_order",
];

/// Append-only tables.
const ONLY_GROW: [&str; 3] = ["audit", "consent_entry", "event"];

/// Connects as the server's role.
async fn server_connection(server: &TestServer) -> PgConnection {
    PgConnection::connect(&server_url(&server.database)).await.unwrap()
}

async fn names(connection: &mut PgConnection, sql: &'static str) -> Vec<String> {
    sqlx::query_scalar(sql).fetch_all(connection).await.unwrap()
}

/// Tables whose rows belong to a company or to a community.
const ANSWERS: [&str; 2] = ["answer", "answer_version"];

/// Returns the tables whose rows each belong to a company.
async fn tenant_tables(connection: &mut PgConnection) -> Vec<String> {
    let sql = "SELECT table_name::TEXT FROM information_schema.columns
               WHERE table_schema = 'public' AND column_name = 'company_id' ORDER BY table_name";
    let mut tables = names(connection, sql).await;
    tables.retain(|table| !ANSWERS.contains(&table.as_str()));
    assert!(tables.len() >= 13, "{tables:?}");
    tables
}

/// Returns these tables, and the tables whose rows are linked to companies.
async fn locked_tables(connection: &mut PgConnection) -> Vec<String> {
    let mut tables = tenant_tables(connection).await;
    tables.extend(["company", "community"].into_iter().chain(ANSWERS).map(str::to_owned));
    tables
}

async fn count(connection: &mut PgConnection, table: &str, rest: &str) -> i64 {
    let sql = format!("SELECT count(*) FROM {table} {rest}");
    sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(connection).await.unwrap()
}

async fn act_for(connection: &mut PgConnection, company: &str) {
    connection.execute(AssertSqlSafe(format!("SET parlor.company = '{company}'"))).await.unwrap();
}

/// Starts a server with rows of two companies in every table.
async fn server() -> TestServer {
    let server = TestServer::open(Engine::Postgres).await;
    for (staff, number) in [
        (server.harborline_admin().await, HARBOR_ROW_NUMBER),
        (server.northgate_admin().await, "+15035550111"),
    ] {
        staff.text("+12025550171", number, "may i keep a zeppelin").await.ok();
        let newest = staff.open_escalations().await[0]["_id"].as_str().unwrap().to_owned();
        let body =
            serde_json::json!({ "id": newest, "answer": "No.", "notifyHomeownerData": { "notify": true } });
        // The notice is delayed, so that a job exists; and the response is stored.
        let headers = [("usertoken", staff.token.as_str()), ("idempotency-key", "one act")];
        server.by(Transport::Rest, &method("EscalationService.AnswerEscalation"), &headers, &body).await.ok();
    }
    let mut superuser = PgConnection::connect(&superuser_url(&server.database)).await.unwrap();
    superuser.execute("SET session_replication_role = replica").await.unwrap();
    for table in tenant_tables(&mut superuser).await {
        for company in ["company-harborline", "company-northgate"] {
            fill(&mut superuser, &table, company).await;
        }
    }
    for company in COMPANIES {
        let shared = format!(
            "INSERT INTO answer (company_id, id, category, question, question_key, sort_key, search_text, samples,
                 answer, source, version, used, updated_by, updated_ms)
             VALUES ('{company}', 'shared', '', '', '', '', '', '[]', '', '', 1, 0, '', 0)"
        );
        superuser.execute(AssertSqlSafe(shared)).await.unwrap();
    }
    let history = "INSERT INTO answer_version (community_id, company_id, answer_id, version, category, question, samples,
                       answer, source, valid_until, removed, cause, changed_by, changed_ms)
                   SELECT community_id, company_id, id, version, category, question, samples, answer, source, '', false, 1,
                       updated_by, updated_ms FROM answer";
    superuser.execute(history).await.unwrap();
    // And a row without a company.
    let request =
        KeyedRequest { company: String::new(), caller: String::new(), key: "key".into(), digest: "x".into() };
    idempotency::claim(&server.db, &Ids::from_entropy(), &request, server.clock.now()).await.unwrap();
    server
}

/// Inserts a row for a company, with generated values for all required columns.
async fn fill(superuser: &mut PgConnection, table: &str, company: &str) {
    let sql = "SELECT column_name::TEXT, data_type::TEXT FROM information_schema.columns
               WHERE table_schema = 'public' AND table_name = $1 AND is_nullable = 'NO'";
    let columns: Vec<(String, String)> =
        sqlx::query_as(sql).bind(table).fetch_all(&mut *superuser).await.unwrap();
    let value = |(name, kind): &(String, String)| match (name.as_str(), kind.as_str()) {
        ("company_id", _) => format!("'{company}'"),
        (_, "text") => format!("'{table} {name} of {company}'"),
        (_, "boolean") => "false".to_owned(),
        (_, "jsonb") => "'{}'".to_owned(),
        (_, "bytea") => "''".to_owned(),
        _ => "1".to_owned(),
    };
    let names: Vec<_> = columns.iter().map(|(name, _)| name.as_str()).collect();
    let values: Vec<_> = columns.iter().map(value).collect();
    let (names, values) = (names.join(", "), values.join(", "));
    let sql = format!("INSERT INTO {table} ({names}) VALUES ({values}) ON CONFLICT DO NOTHING");
    superuser.execute(AssertSqlSafe(sql)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_tenant_table_has_row_level_security() {
    let server = TestServer::open(Engine::Postgres).await;
    let mut connection = server_connection(&server).await;
    for table in locked_tables(&mut connection).await {
        let locked = sqlx::query(
            "SELECT relrowsecurity AND relforcerowsecurity AS forced,
                    EXISTS (SELECT FROM pg_policies WHERE schemaname = 'public' AND tablename = relname) AS held
             FROM pg_class WHERE oid = $1::regclass",
        )
        .bind(&table)
        .fetch_one(&mut connection)
        .await
        .unwrap();
        assert!(locked.get::<bool, _>("forced"), "{table} does not force row-level security");
        assert!(locked.get::<bool, _>("held"), "{table} has no policy");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_migration_table_lacks_row_level_security() {
    let server = TestServer::open(Engine::Postgres).await;
    let open = "SELECT relname::TEXT FROM pg_class
                WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
                  AND NOT (relrowsecurity AND relforcerowsecurity)";
    assert_eq!(names(&mut server_connection(&server).await, open).await, ["_sqlx_migrations"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_company_no_row_is_readable() {
    let server = server().await;
    let mut connection = server_connection(&server).await;
    let mut owner = PgConnection::connect(&owner_url(&server.database)).await.unwrap();
    for table in locked_tables(&mut connection).await {
        assert_eq!(count(&mut connection, &table, "").await, 0, "{table}");
        // Forced row-level security applies to the owner of the table as well.
        assert_eq!(count(&mut owner, &table, "").await, 0, "{table}, by its owner");
    }
    // An empty company sees no rows either.
    act_for(&mut connection, "").await;
    for table in locked_tables(&mut connection).await {
        assert_eq!(count(&mut connection, &table, "").await, 0, "{table}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_company_cannot_read_or_change_rows_of_another() {
    let server = server().await;
    let mut connection = server_connection(&server).await;
    let mut superuser = PgConnection::connect(&superuser_url(&server.database)).await.unwrap();
    for company in COMPANIES {
        act_for(&mut connection, company).await;
        let others = format!("WHERE company_id <> '{company}'");
        let own = format!("WHERE company_id = '{company}'");
        for table in tenant_tables(&mut connection).await {
            assert_eq!(count(&mut connection, &table, &others).await, 0, "{table} for {company}");
            assert_eq!(
                count(&mut connection, &table, "").await,
                count(&mut superuser, &table, &own).await,
                "{table} for {company}"
            );
            // There are rows to which the policy applies.
            assert!(count(&mut superuser, &table, &others).await > 0, "{table} is empty");
            for sql in [
                format!("UPDATE {table} SET company_id = company_id {others}"),
                format!("DELETE FROM {table} {others}"),
            ] {
                match connection.execute(AssertSqlSafe(sql)).await {
                    Ok(done) => assert_eq!(done.rows_affected(), 0, "{table}"),
                    Err(refused) => {
                        assert!(ONLY_GROW.contains(&table.as_str()), "{table}: {refused}");
                        assert!(refused.to_string().contains("permission denied"), "{table}: {refused}");
                    }
                }
            }
        }
        let link = format!("(SELECT community_id FROM company_community WHERE company_id = '{company}')");
        for (table, rest) in [
            ("company", format!("WHERE id <> '{company}'")),
            ("community", format!("WHERE id NOT IN {link}")),
            ("answer", format!("WHERE community_id NOT IN {link}")),
            ("answer_version", format!("WHERE community_id NOT IN {link}")),
            ("answer", others.clone()),
            ("answer_version", others.clone()),
        ] {
            assert_eq!(count(&mut connection, table, &rest).await, 0, "{table} for {company}");
            assert!(count(&mut connection, table, "").await > 0, "{table} for {company}");
            assert!(count(&mut superuser, table, &rest).await > 0, "{table} is empty");
        }
        for table in ANSWERS {
            assert!(count(&mut connection, table, &own).await > 0, "{table} for {company}");
            for sql in [
                format!("UPDATE {table} SET answer = '' {others}"),
                format!("DELETE FROM {table} {others}"),
                format!("DELETE FROM {table} WHERE community_id NOT IN {link}"),
            ] {
                let done = connection.execute(AssertSqlSafe(sql)).await.unwrap();
                assert_eq!(done.rows_affected(), 0, "{table}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_company_cannot_write_rows_into_another() {
    let server = server().await;
    let mut connection = server_connection(&server).await;
    act_for(&mut connection, "company-harborline").await;
    for sql in [
        "INSERT INTO event_head (company_id, sequence) VALUES ('company-nobody', 1)",
        "INSERT INTO resident (company_id, community_id, phone, name, unit, kind, email)
         VALUES ('company-northgate', 'community-larkspur-commons', '+12025550198', '', '', 0, '')",
        "INSERT INTO company_community (company_id, community_id)
         VALUES ('company-northgate', 'community-harbor-row')",
        "UPDATE resident SET company_id = 'company-northgate'",
        "INSERT INTO answer (community_id, id, category, question, question_key, sort_key, search_text, samples, answer, source,
             version, used, updated_by, updated_ms)
         SELECT 'community-larkspur-commons', id, category, question, question_key, sort_key, search_text, samples, answer,
             source, version, used, updated_by, updated_ms FROM answer LIMIT 1",
        "UPDATE answer SET community_id = 'community-larkspur-commons' WHERE company_id IS NULL",
        "INSERT INTO answer (company_id, id, category, question, question_key, sort_key, search_text, samples, answer,
             source, version, used, updated_by, updated_ms)
         SELECT 'company-northgate', id, category, question, question_key, sort_key, search_text, samples, answer,
             source, version, used, updated_by, updated_ms FROM answer LIMIT 1",
        "UPDATE answer SET company_id = 'company-northgate' WHERE company_id IS NOT NULL",
    ] {
        let refused = connection.execute(sql).await.expect_err(sql).to_string();
        assert!(refused.contains("row-level security"), "{sql}: {refused}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_company_cannot_link_a_community_of_another() {
    let server = server().await;
    let mut connection = server_connection(&server).await;
    act_for(&mut connection, "company-harborline").await;
    let link = "INSERT INTO company_community (company_id, community_id)
                VALUES ('company-harborline', 'community-larkspur-commons')";
    let refused = connection.execute(link).await.expect_err("a link").to_string();
    assert!(refused.contains("row-level security"), "{refused}");
    assert_eq!(
        count(&mut connection, "answer", "WHERE community_id = 'community-larkspur-commons'").await,
        0
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn platform_jobs_read_only_the_tables_they_need() {
    let server = server().await;
    let mut connection = server_connection(&server).await;
    connection.execute("SET parlor.platform = 'on'").await.unwrap();
    let mut read = Vec::new();
    for table in locked_tables(&mut connection).await {
        if count(&mut connection, &table, "").await > 0 {
            read.push(table);
        }
    }
    read.sort();
    assert_eq!(read, PLATFORM_READS);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_role_has_no_special_privileges() {
    let server = TestServer::open(Engine::Postgres).await;
    let mut connection = server_connection(&server).await;
    // The role can log in, and cannot switch to another role.
    let powers = "SELECT rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication
                      OR EXISTS (SELECT FROM pg_auth_members WHERE member = pg_roles.oid)
                  FROM pg_roles WHERE rolname = current_user";
    let powerful: bool = sqlx::query_scalar(powers).fetch_one(&mut connection).await.unwrap();
    assert!(!powerful);
    let owned = "SELECT relname::TEXT FROM pg_class WHERE pg_get_userbyid(relowner) = current_user";
    assert_eq!(names(&mut connection, owned).await, Vec::<String>::new());
    for sql in [
        "ALTER TABLE staff DISABLE ROW LEVEL SECURITY",
        "DROP POLICY tenant ON staff",
        "CREATE TABLE mine (id TEXT)",
        "UPDATE event SET kind = 0",
        "UPDATE audit SET summary = ''",
        "DELETE FROM audit",
        "UPDATE consent_entry SET evidence = ''",
        "SELECT * FROM _sqlx_migrations",
    ] {
        assert!(connection.execute(sql).await.is_err(), "{sql}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_role_that_owns_a_table_is_refused() {
    let server = TestServer::open(Engine::Postgres).await;
    let url = server_url(&server.database);
    Db::postgres(&url).await.expect("a role without power").close().await;
    Db::postgres(&owner_url(&server.database)).await.expect("an owner who works as that role").close().await;
    let mut superuser = PgConnection::connect(&superuser_url(&server.database)).await.unwrap();
    superuser.execute("ALTER TABLE rate_limit_hit OWNER TO parlor_server").await.unwrap();
    assert!(matches!(Db::postgres(&url).await, Err(OpenError::PowerfulRole)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_connection_logs_in_as_the_server_role() {
    let server = TestServer::open(Engine::Postgres).await;
    server.harborline_admin().await;
    let mut superuser = PgConnection::connect(&superuser_url("postgres")).await.unwrap();
    let sql = "SELECT DISTINCT usename::TEXT FROM pg_stat_activity
               WHERE datname = $1 AND backend_type = 'client backend'";
    let logins: Vec<String> =
        sqlx::query_scalar(sql).bind(&server.database).fetch_all(&mut superuser).await.unwrap();
    assert_eq!(logins, ["parlor_server"]);

    // There is no other role to return to.
    let mut tx = server.db.platform_read().await.unwrap();
    tx.query("RESET ROLE").run().await.unwrap();
    let (user, session): (String, String) =
        tx.query("SELECT current_user::TEXT, session_user::TEXT").one().await.unwrap();
    assert_eq!((user.as_str(), session.as_str()), ("parlor_server", "parlor_server"));
    let (answers,): (i64,) = tx.query("SELECT count(*) FROM answer").one().await.unwrap();
    assert_eq!(answers, 0, "no company is set");
    assert!(tx.query("SET ROLE parlor_owner").run().await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn idle_transactions_time_out() {
    let server = TestServer::open(Engine::Postgres).await;
    let mut tx = server.db.platform().await.unwrap();
    let sql =
        "SELECT CAST(setting AS BIGINT) FROM pg_settings WHERE name = 'idle_in_transaction_session_timeout'";
    let (idle_ms,): (i64,) = tx.query(sql).one().await.unwrap();
    // Longer than every call and job.
    assert_eq!(idle_ms, 60_000);
    // Shorter, to test that a waiting transaction gets an error, and that the next one succeeds.
    tx.query("SELECT set_config('idle_in_transaction_session_timeout', '1', true)").run().await.unwrap();
    let gone = async {
        let sql = "SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()";
        let mut superuser = PgConnection::connect(&superuser_url(&server.database)).await.unwrap();
        while sqlx::query_scalar::<_, i64>(sql).fetch_one(&mut superuser).await.unwrap() > 0 {}
    };
    within("the transaction times out", gone).await;
    let fault = platform::Fault::from(tx.query("SELECT 1").run().await.unwrap_err());
    assert_eq!(fault.reason(), ErrorReason::Unavailable);
    server.db.ping().await.unwrap();
}
