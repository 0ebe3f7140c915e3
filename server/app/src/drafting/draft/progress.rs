//! The drafts that this server writes, and those that are watched on it. Their output reaches watchers on this server
//! before it is stored; watchers on other servers read the storage.
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use platform::ids::CompanyId;
use tokio::sync::{Notify, watch};

use super::model::{Draft, DraftId};

/// Maximum number of drafts that a server writes at once, and of those of one company.
const MAX_RUNNING: usize = 240;
const MAX_RUNNING_PER_COMPANY: usize = 200;

/// Notifies watchers and writers of drafts. Cheap to clone.
#[derive(Clone, Default)]
pub struct Progress(Arc<Mutex<Shared>>);

#[derive(Default)]
struct Shared {
    /// The values count the changes that are stored.
    watchers: HashMap<DraftId, watch::Sender<u64>>,
    running: HashMap<DraftId, (CompanyId, Arc<Run>)>,
}

/// A run that writes a draft, with its whole output.
pub struct Run {
    /// `Draft::run`.
    number: i64,
    output: Mutex<Output>,
    /// Notified when the draft was stopped.
    pub stopped: Notify,
}

struct Output {
    start: i64,
    end: i64,
    /// Texts with the sequence numbers of their ends.
    texts: Vec<(i64, String)>,
}

/// A draft that this server writes, until it is dropped.
pub struct Running {
    progress: Progress,
    id: DraftId,
    pub run: Arc<Run>,
}

impl Progress {
    /// Returns a receiver that is notified of each output of a draft, and whose value increases with each change that
    /// is stored.
    pub fn watch(&self, id: &DraftId) -> watch::Receiver<u64> {
        let mut shared = self.lock();
        shared.watchers.retain(|_, sender| !sender.is_closed());
        shared.watchers.entry(id.clone()).or_insert_with(|| watch::Sender::new(0)).subscribe()
    }

    /// Notifies the watchers of a draft that a change is stored.
    pub fn notify(&self, id: &DraftId) {
        if let Some(sender) = self.lock().watchers.get(id) {
            sender.send_modify(|count| *count += 1);
        }
    }

    /// Notifies the writer and the watchers of a draft that was stopped.
    pub fn stop(&self, id: &DraftId) {
        if let Some(run) = self.run(id) {
            run.stopped.notify_one();
        }
        self.notify(id);
    }

    /// Returns the run that writes a draft on this server.
    pub fn run(&self, id: &DraftId) -> Option<Arc<Run>> {
        self.lock().running.get(id).map(|(_, run)| run.clone())
    }

    /// Starts to write a draft, if the company and the server have room for it.
    pub fn start(&self, company: &CompanyId, draft: &Draft) -> Option<Running> {
        let mut shared = self.lock();
        let of_company = shared.running.values().filter(|(other, _)| other == company).count();
        if shared.running.len() >= MAX_RUNNING || of_company >= MAX_RUNNING_PER_COMPANY {
            return None;
        }
        let output = Output { start: draft.sequence, end: draft.sequence, texts: Vec::new() };
        let run = Arc::new(Run { number: draft.run, output: Mutex::new(output), stopped: Notify::new() });
        shared.running.insert(draft.id.clone(), (company.clone(), run.clone()));
        Some(Running { progress: self.clone(), id: draft.id.clone(), run })
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Run {
    /// Returns the output after a sequence number, and the sequence number of its end. None if another run wrote there.
    pub fn output(&self, number: i64, after: i64) -> Option<(String, i64)> {
        let output = self.lock();
        if number != self.number || !(output.start..=output.end).contains(&after) {
            return None;
        }
        let first = output.texts.partition_point(|(end, _)| *end <= after);
        let text = output.texts.iter().skip(first).map(|(end, text)| rest(text, *end, after)).collect();
        Some((text, output.end))
    }

    fn lock(&self) -> MutexGuard<'_, Output> {
        self.output.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Running {
    /// Adds output, and notifies the watchers on this server.
    pub fn add(&self, text: String) {
        let mut output = self.run.lock();
        output.end += length(&text);
        let end = output.end;
        output.texts.push((end, text));
        drop(output);
        if let Some(sender) = self.progress.lock().watchers.get(&self.id) {
            sender.send_modify(|_| ());
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.progress.lock().running.remove(&self.id);
    }
}

/// Returns by how much a text increases the sequence number: its number of characters.
pub fn length(text: &str) -> i64 {
    i64::try_from(text.chars().count()).unwrap_or(i64::MAX)
}

/// Returns what of a text that ends at a sequence number comes after another one.
pub fn rest(text: &str, end: i64, after: i64) -> &str {
    let skipped = usize::try_from(after - (end - length(text))).unwrap_or(0);
    text.char_indices().nth(skipped).map_or("", |(at, _)| &text[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_text_begins_after_a_sequence_number() {
        for (after, expected) in [(0, "Größe"), (7, "Größe"), (10, "ße"), (12, ""), (20, "")] {
            assert_eq!(rest("Größe", 12, after), expected, "after {after}");
        }
    }
}
