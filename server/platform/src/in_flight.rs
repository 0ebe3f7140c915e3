//! Tracks work that is in flight on any server, by its key, and waits for it to end.
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::watch;

use crate::{Db, Fault, db::KeyLocks};

/// How often the work of other servers is checked. Usually none is in flight.
const CHECK_INTERVAL: Duration = Duration::from_millis(25);

/// The keys of work in flight. Clones share them.
#[derive(Clone)]
pub struct InFlight {
    shared: Arc<Shared>,
}

struct Shared {
    /// Number of works in flight on this server by key.
    counts: Mutex<HashMap<String, usize>>,
    /// Notified whenever work has ended.
    ended: watch::Sender<()>,
    /// Shows the work to other servers; none on SQLite, which has one server.
    locks: Option<KeyLocks>,
}

/// Work in flight, which ends when this is dropped.
#[must_use]
pub struct Flight {
    shared: Arc<Shared>,
    keys: Vec<String>,
}

impl InFlight {
    /// Returns the work in flight on the servers of this database.
    #[must_use]
    pub fn new(db: &Db) -> Self {
        Self::with_locks(db.key_locks())
    }

    fn with_locks(locks: Option<KeyLocks>) -> Self {
        let shared = Shared { counts: Mutex::default(), ended: watch::Sender::new(()), locks };
        Self { shared: Arc::new(shared) }
    }

    /// Begins work with these keys.
    ///
    /// # Errors
    /// `UNAVAILABLE` if it cannot be shown to other servers.
    pub async fn begin(&self, keys: Vec<String>) -> Result<Flight, Fault> {
        self.shared.add(&keys);
        let flight = Flight { shared: self.shared.clone(), keys };
        if let Some(locks) = &self.shared.locks {
            locks.lock(&flight.keys).await?;
        }
        Ok(flight)
    }

    /// Waits until no work with this key is in flight on any server.
    ///
    /// # Errors
    /// `UNAVAILABLE` if the work of other servers cannot be checked.
    pub async fn wait_for(&self, key: &str) -> Result<(), Fault> {
        let mut ended = self.shared.ended.subscribe();
        while self.shared.counts().contains_key(key) {
            // The sender is alive as long as `self`.
            let _ = ended.changed().await;
        }
        let Some(locks) = &self.shared.locks else { return Ok(()) };
        while !locks.is_free(key).await? {
            tokio::time::sleep(CHECK_INTERVAL).await;
        }
        Ok(())
    }
}

impl Shared {
    fn add(&self, keys: &[String]) {
        let mut counts = self.counts();
        for key in keys {
            *counts.entry(key.clone()).or_default() += 1;
        }
    }

    fn remove(&self, keys: &[String]) {
        let mut counts = self.counts();
        for key in keys {
            match counts.get_mut(key) {
                Some(count) if *count > 1 => *count -= 1,
                _ => drop(counts.remove(key)),
            }
        }
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Flight {
    fn drop(&mut self) {
        if let Some(locks) = &self.shared.locks {
            locks.unlock(&self.keys);
        }
        self.shared.remove(&self.keys);
        self.shared.ended.send_replace(());
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use futures::poll;

    use super::*;

    #[tokio::test]
    async fn waits_until_all_work_with_the_key_has_ended() {
        let in_flight = InFlight::with_locks(None);
        let begin = |keys: &[&str]| in_flight.begin(keys.iter().map(|&key| key.to_owned()).collect());
        let first = begin(&["elm", "oak"]).await.unwrap();
        let second = begin(&["elm"]).await.unwrap();
        in_flight.wait_for("birch").await.unwrap();
        let mut waiting = Box::pin(in_flight.wait_for("elm"));
        assert!(poll!(&mut waiting).is_pending());
        drop(first);
        in_flight.wait_for("oak").await.unwrap();
        assert!(poll!(&mut waiting).is_pending());
        drop(second);
        waiting.await.unwrap();
    }
}
