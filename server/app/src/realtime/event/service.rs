//! The calls of `EventService`.
//!
//! No event is delivered to whoever may not hear it any more: before each one the stream looks
//! whether a change is known that concerns its listener, and asks again if so. The look costs
//! nothing to speak of; it is storage that is asked, once for each change that concerns somebody.
use std::{pin::Pin, time::Duration};

use contract::v1::{event_service_server::EventService, *};
use futures::Stream;
use platform::{
    ErrorReason, Fault, Scope, access_policy::AccessTable, events, ids::CompanyId, invalidation::Version,
    metrics, request, typing::AddressedTyping,
};
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

/// Answers the calls.
pub struct Service {
    /// Storage, time and ids.
    pub context: Context,
    /// What happens in the companies.
    pub feeds: Feeds,
    /// Asked again and again whether the session or token still lives.
    pub callers: Callers,
    /// Asked whether they still may listen.
    pub access: AccessTable,
    /// Limits how many streams are open.
    pub slots: StreamSlots,
    /// Turns true when the server is going down.
    pub stop: watch::Receiver<bool>,
}

type Events = Pin<Box<dyn Stream<Item = Result<WatchEventsResponse, Status>> + Send>>;
type Sender = mpsc::Sender<Result<WatchEventsResponse, Status>>;

/// The call as the access table has it.
const WATCH: &str = "/parlor.v1.EventService/WatchEvents";
/// More than that was missed: the browser reads everything again.
const MOST_MISSED: i64 = 1_000;
/// A token ends by itself; so its stream asks this often whether it has.
const TOKEN_ENDS: Duration = Duration::from_secs(3);
/// Of a session's end word is sent, and that word was lost is noticed (`platform::db`).
const SESSION_ENDS: Duration = Duration::from_secs(60);
const HEARTBEAT: Duration = Duration::from_secs(15);
/// Maximum number of events that wait for a client to read them, and how long they wait.
const BUFFER: usize = 256;
const PATIENCE: Duration = Duration::from_secs(5);

#[tonic::async_trait]
impl EventService for Service {
    type WatchEventsStream = Events;

    async fn watch_events(&self, request: Request<WatchEventsRequest>) -> Result<Response<Events>, Status> {
        let credential = request
            .extensions()
            .get::<Credential>()
            .cloned()
            .ok_or_else(|| Fault::internal("a call without a credential reached its service"))?;
        let (_, asked) = incoming_request::split(request)?;
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
            seen: asked.after,
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
    seen: i64,
    sender: Sender,
    stop: watch::Receiver<bool>,
    slot: StreamSlot,
    _open: metrics::Stream,
}

impl Watch {
    /// Tells what happens until the browser leaves or the session ends.
    async fn run(&mut self) -> Result<(), Fault> {
        // Listens before it reads, so that nothing falls between.
        let mut company = self.company();
        let mut words = self.feeds.listen(&company);
        self.begin(&company).await?;
        let mut asking = every(match self.credential {
            Credential::Bearer(_) => TOKEN_ENDS,
            Credential::Session(_) => SESSION_ENDS,
        });
        let mut heartbeat = every(HEARTBEAT);
        loop {
            if company != self.caller.actor.company {
                company = self.company();
                self.slot.move_to(&company)?;
                words = self.feeds.listen(&company);
                self.start_over(&company).await?;
            }
            let heard = tokio::select! {
                word = words.recv() => word,
                _ = asking.tick() => {
                    self.ask_again().await?;
                    continue;
                }
                _ = heartbeat.tick() => {
                    self.tell(self.notice(EventKind::Heartbeat)).await?;
                    continue;
                }
                () = self.sender.closed() => return Ok(()),
                _ = self.stop.changed() => return Err(stopping()),
            };
            match heard {
                Ok(FeedUpdate::EventBatch(news)) => self.hear(&company, &news).await?,
                Ok(FeedUpdate::Typing(typing, read)) => self.hear_typing(&typing, read).await?,
                Ok(FeedUpdate::RefreshAccess) => {
                    self.look().await?;
                }
                Ok(FeedUpdate::Behind) | Err(RecvError::Lagged(_)) => self.catch_up(&company).await?,
                Err(RecvError::Closed) => return Ok(()),
            }
        }
    }

    /// The company that the listener acts in, and hears of.
    fn company(&self) -> CompanyId {
        self.caller.actor.company.clone()
    }

