//! Circuit breakers per company, and the number of workers that may wait for carriers.
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use platform::{Timestamp, ids::CompanyId, jobs};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::rules::Breaker;

/// Holds texts back from carriers that fail.
pub struct Breakers {
    breakers: Mutex<HashMap<CompanyId, Breaker>>,
    hands: Arc<Semaphore>,
}

impl Default for Breakers {
    fn default() -> Self {
        // One worker is always left for other jobs, so that a carrier that hangs blocks no answer.
        Self { breakers: Mutex::default(), hands: Arc::new(Semaphore::new(jobs::WORKERS - 1)) }
    }
}

impl Breakers {
    /// Returns `None` if a company's carrier may be called now, otherwise how long to wait.
    pub fn admit(&self, company: &CompanyId, now: Timestamp) -> Result<(), Timestamp> {
        match self.lock().get_mut(company) {
            Some(breaker) => breaker.admit(now),
            None => Ok(()),
        }
    }

    /// Returns a permit to occupy a worker with a carrier, if one is free.
    pub fn hand(&self) -> Option<OwnedSemaphorePermit> {
        self.hands.clone().try_acquire_owned().ok()
    }

    /// Records a response of the carrier, which closes the breaker.
    pub fn answered(&self, company: &CompanyId) {
        self.lock().remove(company);
    }

    /// Records a failure of the carrier.
    pub fn failed(&self, company: &CompanyId, now: Timestamp) {
        self.lock().entry(company.clone()).or_default().failed(now);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<CompanyId, Breaker>> {
        self.breakers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
