//! SQLite's log of what was written, moved into the database beside the work: whoever commits would do it every so
//! often otherwise, and a resident wait for the disk.
use std::time::Duration;

use sqlx::{
    pool::CloseEvent,
    sqlite::{SqliteConnectOptions, SqlitePoolOptions},
};
use tokio::time::{MissedTickBehavior, interval};

const EVERY: Duration = Duration::from_secs(1);
/// With so many pages of four kilobytes in the log, whoever commits moves them after all.
pub const MOST_PAGES: &str = "16000";

/// Moves what is in the log until `closed`.
pub fn keep_short(options: SqliteConnectOptions, mut closed: CloseEvent) {
    let mover = SqlitePoolOptions::new().max_connections(1).connect_lazy_with(options);
    tokio::spawn(async move {
        let moves = async {
            let mut ticks = interval(EVERY);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                ticks.tick().await;
                // As far as nobody reads or writes there.
                if let Err(why) = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&mover).await {
                    tracing::warn!(%why, "the database's log was not moved");
                }
            }
        };
        closed.do_until(moves).await
    });
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use sqlx::sqlite::SqliteJournalMode;
    use tokio::time::{sleep, timeout};

    use super::*;

    #[tokio::test]
    async fn what_is_committed_comes_into_the_database_by_itself() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("log.db");
        let options = SqliteConnectOptions::new()
            .filename(&file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .pragma("wal_autocheckpoint", "0");
        let written =
            SqlitePoolOptions::new().max_connections(1).connect_with(options.clone()).await.unwrap();
        keep_short(options, written.close_event());
        sqlx::raw_sql("CREATE TABLE pages (page BLOB); INSERT INTO pages VALUES (zeroblob(100000))")
            .execute(&written)
            .await
            .unwrap();
        let is_moved = async {
            while std::fs::metadata(&file).unwrap().len() < 100_000 {
                sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(Duration::from_secs(20), is_moved).await.unwrap();
    }
}
