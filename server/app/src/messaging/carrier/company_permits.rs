//! Limits the calls that a server makes to the carriers of each company at the same time.
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use platform::ids::CompanyId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Permits to call carriers. Each company has its own, so that a carrier that does not respond delays no other company.
pub struct CompanyPermits {
    permits_per_company: usize,
    companies: Mutex<HashMap<CompanyId, Arc<Semaphore>>>,
}

impl CompanyPermits {
    pub fn new(permits_per_company: usize) -> Self {
        Self { permits_per_company, companies: Mutex::default() }
    }

    /// Returns a permit of a company, if one is free.
    pub fn try_acquire(&self, company: &CompanyId) -> Option<OwnedSemaphorePermit> {
        self.of(company).try_acquire_owned().ok()
    }

    /// Waits for a permit of a company.
    pub async fn acquire(&self, company: &CompanyId) -> Option<OwnedSemaphorePermit> {
        // Fails only once the semaphore is closed, which it never is.
        self.of(company).acquire_owned().await.ok()
    }

    fn of(&self, company: &CompanyId) -> Arc<Semaphore> {
        let mut companies = self.companies.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || Arc::new(Semaphore::new(self.permits_per_company));
        companies.entry(company.clone()).or_insert_with(new).clone()
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[test]
    fn a_company_that_uses_up_its_permits_leaves_those_of_others() {
        let permits = CompanyPermits::new(2);
        let [company, other] = ["a", "b"].map(CompanyId::from);
        let held = [permits.try_acquire(&company), permits.try_acquire(&company)];
        assert!(held.iter().all(Option::is_some));
        assert!(permits.try_acquire(&company).is_none());
        assert!(permits.acquire(&company).now_or_never().is_none(), "it waits");
        assert!(permits.try_acquire(&other).is_some());
        drop(held);
        assert!(permits.try_acquire(&company).is_some());
    }
}
