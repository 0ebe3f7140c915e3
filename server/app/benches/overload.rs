//! Overload: the latency of one user's calls while another user opens 800 event streams, 5,000 connections
//! are idle and 100 peers read slowly, compared with the latency on the same server without that load.
#![allow(clippy::unwrap_used, dead_code, reason = "it may fail, and does not use all that benchmarks share")]
use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use common::{Served, line, percentile};
use futures::StreamExt;
use http_client::HttpClient;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    task::JoinHandle,
};

mod common;
mod http_client;

const STREAMS: usize = 800;
const IDLE: usize = 5_000;
const SLOW_READERS: usize = 100;
/// Number of calls that are measured in each phase.
const CALLS: usize = 3_000;
const SETTLING: Duration = Duration::from_secs(5);
const INTERVAL: Duration = Duration::from_millis(10);
/// Number of connections that are opened at the same time.
const OPENING: usize = 64;

#[tokio::main]
async fn main() {
    app::transport::raise_file_limit();
    let data = tempfile::tempdir().unwrap();
    let parlor = Served::parlor(data.path(), &[]);
    let address = parlor.address;
    let client = HttpClient::login_as(address, "admin@northgate.example").await;
    measure(&client).await;
    let quiet = measure(&client).await;
    let before = parlor.resident_mb();

    let load = Load::start(address).await;
    // The burst of connections at the beginning is not measured.
    tokio::time::sleep(SETTLING).await;
    let loaded = measure(&client).await;
    println!(
        "{} of {STREAMS} streams open, {IDLE} idle connections, {SLOW_READERS} slow readers: {:.0} MB more",
        load.streams.len(),
        parlor.resident_mb() - before
    );
    drop(load);

    println!("without: {:.2} ms (median), {:.2} ms (p99)", percentile(&quiet, 50), percentile(&quiet, 99));
    println!("with:    {:.2} ms (median), {:.2} ms (p99)", percentile(&loaded, 50), percentile(&loaded, 99));
    let ratio = percentile(&loaded, 99) / percentile(&quiet, 99);
    line("p99 of another account's calls, with against without", ratio, "<=", 1.5);
}

/// Makes calls at a fixed interval. Returns their latencies in milliseconds.
async fn measure(client: &HttpClient) -> Vec<f64> {
    let mut ticks = tokio::time::interval(INTERVAL);
    let mut latencies = Vec::with_capacity(CALLS);
    for _ in 0..CALLS {
        ticks.tick().await;
        let started = Instant::now();
        client.get("/users/token").await;
        latencies.push(started.elapsed().as_secs_f64() * 1e3);
    }
    latencies
}

/// Peers that hold connections. Dropping it closes them.
struct Load {
    /// Streams that the server accepted.
    streams: Vec<TcpStream>,
    idle: Vec<TcpStream>,
    slow: Vec<JoinHandle<()>>,
}

impl Load {
    async fn start(address: SocketAddr) -> Self {
        let token = HttpClient::login_as(address, "manager@harborline.example").await.token;
        let request = |path: &str| {
            format!(
                "GET {path} HTTP/1.1\r\nhost: {address}\r\nusertoken: {token}\r\naccept: text/event-stream\r\n\r\n"
            )
        };
        let events = request("/events");
        let opened = (0..STREAMS).map(|_| open_stream(address, &events));
        let streams = futures::stream::iter(opened).buffer_unordered(OPENING);
        let streams: Vec<TcpStream> = streams.filter_map(std::future::ready).collect().await;
        // The limit per address is 1,024 connections.
        let opened = (0..IDLE).map(|n| connect(address, [127, 0, 1, u8::try_from(n / 1_000).unwrap()]));
        let idle = futures::stream::iter(opened).buffer_unordered(OPENING).collect().await;
        let list = request("/textConversations?limit=200");
        let slow = (0..SLOW_READERS).map(|_| tokio::spawn(read_slowly(address, list.clone()))).collect();
        Self { streams, idle, slow }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.slow.iter().for_each(JoinHandle::abort);
    }
}

async fn connect(address: SocketAddr, from: [u8; 4]) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((from, 0).into()).unwrap();
    socket.connect(address).await.unwrap()
}

/// Opens an event stream. `None` if the server refuses it.
async fn open_stream(address: SocketAddr, request: &str) -> Option<TcpStream> {
    let mut stream = connect(address, [127, 0, 0, 2]).await;
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut status = [0; 12];
    stream.read_exact(&mut status).await.ok()?;
    (&status == b"HTTP/1.1 200").then_some(stream)
}

/// Requests a long list, and reads one byte of the response each second.
async fn read_slowly(address: SocketAddr, request: String) {
    let mut stream = connect(address, [127, 0, 0, 3]).await;
    stream.write_all(request.as_bytes()).await.unwrap();
    while stream.read_u8().await.is_ok() {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}
