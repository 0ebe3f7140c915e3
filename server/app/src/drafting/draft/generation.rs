//! Writes a draft with a language model: stores chunks as they come until the output ends or the draft is stopped.
use std::time::Duration;

use platform::{Fault, Scope, Timestamp, jobs};
use tokio::time::{Instant, MissedTickBehavior};

use super::{
    model::{Draft, DraftState, Failure},
    progress::{Progress, Running},
    prompt,
    queue::key,
    store::{self, part_notes},
};
use crate::{
    context::Context,
    drafting::{
        language_model::{LanguageModel, ModelError, Output},
        template::Names,
    },
};

/// Another server goes on when a lease was not renewed for this time.
pub const LEASE: Duration = Duration::from_secs(15);
/// Minimum time between two chunks.
const CHUNK_INTERVAL: Duration = Duration::from_millis(30);
/// How often the lease is renewed and a stop on another server is noticed.
pub const RENEWAL_INTERVAL: Duration = Duration::from_millis(500);
/// Maximum number of characters of the output.
const MAX_CHARACTERS: usize = 60_000;
/// Number of characters of a token, for a model that does not report its usage.
const CHARACTERS_PER_TOKEN: usize = 4;

/// Writes one draft.
pub struct Generation {
    pub context: Context,
    pub model: LanguageModel,
    pub progress: Progress,
    pub scope: Scope,
    pub draft: Draft,
    pub names: Names,
    /// What is written already.
    pub written: String,
}

/// How the output ended.
pub enum End {
    /// By itself, or with a failure.
    Written(Failure),
    /// The user stopped it, or another run writes it.
    Lost,
}

/// What came of the output so far.
#[derive(Default)]
struct Written {
    pending: String,
    /// Size of what was sent.
    sent: usize,
    characters: usize,
    tokens: Option<i64>,
}

impl Generation {
    /// Writes the draft to its end. After a storage error, the job starts another run when the lease ends.
    pub async fn run(self, running: Running) {
        let mut written = Written::default();
        let finished = match self.write(&running, &mut written).await {
            Ok(end) => self.finish(end, &written).await,
            Err(fault) => Err(fault),
        };
        if let Err(fault) = finished {
            tracing::warn!(%fault, "a draft could not be stored");
        }
        drop(running);
        self.progress.notify(&self.draft.id);
    }

    async fn write(&self, running: &Running, written: &mut Written) -> Result<End, Fault> {
        let notes = match self.read_parts(running).await? {
            Ok(notes) => notes,
            Err(end) => return Ok(end),
        };
        let prompt = prompt::prompt(&self.draft, &self.names, &notes, self.written.clone());
        written.sent = prompt.sent();
        let mut renewal = tokio::time::interval(RENEWAL_INTERVAL);
        renewal.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let start = self.model.start(&prompt);
        tokio::pin!(start);
        let mut stream = loop {
            tokio::select! {
                started = &mut start => match started {
                    Ok(stream) => break stream,
                    Err(error) => return Ok(failed(error)),
                },
                () = running.stopped.notified() => return Ok(End::Lost),
                _ = renewal.tick() => if !self.store("").await? { return Ok(End::Lost) },
            }
        };
        let mut last = Instant::now().checked_sub(CHUNK_INTERVAL).unwrap_or_else(Instant::now);
        loop {
            let due = tokio::time::sleep_until(last + CHUNK_INTERVAL);
            tokio::select! {
                output = stream.next() => if let Some(end) = written.add(output) { return Ok(end) },
                () = due, if !written.pending.is_empty() => {}
                () = running.stopped.notified() => return Ok(End::Lost),
                _ = renewal.tick() => if !self.store("").await? { return Ok(End::Lost) },
            }
            if !written.pending.is_empty() && last.elapsed() >= CHUNK_INTERVAL {
                if !self.store(&std::mem::take(&mut written.pending)).await? {
                    return Ok(End::Lost);
                }
                last = Instant::now();
                self.progress.notify(&self.draft.id);
            }
        }
    }

    /// Stores a chunk and renews the lease. Returns false if this run does not write the draft any more.
    pub async fn store(&self, text: &str) -> Result<bool, Fault> {
        let mut tx = self.context.db.write(&self.scope).await?;
        let lease = self.context.now().plus(LEASE);
        let is_ours = store::append(&mut tx, &self.scope, &self.draft, text, lease).await?;
        tx.commit().await?;
        Ok(is_ours)
    }

    async fn finish(&self, end: End, written: &Written) -> Result<(), Fault> {
        let (scope, draft, now) = (&self.scope, &self.draft, self.context.now());
        let mut tx = self.context.db.write(scope).await?;
        if let End::Written(failure) = end
            && store::append(&mut tx, scope, draft, &written.pending, now.plus(LEASE)).await?
        {
            let state = if failure == Failure::None { DraftState::Done } else { DraftState::Failed };
            store::settle(&mut tx, scope, draft, state, failure, now).await?;
            if state == DraftState::Done {
                part_notes::delete(&mut tx, scope, draft).await?;
            }
            jobs::cancel(&mut tx, scope.company(), &key(draft)).await?;
        }
        let estimate = || estimated_tokens(written.sent, written.characters);
        store::add_tokens(&mut tx, scope, &month(now), written.tokens.unwrap_or_else(estimate)).await?;
        tx.commit().await
    }
}

impl Written {
    /// Adds a part of the output. Returns how the output ended, if it did.
    fn add(&mut self, output: Result<Output, ModelError>) -> Option<End> {
        match output {
            Ok(Output::Text(text)) => {
                self.characters += text.chars().count();
                self.pending.extend(text.chars().filter(|c| !c.is_control() || *c == '\n'));
                (self.characters > MAX_CHARACTERS).then_some(End::Written(Failure::OutputTooLong))
            }
            Ok(Output::Finished { tokens }) => {
                self.tokens = tokens;
                Some(End::Written(Failure::None))
            }
            Ok(Output::LengthReached { tokens }) => {
                self.tokens = tokens;
                Some(End::Written(Failure::OutputTooLong))
            }
            Err(error) => Some(failed(error)),
        }
    }
}

pub fn failed(error: ModelError) -> End {
    tracing::warn!(?error, "the language model failed to write a draft");
    End::Written(error.into())
}

/// Returns about how many tokens a call took, from the size of what was sent and of what came back.
pub fn estimated_tokens(sent: usize, output_characters: usize) -> i64 {
    i64::try_from((sent + output_characters) / CHARACTERS_PER_TOKEN).unwrap_or(i64::MAX)
}

/// Returns the month of a time in UTC, as 2026-11.
pub fn month(time: Timestamp) -> String {
    time.date_in("UTC").strftime("%Y-%m").to_string()
}
