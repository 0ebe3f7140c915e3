//! Generates a draft with a language model. Output is sent to watchers at once and stored twice a second,
//! until it ends or the draft is stopped.
use std::time::Duration;

use platform::{Fault, Scope, Timestamp, Tx, jobs};
use tokio::time::{Instant, MissedTickBehavior};

use super::{
    model::{Draft, DraftState, Failure},
    progress::{Progress, Run, Running},
    prompt,
    queue::key,
    sharing,
    store::{self, chunks, part_notes},
};
use crate::{
    context::Context,
    drafting::{
        language_model::{LanguageModel, ModelError, Output},
        template::Names,
    },
};

/// Time without renewal of the lease after which another server continues.
pub const LEASE: Duration = Duration::from_secs(15);
/// Interval at which output is stored, the lease is renewed, and a stop on another server is detected.
const STORE_INTERVAL: Duration = Duration::from_millis(500);
/// Maximum number of characters of the output.
const MAX_CHARACTERS: usize = 60_000;
/// Characters per token, for a model that does not report its usage.
const CHARACTERS_PER_TOKEN: usize = 4;

/// The generation of one draft.
pub struct Generation {
    pub context: Context,
    pub model: LanguageModel,
    pub progress: Progress,
    pub scope: Scope,
    pub draft: Draft,
    pub names: Names,
    /// Creativity, 0 to 1.
    pub temperature: f64,
    /// The text that earlier runs generated.
    pub written: String,
}

/// How the output ended.
pub enum End {
    /// The output ended on its own, or with a failure.
    Written(Failure),
    /// The user stopped it, or another run took over.
    Lost,
}

/// The tokens and characters used so far.
#[derive(Default)]
struct Usage {
    /// Size of the sent prompt.
    sent: usize,
    characters: usize,
    tokens: Option<i64>,
}

impl Generation {
    /// Generates the draft until the output ends. After a storage error, the job starts another run when the
    /// lease expires.
    pub async fn run(self, running: Running) {
        let mut usage = Usage::default();
        let ended = tokio::select! {
            ended = self.write(&running, &mut usage) => ended,
            ended = self.keep_stored(&running.run) => ended,
            () = running.run.stopped.notified() => Ok(End::Lost),
        };
        let finished = match ended {
            Ok(end) => self.finish(end, &running.run, &usage).await,
            Err(fault) => Err(fault),
        };
        if let Err(fault) = finished {
            tracing::warn!(%fault, "a draft could not be stored");
        }
        drop(running);
        self.progress.notify(&self.draft.id);
    }

    async fn write(&self, running: &Running, usage: &mut Usage) -> Result<End, Fault> {
        let notes = match self.read_parts().await? {
            Ok(notes) => notes,
            Err(end) => return Ok(end),
        };
        let written = self.written.clone();
        let prompt = prompt::prompt(&self.draft, &self.names, &notes, written, self.temperature);
        usage.sent = prompt.sent();
        let mut stream = match self.model.start(&prompt).await {
            Ok(stream) => stream,
            Err(error) => return Ok(failed(error)),
        };
        loop {
            match stream.next().await {
                Ok(Output::Text(text)) => {
                    usage.characters += text.chars().count();
                    running.add(text.chars().filter(|c| !c.is_control() || *c == '\n').collect());
                    if usage.characters > MAX_CHARACTERS {
                        return Ok(End::Written(Failure::OutputTooLong));
                    }
                }
                Ok(Output::Finished { tokens }) => {
                    usage.tokens = tokens;
                    return Ok(End::Written(Failure::None));
                }
                Ok(Output::LengthReached { tokens }) => {
                    usage.tokens = tokens;
                    return Ok(End::Written(Failure::OutputTooLong));
                }
                Err(error) => return Ok(failed(error)),
            }
        }
    }

    /// Stores output periodically, until this run no longer generates the draft.
    async fn keep_stored(&self, run: &Run) -> Result<End, Fault> {
        let mut ticks = tokio::time::interval_at(Instant::now() + STORE_INTERVAL, STORE_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let mut tx = self.context.db.write(&self.scope).await?;
            let is_ours = self.store(&mut tx, run).await?;
            tx.commit().await?;
            if !is_ours {
                return Ok(End::Lost);
            }
        }
    }

    /// Stores the new output and renews the lease. Returns false if this run no longer generates the draft.
    async fn store(&self, tx: &mut Tx, run: &Run) -> Result<bool, Fault> {
        let lease = self.context.now().plus(LEASE);
        let Some(stored) = chunks::renew(tx, &self.scope, &self.draft, lease).await? else {
            return Ok(false);
        };
        if let Some((text, end)) = run.output(self.draft.run, stored) {
            chunks::append(tx, &self.scope, &self.draft.id, &text, end).await?;
        }
        Ok(true)
    }

    async fn finish(&self, end: End, run: &Run, usage: &Usage) -> Result<(), Fault> {
        let (scope, draft, now) = (&self.scope, &self.draft, self.context.now());
        let mut tx = self.context.db.write(scope).await?;
        if let End::Written(failure) = end
            && self.store(&mut tx, run).await?
        {
            let state = if failure == Failure::None { DraftState::Done } else { DraftState::Failed };
            sharing::settle(&mut tx, scope, draft, state, failure, now).await?;
            if state == DraftState::Done {
                part_notes::delete(&mut tx, scope, draft).await?;
            }
            jobs::cancel(&mut tx, scope.company(), &key(draft)).await?;
        }
        let estimate = || estimated_tokens(usage.sent, usage.characters);
        store::add_tokens(&mut tx, scope, &month(now), usage.tokens.unwrap_or_else(estimate)).await?;
        tx.commit().await
    }
}

pub fn failed(error: ModelError) -> End {
    tracing::warn!(?error, "the language model failed to write a draft");
    End::Written(error.into())
}

/// Estimates the tokens of a call from the sizes of its input and output.
pub fn estimated_tokens(sent: usize, output_characters: usize) -> i64 {
    i64::try_from((sent + output_characters) / CHARACTERS_PER_TOKEN).unwrap_or(i64::MAX)
}

/// Returns the month of a time in UTC, such as 2026-11.
pub fn month(time: Timestamp) -> String {
    time.date_in("UTC").strftime("%Y-%m").to_string()
}
