//! The accept loop: takes connections up to a bound, shakes hands where TLS is configured, and
//! speaks HTTP/1 or HTTP/2 with each, within limits that a slow or a hostile peer cannot stretch.
use std::{
    io::{self, ErrorKind},
    net::{IpAddr, SocketAddr},
    pin::pin,
    sync::Arc,
    time::Duration,
};

use axum::{Router, body::Body};
use futures::FutureExt;
use http::Request;
use hyper::body::Incoming;
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::conn::auto::Builder,
    service::TowerToHyperService,
};
use platform::proxies::Proxies;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustls::ServerConfig;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore, watch},
    task::JoinSet,
    time::timeout,
};
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt;

use super::patient::Patient;

/// How the server meets the world.
#[derive(Clone, Default)]
pub struct Edge {
    /// The certificate; without one, plain HTTP.
    pub tls: Option<Arc<ServerConfig>>,
    /// Browsers come by https, to this server or to a proxy in front of it.
    pub https: bool,
    /// The proxies in front.
    pub proxies: Proxies,
    /// How much of a peer is borne.
    pub limits: Limits,
}

/// How much of a peer is borne.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// So many connections at once; further ones wait to be accepted.
    pub connections: usize,
    /// How long shaking hands for TLS may take.
    pub handshake: Duration,
    /// How long the head of an HTTP/1 request may take, from the moment that one is awaited:
    /// an idle connection is closed then too.
    pub head: Duration,
    /// How long a peer may leave unread what is written to it.
    pub stall: Duration,
    /// A silent HTTP/2 peer is asked this often whether it is there, and has as long to say so.
    pub keep_alive: Duration,
    /// How long a call waits for another one with its idempotency key.
    pub underway: Duration,
    /// How long the server, told to stop, serves on while it says that it is not ready.
    pub drain_wait: Duration,
    /// How long what was begun may take to end once it was told to stop, the wait included.
    pub patience: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 16_384,
            handshake: Duration::from_secs(10),
            head: Duration::from_secs(10),
            stall: Duration::from_secs(30),
            keep_alive: Duration::from_secs(20),
            underway: Duration::from_secs(25),
            drain_wait: Duration::ZERO,
            patience: Duration::from_secs(25),
        }
    }
}

impl Limits {
    /// As many connections as the process may have open besides its own files.
    #[must_use]
    pub fn within(files: usize) -> Self {
        let limits = Self::default();
        Self { connections: limits.connections.min(files.saturating_sub(OWN_FILES).max(1)), ..limits }
    }
}

/// What the server has open of its own: storage, carriers, mail.
const OWN_FILES: usize = 256;

/// Lets the process have as many files open as the system allows it at most; how many.
pub fn most_files() -> usize {
    let limit = getrlimit(Resource::Nofile);
    // Whoever may not is left with what there is.
    let raised = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
    let files = if raised.is_ok() { limit.maximum } else { limit.current };
    files.and_then(|files| usize::try_from(files).ok()).unwrap_or(usize::MAX)
}

/// Calls at once in one HTTP/2 connection.
const MOST_STREAMS: u32 = 128;
/// Streams that a peer opened and reset before they were accepted, and those that it made us
/// reset; beyond these it floods, and the connection ends.
const MOST_PENDING_RESETS: usize = 20;
const MOST_CAUSED_RESETS: usize = 256;
const MOST_HEADER_BYTES: u32 = 16 << 10;
/// When the system has no place for a further connection.
const BREATHER: Duration = Duration::from_millis(500);

/// The address that a request's connection comes from.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// Serves until `stop` turns true, and then until what was begun has ended.
pub async fn serve(listener: TcpListener, door: Router, edge: &Edge, mut stop: watch::Receiver<bool>) {
    let talk = Talk {
        door,
        http: http(&edge.limits),
        tls: edge.tls.clone().map(TlsAcceptor::from),
        limits: edge.limits,
        stop: stop.clone(),
    };
    let places = Arc::new(Semaphore::new(edge.limits.connections));
    let mut open = JoinSet::new();
    loop {
        tokio::select! {
            (stream, peer, place) = accept(&listener, &places) => {
                open.spawn(talk.clone().with(stream, peer, place));
            }
            Some(_) = open.join_next() => {}
            () = told(&mut stop) => break,
        }
    }
    // Those that the system has taken already are heard out as well.
    while let Some((stream, peer, place)) = accept(&listener, &places).now_or_never() {
        open.spawn(talk.clone().with(stream, peer, place));
    }
    drop(listener);
    while open.join_next().await.is_some() {}
}

async fn told(stop: &mut watch::Receiver<bool>) {
    // Whoever could tell is gone: the server is going down.
    let _ = stop.wait_for(|stop| *stop).await;
}

/// The next connection, once there is a place for it.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> (TcpStream, SocketAddr, Option<OwnedSemaphorePermit>) {
    // The semaphore is never closed.
    let place = places.clone().acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => return (stream, peer, place),
            Err(error) => refused(&error).await,
        }
    }
}

async fn refused(error: &io::Error) {
    let theirs = [ErrorKind::ConnectionRefused, ErrorKind::ConnectionAborted, ErrorKind::ConnectionReset];
    if !theirs.contains(&error.kind()) {
        tracing::error!(%error, "a connection could not be accepted");
        tokio::time::sleep(BREATHER).await;
    }
}

fn http(limits: &Limits) -> Builder<TokioExecutor> {
    let mut http = Builder::new(TokioExecutor::new());
    http.http1().timer(TokioTimer::new()).header_read_timeout(limits.head);
    http.http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(limits.keep_alive)
        .keep_alive_timeout(limits.keep_alive)
        .max_concurrent_streams(MOST_STREAMS)
        .max_pending_accept_reset_streams(MOST_PENDING_RESETS)
        .max_local_error_reset_streams(MOST_CAUSED_RESETS)
        .max_header_list_size(MOST_HEADER_BYTES);
    http
}

/// What it takes to talk with a peer.
#[derive(Clone)]
struct Talk {
    door: Router,
    http: Builder<TokioExecutor>,
    tls: Option<TlsAcceptor>,
    limits: Limits,
    stop: watch::Receiver<bool>,
}

impl Talk {
    async fn with(mut self, stream: TcpStream, peer: SocketAddr, _place: Option<OwnedSemaphorePermit>) {
        // Without it small answers wait for one another.
        let _ = stream.set_nodelay(true);
        match self.tls.take() {
            None => self.speak(stream, peer).await,
            Some(tls) => {
                let shaken = tokio::select! {
                    shaken = timeout(self.limits.handshake, tls.accept(stream)) => shaken,
                    () = told(&mut self.stop) => return,
                };
                match shaken {
                    Ok(Ok(stream)) => self.speak(stream, peer).await,
                    Ok(Err(error)) => tracing::debug!(%error, "a peer did not shake hands"),
                    Err(_) => tracing::debug!("a peer took too long to shake hands"),
                }
            }
        }
    }

    async fn speak<S>(mut self, stream: S, peer: SocketAddr)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let peer = Peer(peer.ip());
        let door = self.door.map_request(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(peer);
            request.map(Body::new)
        });
        let stream = TokioIo::new(Patient::new(stream, self.limits.head, self.limits.stall));
        let mut connection = pin!(self.http.serve_connection(stream, TowerToHyperService::new(door)));
        // What has arrived by then is a call that was begun: it is looked at before the stop.
        let ended = tokio::select! {
            biased;
            ended = connection.as_mut() => ended,
            () = told(&mut self.stop) => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%error, "a connection broke off");
        }
    }
}
