//! What outlives a server: its database, and the carrier with its ledger.
use std::{
    path::Path,
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, Instant},
};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use platform::{Clock, clock::SystemClock};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection, Row, SqliteConnection};
use tempfile::TempDir;
use tokio::process::Command;

use super::{texts::Text, *};
use crate::messaging::twilio::steps;

/// Nobody in the demo has such a number.
pub const PHONE_PREFIX: &str = "+1303555";
const ADMIN: &str = "admin@harborline.example";
const MERIDIAN: &str = "community-the-meridian";
/// Whatever a test waits for has come by then, or does not come.
/// What is due within that is waited for. The carrier is not asked about a text so soon.
const SOON: Duration = Duration::from_secs(5);

/// A database with the demo in it, and a carrier.
pub struct Fixture {
    pub twilio: Twilio,
    pub token: String,
    engine: Engine,
    folder: TempDir,
    /// As the server is told; empty for the file in the folder.
    database: String,
    /// As whoever may do anything.
    past: String,
    texts: AtomicU32,
}

/// A connection past any server.
pub enum Past {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Fixture {
    pub async fn open(engine: Engine) -> Self {
        let folder = TempDir::new().unwrap();
        let database = demo_database(engine, folder.path()).await;
        match engine {
            Engine::Sqlite => Self::over(engine, folder, String::new(), database).await,
            Engine::Postgres => Self::over(engine, folder, owner_url(&database), keeper_url(&database)).await,
        }
    }

