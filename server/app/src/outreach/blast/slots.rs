//! Limits the companies whose blasts this server sends at the same time.
use std::{
    collections::HashSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

use platform::ids::CompanyId;

/// Number of companies whose blasts a server sends at the same time. Each holds up to a batch of texts in memory, and
/// mostly waits for its carrier.
const MAX_COMPANIES: usize = 32;

/// The companies that are sending a blast. Each has at most one slot, so that a slow carrier delays only its
/// own company's blasts.
#[derive(Default)]
pub struct Slots {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    companies: HashSet<CompanyId>,
    /// Companies that were refused a slot and will try again soon.
    refused: HashSet<CompanyId>,
}

/// A slot for sending a blast. It is released when it is dropped.
pub struct Slot<'a> {
    slots: &'a Slots,
    company: CompanyId,
}

impl Slots {
    /// Returns a slot for a company, unless it already has one or all slots are in use.
    pub fn take(&self, company: &CompanyId) -> Option<Slot<'_>> {
        let mut state = self.lock();
        let is_free = state.companies.len() < MAX_COMPANIES && !state.companies.contains(company);
        if !is_free {
            state.refused.insert(company.clone());
            return None;
        }
        state.refused.remove(company);
        state.companies.insert(company.clone());
        Some(Slot { slots: self, company: company.clone() })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Slot<'_> {
    /// Returns whether the holder should release its slot because another blast was refused one. Each refusal
    /// ends one slot.
    pub fn should_yield(&self) -> bool {
        let mut state = self.slots.lock();
        let State { companies, refused } = &*state;
        let next = refused.iter().find(|one| **one == self.company || !companies.contains(*one)).cloned();
        next.is_some_and(|next| state.refused.remove(&next))
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        self.slots.lock().companies.remove(&self.company);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the slots of which all but one are taken by other companies.
    fn slots_with_one_left(slots: &Slots) -> Vec<Slot<'_>> {
        let others = (1..MAX_COMPANIES).map(|nth| CompanyId::from(format!("other {nth}").as_str()));
        others.map(|other| slots.take(&other).expect("a slot")).collect()
    }

    #[test]
    fn a_company_has_one_slot_and_the_number_of_companies_is_limited() {
        let slots = Slots::default();
        let [a, b] = ["a", "b"].map(CompanyId::from);
        let others = slots_with_one_left(&slots);
        let first = slots.take(&a).expect("a slot");
        assert!(slots.take(&a).is_none());
        assert!(slots.take(&b).is_none(), "all slots are in use");
        drop(first);
        assert!(slots.take(&b).is_some());
        drop(others);
    }

    #[test]
    fn a_turn_yields_to_a_blast_that_was_refused_a_slot() {
        let slots = Slots::default();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(CompanyId::from);
        let mut others = slots_with_one_left(&slots);
        others.truncate(MAX_COMPANIES - 3);
        let (first, second) = (slots.take(&a).expect("a slot"), slots.take(&b).expect("a slot"));
        assert!(!first.should_yield(), "no other blast is waiting");
        assert!(slots.take(&b).is_none());
        assert!(!first.should_yield(), "company b already has a turn, which another company cannot give it");
        assert!(second.should_yield());
        assert!(!second.should_yield(), "each refusal ends one turn");
        let third = slots.take(&c).expect("a slot");
        assert!(slots.take(&d).is_none());
        assert!(first.should_yield() && !third.should_yield(), "each refusal ends one turn");
        drop(first);
        assert!(slots.take(&d).is_some());
        drop(others);
    }
}
