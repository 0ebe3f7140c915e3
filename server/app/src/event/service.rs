//! The calls of `EventService`.
use std::{pin::Pin, sync::Arc, time::Duration};

use contract::v1::{event_service_server::EventService, *};
use futures::Stream;
use platform::{Actor, Fault, events, metrics, request};
use tokio::{
    sync::{broadcast::error::RecvError, mpsc, watch},
    time::{Interval, MissedTickBehavior},
};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Status};

use super::feed::{Feeds, News, Word};
use crate::{
    call,
    callers::{Callers, Credential},
    context::Context,
    transport::AccessTable,
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
/// So many events may wait for a browser to read them, for so long.
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
        let (actor, asked) = call::enter(request)?;
        let (sender, receiver) = mpsc::channel(BUFFER);
        let mut watch = Watch {
            context: self.context.clone(),
            feeds: self.feeds.clone(),
            callers: self.callers.clone(),
            access: self.access.clone(),
            credential,
            actor,
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
    actor: Actor,
    seen: i64,
    sender: Sender,
    stop: watch::Receiver<bool>,
    _open: metrics::Stream,
}

impl Watch {
    /// Tells what happens until the browser leaves or the session ends.
    async fn run(&mut self) -> Result<(), Fault> {
        // Listens before it reads, so that nothing falls between.
        let mut company = self.actor.company.clone();
        let mut words = self.feeds.listen(&company);
        self.begin().await?;
        let mut asking = every(match self.credential {
            Credential::Bearer(_) => TOKEN_ENDS,
            Credential::Session(_) => SESSION_ENDS,
        });
        let mut heartbeat = every(HEARTBEAT);
        loop {
            if company != self.actor.company {
                company = self.actor.company.clone();
                words = self.feeds.listen(&company);
                self.catch_up().await?;
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
                Ok(Word::News(news)) => self.hear(&news).await?,
                Ok(Word::AskAgain) => {
                    self.ask_again().await?;
                    // What was remembered of the session may have been older than the word.
                    asking.reset_after(TOKEN_ENDS);
                }
                Ok(Word::Behind) | Err(RecvError::Lagged(_)) => {
                    self.ask_again().await?;
                    self.catch_up().await?;
                }
                Err(RecvError::Closed) => return Ok(()),
            }
        }
    }

    async fn begin(&mut self) -> Result<(), Fault> {
        let head = {
            let _place = self.feeds.may_ask().await;
            let mut tx = self.context.db.read(&self.actor.scope()).await?;
            events::head(&mut tx, &self.actor.company).await?
        };
        let missed = head - self.seen;
        let asked = self.seen > 0;
        if asked && !(0..=MOST_MISSED).contains(&missed) {
            self.seen = head;
            self.tell(self.notice(EventKind::Resync)).await?;
        }
        if !asked {
            self.seen = head;
        }
        self.tell(self.notice(EventKind::Ready)).await?;
        if self.seen < head { self.catch_up().await } else { Ok(()) }
    }

    async fn ask_again(&mut self) -> Result<(), Fault> {
        let _place = self.feeds.may_ask().await;
        self.actor = Arc::unwrap_or_clone(self.callers.resolve(&self.credential).await?.actor);
        self.access.admits(WATCH, &self.actor)
    }

    /// Tells what was read for all.
    async fn hear(&mut self, news: &News) -> Result<(), Fault> {
        if news.after > self.seen {
            return self.catch_up().await;
        }
        for event in news.seen(&self.actor.scope(), self.seen) {
            self.tell(response(event)).await?;
        }
        self.seen = self.seen.max(news.until);
        Ok(())
    }

    /// Reads for itself.
    async fn catch_up(&mut self) -> Result<(), Fault> {
        let scope = self.actor.scope();
        let (head, missed) = {
            let _place = self.feeds.may_ask().await;
            let mut tx = self.context.db.read(&scope).await?;
            let head = events::head(&mut tx, &self.actor.company).await?;
            (head, events::between(&mut tx, &scope, self.seen, head).await?)
        };
        self.seen = self.seen.max(head);
        for event in &missed {
            self.tell(response(event)).await?;
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
        }
    }

    /// A browser that does not read is let go; it resumes from its last number.
    async fn tell(&self, event: WatchEventsResponse) -> Result<(), Fault> {
        let told = tokio::time::timeout(PATIENCE, self.sender.send(Ok(event))).await;
        match told {
            Ok(Ok(())) => Ok(()),
            // Nobody hears it any more.
            Ok(Err(_)) => Err(Fault::not_now("GONE", "You left.")),
            Err(_) => Err(Fault::not_now(
                "TOO_SLOW",
                "The events were not read in time. Read on from the last one.",
            )),
        }
    }
}

fn stopping() -> Fault {
    Fault::not_now("STOPPING", "Parlor is being restarted. Read on from the last event in a moment.")
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
    }
}
