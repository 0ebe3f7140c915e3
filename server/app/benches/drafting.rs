//! Drafts that a language model writes: the delay of a token from the model to a watcher, for one stream and
//! for 200 concurrent ones; the increase of the time between two tokens; the memory per stream; and the delay
//! until Stop reaches the model.
//!
//! The model is on loopback and sends 20 tokens per second in each stream. Each token is the time at which it
//! was sent.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::cast_precision_loss,
    missing_docs,
    dead_code,
    reason = "a benchmark that cannot go on has failed, and not each uses all that they share"
)]
use std::{
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use common::{Served, line, percentile};
use contract::v1::{
    CreateDraftRequest, DraftInputs, DraftKind, StopDraftRequest, WatchDraftRequest, WritingPurpose,
    draft_service_client::DraftServiceClient,
};
use database::Database;
use http_client::HttpClient;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
};
use tonic::{Request, metadata::MetadataValue, transport::Channel};

mod common;
mod database;
mod http_client;

const STREAMS: usize = 200;
const TOKENS: usize = 100;
const TOKEN_INTERVAL: Duration = Duration::from_millis(50);
const ACCOUNTS: [&str; 4] = [
    "admin@harborline.example",
    "manager@harborline.example",
    "admin@northgate.example",
    "admin@parlor.example",
];

#[tokio::main]
async fn main() {
    let model = Model::start().await;
    let data = tempfile::tempdir().unwrap();
    let url = format!("http://{}/v1", model.address);
    let environment = [
        ("PARLOR_WRITER_URL", url.as_str()),
        ("PARLOR_WRITER_MODEL", "bench"),
        ("PARLOR_WRITER_KEY", "none"),
        ("PARLOR_MAX_STREAMS_PER_SESSION", "200"),
    ];
    measure("SQLite", &Served::parlor(data.path(), &environment), &model).await;
    let Database { url: database, .. } = Database::make("drafting").await;
    let environment = [&environment[..], &[("PARLOR_DATABASE_URL", database.as_str())]].concat();
    measure("PostgreSQL", &Served::parlor(data.path(), &environment), &model).await;
}

async fn measure(engine: &str, parlor: &Served, model: &Model) {
    let direct = model.read_directly(STREAMS).await;
    println!(
        "{engine}: without Parlor, a token of {STREAMS} streams takes {:.1} ms (p99)",
        percentile(&direct, 99)
    );
    let mut sessions = Vec::new();
    for account in ACCOUNTS {
        let channel = Channel::from_shared(format!("http://{}", parlor.address)).unwrap();
        let channel = channel.connect().await.unwrap();
        let token = HttpClient::login_as(parlor.address, account).await.token;
        sessions.push(Session { channel, token });
    }
    let caller = Caller { sessions };
    // Warm-up.
    caller.watch_all(model, 1).await;
    let one = caller.watch_all(model, 1).await;
    line(&format!("{engine}: the first token of one stream, ms"), one.first[0], "<=", 50.0);
    let before = parlor.resident_mb();
    let all = caller.watch_all(model, STREAMS).await;
    let each = (parlor.resident_mb() - before) * 1024.0 / STREAMS as f64;
    println!("{engine}: {STREAMS} streams cost {each:.0} kB each");
    println!(
        "{engine}: a token of {STREAMS} streams takes {:.1} ms (median), {:.1} ms (p99)",
        percentile(&all.delays, 50),
        percentile(&all.delays, 99)
    );
    line(
        &format!("{engine}: first tokens of {STREAMS} streams, p99, ms"),
        percentile(&all.first, 99),
        "<=",
        50.0,
    );
    let gaps = percentile(&all.added_gaps, 99);
    line(&format!("{engine}: time added between two tokens of {STREAMS} streams, p99, ms"), gaps, "<=", 20.0);
    let stopped = caller.stop(model).await;
    line(&format!("{engine}: from Stop to the end of the call to the model, ms"), stopped, "<=", 1_000.0);
}

/// Delays of tokens.
#[derive(Default)]
struct Times {
    /// Delay of the first token of each stream, in milliseconds.
    first: Vec<f64>,
    delays: Vec<f64>,
    /// Increase of the time between two tokens, in milliseconds.
    added_gaps: Vec<f64>,
}

/// A session with its own connection, which has fewer than 200 streams.
struct Session {
    channel: Channel,
    token: String,
}

struct Caller {
    sessions: Vec<Session>,
}

impl Caller {
    fn request<T>(&self, n: usize, message: T) -> Request<T> {
        let mut request = Request::new(message);
        let token = &self.sessions[n % self.sessions.len()].token;
        request.metadata_mut().insert("usertoken", MetadataValue::try_from(token).unwrap());
        request
    }

    fn client(&self, n: usize) -> DraftServiceClient<Channel> {
        DraftServiceClient::new(self.sessions[n % self.sessions.len()].channel.clone())
    }

    async fn create(&self, n: usize) -> String {
        let inputs = DraftInputs {
            purpose: WritingPurpose::Notice.into(),
            notes: "Garage cleaning on December 1.".to_owned(),
            ..DraftInputs::default()
        };
        let draft = CreateDraftRequest {
            kind: DraftKind::Writing.into(),
            inputs: Some(inputs),
            ..Default::default()
        };
        let mut client = self.client(n);
        client.create_draft(self.request(n, draft)).await.unwrap().into_inner().draft.unwrap().id
    }

