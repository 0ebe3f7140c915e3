//! What this server knows of how companies' carriers are, and how many of its workers are busy
//! with them.
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use platform::{Timestamp, ids::CompanyId, jobs};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::rules::Breaker;

/// Keeps texts from carriers that are unwell.
pub struct Breakers {
    breakers: Mutex<HashMap<CompanyId, Breaker>>,
    hands: Arc<Semaphore>,
}

impl Default for Breakers {
    fn default() -> Self {
        // One worker is always left for everything else: a carrier that hangs stops no answer.
        Self { breakers: Mutex::default(), hands: Arc::new(Semaphore::new(jobs::WORKERS - 1)) }
    }
}

impl Breakers {
    /// Whether a company's carrier may be called now; else when to come back.
    pub fn admit(&self, company: &CompanyId, now: Timestamp) -> Result<(), Timestamp> {
        match self.lock().get_mut(company) {
            Some(breaker) => breaker.admit(now),
            None => Ok(()),
        }
    }

    /// A worker for a carrier, if one is free.
    pub fn hand(&self) -> Option<OwnedSemaphorePermit> {
        self.hands.clone().try_acquire_owned().ok()
    }

    /// The carrier answered, which ends what was held against it.
    pub fn answered(&self, company: &CompanyId) {
        self.lock().remove(company);
    }

    /// It failed.
    pub fn failed(&self, company: &CompanyId, now: Timestamp) {
        self.lock().entry(company.clone()).or_default().failed(now);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<CompanyId, Breaker>> {
        self.breakers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
