//! One storage over SQLite and PostgreSQL: SQL is written once, and runs on the native
//! driver of whichever engine this is.
//!
//! Work happens in transactions, and each is on behalf of someone: a [`Scope`], or the
//! platform itself. On PostgreSQL the row-level policies hold a transaction to it.
use std::{path::Path, time::Duration};

use sqlx::{
    Arguments, AssertSqlSafe, Connection, Encode, Executor, FromRow, Postgres, Sqlite, Transaction, Type,
    postgres::{PgArguments, PgListener, PgPool, PgPoolOptions, PgRow},
    sqlite::{
        SqliteArguments, SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
        SqliteSynchronous,
    },
};
use tokio::{sync::broadcast, time::timeout};

use crate::{
    Fault, Metrics, Scope, claims,
    events::{self, Telling},
    metrics::Counted,
    migrate::{self, SERVER_ROLE},
    presence::Presence,
    signal::{Signal, Signals},
};

pub use migrate::{Migrations, Opened};

/// A value that either engine can bind.
pub trait Bind<'q>: Type<Sqlite> + Type<Postgres> + Encode<'q, Sqlite> + Encode<'q, Postgres> {}
impl<'q, T> Bind<'q> for T where T: Type<Sqlite> + Type<Postgres> + Encode<'q, Sqlite> + Encode<'q, Postgres> {}

/// A struct that either engine can return; `#[derive(sqlx::FromRow)]` is enough.
pub trait Row: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}
impl<T> Row for T where T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

/// SQL: usually one text, now and then one for each engine.
#[derive(Clone, Copy)]
pub struct Sql {
    sqlite: &'static str,
    postgres: &'static str,
}

impl From<&'static str> for Sql {
    fn from(sql: &'static str) -> Self {
        dialect(sql, sql)
    }
}

/// The two texts of a statement where the engines truly differ.
#[must_use]
pub const fn dialect(sqlite: &'static str, postgres: &'static str) -> Sql {
    Sql { sqlite, postgres }
}

/// Where everything is stored. Cheap to clone.
#[derive(Clone)]
pub struct Db {
    engine: Engine,
    signals: broadcast::Sender<Signal>,
    /// What is counted.
    pub metrics: Metrics,
    pub(crate) presence: Presence,
}

#[derive(Clone)]
enum Engine {
    Sqlite { write: SqlitePool, read: SqlitePool },
    Postgres(PgPool),
}

const SIGNALS_HELD: usize = 1024;
const BEAT: &str = "SELECT pg_notify('parlor', 'beat')";
const BEAT_EVERY: Duration = Duration::from_secs(1);
/// Without a beat for so long, nothing is heard any more.
const SILENCE: Duration = Duration::from_secs(3);
const POSTGRES_CONNECTIONS: u32 = 10;
const SQLITE_READERS: u32 = 4;

