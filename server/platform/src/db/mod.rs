//! One interface to SQLite and PostgreSQL: SQL is written once, and runs on the native driver of the
//! engine in use.
//!
//! Each transaction has access to the data of a [`Scope`] or of the platform itself. On PostgreSQL,
//! row-level security enforces this.
mod foreground;
mod key_locks;
mod pg_notify;
mod pool;
mod tx;
mod wal_checkpoint;

use std::{path::Path, sync::Arc, time::Duration};

use sqlx_postgres::{PgConnectOptions, PgPool};
use sqlx_sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqliteSynchronous};
use tokio::{sync::Mutex, task::JoinHandle};

use self::{foreground::Foreground, pg_notify::Notifier, tx::Inner};
use crate::{
    Fault, Metrics, Scope,
    instance_liveness::{self, Liveness},
    invalidation::Invalidations,
    server_role,
    signal::Signals,
};

pub use foreground::ForegroundWork;
pub(crate) use foreground::in_job;
pub(crate) use key_locks::KeyLocks;

pub use crate::migrate::{Migrations, OpenError};
pub use tx::{Bind, Query, Row, Sql, Tx, dialect};

/// The database. Clones share its connections.
#[derive(Clone)]
pub struct Db {
    engine: Engine,
    notifier: Notifier,
    foreground: Foreground,
    /// The server's metrics.
    pub metrics: Metrics,
    pub(crate) liveness: Liveness,
}

#[derive(Clone)]
enum Engine {
    Sqlite { write: SqlitePool, read: SqlitePool, background: SqlitePool, checkpointer: Checkpointer },
    Postgres(PgPool),
}

/// The kind of access that a transaction needs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Write,
    /// A write that waits for other writes.
    BackgroundWrite,
    Read,
    /// A large read that must not slow down others.
    BackgroundRead,
}

/// The task that checkpoints SQLite's log; none once it has ended.
type Checkpointer = Arc<Mutex<Option<JoinHandle<()>>>>;

/// Maximum number of statements that a connection keeps prepared. A reply to a resident and a blast together take more
/// than a hundred.
const PREPARED_STATEMENTS: usize = 256;
/// Maximum number of background writes at the same time, so that they leave connections to others.
const POSTGRES_BACKGROUND_WRITES: usize = 4;
/// Maximum number of writes of jobs at the same time, so that calls of carriers and users do not wait for all of them.
const POSTGRES_JOB_WRITES: usize = 3;
const SQLITE_READERS: u32 = 4;
/// Makes PostgreSQL run queries in a single process until the transaction ends.
const SINGLE_PROCESS: &str = "SET LOCAL max_parallel_workers_per_gather = 0; ";

