//! The outside store of secrets' values, and the values that were read from it.
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use secrecy::SecretString;
use tokio::{sync::Semaphore, time::timeout};

use crate::{Clock, ErrorReason, Fault, ids::CompanyId};

/// Time for which a value is used without reading it again.
const FRESH: Duration = Duration::from_secs(5 * 60);
/// Maximum time of reading a value again. The value that was read before is then used.
const REREAD_TIMEOUT: Duration = Duration::from_secs(2);
/// Number of values beyond which those are dropped that were not read again for an hour.
const MAX_VALUES: usize = 20_000;
const DROPPED_AGE: Duration = Duration::from_secs(3_600);
/// Time after a failure in which the store is not called.
const PAUSE: Duration = Duration::from_secs(5);
/// Maximum number of values that are read at the same time.
const MAX_READS: usize = 8;

/// An outside store of values. A value is written once under a name of its own and is never changed.
#[async_trait]
pub trait ParameterStore: Send + Sync {
    /// Returns the name of the parameter with this id, of a company.
    fn name(&self, company: &CompanyId, id: &str) -> String;

    /// Writes a value.
    ///
    /// # Errors
    /// `UNAVAILABLE`; then it is unknown whether the value was written.
    async fn put(&self, company: &CompanyId, name: &str, value: &SecretString) -> Result<(), Fault>;

    /// Returns a value; `None` if there is none.
    ///
    /// # Errors
    /// `UNAVAILABLE`.
    async fn get(&self, name: &str) -> Result<Option<SecretString>, Fault>;

    /// Deletes a value. One that is not there counts as deleted.
    ///
    /// # Errors
    /// `UNAVAILABLE`.
    async fn delete(&self, name: &str) -> Result<(), Fault>;
}

/// A parameter store, and the values that were read from it. While the store does not respond, they stay usable for as
/// long as the process lives: values never change, so they are still right. A value that the store no longer has is not
/// used. Times are those of the uptime, so that a step of the wall clock neither extends nor ends a pause.
pub struct Parameters {
    store: Arc<dyn ParameterStore>,
    clock: Arc<dyn Clock>,
    reads: Semaphore,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    values: HashMap<String, LoadedValue>,
    /// The store is not read before this time.
    paused_until: Duration,
}

struct LoadedValue {
    /// `None` if the parameter is missing.
    value: Option<SecretString>,
    read_at: Duration,
    fresh_until: Duration,
}

impl Parameters {
    pub fn new(store: Arc<dyn ParameterStore>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock, reads: Semaphore::new(MAX_READS), state: Mutex::default() }
    }

    pub fn name(&self, company: &CompanyId, id: &str) -> String {
        self.store.name(company, id)
    }

    /// Writes a value and keeps it as loaded.
    ///
    /// # Errors
    /// `UNAVAILABLE`.
    pub async fn write(&self, company: &CompanyId, name: &str, value: &SecretString) -> Result<(), Fault> {
        self.store.put(company, name, value).await?;
        self.keep(name, Some(value.clone()));
        Ok(())
    }

    /// Reads a value, so that [`Parameters::loaded`] returns it.
    ///
    /// # Errors
    /// `UNAVAILABLE`.
    pub async fn load(&self, name: &str) -> Result<(), Fault> {
        if self.is_usable(name)? {
            return Ok(());
        }
        let _slot = self.reads.acquire().await.map_err(Fault::internal)?;
        // Another call may have read it, or failed, in the meantime.
        if self.is_usable(name)? {
            return Ok(());
        }
        match self.read(name).await {
            Ok(value) => {
                if value.is_none() {
                    tracing::error!(parameter = name, "the value of a secret is missing from its store");
                }
                self.keep(name, value);
                Ok(())
            }
            Err(fault) if self.pause(name) => {
                tracing::warn!(%fault, parameter = name, "a secret could not be read again");
                Ok(())
            }
            Err(fault) => Err(fault),
        }
    }

    async fn read(&self, name: &str) -> Result<Option<SecretString>, Fault> {
        let read = self.store.get(name);
        let was_read = self.state().values.contains_key(name);
        match was_read {
            true => timeout(REREAD_TIMEOUT, read).await.unwrap_or_else(|_| Err(paused())),
            false => read.await,
        }
    }

    /// Returns whether the store said that it does not have a value.
    pub fn is_missing(&self, name: &str) -> bool {
        self.state().values.get(name).is_some_and(|loaded| loaded.value.is_none())
    }

    /// Returns a loaded value; `None` if the parameter is missing.
    ///
    /// # Errors
    /// `UNAVAILABLE` if it was not loaded.
    pub fn loaded(&self, name: &str) -> Result<Option<SecretString>, Fault> {
        let state = self.state();
        let found = state.values.get(name).map(|loaded| loaded.value.clone());
        found.ok_or_else(|| Fault::unavailable("a secret was not loaded, or was replaced while it was read"))
    }

    /// Deletes a value.
    ///
    /// # Errors
    /// `UNAVAILABLE`.
    pub async fn delete(&self, name: &str) -> Result<(), Fault> {
        self.store.delete(name).await?;
        self.state().values.remove(name);
        Ok(())
    }

    /// Returns whether a loaded value can be used without reading it again.
    ///
    /// # Errors
    /// `UNAVAILABLE` if it has to be read while the store is not called.
    fn is_usable(&self, name: &str) -> Result<bool, Fault> {
        let now = self.clock.uptime();
        let state = self.state();
        match state.values.get(name) {
            Some(loaded) => Ok(loaded.fresh_until > now || state.paused_until > now),
            None if state.paused_until > now => Err(paused()),
            None => Ok(false),
        }
    }

    fn keep(&self, name: &str, value: Option<SecretString>) {
        let now = self.clock.uptime();
        let fresh = if value.is_some() { FRESH } else { PAUSE };
        let loaded = LoadedValue { value, read_at: now, fresh_until: now.saturating_add(fresh) };
        let mut state = self.state();
        if state.values.len() >= MAX_VALUES {
            state.values.retain(|_, loaded| now.saturating_sub(loaded.read_at) < DROPPED_AGE);
        }
        state.values.insert(name.to_owned(), loaded);
    }

    /// Records that the store failed. Returns whether the value that was read before can be used.
    fn pause(&self, name: &str) -> bool {
        let now = self.clock.uptime();
        let mut state = self.state();
        state.paused_until = now.saturating_add(PAUSE);
        state.values.contains_key(name)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn paused() -> Fault {
    Fault::not_now(ErrorReason::Unavailable, "The secret store does not respond. Try again in a moment.")
}
