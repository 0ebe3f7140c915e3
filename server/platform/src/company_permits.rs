//! Limits what a server does at the same time for each company, such as calls to outside servers.
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::ids::CompanyId;

/// Permits of companies. Each company has its own, so that an outside server that does not respond delays no other
/// company. Where each piece of work needs much memory, there is also a maximum for all companies together, of which a
/// company can only have its part.
pub struct CompanyPermits {
    permits_per_company: usize,
    total: Option<Arc<Semaphore>>,
    /// The permits of the companies that have or await some.
    companies: Mutex<HashMap<CompanyId, Arc<Semaphore>>>,
}

/// A permit of a company, which is returned when this is dropped.
pub struct CompanyPermit {
    _company: OwnedSemaphorePermit,
    _total: Option<OwnedSemaphorePermit>,
}

impl CompanyPermits {
    /// Creates permits without a maximum for all companies together.
    #[must_use]
    pub fn new(permits_per_company: usize) -> Self {
        Self { permits_per_company, total: None, companies: Mutex::default() }
    }

    /// Creates permits with a maximum for all companies together.
    #[must_use]
    pub fn with_total(permits_per_company: usize, total: usize) -> Self {
        Self { total: Some(Arc::new(Semaphore::new(total))), ..Self::new(permits_per_company) }
    }

    /// Returns a permit of a company, if one is free.
    #[must_use]
    pub fn try_acquire(&self, company: &CompanyId) -> Option<CompanyPermit> {
        let (permits, _) = self.of(company);
        let company = permits.try_acquire_owned().ok()?;
        let total = match &self.total {
            Some(total) => Some(total.clone().try_acquire_owned().ok()?),
            None => None,
        };
        Some(CompanyPermit { _company: company, _total: total })
    }

    /// Waits for a permit of a company. Returns `None` if more than `max_waiting` would wait for one.
    pub async fn acquire(&self, company: &CompanyId, max_waiting: usize) -> Option<CompanyPermit> {
        let (permits, users) = self.of(company);
        if users >= self.permits_per_company.saturating_add(max_waiting) {
            return None;
        }
        // Fails only once the semaphore is closed, which it never is.
        let company = permits.acquire_owned().await.ok()?;
        let total = match &self.total {
            Some(total) => Some(total.clone().acquire_owned().await.ok()?),
            None => None,
        };
        Some(CompanyPermit { _company: company, _total: total })
    }

    /// Returns the permits of a company, and the number of those who have or await one.
    fn of(&self, company: &CompanyId) -> (Arc<Semaphore>, usize) {
        let mut companies = self.companies.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever has or awaits a permit also has a reference. Others' entries are not needed.
        companies.retain(|_, permits| Arc::strong_count(permits) > 1);
        let new = || Arc::new(Semaphore::new(self.permits_per_company));
        let permits = companies.entry(company.clone()).or_insert_with(new);
        let users = Arc::strong_count(permits) - 1;
        (permits.clone(), users)
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use futures::FutureExt;

    use super::*;

    #[test]
    fn a_company_that_uses_up_its_permits_leaves_those_of_others() {
        let permits = CompanyPermits::new(2);
        let [company, other] = ["a", "b"].map(CompanyId::from);
        let held = [permits.try_acquire(&company), permits.try_acquire(&company)];
        assert!(held.iter().all(Option::is_some));
        assert!(permits.try_acquire(&company).is_none());
        assert!(permits.acquire(&company, 1).now_or_never().is_none(), "it waits");
        assert!(permits.try_acquire(&other).is_some());
        drop(held);
        assert!(permits.try_acquire(&company).is_some());
    }

    #[test]
    fn few_wait_for_a_permit_of_a_company() {
        let permits = CompanyPermits::new(1);
        let [company, other] = ["a", "b"].map(CompanyId::from);
        let held = permits.try_acquire(&company);
        let mut first = pin!(permits.acquire(&company, 1));
        assert!(first.as_mut().now_or_never().is_none(), "it waits");
        let second = permits.acquire(&company, 1).now_or_never();
        assert!(second.expect("it does not wait").is_none());
        assert!(permits.acquire(&other, 1).now_or_never().flatten().is_some());
        drop(held);
        assert!(first.as_mut().now_or_never().flatten().is_some());
        assert!(permits.acquire(&company, 1).now_or_never().flatten().is_some());
    }

    #[test]
    fn a_company_has_its_part_of_the_permits_of_all() {
        let permits = CompanyPermits::with_total(2, 3);
        let [company, other] = ["a", "b"].map(CompanyId::from);
        let held = [permits.try_acquire(&company), permits.try_acquire(&company)];
        assert!(permits.try_acquire(&company).is_none(), "there is a third one, but not for this company");
        let third = permits.try_acquire(&other);
        assert!(third.is_some() && permits.try_acquire(&other).is_none(), "all are in use");
        drop(held);
        assert!(permits.try_acquire(&other).is_some());
    }

    #[test]
    fn companies_without_permits_are_forgotten() {
        let permits = CompanyPermits::new(1);
        let known = || permits.companies.lock().unwrap_or_else(PoisonError::into_inner).len();
        let held = permits.try_acquire(&CompanyId::from("a"));
        for nth in 0..10 {
            assert!(permits.try_acquire(&CompanyId::from(format!("other {nth}").as_str())).is_some());
        }
        assert_eq!(known(), 2, "the one with a permit, and the last one");
        drop(held);
        assert!(permits.try_acquire(&CompanyId::from("b")).is_some());
        assert_eq!(known(), 1);
    }
}
