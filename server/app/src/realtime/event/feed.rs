//! Feeds of live events. The events of a company are read once for all of its streams, and each stream passes on
//! those that its scope sees.
//!
//! An event is passed on once its own signal has come, also if another signal already led to a read of the database.
//! Signals come in the order of the commits, so whatever ended a session before the event is known by then.
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use platform::{
    Db, Fault, Scope,
    events::{self, AddressedEvent},
    ids::CompanyId,
    invalidation::Version,
    signal::{Signal, Signals},
    typing::{self, AddressedTyping, Typing},
};
use tokio::sync::{Semaphore, SemaphorePermit, broadcast};

/// Number of signals that are buffered for one stream; a stream that falls behind reads from the database.
const BUFFERED_UPDATES: usize = 256;
/// Maximum number of streams that read from the database at once; the other connections are left to calls.
const MAX_CONCURRENT_READS: usize = 2;

/// Update that a feed sends to its listeners.
#[derive(Clone)]
pub enum FeedUpdate {
    /// Access may have changed; each listener checks its own.
    RefreshAccess,
    /// New events.
    EventBatch(Arc<EventBatch>),
    /// A user is typing a reply. The version is from before the staff who see it were read.
    Typing(Arc<AddressedTyping>, Version),
    /// Signals were missed; the listener reads from the database.
    Behind,
}

/// The events of a company after the sequence number `after` up to `until`.
pub struct EventBatch {
    pub after: i64,
    pub until: i64,
    /// The version from before the staff who see the events were read.
    pub read: Version,
    events: Vec<AddressedEvent>,
}

impl EventBatch {
    /// Returns the events after a sequence number, regardless of who sees them.
    pub fn since(&self, after: i64) -> impl Iterator<Item = &AddressedEvent> {
        self.events.iter().filter(move |addressed| addressed.event.sequence > after)
    }
}

/// The feeds of all companies with open streams. Clones share them.
#[derive(Clone)]
pub struct Feeds {
    inner: Arc<Inner>,
}

struct Inner {
    db: Db,
    open: Mutex<HashMap<CompanyId, broadcast::Sender<FeedUpdate>>>,
    asking: Semaphore,
}

impl Feeds {
    /// Creates an empty set of feeds.
    pub fn new(db: Db) -> Self {
        let asking = Semaphore::new(MAX_CONCURRENT_READS);
        Self { inner: Arc::new(Inner { db, open: Mutex::default(), asking }) }
    }

    /// Subscribes to a company's feed, and starts it if there is none.
    pub fn listen(&self, company: &CompanyId) -> broadcast::Receiver<FeedUpdate> {
        let mut open = self.open();
        if let Some(feed) = open.get(company) {
            return feed.subscribe();
        }
        let (feed, updates) = broadcast::channel(BUFFERED_UPDATES);
        open.insert(company.clone(), feed.clone());
        tokio::spawn(self.clone().run_feed(company.clone(), feed, self.inner.db.signals()));
        updates
    }

    /// Waits until a stream may read from the database for itself.
    pub async fn may_ask(&self) -> Option<SemaphorePermit<'_>> {
        // The semaphore is never closed.
        self.inner.asking.acquire().await.ok()
    }

    /// Sends a company's updates to its listeners until there are none.
    async fn run_feed(self, company: CompanyId, feed: broadcast::Sender<FeedUpdate>, mut signals: Signals) {
        let mut known = self.head(&company).await.ok();
        while let Some(signal) = signals.next().await {
            if self.close_if_unused(&company, &feed) {
                return;
            }
            let mut until = None;
            let mut queued = Some(signal);
            while let Some(signal) = queued {
                // A send fails only if there are no listeners.
                match signal {
                    Signal::Sessions(_) => drop(feed.send(FeedUpdate::RefreshAccess)),
                    Signal::Everything => {
                        let _ = feed.send(FeedUpdate::RefreshAccess);
                        match self.head(&company).await {
                            Ok(head) => until = until.max(Some(head)),
                            Err(_) => drop(feed.send(FeedUpdate::Behind)),
                        }
                    }
                    Signal::Events(of, last) if of == company => until = until.max(Some(last)),
                    Signal::Typing(typing) if typing.company == company => {
                        // A report expires in seconds, so a failed read is not retried.
                        let update = self.typing(&company, typing).await.ok();
                        let _ = update.map(|update| feed.send(update));
                    }
                    _ => {}
                }
                queued = signals.try_next();
            }
            if let Some(until) = until {
                let batch = self.read(&company, &mut known, until).await;
                let update =
                    batch.map_or(FeedUpdate::Behind, |batch| FeedUpdate::EventBatch(Arc::new(batch)));
                let _ = feed.send(update);
            }
        }
    }

    /// Closes the feed and returns true if it has no listeners.
    fn close_if_unused(&self, company: &CompanyId, feed: &broadcast::Sender<FeedUpdate>) -> bool {
        let mut open = self.open();
        let unused = feed.receiver_count() == 0;
        if unused {
            open.remove(company);
        }
        unused
    }

    async fn head(&self, company: &CompanyId) -> Result<i64, Fault> {
        let mut tx = self.inner.db.read(&Scope::of_company(company)).await?;
        events::head(&mut tx, company).await
    }

    /// Reads the events after number `known` up to `until`, and updates `known`. The batch is empty if it is unknown
    /// or later; a listener that is behind then reads from the database.
    async fn read(
        &self,
        company: &CompanyId,
        known: &mut Option<i64>,
        until: i64,
    ) -> Result<EventBatch, Fault> {
        let read = self.inner.db.invalidations().version();
        let after = known.unwrap_or(until).min(until);
        let mut events = Vec::new();
        if after < until {
            let mut tx = self.inner.db.read(&Scope::of_company(company)).await?;
            events = events::addressed(&mut tx, company, after, until).await?;
        }
        *known = (*known).max(Some(until));
        Ok(EventBatch { after, until, read, events })
    }

    async fn typing(&self, company: &CompanyId, typing: Typing) -> Result<FeedUpdate, Fault> {
        let read = self.inner.db.invalidations().version();
        let mut tx = self.inner.db.read(&Scope::of_company(company)).await?;
        let addressed = typing::addressed(&mut tx, typing).await?;
        Ok(FeedUpdate::Typing(Arc::new(addressed), read))
    }

    fn open(&self) -> MutexGuard<'_, HashMap<CompanyId, broadcast::Sender<FeedUpdate>>> {
        self.inner.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
