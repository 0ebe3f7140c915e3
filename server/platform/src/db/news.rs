//! Word between servers: what one of them signals, all hear, each on a connection of its own.
use std::time::Duration;

use sqlx::{
    Executor,
    postgres::{PgListener, PgPool},
};
use tokio::{sync::broadcast, time::timeout};

use super::postgres_pool;
use crate::{
    changes::Changes,
    presence::Presence,
    signal::{Signal, Signals, Whom},
};

const SIGNALS_HELD: usize = 1024;
const BEAT: &str = "SELECT pg_notify('parlor', 'beat')";
const BEAT_EVERY: Duration = Duration::from_secs(1);
/// Without a beat for so long, nothing is heard any more.
const SILENCE: Duration = Duration::from_secs(3);

/// Tells this server's listeners. Cheap to clone.
#[derive(Clone)]
pub(super) struct Teller {
    listeners: broadcast::Sender<Signal>,
    pub changes: Changes,
}

impl Teller {
    pub fn new() -> Self {
        Self { listeners: broadcast::Sender::new(SIGNALS_HELD), changes: Changes::default() }
    }

    /// Whoever hears of a change finds it noted: nobody is woken to what was remembered before it.
    pub fn tell(&self, signal: Signal) {
        match &signal {
            Signal::Sessions(whom) => self.changes.note(whom),
            Signal::Everything => self.changes.note(&Whom::Everyone),
            Signal::Jobs | Signal::Events(_) | Signal::Knowledge(_) => {}
        }
        // An error only says that nobody listens.
        let _ = self.listeners.send(signal);
    }

    pub fn listen(&self) -> Signals {
        Signals::new(self.listeners.subscribe())
    }
}

/// Says again and again that the servers hear one another.
pub(super) async fn beat(pool: PgPool) {
    while !pool.is_closed() {
        let _ = pool.execute(BEAT).await;
        tokio::time::sleep(BEAT_EVERY).await;
    }
}

/// A connection that hears what other servers signal, and by which they see that this one lives.
/// It is nobody else's before or after, for the lock goes with the connection.
pub(super) async fn listener(pool: &PgPool, presence: &Presence) -> sqlx::Result<PgListener> {
    let own = postgres_pool(1).connect_lazy_with((*pool.connect_options()).clone());
    let mut listener = PgListener::connect_with(&own).await?;
    listener.eager_reconnect(false);
    listener.listen("parlor").await?;
    presence.begin(&mut listener).await?;
    Ok(listener)
}

/// Passes on what other servers signal. What is missed while it reconnects is made up for
/// by one [`Signal::Everything`]; a connection on which no beat is heard is such a miss.
pub(super) async fn listen(pool: PgPool, mut listening: PgListener, teller: Teller, presence: Presence) {
    while !pool.is_closed() {
        loop {
            let word = tokio::select! {
                word = timeout(SILENCE, listening.try_recv()) => word,
                () = pool.close_event() => return,
            };
            let Ok(Ok(Some(word))) = word else { break };
            if word.payload() != "beat" {
                teller.tell(Signal::from_payload(word.payload()));
            }
        }
        presence.end();
        drop(listening);
        listening = loop {
            tokio::time::sleep(Duration::from_millis(500)).await;
            match listener(&pool, &presence).await {
                Ok(again) => break again,
                Err(_) if pool.is_closed() => return,
                Err(_) => {}
            }
        };
        teller.tell(Signal::Everything);
    }
}
