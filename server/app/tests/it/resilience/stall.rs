//! Stalls a server at a place in the database, in the middle of a transaction, until it is killed.
use std::path::PathBuf;

use sqlx::Row;

use super::{
    fixture::{Fixture, Past},
    texts::Text,
    *,
};

/// A change to a table's row, with a condition.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub table: &'static str,
    /// INSERT, DELETE or UPDATE, with OF and a column if that matters.
    pub change: &'static str,
    /// The condition on `NEW`, or on `OLD` for a deletion.
    pub when: &'static str,
}

/// During the decision on a text.
const DECIDING: Place = Place { table: "message", change: "UPDATE OF decision", when: "NEW.direction = 1" };

/// A trigger that stalls the server.
pub struct Stall {
    past: Past,
    table: &'static str,
    wal: PathBuf,
}

/// On SQLite, the trigger first writes until the pages no longer fit in memory, which is visible from
/// outside, and then counts forever.
const MANY_PAGES: &str =
    "INSERT INTO stall_pages SELECT zeroblob(1048576) FROM (VALUES (1), (2), (3), (4), (5),
    (6), (7), (8), (9), (10), (11), (12), (13), (14))";
const SPILLED: u64 = 4 << 20;

impl Stall {
    pub async fn at(fixture: &Fixture, place: &Place) -> Self {
        let Place { table, change, when } = place;
        let mut past = fixture.past().await;
        let trigger = format!("CREATE TRIGGER stall AFTER {change} ON {table} FOR EACH ROW WHEN ({when})");
        match fixture.engine() {
            Engine::Sqlite => {
                past.run(format!(
                    "CREATE TABLE IF NOT EXISTS stall_pages (page BLOB);
                     CREATE VIEW IF NOT EXISTS stall_forever AS
                         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
                     {trigger} BEGIN {MANY_PAGES}; SELECT count(*) FROM stall_forever; END;
                     PRAGMA wal_checkpoint(TRUNCATE)"
                ))
                .await;
            }
            Engine::Postgres => {
                past.run(format!(
                    "CREATE OR REPLACE FUNCTION stall() RETURNS trigger LANGUAGE plpgsql AS $$
                         BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NULL; END $$;
                     {trigger} EXECUTE FUNCTION stall();
                     SELECT pg_advisory_lock(4711)"
                ))
                .await;
            }
        }
        let wal = fixture.folder().join("parlor.db-wal");
        Self { past, table, wal }
    }

    /// Delivers a text to a server, and waits until the server stalls during its decision.
    pub async fn deciding(fixture: &Fixture, at: &str) -> (Text, Self) {
        let text = fixture.text(Fate::Reply);
        let mut stall = Self::at(fixture, &DECIDING).await;
        assert_eq!(text.bring(at).await, Some(200));
        stall.reached(fixture).await;
        (text, stall)
    }

    /// Waits until the server stalls.
    pub async fn reached(&mut self, fixture: &Fixture) {
        let Self { past, wal, table } = self;
        fixture
            .until(&format!("a server changes {table}"), async || match past {
                Past::Sqlite(_) => std::fs::metadata(&*wal).is_ok_and(|wal| wal.len() > SPILLED),
                Past::Postgres(_) => past.number(WAITING).await > 0,
            })
            .await;
    }

    /// Removes the trigger, so that later servers do not stall. The stalled server has been killed.
    pub async fn leave(mut self) {
        let table = self.table;
        match &mut self.past {
            Past::Sqlite(_) => self.past.run("DROP TRIGGER stall").await,
            Past::Postgres(past) => {
                // PostgreSQL would detect the lost connection only when it sends data.
                for row in sqlx::query(WAITING_ARE).fetch_all(&mut *past).await.unwrap() {
                    let waiting: i32 = row.get(0);
                    sqlx::query("SELECT pg_terminate_backend($1)")
                        .bind(waiting)
                        .execute(&mut *past)
                        .await
                        .unwrap();
                }
                // Servers that have arrived in the meantime proceed: removing the trigger waits for them.
                let leave = format!("SELECT pg_advisory_unlock(4711); DROP TRIGGER stall ON {table}");
                self.past.run(leave).await;
            }
        }
    }
}

const WAITING: &str =
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = 4711
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
const WAITING_ARE: &str =
    "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = 4711
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
