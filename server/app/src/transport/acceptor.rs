//! Accepts connections up to a limit, performs TLS handshakes where configured, and serves HTTP/1 or HTTP/2 on each,
//! within limits that hold for slow and hostile peers.
use std::{
    convert::Infallible,
    io::{self, ErrorKind},
    net::{IpAddr, SocketAddr},
    pin::pin,
    sync::Arc,
    time::Duration,
};

use axum::{Router, body::Body};
use futures::FutureExt;
use http::{HeaderValue, Request, header};
use hyper::body::Incoming;
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::conn::auto::Builder,
    service::TowerToHyperService,
};
use platform::{ErrorReason, Fault, proxies::Proxies};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustls::ServerConfig;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
    time::timeout,
};
use tokio_rustls::TlsAcceptor;
use tower::{ServiceExt, service_fn};

use super::{
    connection_slots::{ConnectionSlot, ConnectionSlots, Purpose},
    io_timeout::TimeoutStream,
    rest,
};

/// TLS, proxies and limits of incoming connections.
#[derive(Clone, Default)]
pub struct ServerEdge {
    /// The TLS configuration; `None` for plain HTTP.
    pub tls: Option<Arc<ServerConfig>>,
    /// Whether browsers connect over HTTPS, to this server or to a proxy in front of it.
    pub https: bool,
    /// The trusted proxies.
    pub proxies: Proxies,
    /// Limits of connections and timeouts.
    pub limits: Limits,
}

/// Limits of connections and timeouts.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum open connections. A few more are accepted for health checks alone.
    pub connections: usize,
    /// Maximum open connections from one address that is not a trusted proxy. Further ones are closed.
    pub connections_per_address: usize,
    /// Timeout of the TLS handshake.
    pub handshake: Duration,
    /// Maximum time for the head of an HTTP/1 request, idle time included.
    pub head: Duration,
    /// Maximum time in which a peer reads nothing of what was written.
    pub stall: Duration,
    /// Interval and timeout of HTTP/2 pings.
    pub keep_alive: Duration,
    /// Maximum time that a call waits for another one with the same idempotency key.
    pub underway: Duration,
    /// How long a stopping server keeps serving while it reports that it is not ready.
    pub drain_wait: Duration,
    /// Maximum time to stop, `drain_wait` included.
    pub patience: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 16_384,
            connections_per_address: 1_024,
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
    /// Limits connections to what the process may open besides its own files; at most half of them, and at most
    /// `connections_per_address`, from one address.
    ///
    /// # Errors
    /// Fails with a sentence for operators if the process may open fewer than 256 files.
    pub fn within(files: usize, connections_per_address: usize) -> Result<Self, String> {
        if files < MIN_FILES {
            return Err(format!(
                "Parlor can open {files} files and needs at least {MIN_FILES}. Raise the limit (ulimit -n)."
            ));
        }
        if files < FEW_FILES {
            tracing::warn!(files, "few files may be open: raise the limit (ulimit -n) to 1024 or more");
        }
        let limits = Self::default();
        let connections = limits.connections.min(files - files.min(OWN_FILES).min(files * 3 / 4));
        let connections_per_address = connections_per_address.min((connections / 2).max(1));
        Ok(Self { connections, connections_per_address, ..limits })
    }
}

/// File descriptors that the server needs for storage, carriers and mail.
const OWN_FILES: usize = 256;
/// With fewer file descriptors the server does not start.
const MIN_FILES: usize = 256;
/// With fewer file descriptors the server warns.
const FEW_FILES: usize = 1_024;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_of_fewer_than_256_open_files_is_refused() {
        let refusal = Limits::within(255, 1_024).expect_err("255 files are too few");
        assert!(refusal.contains("can open 255 files and needs at least 256"), "{refusal}");
        assert!(Limits::within(256, 1_024).is_ok());
    }

    #[test]
    fn one_address_gets_at_most_half_of_the_connections() {
        for files in [256, 1_024, 4_096, 1 << 20] {
            let limits = Limits::within(files, 1_024).expect("enough files");
            assert!(limits.connections < files, "{files}");
            assert!(limits.connections_per_address * 2 <= limits.connections, "{files}");
            assert!(limits.connections_per_address <= 1_024, "{files}");
        }
    }
}

/// Raises the process's limit of open files as far as the system allows. Returns the limit.
pub fn raise_file_limit() -> usize {
    let limit = getrlimit(Resource::Nofile);
    // Without permission the current limit stays.
    let raised = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
    let files = if raised.is_ok() { limit.maximum } else { limit.current };
    files.and_then(|files| usize::try_from(files).ok()).unwrap_or(usize::MAX)
}

/// Maximum number of concurrent calls in one HTTP/2 connection.
const MAX_STREAMS: u32 = 128;
/// Maximum numbers of streams that a peer resets before they are accepted, and of streams that the server resets
/// because of the peer's errors. A connection with more is closed, as protection against floods.
const MAX_PENDING_RESETS: usize = 20;
const MAX_CAUSED_RESETS: usize = 256;
const MAX_HEADER_BYTES: u32 = 16 << 10;
/// Timeout of the handshake and the request head on a connection for health checks only.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(5);
/// Delay after a connection could not be accepted, for example because too many files are open.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(500);