impl Db {
    /// Opens a SQLite file, creates it if it is missing, and migrates it.
    ///
    /// # Errors
    /// Fails if the file cannot be opened, or has an unknown schema.
    pub async fn sqlite(file: &Path, migrations: &Migrations) -> Result<Self, OpenError> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5))
            .statement_cache_capacity(PREPARED_STATEMENTS)
            .pragma("cache_size", "-8192")
            .pragma("wal_autocheckpoint", wal_checkpoint::MAX_PAGES)
            .pragma("temp_store", "memory");
        let write = pool::sqlite_pool().max_connections(1).connect_with(options.clone()).await?;
        migrations.run_sqlite(&write).await?;
        let read = options.clone().pragma("query_only", "on");
        let background = pool::background_readers(read.clone()).await?;
        let read = pool::sqlite_pool().max_connections(SQLITE_READERS).connect_with(read).await?;
        let checkpointer = wal_checkpoint::spawn(options, read.close_event());
        let checkpointer = Arc::new(Mutex::new(Some(checkpointer)));
        let engine = Engine::Sqlite { write, read, background, checkpointer };
        Ok(Self::with_engine(engine, Liveness::single()))
    }

    /// Connects to PostgreSQL and switches to [`server_role::SERVER_ROLE`], unless `url` logs in as that role. The
    /// schema must be up to date.
    ///
    /// # Errors
    /// Fails if PostgreSQL cannot be reached, or row-level security does not apply to the role.
    pub async fn postgres(url: &str) -> Result<Self, OpenError> {
        let options = url.parse::<PgConnectOptions>()?.statement_cache_capacity(PREPARED_STATEMENTS);
        let pool = pool::postgres_pool(pool::POSTGRES_CONNECTIONS).connect_with(options).await?;
        server_role::check(&pool).await?;
        let db = Self::with_engine(Engine::Postgres(pool.clone()), Liveness::shared());
        tokio::spawn(pg_notify::send_heartbeats(pool.clone()));
        // This takes the lock that proves that this server is alive, so it comes before any job is claimed.
        let listener = pg_notify::listener(&pool, &db.liveness).await?;
        tokio::spawn(pg_notify::listen(pool, listener, db.notifier.clone(), db.liveness.clone()));
        Ok(db)
    }

    fn with_engine(engine: Engine, liveness: Liveness) -> Self {
        let (max_background_writes, max_job_writes) = match engine {
            Engine::Postgres(_) => (POSTGRES_BACKGROUND_WRITES, POSTGRES_JOB_WRITES),
            Engine::Sqlite { .. } => (1, 1),
        };
        Self {
            engine,
            notifier: Notifier::new(),
            foreground: Foreground::new(max_background_writes, max_job_writes),
            metrics: Metrics::default(),
            liveness,
        }
    }

    /// Returns locks of keys that other servers see; `None` on SQLite, which has one server.
    pub(crate) fn key_locks(&self) -> Option<KeyLocks> {
        match &self.engine {
            Engine::Sqlite { .. } => None,
            Engine::Postgres(pool) => Some(KeyLocks::new(pool.clone())),
        }
    }

    /// Returns the number of this process among the processes that use the database; 0 while it does not hold its
    /// liveness lock.
    #[must_use]
    pub fn instance(&self) -> i32 {
        self.liveness.number()
    }

    /// Returns the numbers of the live processes. `tx` must be a transaction of the platform.
    ///
    /// # Errors
    /// `UNAVAILABLE` if storage cannot be reached.
    pub async fn live_instances(&self, tx: &mut Tx) -> Result<Vec<i32>, Fault> {
        instance_liveness::live(tx, &self.liveness).await
    }

    /// Begins a transaction that changes a scope's data. On SQLite there is one at a time. In a job, it first waits until
    /// few writes of other jobs are under way, so a job must not begin a second one before the first ends.
    ///
    /// # Errors
    /// `UNAVAILABLE` if storage cannot be reached.
    pub async fn write(&self, scope: &Scope) -> Result<Tx, Fault> {
        self.begin(&access_settings(scope.company().as_str(), false), Purpose::Write).await
    }

    /// Like [`Db::write`], for a background write: it waits until few others are under way, and as
    /// [`Db::wait_for_foreground`] does, before it starts. A task must not begin a second one before the first ends.
    ///
    /// # Errors
    /// `UNAVAILABLE` if storage cannot be reached.
    pub async fn write_in_background(&self, scope: &Scope) -> Result<Tx, Fault> {
        self.begin(&access_settings(scope.company().as_str(), false), Purpose::BackgroundWrite).await
    }

    /// Waits until no foreground work of this server has been under way for a few milliseconds, but for 50 ms at most.
    /// Foreground work is a write that is not a background write, and what [`Db::foreground_work`] marks.
    pub async fn wait_for_foreground(&self) {
        self.foreground.wait_until_quiet().await;
    }

    /// Marks work that residents or staff wait for until the returned guard is dropped.
    #[must_use]
    pub fn foreground_work(&self) -> ForegroundWork {
        self.foreground.mark()
    }

    /// Returns whether work was marked as [`Db::foreground_work`] within the last second, so that background work is to
    /// be done in smaller pieces.
    #[must_use]
    pub fn is_foreground_busy(&self) -> bool {
        self.foreground.is_busy()
    }

    /// Begins a transaction that reads a scope's data.
    ///
    /// # Errors
    /// `UNAVAILABLE` if storage cannot be reached.
    pub async fn read(&self, scope: &Scope) -> Result<Tx, Fault> {
        self.begin(&access_settings(scope.company().as_str(), false), Purpose::Read).await
    }

    /// Like [`Db::read`], for a read that is so large that it would slow down others. SQLite runs it on threads of the
    /// lowest priority, PostgreSQL in a single process.
    ///
    /// # Errors
    /// `UNAVAILABLE` if storage cannot be reached.
    pub async fn read_in_background(&self, scope: &Scope) -> Result<Tx, Fault> {
        self.begin(&access_settings(scope.company().as_str(), false), Purpose::BackgroundRead).await
    }

    /// Begins a transaction of the platform itself, for tables such as sessions, jobs and numbers of
    /// communities. It has no access to other data of companies.
    ///
    /// # Errors
    /// `UNAVAILABLE` if storage cannot be reached.
    pub async fn platform(&self) -> Result<Tx, Fault> {
        self.begin(&access_settings("", true), Purpose::Write).await
    }

    /// Like [`Db::platform`], for reading.
    ///
    /// # Errors
    /// `UNAVAILABLE` if storage cannot be reached.
    pub async fn platform_read(&self) -> Result<Tx, Fault> {
        self.begin(&access_settings("", true), Purpose::Read).await
    }

    /// Begins a transaction that creates a company. It has access to the platform's tables and the company's data.
    ///
    /// # Errors
    /// `UNAVAILABLE` if storage cannot be reached.
    pub async fn found(&self, scope: &Scope) -> Result<Tx, Fault> {
        self.begin(&access_settings(scope.company().as_str(), true), Purpose::Write).await
    }

    /// Begins a transaction. This runs in a separate task: if the caller's future is dropped, no connection may go
    /// back to the pool with a transaction that has begun.
    async fn begin(&self, settings: &str, purpose: Purpose) -> Result<Tx, Fault> {
        let engine = self.engine.clone();
        let parallelism = if purpose == Purpose::BackgroundRead { SINGLE_PROCESS } else { "" };
        let begin = format!("BEGIN; {parallelism}{settings}");
        let (foreground, is_in_job) = (self.foreground.clone(), foreground::is_in_job());
        let begun = tokio::spawn(async move {
            let guard = match purpose {
                Purpose::Write => Some(foreground.begin_write(is_in_job).await),
                Purpose::BackgroundWrite => Some(foreground.begin_in_background().await),
                Purpose::Read | Purpose::BackgroundRead => None,
            };
            let inner = match engine {
                Engine::Sqlite { write, read, background, .. } => Inner::Sqlite(match purpose {
                    Purpose::Write | Purpose::BackgroundWrite => write.begin_with("BEGIN IMMEDIATE").await?,
                    Purpose::Read => read.begin().await?,
                    Purpose::BackgroundRead => background.begin().await?,
                }),
                Engine::Postgres(pool) => Inner::Postgres(pool::begin_on_postgres(&pool, begin).await?),
            };
            Ok::<_, sqlx::Error>((inner, guard))
        });
        let (inner, guard) = begun.await.map_err(Fault::unavailable)??;
        let writes = matches!(purpose, Purpose::Write | Purpose::BackgroundWrite);
        Ok(Tx::new(inner, writes, guard, self.notifier.clone(), self.metrics.clone()))
    }

    /// Returns whether only one transaction can write at a time, as on SQLite.
    #[must_use]
    pub fn has_one_writer(&self) -> bool {
        matches!(self.engine, Engine::Sqlite { .. })
    }

    /// Subscribes to the signals of committed transactions, on this server and others.
    #[must_use]
    pub fn signals(&self) -> Signals {
        self.notifier.listen()
    }

    /// Returns the recorded invalidations of cached sessions, accounts and companies.
    #[must_use]
    pub fn invalidations(&self) -> &Invalidations {
        &self.notifier.invalidations
    }

    /// Checks that storage responds.
    ///
    /// # Errors
    /// `UNAVAILABLE` if it does not.
    pub async fn ping(&self) -> Result<(), Fault> {
        let mut tx = self.platform_read().await?;
        tx.query("SELECT 1").run().await?;
        Ok(())
    }

    /// Returns the name of each connection pool with its numbers of used and idle connections.
    #[must_use]
    pub fn pools(&self) -> Vec<(&'static str, i64, i64)> {
        let count = |name, size: u32, idle: usize| {
            let idle = i64::try_from(idle).unwrap_or(i64::MAX);
            (name, (i64::from(size) - idle).max(0), idle)
        };
        match &self.engine {
            Engine::Sqlite { write, read, background, .. } => vec![
                count("write", write.size(), write.num_idle()),
                count("read", read.size(), read.num_idle()),
                count("background", background.size(), background.num_idle()),
            ],
            Engine::Postgres(pool) => vec![count("postgres", pool.size(), pool.num_idle())],
        }
    }

    /// Closes all connections after the transactions under way. A SQLite file then contains everything that
    /// was committed: the writer is closed last, because only the last connection checkpoints the log and
    /// deletes it.
    pub async fn close(&self) {
        match &self.engine {
            Engine::Sqlite { write, read, background, checkpointer, .. } => {
                background.close().await;
                read.close().await;
                let mut checkpointer = checkpointer.lock().await;
                if let Some(task) = checkpointer.as_mut() {
                    let _ = task.await;
                    *checkpointer = None;
                }
                write.close().await;
            }
            Engine::Postgres(pool) => pool.close().await,
        }
    }
}

/// Returns the settings that row-level security checks. They are sent with BEGIN in one round trip. Both
/// are always set, so that no value of an earlier transaction can apply.
fn access_settings(company: &str, platform: bool) -> String {
    let company = company.replace('\'', "''");
    let platform = if platform { "on" } else { "off" };
    format!("SET LOCAL parlor.company = '{company}'; SET LOCAL parlor.platform = '{platform}'")
}