    async fn begin(&mut self, company: &CompanyId) -> Result<(), Fault> {
        let (forgotten, head) = {
            let _place = self.feeds.may_ask().await;
            let mut tx = self.context.db.read(&Scope::of_company(company)).await?;
            events::kept(&mut tx, company).await?
        };
        let asked = self.seen > 0;
        if asked && !(forgotten.max(head - MOST_MISSED)..=head).contains(&self.seen) {
            self.seen = head;
            self.tell(self.notice(EventKind::Resync)).await?;
        }
        if !asked {
            self.seen = head;
        }
        self.tell(self.notice(EventKind::Ready)).await?;
        if self.seen < head { self.catch_up(company).await } else { Ok(()) }
    }

    /// Another company counts for itself, and the browser has seen nothing of it.
    async fn start_over(&mut self, company: &CompanyId) -> Result<(), Fault> {
        self.seen = 0;
        self.begin(company).await?;
        self.tell(self.notice(EventKind::Resync)).await
    }

    /// Looks whether the listener is known to be who they were and to see what they saw, and asks
    /// again if not; true when it asked.
    async fn look(&mut self) -> Result<bool, Fault> {
        let holds = self.caller.is_valid(&self.context.db, self.context.now());
        if !holds {
            self.ask_again().await?;
        }
        Ok(!holds)
    }

    async fn ask_again(&mut self) -> Result<(), Fault> {
        let _place = self.feeds.may_ask().await;
        self.caller = self.callers.resolve(&self.credential).await?;
        self.access.admits(WATCH, &self.caller.actor)
    }

    /// Tells what was read for all in a company. What was read before something changed that
    /// concerns the listener is not for them: they read for themselves then.
    async fn hear(&mut self, company: &CompanyId, news: &EventBatch) -> Result<(), Fault> {
        if news.after > self.seen {
            return self.catch_up(company).await;
        }
        for told in news.since(self.seen) {
            let changed = self.look().await?;
            if changed || self.context.db.invalidations().is_stale(news.read, &self.caller.actor) {
                return self.catch_up(company).await;
            }
            if told.is_seen_by(self.caller.actor.scope().staff()) {
                self.tell(response(&told.event)).await?;
            }
            self.seen = told.event.sequence;
        }
        self.seen = self.seen.max(news.until);
        Ok(())
    }

    /// Tells a user that a colleague types a reply. If something changed since it was read who hears it,
    /// it is left out: the colleague's next key tells it again.
    async fn hear_typing(&mut self, told: &AddressedTyping, read: Version) -> Result<(), Fault> {
        let changed = self.look().await?;
        let actor = &self.caller.actor;
        let is_user = matches!(self.credential, Credential::Session(_));
        if !is_user || changed || self.context.db.invalidations().is_stale(read, actor) {
            return Ok(());
        }
        if told.is_seen_by(&actor.id, actor.scope().staff()) {
            let typing = &told.typing;
            self.tell(WatchEventsResponse {
                community_id: typing.community.to_string(),
                subject: typing.thread.clone(),
                typing: Some(TypingUser {
                    id: typing.user.to_string(),
                    name: typing.name.clone(),
                    has_stopped: typing.has_stopped,
                }),
                ..self.notice(EventKind::Typing)
            })
            .await?;
        }
        Ok(())
    }

    /// Reads for itself what happened in a company, as long as the listener acts in it.
    async fn catch_up(&mut self, company: &CompanyId) -> Result<(), Fault> {
        'anew: loop {
            self.look().await?;
            let scope = self.caller.actor.scope();
            if scope.company() != company {
                return Ok(());
            }
            let (head, missed) = {
                let _place = self.feeds.may_ask().await;
                let mut tx = self.context.db.read(&scope).await?;
                let head = events::head(&mut tx, company).await?;
                (head, events::between(&mut tx, &scope, self.seen, head).await?)
            };
            for event in &missed {
                if self.look().await? {
                    continue 'anew;
                }
                self.tell(response(event)).await?;
                self.seen = event.sequence;
            }
            self.seen = self.seen.max(head);
            return Ok(());
        }
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

    /// A browser that does not read is let go; it resumes from its last number.
    async fn tell(&self, event: WatchEventsResponse) -> Result<(), Fault> {
        let told = tokio::time::timeout(PATIENCE, self.sender.send(Ok(event))).await;
        match told {
            Ok(Ok(())) => Ok(()),
            // Nobody hears it any more.
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
