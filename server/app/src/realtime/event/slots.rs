//! Limits of open live streams, of events and of drafts together, per session and per company.
use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use platform::{
    Actor, ErrorReason, Fault,
    ids::{CompanyId, SessionId},
};

/// Time after which a refused client should retry.
const RETRY_AFTER: Duration = Duration::from_secs(30);

/// Maximum numbers of open live streams.
#[derive(Clone, Copy, Debug)]
pub struct StreamLimits {
    /// Maximum of one session or one partner token.
    pub per_session: usize,
    /// Maximum of all users and partners that work in one company.
    pub per_company: usize,
}

impl Default for StreamLimits {
    fn default() -> Self {
        Self { per_session: 20, per_company: 500 }
    }
}

#[derive(Default)]
struct Open {
    sessions: HashMap<SessionId, usize>,
    companies: HashMap<CompanyId, usize>,
}

/// Counts the open streams of this server. Clones share the counts.
#[derive(Clone)]
pub struct StreamSlots {
    limits: StreamLimits,
    open: Arc<Mutex<Open>>,
}

impl StreamSlots {
    /// Creates counts without open streams.
    #[must_use]
    pub fn new(limits: StreamLimits) -> Self {
        Self { limits, open: Arc::default() }
    }

    /// Takes a slot of an actor's session and company. It is free again when the result is dropped.
    ///
    /// # Errors
    /// `RESOURCE_EXHAUSTED` if the session or the company has reached its limit.
    pub fn take(&self, actor: &Actor) -> Result<StreamSlot, Fault> {
        let mut open = self.lock();
        if count(&open.sessions, &actor.session) >= self.limits.per_session {
            return Err(too_many("Too many live streams are open for this session. Close some windows."));
        }
        self.refuse_full_company(&open, &actor.company)?;
        *open.sessions.entry(actor.session.clone()).or_default() += 1;
        *open.companies.entry(actor.company.clone()).or_default() += 1;
        drop(open);
        Ok(StreamSlot { slots: self.clone(), session: actor.session.clone(), company: actor.company.clone() })
    }

    fn refuse_full_company(&self, open: &Open, company: &CompanyId) -> Result<(), Fault> {
        if count(&open.companies, company) >= self.limits.per_company {
            return Err(too_many("Too many live streams are open for this company. Try again later."));
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An open stream.
pub struct StreamSlot {
    slots: StreamSlots,
    session: SessionId,
    company: CompanyId,
}

impl StreamSlot {
    /// Counts the stream for another company from now on.
    ///
    /// # Errors
    /// `RESOURCE_EXHAUSTED` if that company has reached its limit; the stream then still counts for the previous
    /// company.
    pub fn move_to(&mut self, company: &CompanyId) -> Result<(), Fault> {
        let mut open = self.slots.lock();
        self.slots.refuse_full_company(&open, company)?;
        *open.companies.entry(company.clone()).or_default() += 1;
        release(&mut open.companies, &self.company);
        drop(open);
        self.company = company.clone();
        Ok(())
    }
}

impl Drop for StreamSlot {
    fn drop(&mut self) {
        let mut open = self.slots.lock();
        release(&mut open.sessions, &self.session);
        release(&mut open.companies, &self.company);
    }
}

fn count<K: Hash + Eq>(counts: &HashMap<K, usize>, key: &K) -> usize {
    counts.get(key).copied().unwrap_or(0)
}

fn release<K: Hash + Eq>(counts: &mut HashMap<K, usize>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
}

fn too_many(message: &str) -> Fault {
    Fault::exhausted(ErrorReason::TooManyStreams, message, Some(RETRY_AFTER))
}
