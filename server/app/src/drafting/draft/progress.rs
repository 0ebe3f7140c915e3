//! The drafts that this server writes, and those that are watched on it. Watchers on other servers read the storage.
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use platform::ids::CompanyId;
use tokio::sync::{Notify, watch};

use super::model::DraftId;

/// Maximum number of drafts that a server writes at once, and of those of one company.
const MAX_RUNNING: usize = 240;
const MAX_RUNNING_PER_COMPANY: usize = 200;

/// Notifies watchers and writers of drafts. Cheap to clone.
#[derive(Clone, Default)]
pub struct Progress(Arc<Mutex<Shared>>);

#[derive(Default)]
struct Shared {
    watchers: HashMap<DraftId, watch::Sender<u64>>,
    running: HashMap<DraftId, (CompanyId, Arc<Notify>)>,
}

/// A draft that this server writes, until it is dropped.
pub struct Running {
    progress: Progress,
    id: DraftId,
    /// Notified when the draft was stopped.
    pub stopped: Arc<Notify>,
}

impl Progress {
    /// Returns a receiver that changes with each change of a draft.
    pub fn watch(&self, id: &DraftId) -> watch::Receiver<u64> {
        let mut shared = self.lock();
        shared.watchers.retain(|_, sender| !sender.is_closed());
        shared.watchers.entry(id.clone()).or_insert_with(|| watch::Sender::new(0)).subscribe()
    }

    /// Notifies the watchers of a draft.
    pub fn notify(&self, id: &DraftId) {
        if let Some(sender) = self.lock().watchers.get(id) {
            sender.send_modify(|count| *count += 1);
        }
    }

    /// Notifies the writer and the watchers of a draft that was stopped.
    pub fn stop(&self, id: &DraftId) {
        if let Some((_, stopped)) = self.lock().running.get(id) {
            stopped.notify_one();
        }
        self.notify(id);
    }

    /// Returns whether this server writes a draft.
    pub fn is_running(&self, id: &DraftId) -> bool {
        self.lock().running.contains_key(id)
    }

    /// Starts to write a draft, if the company and the server have room for it.
    pub fn start(&self, company: &CompanyId, id: &DraftId) -> Option<Running> {
        let mut shared = self.lock();
        let of_company = shared.running.values().filter(|(other, _)| other == company).count();
        if shared.running.len() >= MAX_RUNNING || of_company >= MAX_RUNNING_PER_COMPANY {
            return None;
        }
        let stopped = Arc::new(Notify::new());
        shared.running.insert(id.clone(), (company.clone(), stopped.clone()));
        Some(Running { progress: self.clone(), id: id.clone(), stopped })
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.progress.lock().running.remove(&self.id);
    }
}
