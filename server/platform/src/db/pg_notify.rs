//! Passes signals between the servers of one PostgreSQL database, with LISTEN and NOTIFY.
use std::time::Duration;

use sqlx::Executor;
use sqlx_postgres::{PgListener, PgPool};
use tokio::{sync::broadcast, time::timeout};

use super::pool::postgres_pool;
use crate::{
    instance_liveness::Liveness,
    invalidation::Invalidations,
    signal::{InvalidationScope, Signal, Signals},
};

const SIGNAL_CAPACITY: usize = 1024;
const HEARTBEAT: &str = "SELECT pg_notify('parlor', 'beat')";
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);
/// A connection that receives nothing for this long is considered broken.
const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(3);

/// Signals the listeners in this process. Clones share them.
#[derive(Clone)]
pub(super) struct Notifier {
    listeners: broadcast::Sender<Signal>,
    pub invalidations: Invalidations,
}

impl Notifier {
    pub fn new() -> Self {
        Self { listeners: broadcast::Sender::new(SIGNAL_CAPACITY), invalidations: Invalidations::default() }
    }

    /// Records the invalidation of a signal, then wakes the listeners.
    pub fn notify(&self, signal: Signal) {
        match &signal {
            Signal::Sessions(scope) => self.invalidations.record(scope),
            Signal::Everything => self.invalidations.record(&InvalidationScope::Everyone),
            Signal::Jobs | Signal::Events(..) | Signal::Knowledge(_) | Signal::Typing(_) => {}
        }
        // The send fails only if there are no listeners.
        let _ = self.listeners.send(signal);
    }

    pub fn listen(&self) -> Signals {
        Signals::new(self.listeners.subscribe())
    }
}

/// Sends a heartbeat to all servers until the pool closes.
pub(super) async fn send_heartbeats(pool: PgPool) {
    while !pool.is_closed() {
        let _ = pool.execute(HEARTBEAT).await;
        tokio::time::sleep(HEARTBEAT_INTERVAL).await;
    }
}

/// Opens the connection that receives signals and holds the advisory lock of this server's liveness.
/// It comes from a pool of its own, because the lock ends with the connection.
pub(super) async fn listener(pool: &PgPool, liveness: &Liveness) -> sqlx::Result<PgListener> {
    let own = postgres_pool(1).connect_lazy_with((*pool.connect_options()).clone());
    let mut listener = PgListener::connect_with(&own).await?;
    listener.eager_reconnect(false);
    listener.listen("parlor").await?;
    liveness.begin(&mut listener).await?;
    Ok(listener)
}

/// Passes on the signals of other servers until the pool closes. After a reconnect, one
/// [`Signal::Everything`] stands for the signals that were missed. A connection without a heartbeat is
/// replaced.
pub(super) async fn listen(pool: PgPool, mut listening: PgListener, notifier: Notifier, liveness: Liveness) {
    while !pool.is_closed() {
        loop {
            let notification = tokio::select! {
                notification = timeout(HEARTBEAT_TIMEOUT, listening.try_recv()) => notification,
                () = pool.close_event() => return,
            };
            let Ok(Ok(Some(notification))) = notification else { break };
            if notification.payload() != "beat" {
                notifier.notify(Signal::from_payload(notification.payload()));
            }
        }
        liveness.end();
        drop(listening);
        listening = loop {
            tokio::time::sleep(Duration::from_millis(500)).await;
            match listener(&pool, &liveness).await {
                Ok(again) => break again,
                Err(_) if pool.is_closed() => return,
                Err(_) => {}
            }
        };
        notifier.notify(Signal::Everything);
    }
}
