//! The parts that outlive a server: its database, and the carrier with its ledger.
use std::{
    path::Path,
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, Instant},
};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use platform::{Clock, clock::SystemClock};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row};
use sqlx_postgres::PgConnection;
use sqlx_sqlite::SqliteConnection;
use tempfile::TempDir;
use tokio::process::Command;

use super::{texts::Text, *};
use crate::messaging::twilio::steps;

/// The prefix of phone numbers that the demo does not use.
pub const PHONE_PREFIX: &str = "+1303555";
const ADMIN: &str = "admin@harborline.example";
const MERIDIAN: &str = "community-the-meridian";
/// Jobs that are due within this time are waited for. Lookups of texts at the carrier are due later.
const SOON: Duration = Duration::from_secs(5);

/// A database with demo data, and a carrier.
pub struct Fixture {
    pub twilio: Twilio,
    pub token: String,
    engine: Engine,
    folder: TempDir,
    /// The database URL for the server; empty for the file in the folder.
    database: String,
    /// The database URL of the superuser, or the path of the file.
    direct_url: String,
    texts: AtomicU32,
    /// Sequence number of the company's last event before the test.
    last_event: i64,
}

/// A direct database connection, without a server.
pub enum DirectConnection {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Fixture {
    pub async fn open(engine: Engine) -> Self {
        let folder = TempDir::new().unwrap();
        let database = demo_database(engine, folder.path()).await;
        match engine {
            Engine::Sqlite => Self::with_database(engine, folder, String::new(), database).await,
            Engine::Postgres => {
                Self::with_database(engine, folder, owner_url(&database), superuser_url(&database)).await
            }
        }
    }

