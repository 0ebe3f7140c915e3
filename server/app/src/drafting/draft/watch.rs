//! The stream of a draft. It reads the storage after each change on this server, and twice a second for changes on
//! other servers.
use std::time::Duration;

use platform::{Actor, ErrorReason, Fault, access_policy::AccessTable};
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, MissedTickBehavior},
};

use super::{
    commands,
    model::{DraftId, DraftState, DraftUpdate, Progress},
    store,
};
use crate::{
    context::Context,
    identity::caller::{Callers, Credential},
    realtime::event::StreamSlot,
};

/// The method, for its access rule.
const WATCH: &str = "/parlor.v1.DraftService/WatchDraft";
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// How often the session and the access are checked again.
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
    pub credential: Credential,
    pub actor: Actor,
    pub id: DraftId,
    /// Sequence number of the last part that was sent.
    pub after: i64,
    /// The version and state that were sent last; 0 and unset at the beginning.
    pub version: i64,
    pub state: Option<DraftState>,
    /// How far the writing was at the last message.
    pub progress: Progress,
    pub sender: mpsc::Sender<Result<DraftUpdate, Fault>>,
    pub stop: watch::Receiver<bool>,
    pub _slot: StreamSlot,
}

impl Watch {
    /// Sends the draft until it is written or the client leaves.
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
            self.changes.mark_unchanged();
            if let Some(message) = self.next().await? {
                sent = Instant::now();
                self.send(message).await?;
            } else if sent.elapsed() >= HEARTBEAT {
                sent = Instant::now();
                self.send(self.heartbeat()).await?;
            }
            if self.state.is_some_and(|state| !state.is_active()) {
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

    /// Returns what changed since the last message.
    async fn next(&mut self) -> Result<Option<DraftUpdate>, Fault> {
        let scope = self.actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let draft = commands::require(&mut tx, &self.actor, &self.id).await?;
        let is_changed = self.version != draft.version || self.state != Some(draft.state);
        let first = store::first_chunk(&mut tx, &scope, &draft.id).await?.unwrap_or(draft.sequence + 1);
        // Text before the first chunk is in the version, and not in parts.
        let is_new_version = self.version != 0 && self.version != draft.version;
        let replaces_text =
            is_new_version || self.after < first - 1 || self.after > draft.sequence || self.after == 0;
        let text = if replaces_text {
            store::text(&mut tx, &scope, &draft).await?
        } else {
            let new = store::chunks(&mut tx, &scope, &draft.id, self.after).await?;
            new.into_iter().map(|chunk| chunk.text).collect()
        };
        let is_ahead = draft.sequence != self.after;
        (self.after, self.version, self.state) = (draft.sequence, draft.version, Some(draft.state));
        let is_active = draft.state.is_active();
        let is_further = std::mem::replace(&mut self.progress, draft.progress) != draft.progress;
        if !is_changed && !is_ahead && !is_further {
            return Ok(None);
        }
        let sequence = draft.sequence;
        let view = match is_changed {
            true => Some(commands::view(&self.context, &mut tx, &self.actor, draft).await?),
            false => None,
        };
        let progress = is_active.then_some(self.progress);
        Ok(Some(DraftUpdate { sequence, text, replaces_text, view, progress }))
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