impl Db {
    /// Opens SQLite in a file, made if it is missing and brought up to date.
    ///
    /// # Errors
    /// When the file cannot be opened, or was written by a newer Parlor.
    pub async fn sqlite(file: &Path, migrations: &Migrations) -> Result<Self, sqlx::Error> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5))
            .pragma("cache_size", "-8192")
            .pragma("temp_store", "memory");
        // SQLite ends a transaction by itself when the disk is full, and the driver then takes the
        // connection for one that is in the middle of it: such a connection is not used again.
        let pool = || {
            SqlitePoolOptions::new()
                .test_before_acquire(false)
                .acquire_timeout(Duration::from_secs(10))
                .after_release(|connection, _| {
                    Box::pin(async move {
                        connection.ping().await?;
                        Ok(!connection.is_in_transaction())
                    })
                })
        };
        let write = pool().max_connections(1).connect_with(options.clone()).await?;
        migrations.run_sqlite(&write).await?;
        let read = options.pragma("query_only", "on");
        let read = pool().max_connections(SQLITE_READERS).connect_with(read).await?;
        Ok(Self::over(Engine::Sqlite { write, read }, Presence::alone()))
    }

    /// Connects to PostgreSQL as [`SERVER_ROLE`]; the schema must be up to date.
    ///
    /// # Errors
    /// When it cannot be reached, or the role is not held by the policies.
    pub async fn postgres(url: &str) -> Result<Self, Opened> {
        let pool = postgres_pool(POSTGRES_CONNECTIONS).connect(url).await?;
        migrate::refuse_powerful_role(&pool).await?;
        let db = Self::over(Engine::Postgres(pool.clone()), Presence::among_others());
        tokio::spawn(beat(pool.clone()));
        // Before anything is claimed, for what is claimed by nobody waits for its lease.
        let listener = listener(&pool, &db.presence).await?;
        tokio::spawn(listen(pool, listener, db.signals.clone(), db.presence.clone()));
        Ok(db)
    }

    fn over(engine: Engine, presence: Presence) -> Self {
        let signals = broadcast::Sender::new(SIGNALS_HELD);
        Self { engine, signals, metrics: Metrics::default(), presence }
    }

    /// A transaction that changes a scope's data. On SQLite there is one at a time.
    ///
    /// # Errors
    /// `UNAVAILABLE` when storage cannot be reached.
    pub async fn write(&self, scope: &Scope) -> Result<Tx, Fault> {
        self.begin(&on_behalf_of(scope.company().as_str(), false), true).await
    }

    /// A transaction that reads a scope's data.
    ///
    /// # Errors
    /// As [`Db::write`].
    pub async fn read(&self, scope: &Scope) -> Result<Tx, Fault> {
        self.begin(&on_behalf_of(scope.company().as_str(), false), false).await
    }

    /// A transaction of the platform itself: sessions, jobs, whose number it is. It sees
    /// the tables that serve these alone.
    ///
    /// # Errors
    /// As [`Db::write`].
    pub async fn platform(&self) -> Result<Tx, Fault> {
        self.begin(&on_behalf_of("", true), true).await
    }

    /// As [`Db::platform`], for reading.
    ///
    /// # Errors
    /// As [`Db::write`].
    pub async fn platform_read(&self) -> Result<Tx, Fault> {
        self.begin(&on_behalf_of("", true), false).await
    }

    /// A transaction that founds a company: the platform's own work and the company's in one.
    ///
    /// # Errors
    /// As [`Db::write`].
    pub async fn found(&self, scope: &Scope) -> Result<Tx, Fault> {
        self.begin(&on_behalf_of(scope.company().as_str(), true), true).await
    }

    /// Begins in a task of its own: a caller that goes away in the middle of it must not leave a
    /// connection behind that has begun on its behalf.
    async fn begin(&self, behalf: &str, writes: bool) -> Result<Tx, Fault> {
        let engine = self.engine.clone();
        let behalf = format!("BEGIN; {behalf}");
        let begun = tokio::spawn(async move {
            Ok::<_, sqlx::Error>(match engine {
                Engine::Sqlite { write, .. } if writes => {
                    Inner::Sqlite(write.begin_with("BEGIN IMMEDIATE").await?)
                }
                Engine::Sqlite { read, .. } => Inner::Sqlite(read.begin().await?),
                Engine::Postgres(pool) => Inner::Postgres(begin_on_postgres(&pool, behalf).await?),
            })
        });
        let inner = begun.await.map_err(Fault::unavailable)??;
        Ok(Tx {
            inner,
            writes,
            signals: self.signals.clone(),
            said: Vec::new(),
            told: Vec::new(),
            metrics: self.metrics.clone(),
            counted: Vec::new(),
        })
    }

    /// Hears what other transactions signalled, on this server and on others.
    #[must_use]
    pub fn signals(&self) -> Signals {
        Signals::new(self.signals.subscribe())
    }

    /// Whether storage answers.
    ///
    /// # Errors
    /// `UNAVAILABLE` when it does not.
    pub async fn ping(&self) -> Result<(), Fault> {
        let mut tx = self.platform_read().await?;
        tx.query("SELECT 1").run().await?;
        Ok(())
    }

    /// Of each pool of connections: its name, how many are in use, and how many are not.
    #[must_use]
    pub fn pools(&self) -> Vec<(&'static str, i64, i64)> {
        let count = |name, size: u32, idle: usize| {
            let idle = i64::try_from(idle).unwrap_or(i64::MAX);
            (name, (i64::from(size) - idle).max(0), idle)
        };
        match &self.engine {
            Engine::Sqlite { write, read } => vec![
                count("write", write.size(), write.num_idle()),
                count("read", read.size(), read.num_idle()),
            ],
            Engine::Postgres(pool) => vec![count("postgres", pool.size(), pool.num_idle())],
        }
    }

    /// Closes it after what is under way.
    pub async fn close(&self) {
        match &self.engine {
            Engine::Sqlite { write, read } => {
                read.close().await;
                write.close().await;
            }
            Engine::Postgres(pool) => pool.close().await,
        }
    }
}