/// The address of the peer of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// Serves until `stop` is true, and then until all open calls have ended.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    edge: &ServerEdge,
    mut stop: watch::Receiver<bool>,
) {
    let handler = ConnectionHandler {
        router,
        http: http(&edge.limits),
        tls: edge.tls.clone().map(TlsAcceptor::from),
        limits: edge.limits,
        stop: stop.clone(),
    };
    let limits = &edge.limits;
    let slots =
        ConnectionSlots::new(limits.connections, limits.connections_per_address, edge.proxies.clone());
    let mut open = JoinSet::new();
    loop {
        tokio::select! {
            (stream, peer, slot) = accept(&listener, &slots) => {
                open.spawn(handler.clone().handle(stream, peer, slot));
            }
            Some(_) = open.join_next() => {}
            () = wait_for_stop(&mut stop) => break,
        }
    }
    // Serves connections that the operating system has already accepted as well.
    while let Some((stream, peer, slot)) = accept(&listener, &slots).now_or_never() {
        open.spawn(handler.clone().handle(stream, peer, slot));
    }
    drop(listener);
    while open.join_next().await.is_some() {}
}

async fn wait_for_stop(stop: &mut watch::Receiver<bool>) {
    // An error means that the sender is gone, because the server stops.
    let _ = stop.wait_for(|stop| *stop).await;
}

/// Accepts the next connection that gets a slot. A connection from an address with too many connections is closed.
async fn accept(listener: &TcpListener, slots: &ConnectionSlots) -> (TcpStream, SocketAddr, ConnectionSlot) {
    loop {
        let vacancy = slots.vacancy().await;
        match listener.accept().await {
            Ok((stream, peer)) => match slots.take(vacancy, peer.ip()) {
                Some(slot) => return (stream, peer, slot),
                None => tracing::debug!(%peer, "closed a connection: its address has too many"),
            },
            Err(error) => handle_accept_error(&error).await,
        }
    }
}

fn too_many_connections() -> Fault {
    Fault::not_now(ErrorReason::TooManyConnections, "Parlor has too many connections. Try again in a moment.")
}

/// Logs an error that the peer did not cause, and waits before the next connection is accepted.
async fn handle_accept_error(error: &io::Error) {
    let by_peer = [ErrorKind::ConnectionRefused, ErrorKind::ConnectionAborted, ErrorKind::ConnectionReset];
    if !by_peer.contains(&error.kind()) {
        tracing::error!(%error, "could not accept a connection");
        tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
    }
}

fn http(limits: &Limits) -> Builder<TokioExecutor> {
    let mut http = Builder::new(TokioExecutor::new());
    http.http1().timer(TokioTimer::new()).header_read_timeout(limits.head);
    http.http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(limits.keep_alive)
        .keep_alive_timeout(limits.keep_alive)
        .max_concurrent_streams(MAX_STREAMS)
        .max_pending_accept_reset_streams(MAX_PENDING_RESETS)
        .max_local_error_reset_streams(MAX_CAUSED_RESETS)
        .max_header_list_size(MAX_HEADER_BYTES);
    http
}

/// Serves HTTP on a connection.
#[derive(Clone)]
struct ConnectionHandler {
    router: Router,
    http: Builder<TokioExecutor>,
    tls: Option<TlsAcceptor>,
    limits: Limits,
    stop: watch::Receiver<bool>,
}

impl ConnectionHandler {
    /// Serves only health checks; any other call is refused with `UNAVAILABLE`. The timeouts are short, so that the few
    /// slots for health checks become free soon.
    fn serve_health_only(&mut self) {
        let head = self.limits.head.min(HEALTH_TIMEOUT);
        self.limits = Limits { head, handshake: self.limits.handshake.min(HEALTH_TIMEOUT), ..self.limits };
        self.http = http(&self.limits);
        let router = self.router.clone();
        self.router = Router::new().fallback_service(service_fn(move |request: axum::extract::Request| {
            let router = router.clone();
            async move {
                let mut response = match request.uri().path() {
                    "/healthz" | "/readyz" => router.oneshot(request).await?,
                    _ => rest::failure(&too_many_connections().into()),
                };
                let close = HeaderValue::from_static("close");
                response.headers_mut().insert(header::CONNECTION, close);
                Ok::<_, Infallible>(response)
            }
        }));
    }

    /// Performs the TLS handshake, if TLS is configured, and serves the connection. Holds the slot until it ends.
    async fn handle(mut self, stream: TcpStream, peer: SocketAddr, slot: ConnectionSlot) {
        if slot.purpose == Purpose::Health {
            self.serve_health_only();
        }
        // Without this option, small responses are delayed.
        let _ = stream.set_nodelay(true);
        match self.tls.take() {
            None => self.serve_http(stream, peer).await,
            Some(tls) => {
                let handshake = tokio::select! {
                    handshake = timeout(self.limits.handshake, tls.accept(stream)) => handshake,
                    () = wait_for_stop(&mut self.stop) => return,
                };
                match handshake {
                    Ok(Ok(stream)) => self.serve_http(stream, peer).await,
                    Ok(Err(error)) => tracing::debug!(%error, "a TLS handshake failed"),
                    Err(_) => tracing::debug!("a TLS handshake timed out"),
                }
            }
        }
    }

    async fn serve_http<S>(mut self, stream: S, peer: SocketAddr)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let peer = Peer(peer.ip());
        let router = self.router.map_request(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(peer);
            request.map(Body::new)
        });
        let stream = TokioIo::new(TimeoutStream::new(stream, self.limits.head, self.limits.stall));
        let mut connection = pin!(self.http.serve_connection(stream, TowerToHyperService::new(router)));
        // Polls the connection before the stop signal, so that a call that has already arrived is served.
        let result = tokio::select! {
            biased;
            result = connection.as_mut() => result,
            () = wait_for_stop(&mut self.stop) => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = result {
            tracing::debug!(%error, "a connection failed");
        }
    }
}
