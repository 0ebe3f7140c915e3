//! Checkpoints SQLite's write-ahead log in the background. Otherwise some commits would do it, and a resident would
//! wait for the disk.
use std::time::Duration;

use sqlx::pool::CloseEvent;
use sqlx_sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use tokio::{
    task::JoinHandle,
    time::{MissedTickBehavior, interval},
};

const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(1);
/// Maximum number of checkpoints in a row.
const MAX_ROUNDS: usize = 4;
/// Number of pages (4 KiB each) in the log from which a commit checkpoints it.
pub const MAX_PAGES: &str = "16000";

/// Checkpoints the log every second until `closed`, then closes its own connection. The returned task ends
/// when that connection is closed. A checkpoint that has begun is completed: a connection that is abandoned
/// while it opens would close at some later time.
pub fn spawn(options: SqliteConnectOptions, mut closed: CloseEvent) -> JoinHandle<()> {
    let pool = SqlitePoolOptions::new().max_connections(1).connect_lazy_with(options);
    tokio::spawn(async move {
        let mut ticks = interval(CHECKPOINT_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                () = &mut closed => break,
                _ = ticks.tick() => {}
            }
            if let Err(error) = checkpoint(&pool).await {
                tracing::warn!(%error, "the write-ahead log was not checkpointed");
            }
        }
        pool.close().await;
    })
}

/// Checkpoints the log, then what was written to it meanwhile. Once all of it is checkpointed, the next commit starts
/// again at the beginning of the file. A passive checkpoint waits for no reader and no writer.
async fn checkpoint(pool: &SqlitePool) -> sqlx::Result<()> {
    for _ in 0..MAX_ROUNDS {
        let (_, pages, checkpointed): (i64, i64, i64) =
            sqlx::query_as("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(pool).await?;
        if checkpointed == pages {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use sqlx_sqlite::SqliteJournalMode;
    use tokio::time::{sleep, timeout};

    use super::*;
    use crate::{Db, db::Migrations};

    #[tokio::test]
    async fn the_write_ahead_log_is_checkpointed_automatically() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("log.db");
        let options = SqliteConnectOptions::new()
            .filename(&file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .pragma("wal_autocheckpoint", "0");
        let written =
            SqlitePoolOptions::new().max_connections(1).connect_with(options.clone()).await.unwrap();
        spawn(options, written.close_event());
        sqlx::raw_sql("CREATE TABLE pages (page BLOB); INSERT INTO pages VALUES (zeroblob(100000))")
            .execute(&written)
            .await
            .unwrap();
        let is_moved = async {
            while std::fs::metadata(&file).unwrap().len() < 100_000 {
                sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(Duration::from_secs(300), is_moved).await.expect("the log is checkpointed within 300 s");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn a_closed_database_has_no_write_ahead_log() {
        static NONE: sqlx::migrate::Migrator = sqlx::migrate::Migrator::DEFAULT;
        let migrations = Migrations { common: &NONE, sqlite: &NONE, postgres: &NONE };
        for round in 0..100 {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("closed.db");
            let db = Db::sqlite(&file, &migrations).await.unwrap();
            let mut tx = db.platform().await.unwrap();
            tx.query("CREATE TABLE line (text TEXT)").run().await.unwrap();
            tx.commit().await.unwrap();
            drop((db.platform_read().await.unwrap(), db.platform_read().await.unwrap()));
            // Of two concurrent calls, neither returns before the database is closed.
            let log = file.with_extension("db-wal");
            let closed = || async {
                db.close().await;
                assert!(!log.exists(), "the log is still there after close number {round}");
            };
            tokio::join!(closed(), closed());
        }
    }
}
