//! Which server processes of a database are alive. On PostgreSQL each process holds an advisory lock under
//! its own number, on the connection that receives notifications; the lock ends with the process. On
//! SQLite there is one process at a time, so jobs of an earlier one have no owner.
use std::sync::{
    Arc,
    atomic::{AtomicI32, Ordering},
};

use sqlx_postgres::PgListener;

use crate::{Fault, Timestamp, Tx, signal::Signal};

/// The class of the advisory locks; the process's number is the object. The value is arbitrary.
const LOCK_CLASS: i32 = 0x7061_726c;
/// The number of the only process on SQLite.
const SINGLE: i32 = 1;

/// The number of this process, or 0 while it holds no lock.
#[derive(Clone)]
pub(crate) struct Liveness {
    number: Arc<AtomicI32>,
    is_single: bool,
}

impl Liveness {
    pub fn single() -> Self {
        Self { number: Arc::new(AtomicI32::new(SINGLE)), is_single: true }
    }

    pub fn shared() -> Self {
        Self { number: Arc::default(), is_single: false }
    }

    pub fn number(&self) -> i32 {
        self.number.load(Ordering::Relaxed)
    }

    /// Whether no other process can use the same database.
    pub fn is_single(&self) -> bool {
        self.is_single
    }

    /// Takes the lock under the connection's process id, which no other live connection has.
    pub async fn begin(&self, connection: &mut PgListener) -> sqlx::Result<()> {
        let query = sqlx::query_scalar("SELECT pg_backend_pid() FROM pg_advisory_lock($1, pg_backend_pid())");
        let number = query.bind(LOCK_CLASS).fetch_one(connection).await?;
        self.number.store(number, Ordering::Relaxed);
        Ok(())
    }

    /// Records that the connection, and its lock, are gone.
    pub fn end(&self) {
        self.number.store(0, Ordering::Relaxed);
    }
}

/// Releases the jobs of dead processes and returns their number. A job with `max_attempts` or more attempts
/// may be what crashes servers, so it waits for the end of its lease.
pub(crate) async fn release_jobs_of_the_dead(
    tx: &mut Tx,
    liveness: &Liveness,
    now: Timestamp,
    max_attempts: i64,
) -> Result<u64, Fault> {
    let dead =
        if liveness.is_single() { vec![(SINGLE,)] } else { dead_workers(tx, liveness.number()).await? };
    let mut released = 0;
    for (number,) in dead {
        let query = tx.query(
            "UPDATE job SET run_at_ms = $1, worker = 0 WHERE worker = $2 AND attempts < $3 AND NOT dead",
        );
        released += query.bind(now).bind(number).bind(max_attempts).run().await?;
    }
    if released > 0 {
        tx.signal(Signal::Jobs);
    }
    Ok(released)
}

/// Returns the dead processes that own jobs. Reads jobs before locks: a number on a job was locked before.
async fn dead_workers(tx: &mut Tx, own: i32) -> Result<Vec<(i32,)>, Fault> {
    let query = tx.query("SELECT DISTINCT worker FROM job WHERE worker <> 0 AND worker <> $1");
    let mut working: Vec<(i32,)> = query.bind(own).all().await?;
    if !working.is_empty() {
        let alive = alive(tx).await?;
        working.retain(|(number,)| !alive.contains(number));
    }
    Ok(working)
}

/// Whether the process with this number is dead. False for 0, which belongs to no process, for this
/// process and on SQLite.
pub(crate) async fn is_dead(tx: &mut Tx, liveness: &Liveness, number: i32) -> Result<bool, Fault> {
    if liveness.is_single() || number == 0 || number == liveness.number() {
        return Ok(false);
    }
    Ok(!alive(tx).await?.contains(&number))
}

/// Returns the numbers of the live processes. On SQLite there is one.
pub(crate) async fn live(tx: &mut Tx, liveness: &Liveness) -> Result<Vec<i32>, Fault> {
    if liveness.is_single() { Ok(vec![SINGLE]) } else { alive(tx).await }
}

/// Returns the numbers of the live processes.
async fn alive(tx: &mut Tx) -> Result<Vec<i32>, Fault> {
    let alive: Vec<(i64,)> = tx
        .query(
            "SELECT CAST(objid AS BIGINT) FROM pg_locks
             WHERE locktype = 'advisory' AND objsubid = 2 AND CAST(classid AS BIGINT) = $1
               AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
        )
        .bind(i64::from(LOCK_CLASS))
        .all()
        .await?;
    Ok(alive.into_iter().filter_map(|(number,)| i32::try_from(number).ok()).collect())
}
