//! Invalidates cached sessions, accounts and companies.
//!
//! A cache stores with each entry the [`Version`] from before it read the entry, and checks that version
//! before it uses the entry again. An invalidation is recorded after its transaction commits and before
//! any listener is signaled. Thus an entry that is read at a later version holds the change, and a
//! listener that is woken by the change finds its older entry stale.
use std::{
    collections::HashMap,
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
};

use crate::{
    Actor,
    ids::{CompanyId, UserId},
    signal::InvalidationScope,
};

/// The invalidations that were recorded in this process. Clones share them.
#[derive(Clone, Default)]
pub struct Invalidations {
    inner: Arc<Inner>,
}

/// The number of invalidations that were recorded at some point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version(u64);

#[derive(Default)]
struct Inner {
    count: AtomicU64,
    last: RwLock<Last>,
}

/// The version of the last invalidation of each scope.
#[derive(Default)]
struct Last {
    everyone: u64,
    companies: HashMap<CompanyId, LastOfCompany>,
}

#[derive(Default)]
struct LastOfCompany {
    all: u64,
    people: HashMap<UserId, u64>,
}

impl Invalidations {
    /// Returns the current version. Call this before reading what is to be cached.
    #[must_use]
    pub fn version(&self) -> Version {
        Version(self.inner.count.load(Ordering::Acquire))
    }

    /// Whether an entry about the actor that was read at `version` may be stale. If nothing was
    /// invalidated since, this costs one atomic load.
    #[must_use]
    pub fn is_stale(&self, version: Version, actor: &Actor) -> bool {
        if self.version() == version {
            return false;
        }
        let last = self.inner.last.read().unwrap_or_else(PoisonError::into_inner);
        let home = last.companies.get(&actor.home);
        let acting = last.companies.get(&actor.company);
        let person = home.and_then(|home| home.people.get(&actor.id)).copied();
        let companies = [home, acting].into_iter().flatten().map(|company| company.all);
        companies.chain(person).chain([last.everyone]).any(|changed| changed > version.0)
    }

    /// Records that everything cached about a scope is stale.
    pub fn record(&self, scope: &InvalidationScope) {
        let mut last = self.inner.last.write().unwrap_or_else(PoisonError::into_inner);
        let number = self.inner.count.load(Ordering::Relaxed) + 1;
        match scope {
            InvalidationScope::Everyone => last.everyone = number,
            InvalidationScope::Company(company) => {
                last.companies.entry(company.clone()).or_default().all = number
            }
            InvalidationScope::Person(home, person) => {
                let home = last.companies.entry(home.clone()).or_default();
                home.people.insert(person.clone(), number);
            }
        }
        // Readers see the new version only after the map above.
        self.inner.count.store(number, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn actor(id: &str, home: &str, company: &str) -> Actor {
        Actor {
            id: id.into(),
            name: id.into(),
            session: id.into(),
            home: home.into(),
            company: company.into(),
            administrator: false,
            platform_administrator: false,
            sees_all: false,
            scopes: None,
            facts: Arc::new([]),
            options: Arc::new([]),
            asserted_community: None,
        }
    }

    #[test]
    fn an_invalidation_affects_only_its_scope() {
        let invalidations = Invalidations::default();
        let dana = actor("dana", "harborline", "harborline");
        let marcus = actor("marcus", "harborline", "harborline");
        let ingrid = actor("ingrid", "northgate", "northgate");
        let rosalind = actor("rosalind", "parlor", "harborline");
        for (scope, stale) in [
            (InvalidationScope::Person("harborline".into(), "dana".into()), [true, false, false, false]),
            (InvalidationScope::Person("northgate".into(), "dana".into()), [false; 4]),
            (InvalidationScope::Company("harborline".into()), [true, true, false, true]),
            (InvalidationScope::Company("parlor".into()), [false, false, false, true]),
            (InvalidationScope::Everyone, [true; 4]),
        ] {
            let before = invalidations.version();
            invalidations.record(&scope);
            let found =
                [&dana, &marcus, &ingrid, &rosalind].map(|actor| invalidations.is_stale(before, actor));
            assert_eq!(found, stale, "{scope:?}");
            assert!(!invalidations.is_stale(invalidations.version(), &dana), "{scope:?}: read afterwards");
        }
    }

    #[test]
    fn an_entry_read_before_an_invalidation_is_stale_even_if_cached_later() {
        let invalidations = Invalidations::default();
        let dana = actor("dana", "harborline", "harborline");
        let read = invalidations.version();
        invalidations.record(&InvalidationScope::Company("harborline".into()));
        invalidations.record(&InvalidationScope::Company("northgate".into()));
        assert!(invalidations.is_stale(read, &dana));
    }
}