/// Nothing was begun on a connection that turns out to be dead, as all are that waited in the pool
/// while PostgreSQL was started anew: another one is taken.
async fn begin_on_postgres(pool: &PgPool, behalf: String) -> sqlx::Result<Transaction<'static, Postgres>> {
    let mut dead = 0;
    loop {
        match pool.begin_with(AssertSqlSafe(behalf.clone())).await {
            Err(error) if dead < POSTGRES_CONNECTIONS && was_dead(&error) => dead += 1,
            begun => return begun,
        }
    }
}

fn was_dead(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) => true,
        // It was told to end, and that is all it has to say.
        sqlx::Error::Database(told) => matches!(told.code().as_deref(), Some("57P01" | "57P02")),
        _ => false,
    }
}

/// Said with BEGIN, in one round trip. Both are always said, so that nothing of an earlier
/// transaction can hold.
fn on_behalf_of(company: &str, platform: bool) -> String {
    let company = company.replace('\'', "''");
    let platform = if platform { "on" } else { "off" };
    format!("SET LOCAL parlor.company = '{company}'; SET LOCAL parlor.platform = '{platform}'")
}

fn postgres_pool(most: u32) -> PgPoolOptions {
    PgPoolOptions::new()
        .max_connections(most)
        .test_before_acquire(false)
        .acquire_timeout(Duration::from_secs(3))
        .after_connect(|connection, _| {
            Box::pin(async move {
                connection.execute(AssertSqlSafe(format!("SET ROLE {SERVER_ROLE}"))).await?;
                Ok(())
            })
        })
}

/// Says again and again that the servers hear one another.
async fn beat(pool: PgPool) {
    while !pool.is_closed() {
        let _ = pool.execute(BEAT).await;
        tokio::time::sleep(BEAT_EVERY).await;
    }
}

/// A connection that hears what other servers signal, and by which they see that this one lives.
/// It is nobody else's before or after, for the lock goes with the connection.
async fn listener(pool: &PgPool, presence: &Presence) -> sqlx::Result<PgListener> {
    let own = postgres_pool(1).connect_lazy_with((*pool.connect_options()).clone());
    let mut listener = PgListener::connect_with(&own).await?;
    listener.eager_reconnect(false);
    listener.listen("parlor").await?;
    presence.begin(&mut listener).await?;
    Ok(listener)
}

/// Passes on what other servers signal. What is missed while it reconnects is made up for
/// by one [`Signal::Everything`]; a connection on which no beat is heard is such a miss.
async fn listen(
    pool: PgPool,
    mut listening: PgListener,
    heard: broadcast::Sender<Signal>,
    presence: Presence,
) {
    while !pool.is_closed() {
        loop {
            let word = tokio::select! {
                word = timeout(SILENCE, listening.try_recv()) => word,
                () = pool.close_event() => return,
            };
            let Ok(Ok(Some(word))) = word else { break };
            if word.payload() != "beat" {
                let _ = heard.send(Signal::from_payload(word.payload()));
            }
        }
        presence.end();
        drop(listening);
        listening = loop {
            tokio::time::sleep(Duration::from_millis(500)).await;
            match listener(&pool, &presence).await {
                Ok(again) => break again,
                Err(_) if pool.is_closed() => return,
                Err(_) => {}
            }
        };
        let _ = heard.send(Signal::Everything);
    }
}

/// A transaction. Dropped without [`Tx::commit`], it changed nothing.
pub struct Tx {
    inner: Inner,
    writes: bool,
    signals: broadcast::Sender<Signal>,
    said: Vec<Signal>,
    told: Vec<Telling>,
    metrics: Metrics,
    counted: Vec<Counted>,
}

enum Inner {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

impl Tx {
    /// A statement; its values are bound in the order of `$1`, `$2`, …
    pub fn query(&mut self, sql: impl Into<Sql>) -> Query<'_> {
        let arguments = match self.inner {
            Inner::Sqlite(_) => Ok(Values::Sqlite(SqliteArguments::default())),
            Inner::Postgres(_) => Ok(Values::Postgres(PgArguments::default())),
        };
        Query { tx: self, sql: sql.into(), arguments }
    }

    /// Tells listeners, once this is committed.
    pub fn signal(&mut self, signal: Signal) {
        if !self.said.contains(&signal) {
            self.said.push(signal);
        }
    }

    /// Counts something, once this is committed.
    pub fn count(&mut self, counted: Counted) {
        self.counted.push(counted);
    }