    /// Harbor Row and the Meridian are on Twilio, and the Meridian is in training.
    pub async fn over(engine: Engine, folder: TempDir, database: String, past: String) -> Self {
        let (twilio, token, texts) = (Twilio::start(SystemClock).await, String::new(), AtomicU32::new(0));
        let mut fixture = Self { twilio, token, engine, folder, database, past, texts };
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

    /// A server whose carrier is there.
    pub fn command(&self, twilio: &str) -> Command {
        self.command_in(self.folder(), twilio)
    }

    /// One whose data is there.
    pub fn command_in(&self, data: &Path, twilio: &str) -> Command {
        let mut more = vec!["--twilio-url", twilio];
        if self.engine == Engine::Postgres {
            more.extend(["--database-url", &self.database]);
        }
        let mut command = serve(data, &more);
        command.env("PARLOR_SECRET_KEYS", URL_SAFE_NO_PAD.encode(KEY));
        command
    }

    pub async fn past(&self) -> Past {
        match self.engine {
            Engine::Sqlite => {
                let options = sqlx::sqlite::SqliteConnectOptions::new()
                    .filename(&self.past)
                    .busy_timeout(TIMEOUT)
                    .disable_statement_logging();
                Past::Sqlite(SqliteConnection::connect_with(&options).await.unwrap())
            }
            Engine::Postgres => Past::Postgres(PgConnection::connect(&self.past).await.unwrap()),
        }
    }

    /// The name of its PostgreSQL database, or the path of its SQLite file.
    pub fn database(&self) -> String {
        match self.engine {
            Engine::Sqlite => self.past.clone(),
            Engine::Postgres => self.past.rsplit('/').next().unwrap().to_owned(),
        }
    }

    /// A text of a phone that never texted before.
    pub fn text(&self, fate: Fate) -> Text {
        let (to, body) = fate.text();
        let nth = self.texts.fetch_add(1, Ordering::Relaxed);
        Text {
            phone: format!("{PHONE_PREFIX}{nth:04}"),
            fate,
            to,
            body,
            sid: format!("SM{nth:032x}"),
            photo: String::new(),
        }
    }

    /// One of a known phone, which the bot can answer.
    pub fn saying(&self, phone: &str, body: &'static str) -> Text {
        Text { phone: phone.to_owned(), body, ..self.text(Fate::Reply) }
    }

    /// One of a phone that never texted before, with a photo at this address.
    pub fn showing(&self, body: &'static str, photo: String) -> Text {
        Text { body, photo, ..self.text(Fate::Reply) }
    }

    /// One to a number of another company, from a phone that never texted before.
    pub fn text_to(&self, number: &'static str) -> Text {
        Text { to: number, ..self.text(Fate::Reply) }
    }

    /// What was sent to a phone, in the order in which it was to leave.
    pub async fn replies(&self, phone: &str) -> Vec<String> {
        let mut past = self.past().await;
        let of = format!(
            "FROM message WHERE direction = 2
                AND conversation_id = (SELECT id FROM conversation WHERE phone = '{phone}')"
        );
        let mut replies = Vec::new();
        for nth in 0..past.number(format!("SELECT count(*) {of}")).await {
            replies.push(past.word(format!("SELECT body {of} ORDER BY id LIMIT 1 OFFSET {nth}")).await);
        }
        replies
    }

    /// Everything becomes older by that much, at the carrier too: as if so much time had gone by.
    pub async fn age(&self, span: Duration) {
        let span_ms = span.as_millis();
        let mut past = self.past().await;
        past.run(format!("UPDATE job SET run_at_ms = run_at_ms - {span_ms}")).await;
        past.run(format!("UPDATE delivery SET tried_ms = tried_ms - {span_ms}")).await;
        self.twilio.age(span);
    }

    /// Waits until a server has done whatever is due, and what that leads to: a job that was written
    /// while it is looked is due a moment after that look began.
    pub async fn settled(&self) {
        let mut past = self.past().await;
        self.until("it settles", async || {
            let now = SystemClock.now().plus(SOON).0;
            let left =
                format!("SELECT count(*) FROM job WHERE NOT dead AND (worker <> 0 OR run_at_ms <= {now} OR (attempts > 0 AND kind <> 'reconcile'))");
            past.number(left).await == 0
        })
        .await;
    }

    /// Asks until it is so.
    pub async fn until(&self, what: &str, mut is_so: impl AsyncFnMut() -> bool) {
        let begun = Instant::now();
        while !is_so().await {
            if begun.elapsed() > TIMEOUT {
                panic!("waited in vain until {what}; jobs: {:#?}", self.jobs().await);
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// The jobs that there are, and what is known of each.
    pub async fn jobs(&self) -> Vec<String> {
        let mut past = self.past().await;
        let mut jobs = Vec::new();
        for nth in 0..past.number("SELECT count(*) FROM job").await {
            let known =
                "kind || ' of worker ' || worker || ', begun ' || attempts || ' times, due at ' || run_at_ms
                || ', waiting ' || waiting || ', dead ' || dead || ', ' || COALESCE(last_error, '')";
            jobs.push(past.word(format!("SELECT {known} FROM job ORDER BY id LIMIT 1 OFFSET {nth}")).await);
        }
        jobs
    }

    /// What the carrier took for the phone of a text.
    pub fn taken(&self, text: &Text) -> Option<Value> {
        self.twilio.texts().into_iter().find(|taken| taken["to"] == text.phone.as_str())
    }

    /// The confirmation of an opt-out got lost on its way to the carrier. By the time that the carrier
    /// was asked it is too late to confirm, and to somebody who opted out nothing else is sent.
    pub async fn assert_lost_confirmation_is_suppressed(&self, program: &Program, text: &Text) {
        assert_eq!(text.fate, Fate::OptOut, "{text:?} was not sent");
        let of_phone = format!("SELECT id FROM conversation WHERE phone = '{}'", text.phone);
        let conversation = self.past().await.word(of_phone).await;
        let path = format!("/textConversations/{conversation}");
        let thread = program.call("GET", &path, &self.token, None).await.ok();
        let messages = thread["messages"].as_array().unwrap();
        let statuses: Vec<&Value> = messages.iter().map(|message| &message["status"]).collect();
        assert_eq!(statuses, ["RECEIVED", "SUPPRESSED"], "{text:?}: {messages:#?}");
    }

    /// What staff and the carrier know of a text agree, and are what it ought to come to, once.
    pub async fn assert_one_outcome(&self, program: &Program, text: &Text) {
        let Text { phone, fate, body, .. } = text;
        let get = async |path: String| program.call("GET", &path, &self.token, None).await.ok();
        let mut past = self.past().await;
        let conversations = format!("SELECT count(*) FROM conversation WHERE phone = '{phone}'");
        assert_eq!(past.number(conversations).await, 1, "{text:?}");
        let conversation = past.word(format!("SELECT id FROM conversation WHERE phone = '{phone}'")).await;
        let thread = get(format!("/textConversations/{conversation}")).await;
        let messages = thread["messages"].as_array().unwrap();
        let of = |direction: &str| -> Vec<&Value> {
            messages.iter().filter(|message| message["direction"] == direction).collect()
        };
        let (came, went) = (of("INBOUND"), of("OUTBOUND"));
        assert_eq!((came.len(), went.len()), (1, 1), "{text:?}: {messages:#?}");
        assert_eq!((&came[0]["body"], steps(came[0]).as_slice()), (&json!(body), fate.steps()), "{text:?}");
        assert!(
            ["SENT", "DELIVERED"].contains(&went[0]["status"].as_str().unwrap()),
            "{text:?}: {messages:#?}"
        );
        let escalations = format!("SELECT count(*) FROM escalation WHERE conversation_id = '{conversation}'");
        let escalates = matches!(fate, Fate::Escalation | Fate::Training);
        assert_eq!(past.number(escalations).await, i64::from(escalates), "{text:?}");
        let entries = format!("SELECT count(*) FROM consent_entry WHERE phone = '{phone}'");
        assert_eq!(past.number(entries).await, 1, "{text:?}");
        // The carrier's ledger.
        let ledger = self.twilio.texts();
        let took: Vec<_> = ledger.iter().filter(|taken| taken["to"] == phone.as_str()).collect();
        assert_eq!(took.len(), 1, "{text:?}: {took:#?}");
        assert_eq!(took[0]["body"], went[0]["body"], "{text:?}");
    }

    /// Each event has the number after that of the one before.
    pub async fn assert_no_event_is_missing(&self) {
        let mut past = self.past().await;
        let of = |what: &str| format!("SELECT {what} FROM event WHERE company_id = 'company-harborline'");
        let count = past.number(of("count(*)")).await;
        assert_eq!(past.number(of("max(sequence)")).await, count);
        let head = "SELECT sequence FROM event_head WHERE company_id = 'company-harborline'";
        assert_eq!(past.number(head.to_owned()).await, count);
    }
}

impl Past {
    pub async fn run(&mut self, sql: impl Into<String>) {
        let sql = AssertSqlSafe(sql.into());
        match self {
            Self::Sqlite(past) => drop(sqlx::raw_sql(sql).execute(past).await.unwrap()),
            Self::Postgres(past) => drop(sqlx::raw_sql(sql).execute(past).await.unwrap()),
        }
    }

    pub async fn number(&mut self, sql: impl Into<String>) -> i64 {
        let sql = AssertSqlSafe(sql.into());
        match self {
            Self::Sqlite(past) => sqlx::query(sql).fetch_one(past).await.unwrap().get(0),
            Self::Postgres(past) => sqlx::query(sql).fetch_one(past).await.unwrap().get(0),
        }
    }

    pub async fn word(&mut self, sql: impl Into<String>) -> String {
        let sql = AssertSqlSafe(sql.into());
        match self {
            Self::Sqlite(past) => sqlx::query(sql).fetch_one(past).await.unwrap().get(0),
            Self::Postgres(past) => sqlx::query(sql).fetch_one(past).await.unwrap().get(0),
        }
    }
}
