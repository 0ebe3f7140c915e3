//! RPC handlers of `EventService`.
//!
//! No event is delivered to a client that may not see it anymore: before each event, the stream checks whether the
//! cached session of its caller is still valid, and reads it again if not. The check is cheap. The database is read
//! only after a change that concerns the caller.
use std::{pin::Pin, time::Duration};

use contract::v1::{event_service_server::EventService, *};
use futures::Stream;
use platform::{
    ErrorReason, Fault, Scope, access_policy::AccessTable, events, ids::CompanyId, invalidation::Version,
    metrics, request, typing::AddressedTyping,
};
use service_macros::async_service;
use tokio::{
    sync::{broadcast::error::RecvError, mpsc, watch},
    time::{Interval, MissedTickBehavior},
};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Status};

use super::{
    feed::{EventBatch, FeedUpdate, Feeds},
    slots::{StreamSlot, StreamSlots},
};
use crate::{
    context::Context,
    identity::caller::{Caller, Callers, Credential},
    incoming_request,
};

/// Implements `EventService`.
pub struct Service {
    /// Storage, time and ids.
    pub context: Context,
    /// The event feeds of companies.
    pub feeds: Feeds,
    /// Authenticates the session or token again while a stream is open.
    pub callers: Callers,
    /// Checks whether a caller may still watch events.
    pub access: AccessTable,
    /// Limits the number of open streams.
    pub slots: StreamSlots,
    /// Becomes true when the server stops.
    pub stop: watch::Receiver<bool>,
}

type Events = Pin<Box<dyn Stream<Item = Result<WatchEventsResponse, Status>> + Send>>;
type Sender = mpsc::Sender<Result<WatchEventsResponse, Status>>;

/// Path of the method in the access table.
const WATCH: &str = "/parlor.v1.EventService/WatchEvents";
/// Maximum number of missed events that are sent. A client that missed more reloads all data.
const MAX_MISSED: i64 = 1_000;
/// Interval of the check whether a token is still valid. A token expires without a signal.
const TOKEN_CHECK_INTERVAL: Duration = Duration::from_secs(3);
/// Interval of the check whether a session is still valid. The end of a session is signaled, and lost signals are
/// noticed (`platform::db`).
const SESSION_CHECK_INTERVAL: Duration = Duration::from_secs(60);
const HEARTBEAT: Duration = Duration::from_secs(15);
/// Maximum number of events that wait for a client to read them.
const BUFFER: usize = 256;
/// Maximum time that an event waits while the buffer is full.
const SEND_TIMEOUT: Duration = Duration::from_secs(5);

#[async_service]
impl EventService for Service {
    type WatchEventsStream = Events;

    async fn watch_events(&self, request: Request<WatchEventsRequest>) -> Result<Response<Events>, Status> {
        let credential = request
            .extensions()
            .get::<Credential>()
            .cloned()
            .ok_or_else(|| Fault::internal("a call without a credential reached its service"))?;
        let (_, message) = incoming_request::split(request)?;
        let caller = self.callers.resolve(&credential).await?;
        let slot = self.slots.take(&caller.actor)?;
        let (sender, receiver) = mpsc::channel(BUFFER);
        let mut watch = Watch {
            context: self.context.clone(),
            feeds: self.feeds.clone(),
            callers: self.callers.clone(),
            access: self.access.clone(),
            caller,
            slot,
            credential,
            seen: message.after,
            sender,
            stop: self.stop.clone(),
            _open: self.context.db.metrics.stream(),
        };
        tokio::spawn(request::within(request::current(), async move {
            if let Err(fault) = watch.run().await {
                let _ = watch.sender.send(Err(fault.into())).await;
            }
        }));
        Ok(Response::new(Box::pin(ReceiverStream::new(receiver))))
    }
}

struct Watch {
    context: Context,
    feeds: Feeds,
    callers: Callers,
    access: AccessTable,
    credential: Credential,
    caller: Caller,
    /// Sequence number of the last event that the client has received.
    seen: i64,
    sender: Sender,
    stop: watch::Receiver<bool>,
    slot: StreamSlot,
    _open: metrics::Stream,
}

