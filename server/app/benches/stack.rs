//! The cost of the whole stack, as ratios within one run: the current user over gRPC compared with a bare
//! tonic echo, and REST compared with gRPC for the same call; the start time of a server, and its memory when
//! idle.
//!
//! Servers are separate processes; 16 connections with 4 concurrent calls each share the machine with them.
//! Rounds alternate, and the median of their ratios is the result.
#![allow(clippy::unwrap_used, dead_code, reason = "it may fail, and does not use all that benchmarks share")]
use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use common::{Served, line, median};
use http_body_util::BodyExt;
use http_client::{HttpClient, HttpRequest, connect_http2, grpc_request};

const CONNECTIONS: usize = 16;
const STREAMS: usize = 4;
const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_secs(3);

mod common;
mod echo;
mod http_client;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    if std::env::args().any(|argument| argument == "--echo-server") {
        runtime.block_on(echo::serve());
    } else {
        runtime.block_on(measure());
    }
}

async fn measure() {
    let data = tempfile::tempdir().unwrap();
    drop(Served::parlor(data.path(), &[]));
    let starts: Vec<f64> = (0..5).map(|_| Served::parlor(data.path(), &[]).ready.as_secs_f64()).collect();
    let parlor = Served::parlor(data.path(), &[]);
    tokio::time::sleep(Duration::from_secs(2)).await;
    let idle = parlor.resident_mb();
    let echo = Served::echo();
    let token = HttpClient::login(parlor.address).await.token;

    let bare = Load::grpc(echo.address, "/echo.Echo/Say", "");
    let grpc = Load::grpc(parlor.address, "/parlor.v1.SessionService/GetCurrentUser", &token);
    let rest = Load::rest(parlor.address, "/users/token", &token);
    for warm in [&bare, &grpc, &rest] {
        warm.rate(Duration::from_secs(1)).await;
    }
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        rounds.push((bare.rate(ROUND).await, grpc.rate(ROUND).await, rest.rate(ROUND).await));
    }
    let rate = |pick: fn(&(f64, f64, f64)) -> f64| median(rounds.iter().map(pick).collect());
    println!(
        "calls a second: bare echo {:.0}, gRPC {:.0}, REST {:.0}",
        rate(|r| r.0),
        rate(|r| r.1),
        rate(|r| r.2)
    );
    line("current user over gRPC / bare tonic echo", rate(|r| r.1 / r.0), ">=", 0.5);
    line("current user over REST / over gRPC", rate(|r| r.2 / r.1), ">=", 0.7);
    line("seconds to ready on an existing database", median(starts), "<=", 0.5);
    line("resident memory idle, MB", idle, "<=", 60.0);
    println!("resident memory after the load: {:.1} MB", parlor.resident_mb());
}

/// One kind of call, which is repeated.
struct Load {
    address: SocketAddr,
    request: HttpRequest,
    success: fn(&http::HeaderMap, &[u8]) -> bool,
}

impl Load {
    fn grpc(address: SocketAddr, path: &str, token: &str) -> Self {
        Self {
            address,
            request: grpc_request(address, path, token),
            success: |trailers, _| trailers.get("grpc-status").is_some_and(|s| s == "0"),
        }
    }

    fn rest(address: SocketAddr, path: &str, token: &str) -> Self {
        let request = HttpClient::new(address, token).get_request(path);
        Self { address, request, success: |_, body| body.starts_with(b"{\"user\"") }
    }

    /// Returns the number of calls per second.
    async fn rate(&self, span: Duration) -> f64 {
        let done = Arc::new(AtomicU64::new(0));
        let end = Instant::now() + span;
        let mut callers = Vec::new();
        for _ in 0..CONNECTIONS {
            let sender = connect_http2(self.address).await;
            for _ in 0..STREAMS {
                let (mut sender, request) = (sender.clone(), self.request.clone());
                let (done, success) = (done.clone(), self.success);
                callers.push(tokio::spawn(async move {
                    while Instant::now() < end {
                        let response = sender.send_request(request.clone()).await.unwrap();
                        let body = response.into_body().collect().await.unwrap();
                        let trailers = body.trailers().cloned().unwrap_or_default();
                        assert!(success(&trailers, &body.to_bytes()), "a call failed");
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                }));
            }
        }
        let begun = Instant::now();
        for caller in callers {
            caller.await.unwrap();
        }
        #[allow(clippy::cast_precision_loss, reason = "a rate")]
        let count = done.load(Ordering::Relaxed) as f64;
        count / begun.elapsed().as_secs_f64()
    }
}
