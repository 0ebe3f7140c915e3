//! Which servers live. On PostgreSQL each holds an advisory lock under a number of its own, on the
//! connection by which it listens; however it ends, the lock ends with it. On SQLite there is one
//! server at a time, so whatever an earlier one had in hand is nobody's.
use std::sync::{
    Arc,
    atomic::{AtomicI32, Ordering},
};

use sqlx::postgres::PgListener;

use crate::{Fault, Timestamp, Tx, signal::Signal};

/// The first half of the locks; the second is the number. Any value would do.
const LOCKS: i32 = 0x7061_726c;
/// The number of whichever server has SQLite.
const ALONE: i32 = 1;

/// The number under which this server is known to live; 0 while it is not.
#[derive(Clone)]
pub(crate) struct Presence {
    number: Arc<AtomicI32>,
    alone: bool,
}

impl Presence {
    pub fn alone() -> Self {
        Self { number: Arc::new(AtomicI32::new(ALONE)), alone: true }
    }

    pub fn among_others() -> Self {
        Self { number: Arc::default(), alone: false }
    }

    pub fn number(&self) -> i32 {
        self.number.load(Ordering::Relaxed)
    }

    /// Nobody else works on the same storage.
    pub fn is_alone(&self) -> bool {
        self.alone
    }

    /// Takes the lock of a connection's own number: no other that lives has it.
    pub async fn begin(&self, connection: &mut PgListener) -> sqlx::Result<()> {
        let query = sqlx::query_scalar("SELECT pg_backend_pid() FROM pg_advisory_lock($1, pg_backend_pid())");
        let number = query.bind(LOCKS).fetch_one(connection).await?;
        self.number.store(number, Ordering::Relaxed);
        Ok(())
    }

    /// The connection is gone, and the lock with it.
    pub fn end(&self) {
        self.number.store(0, Ordering::Relaxed);
    }
}

/// Has the jobs done again that a server had in hand that is gone; how many. One that was begun
/// `most` times may be what takes servers down: it waits for its lease.
///
/// # Errors
/// Those of storage.
pub(crate) async fn give_back(
    tx: &mut Tx,
    presence: &Presence,
    now: Timestamp,
    most: i64,
) -> Result<u64, Fault> {
    let gone = if presence.is_alone() { vec![(ALONE,)] } else { gone(tx, presence.number()).await? };
    let mut given = 0;
    for (number,) in gone {
        let query = tx.query(
            "UPDATE job SET run_at_ms = $1, worker = 0 WHERE worker = $2 AND attempts < $3 AND NOT dead",
        );
        given += query.bind(now).bind(number).bind(most).run().await?;
    }
    if given > 0 {
        tx.signal(Signal::Jobs);
    }
    Ok(given)
}

/// Who has jobs and is gone. Jobs first, then locks: a number that a job shows was locked before.
async fn gone(tx: &mut Tx, own: i32) -> Result<Vec<(i32,)>, Fault> {
    let query = tx.query("SELECT DISTINCT worker FROM job WHERE worker <> 0 AND worker <> $1");
    let mut working: Vec<(i32,)> = query.bind(own).all().await?;
    if !working.is_empty() {
        let alive = alive(tx).await?;
        working.retain(|(number,)| !alive.contains(number));
    }
    Ok(working)
}

/// Whether the server is gone that had a number when that was read; never said of number 0, which
/// is nobody's, nor of the only server there is.
///
/// # Errors
/// Those of storage.
pub(crate) async fn is_gone(tx: &mut Tx, presence: &Presence, number: i32) -> Result<bool, Fault> {
    if presence.is_alone() || number == 0 || number == presence.number() {
        return Ok(false);
    }
    Ok(!alive(tx).await?.contains(&number))
}

/// The numbers of the servers that live.
async fn alive(tx: &mut Tx) -> Result<Vec<i32>, Fault> {
    let alive: Vec<(i64,)> = tx
        .query(
            "SELECT CAST(objid AS BIGINT) FROM pg_locks
             WHERE locktype = 'advisory' AND objsubid = 2 AND CAST(classid AS BIGINT) = $1
               AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
        )
        .bind(i64::from(LOCKS))
        .all()
        .await?;
    Ok(alive.into_iter().filter_map(|(number,)| i32::try_from(number).ok()).collect())
}