    /// Connects Harbor Row and the Meridian to Twilio, and sets the Meridian to training mode.
    pub async fn with_database(
        engine: Engine,
        folder: TempDir,
        database: String,
        direct_url: String,
    ) -> Self {
        let (twilio, token, texts) = (Twilio::start(SystemClock).await, String::new(), AtomicU32::new(0));
        let mut fixture = Self { twilio, token, engine, folder, database, direct_url, texts, last_event: 0 };
        let program = fixture.serve().await;
        fixture.token = program.login(ADMIN).await;
        let put = async |method: &str, path: String, body: Value| {
            program.call(method, &path, &fixture.token, Some(body)).await.ok();
        };
        let account = json!({ "accountSid": ACCOUNT_SID, "authToken": AUTH_TOKEN });
        put("PUT", "/admin/companies/company-harborline/twilio".to_owned(), account).await;
        for community in [HARBOR_ROW, MERIDIAN] {
            let carrier = format!("/admin/textCommunities/{community}/carrier");
            put("PATCH", carrier, json!({ "carrier": "TWILIO" })).await;
        }
        let training = format!("/textCommunities/community/{MERIDIAN}/training");
        put("PATCH", training, json!({ "isTraining": true })).await;
        program.stop().await;
        let last = "SELECT sequence FROM event_head WHERE company_id = 'company-harborline'";
        fixture.last_event = fixture.connect_directly().await.number(last).await;
        fixture
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn engine(&self) -> Engine {
        self.engine
    }

    pub async fn serve(&self) -> Program {
        Program::start(self.command(&self.twilio.url())).await
    }

    /// Returns the command of a server that uses this carrier.
    pub fn command(&self, twilio: &str) -> Command {
        self.command_in(self.folder(), twilio)
    }

    /// Returns the command of a server with this data folder and carrier.
    pub fn command_in(&self, data: &Path, twilio: &str) -> Command {
        let mut more = vec!["--twilio-url", twilio];
        if self.engine == Engine::Postgres {
            more.extend(["--database-url", &self.database]);
        }
        let mut command = serve(data, &more);
        command.env("PARLOR_SECRET_KEYS", URL_SAFE_NO_PAD.encode(KEY));
        command
    }

    pub async fn connect_directly(&self) -> DirectConnection {
        match self.engine {
            Engine::Sqlite => {
                let options = sqlx_sqlite::SqliteConnectOptions::new()
                    .filename(&self.direct_url)
                    .busy_timeout(TIMEOUT)
                    .disable_statement_logging();
                DirectConnection::Sqlite(SqliteConnection::connect_with(&options).await.unwrap())
            }
            Engine::Postgres => {
                DirectConnection::Postgres(PgConnection::connect(&self.direct_url).await.unwrap())
            }
        }
    }

    /// Returns the name of its PostgreSQL database, or the path of its SQLite file.
    pub fn database(&self) -> String {
        match self.engine {
            Engine::Sqlite => self.direct_url.clone(),
            Engine::Postgres => self.direct_url.rsplit('/').next().unwrap().to_owned(),
        }
    }

    /// Returns a text from a new phone.
    pub fn text(&self, outcome: Outcome) -> Text {
        let (to, body) = outcome.text();
        let nth = self.texts.fetch_add(1, Ordering::Relaxed);
        Text {
            phone: format!("{PHONE_PREFIX}{nth:04}"),
            outcome,
            to,
            body,
            sid: format!("SM{nth:032x}"),
            photo: String::new(),
        }
    }

    /// Returns a text from this phone that the bot can answer.
    pub fn text_from(&self, phone: &str, body: &'static str) -> Text {
        Text { phone: phone.to_owned(), body, ..self.text(Outcome::Reply) }
    }

    /// Returns a text from a new phone, with a photo at this address.
    pub fn text_with_photo(&self, body: &'static str, photo: String) -> Text {
        Text { body, photo, ..self.text(Outcome::Reply) }
    }

    /// Returns a text from a new phone to a number of another company.
    pub fn text_to(&self, number: &'static str) -> Text {
        Text { to: number, ..self.text(Outcome::Reply) }
    }

    /// Returns the texts to a phone, in the order of sending.
    pub async fn replies(&self, phone: &str) -> Vec<String> {
        let mut connection = self.connect_directly().await;
        let of = format!(
            "FROM message WHERE direction = 2
                AND conversation_id = (SELECT id FROM conversation WHERE phone = '{phone}')"
        );
        let mut replies = Vec::new();
        for nth in 0..connection.number(format!("SELECT count(*) {of}")).await {
            replies
                .push(connection.string(format!("SELECT body {of} ORDER BY id LIMIT 1 OFFSET {nth}")).await);
        }
        replies
    }

    /// Makes all jobs and texts older, also at the carrier, as if time had passed. Recurring jobs become due.
    pub async fn age(&self, span: Duration) {
        let span_ms = span.as_millis();
        let mut connection = self.connect_directly().await;
        let of_jobs = format!("UPDATE job SET run_at_ms = run_at_ms - {span_ms} WHERE worker = 0");
        connection.execute_sql(of_jobs).await;
        connection.execute_sql(format!("UPDATE schedule SET slot_ms = slot_ms - {span_ms}")).await;
        connection.execute_sql(format!("UPDATE delivery SET tried_ms = tried_ms - {span_ms}")).await;
        self.twilio.age(span);
    }

    /// Waits until all due jobs are done, including those that they enqueue: a job that is enqueued during
    /// the check is due shortly after the check began.
    pub async fn settled(&self) {
        self.finished("TRUE").await;
    }

    /// Like [`Self::settled`], without the lookups of unconfirmed texts: in a long test, they become due one after
    /// another.
    pub async fn settled_except_lookups(&self) {
        self.finished("kind <> 'RECONCILE_TEXT'").await;
    }

    /// Waits until those due jobs are done for which a condition holds.
    async fn finished(&self, condition: &str) {
        let mut connection = self.connect_directly().await;
        self.until("all due jobs are done", async || {
            let now = SystemClock.now().plus(SOON).0;
            let left = format!(
                "SELECT count(*) FROM job WHERE {condition} AND NOT dead
                 AND (worker <> 0 OR run_at_ms <= {now} OR (attempts > 0 AND kind <> 'RECONCILE_TEXT'))"
            );
            connection.number(left).await == 0
        })
        .await;
    }

    /// Waits for a condition.
    pub async fn until(&self, event: &str, mut condition: impl AsyncFnMut() -> bool) {
        let started = Instant::now();
        while !condition().await {
            if started.elapsed() > TIMEOUT {
                panic!("waited in vain until {event}; jobs: {:#?}", self.jobs().await);
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Describes all jobs.
    pub async fn jobs(&self) -> Vec<String> {
        let mut connection = self.connect_directly().await;
        let mut jobs = Vec::new();
        for nth in 0..connection.number("SELECT count(*) FROM job").await {
            let columns =
                "kind || ' of worker ' || worker || ', attempted ' || attempts || ' times, due at ' || run_at_ms
                || ', waiting ' || waiting || ', dead ' || dead || ', ' || COALESCE(last_error, '')";
            jobs.push(
                connection
                    .string(format!("SELECT {columns} FROM job ORDER BY id LIMIT 1 OFFSET {nth}"))
                    .await,
            );
        }
        jobs
    }

    /// Returns the text that the carrier accepted for the phone of a text.
    pub fn accepted_text(&self, text: &Text) -> Option<Value> {
        self.twilio.texts().into_iter().find(|accepted| accepted["to"] == text.phone.as_str())
    }

    /// Asserts that a lost opt-out confirmation is suppressed: after the lookup at the carrier, it is too
    /// late to confirm, and nothing else may be sent to a resident who opted out.
    pub async fn assert_lost_confirmation_is_suppressed(&self, program: &Program, text: &Text) {
        assert_eq!(text.outcome, Outcome::OptOut, "{text:?} was not sent");
        let of_phone = format!("SELECT id FROM conversation WHERE phone = '{}'", text.phone);
        let conversation = self.connect_directly().await.string(of_phone).await;
        let path = format!("/textConversations/{conversation}");
        let thread = program.call("GET", &path, &self.token, None).await.ok();
        let messages = thread["messages"].as_array().unwrap();
        let statuses: Vec<&Value> = messages.iter().map(|message| &message["status"]).collect();
        assert_eq!(statuses, ["RECEIVED", "SUPPRESSED"], "{text:?}: {messages:#?}");
    }

    /// Asserts that the data of staff and of the carrier agree, and that the text has its expected outcome
    /// once.
    pub async fn assert_one_outcome(&self, program: &Program, text: &Text) {
        let Text { phone, outcome, body, .. } = text;
        let get = async |path: String| program.call("GET", &path, &self.token, None).await.ok();
        let mut connection = self.connect_directly().await;
        let conversations = format!("SELECT count(*) FROM conversation WHERE phone = '{phone}'");
        assert_eq!(connection.number(conversations).await, 1, "{text:?}");
        let conversation =
            connection.string(format!("SELECT id FROM conversation WHERE phone = '{phone}'")).await;
        let thread = get(format!("/textConversations/{conversation}")).await;
        let messages = thread["messages"].as_array().unwrap();
        let of = |direction: &str| -> Vec<&Value> {
            messages.iter().filter(|message| message["direction"] == direction).collect()
        };
        let (inbound, outbound) = (of("INBOUND"), of("OUTBOUND"));
        assert_eq!((inbound.len(), outbound.len()), (1, 1), "{text:?}: {messages:#?}");
        assert_eq!(
            (&inbound[0]["body"], steps(inbound[0]).as_slice()),
            (&json!(body), outcome.steps()),
            "{text:?}"
        );
        assert!(
            ["SENT", "DELIVERED"].contains(&outbound[0]["status"].as_str().unwrap()),
            "{text:?}: {messages:#?}"
        );
        let escalations = format!("SELECT count(*) FROM escalation WHERE conversation_id = '{conversation}'");
        let escalates = matches!(outcome, Outcome::Escalation | Outcome::Training);
        assert_eq!(connection.number(escalations).await, i64::from(escalates), "{text:?}");
        let entries = format!("SELECT count(*) FROM consent_entry WHERE phone = '{phone}'");
        assert_eq!(connection.number(entries).await, 1, "{text:?}");
        // The ledger of the carrier.
        let ledger = self.twilio.texts();
        let accepted: Vec<_> = ledger.iter().filter(|sent| sent["to"] == phone.as_str()).collect();
        assert_eq!(accepted.len(), 1, "{text:?}: {accepted:#?}");
        assert_eq!(accepted[0]["body"], outbound[0]["body"], "{text:?}");
    }

    /// Asserts that the sequence numbers of the test's events are contiguous. Those of the demo are old, and
    /// some of them are deleted in every full hour.
    pub async fn assert_no_event_is_missing(&self) {
        let mut connection = self.connect_directly().await;
        let since = self.last_event;
        let of = |what: &str| {
            format!("SELECT {what} FROM event WHERE company_id = 'company-harborline' AND sequence > {since}")
        };
        let count = connection.number(of("count(*)")).await;
        assert!(count > 0, "the test made no event");
        assert_eq!(connection.number(of("max(sequence)")).await, since + count);
        let head = "SELECT sequence FROM event_head WHERE company_id = 'company-harborline'";
        assert_eq!(connection.number(head).await, since + count);
    }
}

impl DirectConnection {
    pub async fn execute_sql(&mut self, sql: impl Into<String>) {
        let sql = AssertSqlSafe(sql.into());
        match self {
            Self::Sqlite(connection) => drop(sqlx::raw_sql(sql).execute(connection).await.unwrap()),
            Self::Postgres(connection) => drop(sqlx::raw_sql(sql).execute(connection).await.unwrap()),
        }
    }

    pub async fn number(&mut self, sql: impl Into<String>) -> i64 {
        let sql = AssertSqlSafe(sql.into());
        match self {
            Self::Sqlite(connection) => sqlx::query(sql).fetch_one(connection).await.unwrap().get(0),
            Self::Postgres(connection) => sqlx::query(sql).fetch_one(connection).await.unwrap().get(0),
        }
    }

    pub async fn string(&mut self, sql: impl Into<String>) -> String {
        let sql = AssertSqlSafe(sql.into());
        match self {
            Self::Sqlite(connection) => sqlx::query(sql).fetch_one(connection).await.unwrap().get(0),
            Self::Postgres(connection) => sqlx::query(sql).fetch_one(connection).await.unwrap().get(0),
        }
    }
}
