//! Stalls a server at a place in the database, in the middle of a transaction, until it is killed.
use std::path::PathBuf;

use sqlx::Row;

use super::{
    fixture::{DirectConnection, Fixture},
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
    connection: DirectConnection,
    table: &'static str,
    wal: PathBuf,
}

/// On SQLite, the trigger first writes until the pages no longer fit in memory, which is visible from
/// outside, and then counts forever.
const MANY_PAGES: &str =
    "INSERT INTO stall_pages SELECT zeroblob(1048576) FROM (VALUES (1), (2), (3), (4), (5),
    (6), (7), (8), (9), (10), (11), (12), (13), (14))";
const SPILL_BYTES: u64 = 4 << 20;

impl Stall {
    pub async fn at(fixture: &Fixture, place: &Place) -> Self {
        let Place { table, change, when } = place;
        let mut connection = fixture.connect_directly().await;
        let trigger = format!("CREATE TRIGGER stall AFTER {change} ON {table} FOR EACH ROW WHEN ({when})");
        match fixture.engine() {
            Engine::Sqlite => {
                connection
                    .execute_sql(format!(
                        "CREATE TABLE IF NOT EXISTS stall_pages (page BLOB);
                     CREATE VIEW IF NOT EXISTS stall_forever AS
                         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
                     {trigger} BEGIN {MANY_PAGES}; SELECT count(*) FROM stall_forever; END;
                     PRAGMA wal_checkpoint(TRUNCATE)"
                    ))
                    .await;
            }
            Engine::Postgres => {
                connection
                    .execute_sql(format!(
                        "CREATE OR REPLACE FUNCTION stall() RETURNS trigger LANGUAGE plpgsql AS $$
                         BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NULL; END $$;
                     {trigger} EXECUTE FUNCTION stall();
                     SELECT pg_advisory_lock(4711)"
                    ))
                    .await;
            }
        }
        let wal = fixture.folder().join("parlor.db-wal");
        Self { connection, table, wal }
    }

    /// Delivers a text to a server, and waits until the server stalls during its decision.
    pub async fn during_decision(fixture: &Fixture, at: &str) -> (Text, Self) {
        let text = fixture.text(Outcome::Reply);
        let mut stall = Self::at(fixture, &DECIDING).await;
        assert_eq!(text.deliver_text(at).await, Some(200));
        stall.wait_until_reached(fixture).await;
        (text, stall)
    }

    /// Waits until the server stalls.
    pub async fn wait_until_reached(&mut self, fixture: &Fixture) {
        let Self { connection, wal, table } = self;
        fixture
            .until(&format!("a server changes {table}"), async || match connection {
                DirectConnection::Sqlite(_) => {
                    std::fs::metadata(&*wal).is_ok_and(|wal| wal.len() > SPILL_BYTES)
                }
                DirectConnection::Postgres(_) => connection.number(BLOCKED_COUNT).await > 0,
            })
            .await;
    }

    /// Removes the trigger, so that later servers do not stall. The stalled server has been killed.
    pub async fn remove(mut self) {
        let table = self.table;
        match &mut self.connection {
            DirectConnection::Sqlite(_) => self.connection.execute_sql("DROP TRIGGER stall").await,
            DirectConnection::Postgres(connection) => {
                // PostgreSQL would detect the lost connection only when it sends data.
                for row in sqlx::query(BLOCKED_PIDS).fetch_all(&mut *connection).await.unwrap() {
                    let pid: i32 = row.get(0);
                    sqlx::query("SELECT pg_terminate_backend($1)")
                        .bind(pid)
                        .execute(&mut *connection)
                        .await
                        .unwrap();
                }
                // Servers that have arrived in the meantime proceed: removing the trigger waits for them.
                let sql = format!("SELECT pg_advisory_unlock(4711); DROP TRIGGER stall ON {table}");
                self.connection.execute_sql(sql).await;
            }
        }
    }
}

const BLOCKED_COUNT: &str =
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = 4711
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
const BLOCKED_PIDS: &str =
    "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = 4711
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
