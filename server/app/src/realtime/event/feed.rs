//! One reading for all who listen: what happens in a company is read once, however many browsers
//! hear it, and each of them is told what its scope sees.
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
    /// Something happened.
    EventBatch(Arc<EventBatch>),
    /// A user is typing a reply. The version is that of the data which says who sees it.
    Typing(Arc<AddressedTyping>, Version),
    /// Signals were missed; the listener reads from the database.
    Behind,
}

/// The events after one sequence number up to another.
pub struct EventBatch {
    pub after: i64,
    pub until: i64,
    /// Who sees what was read no sooner.
    pub read: Version,
    told: Vec<AddressedEvent>,
}

impl EventBatch {
    /// What of it came after a number, whoever sees it.
    pub fn since(&self, after: i64) -> impl Iterator<Item = &AddressedEvent> {
        self.told.iter().filter(move |told| told.event.sequence > after)
    }
}

/// The companies that somebody listens to. Cheap to clone.
#[derive(Clone)]
pub struct Feeds(Arc<Inner>);

struct Inner {
    db: Db,
    open: Mutex<HashMap<CompanyId, broadcast::Sender<FeedUpdate>>>,
    asking: Semaphore,
}

impl Feeds {
    /// Over this storage.
    pub fn new(db: Db) -> Self {
        Self(Arc::new(Inner { db, open: Mutex::default(), asking: Semaphore::new(MAX_CONCURRENT_READS) }))
    }

    /// Hears what happens in a company from now on.
    pub fn listen(&self, company: &CompanyId) -> broadcast::Receiver<FeedUpdate> {
        let mut open = self.open();
        if let Some(feed) = open.get(company) {
            return feed.subscribe();
        }
        let (feed, words) = broadcast::channel(BUFFERED_UPDATES);
        open.insert(company.clone(), feed.clone());
        tokio::spawn(self.clone().pass_on(company.clone(), feed, self.0.db.signals()));
        words
    }

    /// Waits until storage may be asked on a listener's own behalf.
    pub async fn may_ask(&self) -> Option<SemaphorePermit<'_>> {
        // The semaphore is never closed.
        self.0.asking.acquire().await.ok()
    }

    /// Until nobody listens any more.
    async fn pass_on(self, company: CompanyId, feed: broadcast::Sender<FeedUpdate>, mut signals: Signals) {
        let mut known = None;
        loop {
            let word = match self.news(&company, &mut known).await {
                Ok(news) => news.map(|news| FeedUpdate::EventBatch(Arc::new(news))),
                Err(_) => Some(FeedUpdate::Behind),
            };
            // An error only says that nobody listens.
            let _ = word.map(|word| feed.send(word));
            loop {
                let heard = signals.next().await;
                if heard.is_none() || self.is_over(&company, &feed) {
                    return;
                }
                match heard {
                    Some(Signal::Sessions(_)) => drop(feed.send(FeedUpdate::RefreshAccess)),
                    Some(Signal::Everything) => {
                        let _ = feed.send(FeedUpdate::RefreshAccess);
                        break;
                    }
                    Some(Signal::Events(of)) if of == company => break,
                    Some(Signal::Typing(typing)) if typing.company == company => {
                        // It is over in seconds, so that one that could not be read is not read again.
                        let word = self.typing(&company, typing).await.ok();
                        let _ = word.map(|word| feed.send(word));
                    }
                    _ => {}
                }
            }
        }
    }

    /// Closes a feed without listeners.
    fn is_over(&self, company: &CompanyId, feed: &broadcast::Sender<FeedUpdate>) -> bool {
        let mut open = self.open();
        let over = feed.receiver_count() == 0;
        if over {
            open.remove(company);
        }
        over
    }

    /// What happened since `known`. The first time that is nothing, from where it begins to know:
    /// whoever knows less has to ask.
    async fn news(&self, company: &CompanyId, known: &mut Option<i64>) -> Result<Option<EventBatch>, Fault> {
        let read = self.0.db.invalidations().version();
        let mut tx = self.0.db.read(&Scope::of_company(company)).await?;
        let until = events::head(&mut tx, company).await?;
        let after = known.unwrap_or(until);
        if *known == Some(until) {
            return Ok(None);
        }
        let told = events::addressed(&mut tx, company, after, until).await?;
        *known = Some(until);
        Ok(Some(EventBatch { after, until, read, told }))
    }

    async fn typing(&self, company: &CompanyId, typing: Typing) -> Result<FeedUpdate, Fault> {
        let read = self.0.db.invalidations().version();
        let mut tx = self.0.db.read(&Scope::of_company(company)).await?;
        let addressed = typing::addressed(&mut tx, typing).await?;
        Ok(FeedUpdate::Typing(Arc::new(addressed), read))
    }

    fn open(&self) -> MutexGuard<'_, HashMap<CompanyId, broadcast::Sender<FeedUpdate>>> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
