//! The drafts that this server generates, and those that are watched on it. Watchers on this server get
//! output before it is stored; watchers on other servers read the database.
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use platform::ids::CompanyId;
use tokio::sync::{Notify, watch};

use super::model::{Draft, DraftId};

/// Maximum number of drafts that a server generates at the same time, and the maximum per company.
const MAX_RUNNING: usize = 240;
const MAX_RUNNING_PER_COMPANY: usize = 200;

/// Notifies watchers and generators of drafts. Cheap to clone.
#[derive(Clone, Default)]
pub struct Progress {
    shared: Arc<Mutex<Shared>>,
}

#[derive(Default)]
struct Shared {
    /// The values count the stored changes.
    watchers: HashMap<DraftId, watch::Sender<u64>>,
    running: HashMap<DraftId, (CompanyId, Arc<Run>)>,
}

/// A run that generates a draft, with all of its output.
pub struct Run {
    /// `Draft::run`.
    number: i64,
    output: Mutex<Output>,
    /// Notified when the draft is stopped.
    pub stopped: Notify,
}

struct Output {
    start: i64,
    end: i64,
    /// Texts with the sequence numbers of their ends.
    texts: Vec<(i64, String)>,
}

/// A draft that this server is generating, until this value is dropped.
pub struct Running {
    progress: Progress,
    id: DraftId,
    pub run: Arc<Run>,
}

impl Progress {
    /// Returns a receiver that is notified of each output of a draft. Its value increases with each stored
    /// change.
    pub fn watch(&self, id: &DraftId) -> watch::Receiver<u64> {
        let mut shared = self.lock();
        shared.watchers.retain(|_, sender| !sender.is_closed());
        shared.watchers.entry(id.clone()).or_insert_with(|| watch::Sender::new(0)).subscribe()
    }

    /// Notifies the watchers of a draft of a stored change.
    pub fn notify(&self, id: &DraftId) {
        if let Some(sender) = self.lock().watchers.get(id) {
            sender.send_modify(|count| *count += 1);
        }
    }

    /// Notifies the generator and the watchers of a draft that it was stopped.
    pub fn stop(&self, id: &DraftId) {
        if let Some(run) = self.run(id) {
            run.stopped.notify_one();
        }
        self.notify(id);
    }

    /// Returns the run that generates a draft on this server.
    pub fn run(&self, id: &DraftId) -> Option<Arc<Run>> {
        self.lock().running.get(id).map(|(_, run)| run.clone())
    }

    /// Starts to generate a draft, unless the company or the server has reached its maximum.
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
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Run {
    /// Returns the output after a sequence number, and the sequence number of its end. `None` if another run
    /// generated the text at that position.
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

/// Returns the length of a text in sequence numbers: its number of characters.
pub fn length(text: &str) -> i64 {
    i64::try_from(text.chars().count()).unwrap_or(i64::MAX)
}

/// Returns the rest of a text after the sequence number `after`; the text ends at `end`.
pub fn rest(text: &str, end: i64, after: i64) -> &str {
    let skipped = usize::try_from(after - (end - length(text))).unwrap_or(0);
    text.char_indices().nth(skipped).map_or("", |(at, _)| &text[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_text_starts_after_a_sequence_number() {
        for (after, expected) in [(0, "Größe"), (7, "Größe"), (10, "ße"), (12, ""), (20, "")] {
            assert_eq!(rest("Größe", 12, after), expected, "after {after}");
        }
    }
}