    /// Writes an event when this is committed; the same one twice is one.
    pub(crate) fn tell(&mut self, told: Telling) {
        if !self.told.contains(&told) {
            self.told.push(told);
        }
    }

    /// Makes it last, then tells listeners.
    ///
    /// # Errors
    /// When storage fails; what it did then is unknown to the caller and must be asked.
    pub async fn commit(mut self) -> Result<(), Fault> {
        let claim = if self.writes { claims::mark(&mut self).await? } else { None };
        let told = std::mem::take(&mut self.told);
        events::write(&mut self, told).await?;
        let said = std::mem::take(&mut self.said);
        let counted = std::mem::take(&mut self.counted);
        let metrics = self.metrics.clone();
        if matches!(self.inner, Inner::Postgres(_)) {
            for signal in &said {
                self.query("SELECT pg_notify('parlor', $1)").bind(signal.to_payload()).run().await?;
            }
        }
        match self.inner {
            Inner::Sqlite(tx) => tx.commit().await?,
            Inner::Postgres(tx) => tx.commit().await?,
        }
        counted.into_iter().for_each(|counted| metrics.count(counted));
        // Whoever listens here need not wait for PostgreSQL to say it again.
        for signal in said {
            let _ = self.signals.send(signal);
        }
        if let Some(claim) = claim {
            claim.took_effect();
        }
        Ok(())
    }

    /// The rest of it is the platform's own work as well.
    pub(crate) async fn as_platform_too(&mut self) -> Result<(), Fault> {
        if matches!(self.inner, Inner::Postgres(_)) {
            self.query("SELECT set_config('parlor.platform', 'on', true)").run().await?;
        }
        Ok(())
    }
}

enum Values {
    Sqlite(SqliteArguments),
    Postgres(PgArguments),
}

/// A statement that is being put together.
pub struct Query<'t> {
    tx: &'t mut Tx,
    sql: Sql,
    arguments: Result<Values, sqlx::error::BoxDynError>,
}

/// Runs `$then` on the native query of whichever engine this is.
macro_rules! native {
    ($self:ident, |$query:ident, $connection:ident| $then:expr) => {
        match ($self.arguments.map_err(sqlx::Error::Encode)?, &mut $self.tx.inner) {
            (Values::Sqlite(values), Inner::Sqlite(tx)) => {
                let ($query, $connection) = (sqlx::query_with($self.sql.sqlite, values), &mut **tx);
                $then
            }
            (Values::Postgres(values), Inner::Postgres(tx)) => {
                let ($query, $connection) = (sqlx::query_with($self.sql.postgres, values), &mut **tx);
                $then
            }
            _ => Err(sqlx::Error::Protocol("a statement was built for the other engine".into())),
        }
    };
}

impl Query<'_> {
    /// Binds the next value.
    #[must_use]
    pub fn bind<'q>(mut self, value: impl Bind<'q>) -> Self {
        self.arguments = self.arguments.and_then(|mut values| {
            match &mut values {
                Values::Sqlite(values) => values.add(value),
                Values::Postgres(values) => values.add(value),
            }?;
            Ok(values)
        });
        self
    }

    /// Binds a scope as the next two values: the company, and whose communities alone.
    #[must_use]
    pub fn scope(self, scope: &Scope) -> Self {
        self.bind(scope.company().as_str()).bind(scope.staff().map(crate::ids::UserId::as_str))
    }

    /// Runs it; how many rows it changed.
    ///
    /// # Errors
    /// Those of the engine.
    pub async fn run(self) -> sqlx::Result<u64> {
        native!(self, |query, connection| Ok(query.execute(connection).await?.rows_affected()))
    }

    /// All rows.
    ///
    /// # Errors
    /// Those of the engine.
    pub async fn all<T: Row>(self) -> sqlx::Result<Vec<T>> {
        native!(self, |query, connection| query
            .fetch_all(connection)
            .await?
            .iter()
            .map(T::from_row)
            .collect())
    }

    /// The row, if there is one.
    ///
    /// # Errors
    /// Those of the engine.
    pub async fn optional<T: Row>(self) -> sqlx::Result<Option<T>> {
        native!(self, |query, connection| {
            query.fetch_optional(connection).await?.map(|row| T::from_row(&row)).transpose()
        })
    }

    /// The row.
    ///
    /// # Errors
    /// Those of the engine; `RowNotFound` when there is none.
    pub async fn one<T: Row>(self) -> sqlx::Result<T> {
        self.optional().await?.ok_or(sqlx::Error::RowNotFound)
    }
}