impl Watch {
    /// Sends events until the client disconnects or the session ends.
    async fn run(&mut self) -> Result<(), Fault> {
        // Subscribes before it reads, so that no event is missed in between.
        let mut company = self.company();
        let mut updates = self.feeds.listen(&company);
        self.begin(&company).await?;
        let mut check = every(match self.credential {
            Credential::Bearer(_) => TOKEN_CHECK_INTERVAL,
            Credential::Session(_) => SESSION_CHECK_INTERVAL,
        });
        let mut heartbeat = every(HEARTBEAT);
        loop {
            if company != self.caller.actor.company {
                company = self.company();
                self.slot.move_to(&company)?;
                updates = self.feeds.listen(&company);
                self.start_over(&company).await?;
            }
            let update = tokio::select! {
                update = updates.recv() => update,
                _ = check.tick() => {
                    self.refresh_caller().await?;
                    continue;
                }
                _ = heartbeat.tick() => {
                    self.send(self.notice(EventKind::Heartbeat)).await?;
                    continue;
                }
                () = self.sender.closed() => return Ok(()),
                _ = self.stop.changed() => return Err(stopping()),
            };
            match update {
                Ok(FeedUpdate::EventBatch(batch)) => self.send_batch(&company, &batch).await?,
                Ok(FeedUpdate::Typing(typing, read)) => self.send_typing(&typing, read).await?,
                Ok(FeedUpdate::RefreshAccess) => {
                    self.refresh_if_stale().await?;
                }
                Ok(FeedUpdate::Behind) | Err(RecvError::Lagged(_)) => {
                    let (_, head) = self.kept(&company).await?;
                    self.catch_up(&company, head).await?;
                }
                Err(RecvError::Closed) => return Ok(()),
            }
        }
    }

    /// Returns the company that the caller works in, whose events the stream sends.
    fn company(&self) -> CompanyId {
        self.caller.actor.company.clone()
    }

    /// Returns the number after which all events are still stored, and the number of the last event.
    async fn kept(&self, company: &CompanyId) -> Result<(i64, i64), Fault> {
        let _permit = self.feeds.may_ask().await;
        let mut tx = self.context.db.read(&Scope::of_company(company)).await?;
        events::kept(&mut tx, company).await
    }

    /// Sends `Ready`, and the events that the client missed. If they cannot be sent, sends `Resync` first.
    async fn begin(&mut self, company: &CompanyId) -> Result<(), Fault> {
        let (deleted, head) = self.kept(company).await?;
        let resumes = self.seen > 0;
        if resumes && !(deleted.max(head - MAX_MISSED)..=head).contains(&self.seen) {
            self.seen = head;
            self.send(self.notice(EventKind::Resync)).await?;
        }
        if !resumes {
            self.seen = head;
        }
        self.send(self.notice(EventKind::Ready)).await?;
        self.catch_up(company, head).await
    }

    /// Starts again after the caller switched to another company, which has its own sequence numbers.
    async fn start_over(&mut self, company: &CompanyId) -> Result<(), Fault> {
        self.seen = 0;
        self.begin(company).await?;
        self.send(self.notice(EventKind::Resync)).await
    }

    /// Reads the caller again if the cached one is stale. Returns whether it was stale.
    async fn refresh_if_stale(&mut self) -> Result<bool, Fault> {
        let is_valid = self.caller.is_valid(&self.context.db, self.context.now());
        if !is_valid {
            self.refresh_caller().await?;
        }
        Ok(!is_valid)
    }

    /// Authenticates the caller again and checks their access.
    async fn refresh_caller(&mut self) -> Result<(), Fault> {
        let _permit = self.feeds.may_ask().await;
        self.caller = self.callers.resolve(&self.credential).await?;
        self.access.admits(WATCH, &self.caller.actor)
    }