    /// Creates drafts and watches them until they are written.
    async fn watch_all(&self, model: &Model, count: usize) -> Times {
        model.hold();
        let mut watching = JoinSet::new();
        for n in 0..count {
            let id = self.create(n).await;
            let request = self.request(n, WatchDraftRequest { id, after: 0 });
            let mut client = self.client(n);
            let mut stream = client.watch_draft(request).await.unwrap().into_inner();
            watching.spawn(async move {
                let mut text = String::new();
                let mut came = Vec::new();
                while let Some(message) = stream.message().await.unwrap() {
                    let now = now_ms();
                    if message.replaces_text {
                        text.clear();
                    }
                    text.push_str(&message.text);
                    let left = text.split_inclusive(' ').filter(|token| token.ends_with(' '));
                    let left: Vec<f64> = left.filter_map(|token| token.trim().parse().ok()).collect();
                    came.extend(left.into_iter().skip(came.len()).map(|left| (left, now)));
                }
                assert_eq!(came.len(), TOKENS);
                came
            });
        }
        model.release(count).await;
        let mut times = Times::default();
        while let Some(came) = watching.join_next().await {
            let came = came.unwrap();
            times.first.push(came[0].1 - came[0].0);
            times.delays.extend(came.iter().map(|(left, came)| came - left));
            let gaps = came.windows(2).map(|pair| (pair[1].1 - pair[0].1) - (pair[1].0 - pair[0].0));
            times.added_gaps.extend(gaps.map(|gap| gap.max(0.0)));
        }
        times
    }

    /// Stops a draft that is being written. Returns the milliseconds until the model detects it.
    async fn stop(&self, model: &Model) -> f64 {
        model.hold();
        let closed = *model.closed.borrow();
        let id = self.create(0).await;
        model.opened_by(1).await;
        let mut client = self.client(0);
        let began = Instant::now();
        client.stop_draft(self.request(0, StopDraftRequest { id })).await.unwrap();
        model.closed.subscribe().wait_for(|count| *count > closed).await.unwrap();
        began.elapsed().as_secs_f64() * 1e3
    }
}

fn now_ms() -> f64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs_f64() * 1e3
}

/// A fake language model. Streams begin when they are released.
struct Model {
    address: SocketAddr,
    /// Number of open streams that are waiting.
    open: watch::Sender<usize>,
    released: watch::Sender<bool>,
    closed: watch::Sender<usize>,
}

impl Model {
    async fn start() -> Arc<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let model = Arc::new(Self {
            address: listener.local_addr().unwrap(),
            open: watch::Sender::new(0),
            released: watch::Sender::new(false),
            closed: watch::Sender::new(0),
        });
        let serving = model.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(serving.clone(), stream));
            }
        });
        model
    }

    fn hold(&self) {
        self.open.send_replace(0);
        self.released.send_replace(false);
    }

    async fn opened_by(&self, count: usize) {
        let opened = tokio::time::timeout(Duration::from_secs(60), async {
            self.open.subscribe().wait_for(|open| *open >= count).await.map(|open| *open)
        });
        opened.await.expect("all streams are open").unwrap();
    }

    async fn release(&self, count: usize) {
        self.opened_by(count).await;
        self.released.send_replace(true);
    }

    /// Reads streams as Parlor does. Returns the delays of tokens.
    async fn read_directly(&self, count: usize) -> Vec<f64> {
        self.hold();
        let mut reading = JoinSet::new();
        for _ in 0..count {
            let mut stream = TcpStream::connect(self.address).await.unwrap();
            stream.set_nodelay(true).unwrap();
            reading.spawn(async move {
                stream.write_all(b"POST / HTTP/1.1\r\ncontent-length: 0\r\n\r\n").await.unwrap();
                let (mut text, mut delays, mut bytes) = (String::new(), Vec::new(), [0; 4096]);
                while let Ok(n @ 1..) = stream.read(&mut bytes).await {
                    let now = now_ms();
                    text.push_str(std::str::from_utf8(&bytes[..n]).unwrap());
                    let left = text.split("\"content\":\"").skip(1 + delays.len());
                    let left =
                        left.filter_map(|rest| rest.split_once(" \"")).map(|(left, _)| left.parse::<f64>());
                    let new: Vec<f64> = left.map(|left| now - left.unwrap()).collect();
                    delays.extend(new);
                }
                delays
            });
        }
        self.release(count).await;
        let mut all = Vec::new();
        while let Some(delays) = reading.join_next().await {
            all.extend(delays.unwrap());
        }
        assert_eq!(all.len(), count * TOKENS);
        all
    }
}

async fn answer(model: Arc<Model>, stream: TcpStream) {
    stream.set_nodelay(true).unwrap();
    let mut stream = BufReader::new(stream);
    // A request of Parlor fits into one read after its head; its content does not matter.
    let mut request = vec![0; 64 << 10];
    let _ = stream.read(&mut request).await.unwrap();
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
    stream.write_all(head.as_bytes()).await.unwrap();
    model.open.send_modify(|open| *open += 1);
    let mut released = model.released.subscribe();
    tokio::select! {
        _ = released.wait_for(|released| *released) => {}
        () = ended(&mut stream) => {
            model.closed.send_modify(|closed| *closed += 1);
            return;
        }
    }
    let mut ticks = tokio::time::interval(TOKEN_INTERVAL);
    for _ in 0..TOKENS {
        ticks.tick().await;
        let choice = format!("{{\"choices\":[{{\"delta\":{{\"content\":\"{:.3} \"}}}}]}}", now_ms());
        if stream.write_all(format!("data: {choice}\n\n").as_bytes()).await.is_err() {
            return;
        }
    }
    let end = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    let _ = stream.write_all(end.as_bytes()).await;
}

/// Waits until the other side closes the connection.
async fn ended(stream: &mut BufReader<TcpStream>) {
    let mut bytes = vec![0; 4096];
    while let Ok(1..) = stream.read(&mut bytes).await {}
}
