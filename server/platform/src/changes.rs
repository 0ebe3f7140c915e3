//! When it last changed what people stand for: their sessions, their accounts, their companies.
//!
//! Whoever remembers what somebody stands for remembers with it the [`Moment`] at which it began to
//! read, and looks here before it believes that again. A change is noted after it was committed and
//! before anybody is told of it; so what was read after its moment has it, and whoever was woken by
//! it finds that what they remember is stale.
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
    signal::Whom,
};

/// What was noted. Cheap to clone.
#[derive(Clone, Default)]
pub struct Changes(Arc<Inner>);

/// How many changes there had been.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment(u64);

#[derive(Default)]
struct Inner {
    count: AtomicU64,
    last: RwLock<Last>,
}

/// The number of the last change of each.
#[derive(Default)]
struct Last {
    everyone: u64,
    companies: HashMap<CompanyId, OfCompany>,
}

#[derive(Default)]
struct OfCompany {
    all: u64,
    people: HashMap<UserId, u64>,
}

impl Changes {
    /// Now; to be asked before storage is.
    #[must_use]
    pub fn now(&self) -> Moment {
        Moment(self.0.count.load(Ordering::Acquire))
    }

    /// Whether what an actor stands for may have changed since. As long as nothing at all changed,
    /// that is one look at a number.
    #[must_use]
    pub fn since(&self, Moment(read): Moment, actor: &Actor) -> bool {
        if self.now() == Moment(read) {
            return false;
        }
        let last = self.0.last.read().unwrap_or_else(PoisonError::into_inner);
        let home = last.companies.get(&actor.home);
        let acting = last.companies.get(&actor.company);
        let person = home.and_then(|home| home.people.get(&actor.id)).copied();
        let companies = [home, acting].into_iter().flatten().map(|company| company.all);
        companies.chain(person).chain([last.everyone]).any(|changed| changed > read)
    }

    /// Notes a change that was committed.
    pub fn note(&self, whom: &Whom) {
        let mut last = self.0.last.write().unwrap_or_else(PoisonError::into_inner);
        let number = self.0.count.load(Ordering::Relaxed) + 1;
        match whom {
            Whom::Everyone => last.everyone = number,
            Whom::Company(company) => last.companies.entry(company.clone()).or_default().all = number,
            Whom::Person(home, person) => {
                let home = last.companies.entry(home.clone()).or_default();
                home.people.insert(person.clone(), number);
            }
        }
        // Seen by nobody before what it counts.
        self.0.count.store(number, Ordering::Release);
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
        }
    }

    #[test]
    fn a_change_concerns_whom_it_names_and_nobody_else() {
        let changes = Changes::default();
        let dana = actor("dana", "harborline", "harborline");
        let marcus = actor("marcus", "harborline", "harborline");
        let ingrid = actor("ingrid", "northgate", "northgate");
        let rosalind = actor("rosalind", "parlor", "harborline");
        for (whom, concerned) in [
            (Whom::Person("harborline".into(), "dana".into()), [true, false, false, false]),
            (Whom::Person("northgate".into(), "dana".into()), [false; 4]),
            (Whom::Company("harborline".into()), [true, true, false, true]),
            (Whom::Company("parlor".into()), [false, false, false, true]),
            (Whom::Everyone, [true; 4]),
        ] {
            let before = changes.now();
            changes.note(&whom);
            let told = [&dana, &marcus, &ingrid, &rosalind].map(|actor| changes.since(before, actor));
            assert_eq!(told, concerned, "{whom:?}");
            assert!(!changes.since(changes.now(), &dana), "{whom:?}: read afterwards, it is known");
        }
    }

    #[test]
    fn what_began_to_be_read_before_a_change_is_stale_however_late_it_is_remembered() {
        let changes = Changes::default();
        let dana = actor("dana", "harborline", "harborline");
        let read = changes.now();
        changes.note(&Whom::Company("harborline".into()));
        changes.note(&Whom::Company("northgate".into()));
        assert!(changes.since(read, &dana));
    }
}
