//! Which companies' blasts are being sent by this server.
use std::{
    collections::HashSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

use platform::ids::CompanyId;

use crate::messaging::carrier::BLAST_WORKERS;

/// The companies whose batch is being sent. A company has one batch at a time, so that a slow carrier holds up its
/// own blasts alone.
#[derive(Default)]
pub struct Slots {
    companies: Mutex<HashSet<CompanyId>>,
}

/// The right to send a batch. It ends when it is dropped.
pub struct Slot<'a> {
    slots: &'a Slots,
    company: CompanyId,
}

impl Slots {
    /// Returns the right to send a batch of a company, unless it has one already or too many companies do.
    pub fn take(&self, company: &CompanyId) -> Option<Slot<'_>> {
        let mut companies = self.lock();
        let is_free = companies.len() < BLAST_WORKERS && companies.insert(company.clone());
        is_free.then(|| Slot { slots: self, company: company.clone() })
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<CompanyId>> {
        self.companies.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        self.slots.lock().remove(&self.company);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_company_has_one_batch_at_a_time_and_few_companies_have_one() {
        let slots = Slots::default();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(CompanyId::from);
        let first = slots.take(&a).expect("a slot");
        assert!(slots.take(&a).is_none());
        let others = (slots.take(&b).expect("a slot"), slots.take(&c).expect("a slot"));
        assert!(slots.take(&d).is_none(), "three companies at once");
        drop(first);
        assert!(slots.take(&d).is_some());
        drop(others);
    }
}
