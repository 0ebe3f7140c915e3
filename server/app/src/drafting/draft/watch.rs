//! The stream of a draft. While this server generates the draft, output is forwarded at once. The database is
//! read after each change that this server stored, and twice a second for a draft that another server
//! generates.
use std::time::Duration;

use platform::{Actor, ErrorReason, Fault, Tx, access_policy::AccessTable};
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, MissedTickBehavior},
};

use super::{
    commands,
    model::{DraftId, DraftUpdate, DraftView, Position},
    progress::{Progress, rest},
    store::{self, chunks},
};
use crate::{
    context::Context,
    identity::caller::{Callers, Credential},
    realtime::event::StreamSlot,
};

/// The RPC whose access rule applies.
const WATCH: &str = "/parlor.v1.DraftService/WatchDraft";
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// Interval at which the session and the access are checked again.
const ACCESS_INTERVAL: Duration = Duration::from_secs(3);
const HEARTBEAT: Duration = Duration::from_secs(15);
/// Maximum time that a message waits for a slow client.
const SEND_TIMEOUT: Duration = Duration::from_secs(5);

/// A stream of a draft.
pub struct Watch {
    pub context: Context,
    pub callers: Callers,
    pub access: AccessTable,
    pub changes: watch::Receiver<u64>,
    pub progress: Progress,
    pub credential: Credential,
    pub actor: Actor,
    pub id: DraftId,
    /// Sequence number of the last part that was sent.
    pub after: i64,
    /// The value of `changes` at the last read of the database.
    pub last_read: Option<u64>,
    /// The stored state that was sent last.
    pub position: Option<Position>,
    pub sender: mpsc::Sender<Result<DraftUpdate, Fault>>,
    pub stop: watch::Receiver<bool>,
    pub _slot: StreamSlot,
}

impl Watch {
    /// Sends updates until the draft is generated or the client disconnects.
    pub async fn run(mut self) {
        if let Err(fault) = self.send_all().await {
            let _ = self.sender.send(Err(fault)).await;
        }
    }

    async fn send_all(&mut self) -> Result<(), Fault> {
        let mut poll = tokio::time::interval(POLL_INTERVAL);
        poll.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut checked, mut sent) = (Instant::now(), Instant::now());
        loop {
            if checked.elapsed() >= ACCESS_INTERVAL {
                self.check_access().await?;
                checked = Instant::now();
            }
            let stored = *self.changes.borrow_and_update();
            let message = match self.output() {
                Some(message) if self.last_read == Some(stored) => message,
                _ => self.read().await?,
            };
            self.last_read = Some(stored);
            if let Some(message) = message {
                sent = Instant::now();
                self.after = message.sequence;
                self.send(message).await?;
            } else if sent.elapsed() >= HEARTBEAT {
                sent = Instant::now();
                self.send(self.heartbeat()).await?;
            }
            if self.position.as_ref().is_some_and(|position| !position.state.is_active()) {
                return Ok(());
            }
            tokio::select! {
                changed = self.changes.changed() => if changed.is_err() { poll.tick().await; },
                _ = poll.tick() => {}
                () = self.sender.closed() => return Ok(()),
                _ = self.stop.changed() => {
                    return Err(Fault::not_now(ErrorReason::Stopping, "Parlor is restarting. Resume in a moment."));
                }
            }
        }
    }

    async fn check_access(&mut self) -> Result<(), Fault> {
        self.actor = Actor {
            asserted_community: self.actor.asserted_community.clone(),
            ..Actor::clone(&self.callers.resolve(&self.credential).await?.actor)
        };
        self.access.admits(WATCH, &self.actor)
    }

    /// Returns new output of this server's run, if there is any. `None` if the database must be read.
    fn output(&self) -> Option<Option<DraftUpdate>> {
        let run = self.progress.run(&self.id)?;
        let (text, sequence) = run.output(self.position.as_ref()?.run, self.after)?;
        let update = DraftUpdate { sequence, text, replaces_text: false, view: None, progress: None };
        Some((sequence > self.after).then_some(update))
    }

    /// Returns the stored changes since the last message.
    async fn read(&mut self) -> Result<Option<DraftUpdate>, Fault> {
        // Taken before the database is read: it contains the output that is not stored yet, even if the run
        // ends in the meantime.
        let run = self.progress.run(&self.id);
        let scope = self.actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let position = commands::require_position(&mut tx, &self.actor, &self.id).await?;
        let output = |after| run.as_ref().and_then(|run| run.output(position.run, after));
        let (unstored, sequence) = output(position.sequence).unwrap_or((String::new(), position.sequence));

        let last = self.position.replace(position.clone());
        let is_new_version = last.as_ref().is_some_and(|last| last.version != position.version);
        let is_changed = is_new_version || last.as_ref().is_none_or(|last| last.state != position.state);
        let is_further = last.is_some_and(|last| last.progress != position.progress);
        // The text before the first chunk is part of the version.
        let first = chunks::first_sequence(&mut tx, &scope, &self.id).await?.unwrap_or(position.sequence);
        let replaces_text = is_new_version || self.after == 0 || !(first..=sequence).contains(&self.after);
        if !is_changed && !is_further && self.after == sequence {
            return Ok(None);
        }
        let text = if replaces_text {
            store::text(&mut tx, &scope, &self.id, position.version).await? + &unstored
        } else if self.after > position.sequence {
            output(self.after).unwrap_or_default().0
        } else {
            let new = chunks::list(&mut tx, &scope, &self.id, self.after).await?;
            let new = new.iter().map(|chunk| rest(&chunk.text, chunk.sequence, self.after));
            new.collect::<String>() + &unstored
        };
        let view = match is_changed {
            true => Some(self.view(&mut tx, &unstored, sequence).await?),
            false => None,
        };
        let progress = position.state.is_active().then_some(position.progress);
        Ok(Some(DraftUpdate { sequence, text, replaces_text, view, progress }))
    }

    /// Returns the draft with its output up to a sequence number.
    async fn view(&self, tx: &mut Tx, unstored: &str, sequence: i64) -> Result<DraftView, Fault> {
        let draft = commands::require(tx, &self.actor, &self.id).await?;
        let mut view = commands::view(&self.context, tx, &self.actor, draft).await?;
        view.text.push_str(unstored);
        view.draft.sequence = sequence;
        Ok(view)
    }

    fn heartbeat(&self) -> DraftUpdate {
        DraftUpdate {
            sequence: self.after,
            text: String::new(),
            replaces_text: false,
            view: None,
            progress: None,
        }
    }

    async fn send(&self, message: DraftUpdate) -> Result<(), Fault> {
        match tokio::time::timeout(SEND_TIMEOUT, self.sender.send(Ok(message))).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Fault::not_now(ErrorReason::Gone, "The client left.")),
            Err(_) => Err(Fault::not_now(
                ErrorReason::TooSlow,
                "The client read too slowly. Resume after the last part.",
            )),
        }
    }
}
