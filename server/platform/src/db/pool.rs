//! Connection pools: how large they are, how their connections are set up, and how a dead connection is replaced.
use std::{io, time::Duration};

use sqlx::{AssertSqlSafe, Connection, Executor, Transaction};
use sqlx_postgres::{PgPool, PgPoolOptions, Postgres};
use sqlx_sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use tokio::runtime::Handle;

use super::OpenError;
use crate::{cpu_pool, server_role::SERVER_ROLE};

/// Maximum number of connections for transactions.
pub const POSTGRES_CONNECTIONS: u32 = 10;
const SQLITE_BACKGROUND_READERS: u32 = 2;
/// PostgreSQL ends a transaction that is idle for this long: its server has stopped or cannot be reached,
/// and its locks must be released. No call or job leaves a transaction idle for longer.
const IDLE_MS: u32 = 60_000;

/// Returns the options of a pool of connections to a SQLite file.
///
/// When the disk is full, SQLite ends a transaction on its own, but the driver considers the connection to be still in
/// it. Such a connection is not used again.
pub fn sqlite_pool() -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .test_before_acquire(false)
        .acquire_timeout(Duration::from_secs(10))
        .after_release(|connection, _| {
            Box::pin(async move {
                connection.ping().await?;
                Ok(!connection.is_in_transaction())
            })
        })
}

/// Opens connections whose threads have the lowest priority. A thread inherits the priority of the thread that starts
/// it.
pub async fn background_readers(options: SqliteConnectOptions) -> Result<SqlitePool, OpenError> {
    let runtime = Handle::current();
    let pool = sqlite_pool().max_connections(SQLITE_BACKGROUND_READERS).idle_timeout(None).max_lifetime(None);
    let open = async move {
        let pool = pool.connect_with(options).await?;
        let mut open = Vec::new();
        for _ in 0..SQLITE_BACKGROUND_READERS {
            open.push(pool.acquire().await?);
        }
        drop(open);
        Ok::<_, sqlx::Error>(pool)
    };
    let opened = cpu_pool::run_at_lowest_priority("readers", move || runtime.block_on(open)).await;
    Ok(opened.map_err(|error| sqlx::Error::Io(io::Error::other(error.to_string())))??)
}

/// Begins a transaction with the statements in `begin`. If the connection is dead, retries with another one: after a
/// restart of PostgreSQL all connections in the pool are dead, and no transaction has begun on them.
pub async fn begin_on_postgres(pool: &PgPool, begin: String) -> sqlx::Result<Transaction<'static, Postgres>> {
    let mut dead = 0;
    loop {
        match pool.begin_with(AssertSqlSafe(begin.clone())).await {
            Err(error) if dead < POSTGRES_CONNECTIONS && is_connection_lost(&error) => dead += 1,
            result => return result,
        }
    }
}

fn is_connection_lost(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) => true,
        // PostgreSQL ended the connection because it shuts down.
        sqlx::Error::Database(error) => matches!(error.code().as_deref(), Some("57P01" | "57P02")),
        _ => false,
    }
}

/// Returns the options of a pool of at most this many connections to PostgreSQL.
pub fn postgres_pool(max_connections: u32) -> PgPoolOptions {
    PgPoolOptions::new()
        .max_connections(max_connections)
        .test_before_acquire(false)
        .acquire_timeout(Duration::from_secs(3))
        .after_connect(|connection, _| {
            Box::pin(async move {
                // Statements of the server are short: compiling one takes longer than it saves. They read
                // from memory or a solid-state drive, where looking up a few rows beats reading a whole table.
                let settings = format!(
                    "SET ROLE {SERVER_ROLE}; SET idle_in_transaction_session_timeout = {IDLE_MS}; SET jit = off; \
                     SET random_page_cost = 1.1"
                );
                connection.execute(AssertSqlSafe(settings)).await?;
                Ok(())
            })
        })
}
