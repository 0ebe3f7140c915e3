//! Circuit breakers per company, and the number of workers that may wait for carriers.
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use platform::{Timestamp, ids::CompanyId};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::rules::{Admission, Breaker};

/// Number of workers that may wait for carriers at the same time. The others stay free, so that a carrier that does not
/// respond cannot block other jobs.
const CARRIER_WORKERS: usize = 3;

/// Stops sending texts to carriers that fail.
pub struct Breakers {
    breakers: Mutex<HashMap<CompanyId, Breaker>>,
    permits: Arc<Semaphore>,
}

impl Default for Breakers {
    fn default() -> Self {
        Self { breakers: Mutex::default(), permits: Arc::new(Semaphore::new(CARRIER_WORKERS)) }
    }
}

impl Breakers {
    /// Returns how many texts may be sent to a company's carrier now, or else the time to wait for. Uses up a
    /// probe.
    pub fn admit(&self, company: &CompanyId, now: Timestamp) -> Result<Admission, Timestamp> {
        self.lock().get_mut(company).map_or(Ok(Admission::All), |breaker| breaker.admit(now))
    }

    /// Returns the same as [`Self::admit`] without using up a probe.
    pub fn admission(&self, company: &CompanyId, now: Timestamp) -> Result<Admission, Timestamp> {
        self.lock().get(company).map_or(Ok(Admission::All), |breaker| breaker.admission(now))
    }

    /// Returns a permit that lets a worker wait for a carrier, if one is free.
    pub fn hand(&self) -> Option<OwnedSemaphorePermit> {
        self.permits.clone().try_acquire_owned().ok()
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
