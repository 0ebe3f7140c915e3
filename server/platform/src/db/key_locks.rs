//! Shared locks of keys on PostgreSQL: any number of servers can hold the same one, and every server can check it. A task
//! holds this server's locks on a connection of its own; they end with the connection.
use std::collections::{HashMap, HashSet};

use sha2::{Digest, Sha256};
use sqlx_postgres::{PgConnectOptions, PgConnection, PgPool};
use tokio::sync::{mpsc, oneshot};

use super::pool::postgres_pool;
use crate::Fault;

/// The class of the advisory locks; the hash of the key is the object. The value is arbitrary.
const LOCK_CLASS: i32 = 0x7061_726b;
const LOCK: &str = "SELECT pg_advisory_lock_shared($1, key) FROM unnest($2) AS key";
const UNLOCK: &str = "SELECT pg_advisory_unlock_shared($1, key) FROM unnest($2) AS key";
/// The lock ends with the statement.
const IS_FREE: &str = "SELECT pg_try_advisory_xact_lock($1, $2)";

/// The locks of this server. Clones share them.
#[derive(Clone)]
pub(crate) struct KeyLocks {
    pool: PgPool,
    commands: mpsc::UnboundedSender<Command>,
}

enum Command {
    /// Answered with whether the keys are locked.
    Lock(Vec<i32>, oneshot::Sender<sqlx::Result<()>>),
    Unlock(Vec<i32>),
}

impl KeyLocks {
    pub fn new(pool: PgPool) -> Self {
        let (commands, received) = mpsc::unbounded_channel();
        tokio::spawn(hold((*pool.connect_options()).clone(), received));
        Self { pool, commands }
    }

    /// Locks keys. Each call needs an unlock, even if it fails.
    pub async fn lock(&self, keys: &[String]) -> Result<(), Fault> {
        let (answer, answered) = oneshot::channel();
        let command = Command::Lock(keys.iter().map(|key| hash(key)).collect(), answer);
        self.commands.send(command).map_err(Fault::unavailable)?;
        Ok(answered.await.map_err(Fault::unavailable)??)
    }

    pub fn unlock(&self, keys: &[String]) {
        // The task ends with the last clone, so it receives this.
        let _ = self.commands.send(Command::Unlock(keys.iter().map(|key| hash(key)).collect()));
    }

    /// Returns whether no server holds a lock of the key.
    pub async fn is_free(&self, key: &str) -> Result<bool, Fault> {
        let query = sqlx::query_scalar(IS_FREE).bind(LOCK_CLASS).bind(hash(key));
        Ok(query.fetch_one(&self.pool).await?)
    }
}

/// The same on all servers. Two keys with one hash wait for each other without need.
fn hash(key: &str) -> i32 {
    let digest = Sha256::digest(key);
    i32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]])
}

/// Holds locks until no [`KeyLocks`] is left.
async fn hold(options: PgConnectOptions, mut commands: mpsc::UnboundedReceiver<Command>) {
    let mut held = Held { options, connection: None, counts: HashMap::new() };
    while let Some(command) = commands.recv().await {
        match command {
            Command::Lock(keys, answer) => {
                // Whoever no longer waits for the answer unlocks the keys all the same.
                let _ = answer.send(held.lock(&keys).await);
            }
            Command::Unlock(keys) => held.unlock(&keys).await,
        }
    }
}

struct Held {
    options: PgConnectOptions,
    /// None before the first lock, and after an error.
    connection: Option<PgConnection>,
    /// How often each key is locked.
    counts: HashMap<i32, usize>,
}

impl Held {
    async fn lock(&mut self, keys: &[i32]) -> sqlx::Result<()> {
        let mut new = HashSet::new();
        for key in keys {
            let count = self.counts.entry(*key).or_default();
            *count += 1;
            if *count == 1 {
                new.insert(*key);
            }
        }
        if self.connection.is_some() && self.run(LOCK, new.into_iter().collect()).await.is_ok() {
            return Ok(());
        }
        // A new connection holds no lock yet.
        let pool = postgres_pool(1).connect_lazy_with(self.options.clone());
        self.connection = Some(pool.acquire().await?.detach());
        self.run(LOCK, self.counts.keys().copied().collect()).await
    }

    async fn unlock(&mut self, keys: &[i32]) {
        let mut freed = Vec::new();
        for key in keys {
            match self.counts.get_mut(key) {
                Some(count) if *count > 1 => *count -= 1,
                _ => freed.extend(self.counts.remove(key).map(|_| *key)),
            }
        }
        // If this fails, the connection is dropped, and its locks with it.
        let _ = self.run(UNLOCK, freed).await;
    }

    async fn run(&mut self, sql: &'static str, keys: Vec<i32>) -> sqlx::Result<()> {
        let (Some(connection), false) = (&mut self.connection, keys.is_empty()) else { return Ok(()) };
        let done = sqlx::query(sql).bind(LOCK_CLASS).bind(keys).execute(connection).await;
        if done.is_err() {
            self.connection = None;
        }
        done.map(|_| ())
    }
}
