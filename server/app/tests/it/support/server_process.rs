//! The program as a separate process that can be stopped and killed.
use std::{
    ffi::OsStr,
    path::Path,
    process::{ExitStatus, Output, Stdio},
    sync::{Arc, Mutex},
};

use bytes::Bytes;
use contract::v1::{WatchEventsRequest, WatchEventsResponse, event_service_client::EventServiceClient};
use http::{Request, Response};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper_util::{
    client::legacy::{Client, Error},
    rt::TokioExecutor,
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, BufReader},
    process::{Child, ChildStdout, Command},
    task::JoinHandle,
};
use tonic::{Streaming, transport::Channel};

use super::{PASSWORD, http::Answer, within};

/// Returns the command without configuration from the environment of the test run.
pub fn parlor<S: AsRef<OsStr>>(args: &[S]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    command.env_clear().args(args);
    piped(&mut command);
    command
}

pub fn piped(command: &mut Command) {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
}

/// Runs a command to its end.
pub async fn run_to_end(mut command: Command) -> Output {
    within("the program ends", command.output()).await.unwrap()
}

pub fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A server process that is ready.
pub struct Program {
    pub at: String,
    child: Child,
    log: JoinHandle<String>,
    /// Its output so far, which a failing test prints.
    output: Arc<Mutex<Vec<u8>>>,
    _out: BufReader<ChildStdout>,
}

impl Program {
    pub async fn start(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let mut err = child.stderr.take().unwrap();
        let output = Arc::<Mutex<Vec<u8>>>::default();
        let collected = output.clone();
        let log = tokio::spawn(async move {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = err.read(&mut bytes).await {
                collected.lock().unwrap().extend_from_slice(&bytes[..n]);
            }
            text_of(&collected.lock().unwrap())
        });
        let (mut out, mut line) = (BufReader::new(child.stdout.take().unwrap()), String::new());
        within("the server is ready", out.read_line(&mut line)).await.unwrap();
        let Some(at) = line.trim_end().strip_prefix("Parlor is ready: ") else {
            panic!("the output was {line:?} and {}", log.await.unwrap())
        };
        assert!(at.starts_with("http://127.0.0.1:") && !at.ends_with(":0"), "{at}");
        Self { at: at.to_owned(), child, log, output, _out: out }
    }

    pub async fn serve(data: &Path, more: &[&str]) -> Self {
        Self::start(serve(data, more)).await
    }

    /// Returns the process ID.
    pub fn id(&self) -> u32 {
        self.child.id().unwrap()
    }

    pub async fn begin(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<Value>,
    ) -> Response<Incoming> {
        self.try_to_begin(method, path, headers, body).await.unwrap()
    }

    async fn try_to_begin(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<Value>,
    ) -> Result<Response<Incoming>, Error> {
        let client = Client::builder(TokioExecutor::new()).build_http::<Full<Bytes>>();
        let request = Request::builder().method(method).uri(format!("{}{path}", self.at));
        let request = request.header("content-type", "application/json");
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        let body = Full::from(body.map(|b| b.to_string()).unwrap_or_default());
        client.request(request.body(body).unwrap()).await
    }

    pub async fn call(&self, method: &str, path: &str, token: &str, body: Option<Value>) -> Answer {
        self.with(method, path, &[("usertoken", token)], body).await
    }

    pub async fn with(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<Value>,
    ) -> Answer {
        self.try_with(method, path, headers, body).await.unwrap()
    }

    /// Like a call with headers, of a server that may stop in the meantime.
    pub async fn try_with(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<Value>,
    ) -> Result<Answer, Box<dyn std::error::Error>> {
        let (parts, body) = self.try_to_begin(method, path, headers, body).await?.into_parts();
        let (bytes, trailers) = (body.collect().await?.to_bytes(), http::HeaderMap::new());
        Ok(Answer { status: parts.status, headers: parts.headers, trailers, bytes })
    }

    pub async fn login(&self, email: &str) -> String {
        let body = json!({ "email": email, "password": PASSWORD });
        let session = self.call("POST", "/users/login", "", Some(body)).await.ok();
        session["token"].as_str().unwrap().to_owned()
    }

    /// Subscribes to events after a sequence number.
    pub async fn watch(
        &self,
        token: &str,
        after: i64,
    ) -> Result<Streaming<WatchEventsResponse>, tonic::Status> {
        let channel = Channel::from_shared(self.at.clone()).unwrap().connect().await;
        let channel = channel.map_err(|error| tonic::Status::unavailable(error.to_string()))?;
        let mut request = tonic::Request::new(WatchEventsRequest { after });
        request.metadata_mut().insert("usertoken", token.parse().unwrap());
        Ok(EventServiceClient::new(channel).watch_events(request).await?.into_inner())
    }

    /// Stops the server gracefully. Returns its log.
    pub async fn stop(mut self) -> String {
        self.signal("TERM").await;
        let left = within("the server stops", self.wait_for_exit()).await;
        assert!(left.success(), "{left}");
        let log = (&mut self.log).await.unwrap();
        assert!(!log.contains("stopped before"), "the server waited for what never ends: {log}");
        log
    }

    /// Waits until the process has ended. Returns its exit status.
    pub async fn wait_for_exit(&mut self) -> ExitStatus {
        self.child.wait().await.unwrap()
    }

    pub async fn signal(&self, name: &str) {
        let status = Command::new("kill").args([&format!("-{name}"), &self.id().to_string()]).status().await;
        assert!(status.unwrap().success());
    }

    /// Kills the process.
    pub async fn kill(&mut self) {
        self.child.kill().await.unwrap();
    }
}

/// Prints the last output of the server if the test fails.
impl Drop for Program {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let output = text_of(&self.output.lock().unwrap());
            let last: Vec<_> = output.lines().rev().take(30).collect();
            eprintln!("Last output of server {}:", self.at);
            last.iter().rev().for_each(|line| eprintln!("  {line}"));
        }
    }
}

pub fn serve(data: &Path, more: &[&str]) -> Command {
    let mut args = vec!["serve", "--listen", "127.0.0.1:0", "--data-dir", data.to_str().unwrap()];
    args.extend(more);
    parlor(&args)
}
