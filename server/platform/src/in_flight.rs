//! Keys of work that is in flight in this process, and waiting for its end.
use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::watch;

/// The keys of work in flight. Clones share them.
pub struct InFlight<K> {
    shared: Arc<Shared<K>>,
}

struct Shared<K> {
    /// Number of works in flight by key.
    counts: Mutex<HashMap<K, usize>>,
    /// Notified whenever work has ended.
    ended: watch::Sender<()>,
}

/// Work in flight, which ends when this is dropped.
#[must_use]
pub struct Flight<K: Eq + Hash> {
    shared: Arc<Shared<K>>,
    keys: Vec<K>,
}

impl<K: Eq + Hash + Clone> InFlight<K> {
    /// Begins work with these keys.
    pub fn begin(&self, keys: Vec<K>) -> Flight<K> {
        let mut counts = self.shared.counts();
        for key in &keys {
            *counts.entry(key.clone()).or_default() += 1;
        }
        drop(counts);
        Flight { shared: self.shared.clone(), keys }
    }

    /// Waits until no work with this key is in flight.
    pub async fn wait_for(&self, key: &K) {
        let mut ended = self.shared.ended.subscribe();
        while self.shared.counts().contains_key(key) {
            // The sender is alive as long as `self`.
            let _ = ended.changed().await;
        }
    }
}

impl<K> Shared<K> {
    fn counts(&self) -> MutexGuard<'_, HashMap<K, usize>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash> Drop for Flight<K> {
    fn drop(&mut self) {
        let mut counts = self.shared.counts();
        for key in &self.keys {
            match counts.get_mut(key) {
                Some(count) if *count > 1 => *count -= 1,
                _ => drop(counts.remove(key)),
            }
        }
        drop(counts);
        self.shared.ended.send_replace(());
    }
}

impl<K> Clone for InFlight<K> {
    fn clone(&self) -> Self {
        Self { shared: self.shared.clone() }
    }
}

impl<K> Default for InFlight<K> {
    fn default() -> Self {
        let shared = Shared { counts: Mutex::new(HashMap::new()), ended: watch::Sender::new(()) };
        Self { shared: Arc::new(shared) }
    }
}

#[cfg(test)]
mod tests {
    use futures::poll;

    use super::*;

    #[tokio::test]
    async fn waits_until_all_work_with_the_key_has_ended() {
        let in_flight = InFlight::default();
        let first = in_flight.begin(vec!["elm", "oak"]);
        let second = in_flight.begin(vec!["elm"]);
        in_flight.wait_for(&"birch").await;
        let mut waiting = Box::pin(in_flight.wait_for(&"elm"));
        assert!(poll!(&mut waiting).is_pending());
        drop(first);
        in_flight.wait_for(&"oak").await;
        assert!(poll!(&mut waiting).is_pending());
        drop(second);
        waiting.await;
    }
}