    /// Sends the events of a batch that the caller sees. If the caller changed after the batch was read, the stream
    /// reads the events itself.
    async fn send_batch(&mut self, company: &CompanyId, batch: &EventBatch) -> Result<(), Fault> {
        if batch.after > self.seen {
            return self.catch_up(company, batch.until).await;
        }
        for addressed in batch.since(self.seen) {
            let changed = self.refresh_if_stale().await?;
            if changed || self.context.db.invalidations().is_stale(batch.read, &self.caller.actor) {
                return self.catch_up(company, batch.until).await;
            }
            if addressed.is_seen_by(self.caller.actor.scope().staff()) {
                self.send(response(&addressed.event)).await?;
            }
            self.seen = addressed.event.sequence;
        }
        self.seen = self.seen.max(batch.until);
        Ok(())
    }

    /// Reports to the user that a colleague or a visitor is typing. Skips the report if the caller changed after it was
    /// read; the next keystroke sends another one.
    async fn send_typing(&mut self, addressed: &AddressedTyping, read: Version) -> Result<(), Fault> {
        let changed = self.refresh_if_stale().await?;
        let actor = &self.caller.actor;
        let is_user = matches!(self.credential, Credential::Session(_));
        if !is_user || changed || self.context.db.invalidations().is_stale(read, actor) {
            return Ok(());
        }
        if addressed.is_seen_by(&actor.id, actor.scope().staff()) {
            let typing = &addressed.typing;
            let kind = if typing.user.is_some() { EventKind::Typing } else { EventKind::VisitorTyping };
            self.send(WatchEventsResponse {
                community_id: typing.community.to_string(),
                subject: typing.thread.clone(),
                typing: Some(TypingUser {
                    id: typing.user.as_ref().map(ToString::to_string).unwrap_or_default(),
                    name: typing.name.clone(),
                    has_stopped: typing.has_stopped,
                }),
                ..self.notice(kind)
            })
            .await?;
        }
        Ok(())
    }

    /// Reads the events of a company up to number `until` from the database and sends them, unless the caller switched
    /// to another company.
    async fn catch_up(&mut self, company: &CompanyId, until: i64) -> Result<(), Fault> {
        'retry: while self.seen < until {
            self.refresh_if_stale().await?;
            let scope = self.caller.actor.scope();
            if scope.company() != company {
                return Ok(());
            }
            let missed = {
                let _permit = self.feeds.may_ask().await;
                let mut tx = self.context.db.read(&scope).await?;
                events::between(&mut tx, &scope, self.seen, until).await?
            };
            for event in &missed {
                if self.refresh_if_stale().await? {
                    continue 'retry;
                }
                self.send(response(event)).await?;
                self.seen = event.sequence;
            }
            self.seen = until;
        }
        Ok(())
    }

    fn notice(&self, kind: EventKind) -> WatchEventsResponse {
        WatchEventsResponse {
            sequence: self.seen,
            kind: kind.into(),
            community_id: String::new(),
            subject: String::new(),
            at: Some(self.context.now().into()),
            typing: None,
        }
    }

    /// Sends an event. Ends the stream if the client does not read; it can resume after its last event.
    async fn send(&self, event: WatchEventsResponse) -> Result<(), Fault> {
        let sent = tokio::time::timeout(SEND_TIMEOUT, self.sender.send(Ok(event))).await;
        match sent {
            Ok(Ok(())) => Ok(()),
            // The client disconnected.
            Ok(Err(_)) => Err(Fault::not_now(ErrorReason::Gone, "You left.")),
            Err(_) => Err(Fault::not_now(
                ErrorReason::TooSlow,
                "The client read events too slowly. Resume after the last event.",
            )),
        }
    }
}

fn stopping() -> Fault {
    Fault::not_now(ErrorReason::Stopping, "Parlor is restarting. Resume after the last event in a moment.")
}

fn every(period: Duration) -> Interval {
    let mut ticks = tokio::time::interval_at(tokio::time::Instant::now() + period, period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

fn response(event: &events::Event) -> WatchEventsResponse {
    WatchEventsResponse {
        sequence: event.sequence,
        kind: event.kind,
        community_id: event.community_id.to_string(),
        subject: event.subject.clone(),
        at: Some(event.at_ms.into()),
        typing: None,
    }
}
