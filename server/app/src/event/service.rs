//! The calls of `EventService`.
use std::{pin::Pin, time::Duration};

use contract::v1::{event_service_server::EventService, *};
use futures::Stream;
use platform::{Actor, Fault, events, request, signal::Signal};
use tokio::sync::{mpsc, watch};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Status};

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
/// How long an ended session or token may still hear.
const ASK_AGAIN: Duration = Duration::from_secs(3);
/// A heartbeat at each so many of those.
const HEARTBEAT_EVERY: u32 = 5;
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
            callers: self.callers.clone(),
            access: self.access.clone(),
            credential,
            actor,
            seen: asked.after,
            sender,
            stop: self.stop.clone(),
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
    callers: Callers,
    access: AccessTable,
    credential: Credential,
    actor: Actor,
    seen: i64,
    sender: Sender,
    stop: watch::Receiver<bool>,
}

impl Watch {
    /// Tells what happens until the browser leaves or the session ends.
    async fn run(&mut self) -> Result<(), Fault> {
        // Listens before it reads, so that nothing falls between.
        let mut signals = self.context.db.signals();
        self.begin().await?;
        let mut ticks = tokio::time::interval(ASK_AGAIN);
        ticks.tick().await;
        let mut quiet = 0;
        loop {
            let heard = tokio::select! {
                signal = signals.next() => signal,
                _ = ticks.tick() => Some(Signal::Sessions),
                () = self.sender.closed() => return Ok(()),
                _ = self.stop.changed() => return Err(stopping()),
            };
            match heard {
                None => return Ok(()),
                Some(Signal::Jobs) => continue,
                Some(Signal::Events(company)) if company != self.actor.company => continue,
                Some(Signal::Sessions) => {
                    self.ask_again().await?;
                    quiet += 1;
                    if quiet >= HEARTBEAT_EVERY {
                        quiet = 0;
                        self.tell(self.notice(EventKind::Heartbeat)).await?;
                    }
                }
                Some(Signal::Events(_) | Signal::Everything) => {
                    self.ask_again().await?;
                    self.catch_up().await?;
                }
            }
        }
    }

    async fn begin(&mut self) -> Result<(), Fault> {
        let mut tx = self.context.db.read(&self.actor.scope()).await?;
        let head = events::head(&mut tx, &self.actor.company).await?;
        drop(tx);
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
        self.catch_up().await
    }

    async fn ask_again(&mut self) -> Result<(), Fault> {
        self.actor = self.callers.resolve(&self.credential).await?.actor;
        self.access.admits(WATCH, &self.actor)
    }

    async fn catch_up(&mut self) -> Result<(), Fault> {
        let scope = self.actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let head = events::head(&mut tx, &self.actor.company).await?;
        let missed = events::between(&mut tx, &scope, self.seen, head).await?;
        drop(tx);
        self.seen = self.seen.max(head);
        for event in missed {
            let told = WatchEventsResponse {
                sequence: event.sequence,
                kind: event.kind,
                community_id: event.community_id.to_string(),
                subject: event.subject,
                at: Some(event.at_ms.into()),
            };
            self.tell(told).await?;
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
