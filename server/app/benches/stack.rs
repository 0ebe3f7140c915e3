//! What the whole stack costs, as ratios in one run: the current user over gRPC against a bare
//! tonic echo, REST against gRPC for the same call; how soon a server is ready, and how much
//! memory it holds when idle.
//!
//! Servers are processes of their own; 16 connections with 4 calls each at once share the
//! machine with them. Rounds alternate, and the median of their ratios counts.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    missing_docs,
    reason = "a benchmark that cannot go on has failed"
)]
use std::{
    io::{BufRead, BufReader},
    net::SocketAddr,
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use bytes::Bytes;
use http::Request;
use http_body_util::{BodyExt, Full};
use hyper_util::rt::{TokioExecutor, TokioIo};

const CONNECTIONS: usize = 16;
const STREAMS: usize = 4;
const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_secs(3);

mod echo;

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
    drop(Served::parlor(data.path()));
    let starts: Vec<f64> = (0..5).map(|_| Served::parlor(data.path()).ready.as_secs_f64()).collect();
    let parlor = Served::parlor(data.path());
    tokio::time::sleep(Duration::from_secs(2)).await;
    let idle = parlor.resident_mb();
    let echo = Served::echo();
    let token = login(parlor.address).await;

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
    line("current user over REST / over gRPC", rate(|r| r.2 / r.1), ">=", 0.6);
    line("seconds to ready on an existing database", median(starts), "<=", 0.5);
    line("resident memory idle, MB", idle, "<=", 60.0);
    println!("resident memory after the load: {:.1} MB", parlor.resident_mb());
}

fn line(what: &str, measured: f64, sign: &str, bound: f64) {
    let holds = if sign == ">=" { measured >= bound } else { measured <= bound };
    println!(
        "{what}: {measured:.2} (wanted {sign} {bound}) {}",
        if holds { "holds" } else { "DOES NOT HOLD" }
    );
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// A server in a process of its own.
struct Served {
    child: Child,
    address: SocketAddr,
    ready: Duration,
}

impl Served {
    fn parlor(data: &std::path::Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
        command.args(["serve", "--demo", "--listen", "127.0.0.1:0", "--data-dir"]).arg(data);
        Self::start(command)
    }

    fn echo() -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.arg("--echo-server");
        Self::start(command)
    }

    fn start(mut command: Command) -> Self {
        let begun = Instant::now();
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut told = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut told).unwrap();
        let ready = begun.elapsed();
        let address =
            told.trim().rsplit("//").next().unwrap().parse().unwrap_or_else(|_| panic!("no address: {told}"));
        Self { child, address, ready }
    }

    fn resident_mb(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|l| l.starts_with("VmRSS")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap() / 1024.0
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One kind of call, again and again.
struct Load {
    address: SocketAddr,
    request: Request<Full<Bytes>>,
    success: fn(&http::HeaderMap, &[u8]) -> bool,
}

impl Load {
    fn grpc(address: SocketAddr, path: &str, token: &str) -> Self {
        let request = Request::post(format!("http://{address}{path}"))
            .header("content-type", "application/grpc")
            .header("te", "trailers")
            .header("usertoken", token)
            .body(Full::from(Bytes::from_static(&[0, 0, 0, 0, 0])))
            .unwrap();
        Self {
            address,
            request,
            success: |trailers, _| trailers.get("grpc-status").is_some_and(|s| s == "0"),
        }
    }

    fn rest(address: SocketAddr, path: &str, token: &str) -> Self {
        let request = Request::get(format!("http://{address}{path}")).header("usertoken", token);
        Self {
            address,
            request: request.body(Full::default()).unwrap(),
            success: |_, body| body.starts_with(b"{\"user\""),
        }
    }

    /// Calls a second.
    async fn rate(&self, span: Duration) -> f64 {
        let done = Arc::new(AtomicU64::new(0));
        let end = Instant::now() + span;
        let mut callers = Vec::new();
        for _ in 0..CONNECTIONS {
            let stream = tokio::net::TcpStream::connect(self.address).await.unwrap();
            stream.set_nodelay(true).unwrap();
            let (sender, connection) =
                hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream))
                    .await
                    .unwrap();
            tokio::spawn(connection);
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

async fn login(address: SocketAddr) -> String {
    let client = hyper_util::client::legacy::Client::builder(TokioExecutor::new()).build_http();
    let body = r#"{"email":"admin@harborline.example","password":"parlor-demo-house"}"#;
    let request =
        Request::post(format!("http://{address}/users/login")).body(Full::<Bytes>::from(body)).unwrap();
    let answer = client.request(request).await.unwrap().into_body().collect().await.unwrap().to_bytes();
    let answer: serde_json::Value = serde_json::from_slice(&answer).unwrap();
    answer["token"].as_str().unwrap().to_owned()
}
