//! What the server counts about itself, for Prometheus: each server for itself.
//!
//! A label has few values, all of them ours: never an id, an address or anything that a caller
//! says. What is part of a transaction counts once that is committed.
use std::{sync::Arc, time::Duration};

use prometheus_client::{
    encoding::text,
    metrics::{
        counter::Counter,
        family::{Family, MetricConstructor},
        gauge::Gauge,
        histogram::Histogram,
    },
    registry::{Registry, Unit},
};

type Labels<const N: usize> = [(&'static str, String); N];

/// In seconds; calls are given up after thirty.
const SECONDS: [f64; 13] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0];

/// The counts. Cheap to clone.
#[derive(Clone)]
pub struct Metrics(Arc<Counts>);

struct Counts {
    registry: Registry,
    calls: Family<Labels<2>, Counter>,
    seconds: Family<Labels<1>, Histogram, Buckets>,
    jobs: Family<Labels<2>, Counter>,
    waiting: Family<Labels<1>, Gauge>,
    dead: Family<Labels<1>, Gauge>,
    texts: Family<Labels<1>, Counter>,
    decisions: Family<Labels<1>, Counter>,
    streams: Gauge,
    connections: Family<Labels<2>, Gauge>,
    indexes: Family<Labels<1>, Gauge>,
    index_bytes: Gauge,
    ready: Gauge,
}

#[derive(Clone)]
struct Buckets;

impl MetricConstructor<Histogram> for Buckets {
    fn new_metric(&self) -> Histogram {
        Histogram::new(SECONDS)
    }
}

/// What counts when a transaction is committed.
#[derive(Clone, Copy, Debug)]
pub enum Counted {
    /// A text went on to this status.
    Text(&'static str),
    /// The bot decided so.
    Decision(&'static str),
}

/// What is looked up when somebody asks.
#[derive(Clone, Debug, Default)]
pub struct GaugeReadings {
    /// Whether the server takes calls.
    pub ready: bool,
    /// Of each kind of jobs, how many are due and how many were given up.
    pub jobs: Vec<(&'static str, i64, i64)>,
    /// Of each pool of connections to storage, how many are used and how many are not.
    pub pools: Vec<(&'static str, i64, i64)>,
    /// By what texts are answered, and of how many communities that is in memory.
    pub indexes: Vec<(&'static str, i64)>,
    /// About how many bytes that takes.
    pub index_bytes: i64,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("parlor");
        let (calls, seconds) = (Family::default(), Family::new_with_constructor(Buckets));
        let (jobs, waiting, dead) = (Family::default(), Family::default(), Family::default());
        let (texts, decisions, streams) = (Family::default(), Family::default(), Gauge::default());
        let (connections, ready) = (Family::default(), Gauge::default());
        let (indexes, index_bytes) = (Family::default(), Gauge::default());
        let r = &mut registry;
        r.register("calls", "Calls by method and gRPC code", Family::clone(&calls));
        r.register_with_unit(
            "call",
            "How long calls took to begin to answer",
            Unit::Seconds,
            Family::clone(&seconds),
        );
        r.register("jobs", "Attempts at jobs by kind and outcome", Family::clone(&jobs));
        r.register("jobs_due", "Jobs that are due and not begun", Family::clone(&waiting));
        r.register("jobs_dead", "Jobs that were given up", Family::clone(&dead));
        r.register("texts", "Outbound texts by the status that they came to", Family::clone(&texts));
        r.register("bot_decisions", "What the bot did with texts", Family::clone(&decisions));
        r.register("streams_open", "Open streams of events", Gauge::clone(&streams));
        r.register("database_connections", "Connections by pool and state", Family::clone(&connections));
        r.register("bot_communities_hot", "Communities in memory by engine", Family::clone(&indexes));
        r.register_with_unit(
            "bot_memory",
            "About how much memory the hot communities take",
            Unit::Bytes,
            Gauge::clone(&index_bytes),
        );
        r.register("ready", "1 while the server takes calls", Gauge::clone(&ready));
        Self(Arc::new(Counts {
            registry,
            calls,
            seconds,
            jobs,
            waiting,
            dead,
            texts,
            decisions,
            streams,
            connections,
            indexes,
            index_bytes,
            ready,
        }))
    }
}

impl Metrics {
    /// A call was answered.
    pub fn call(&self, method: &str, code: &str, took: Duration) {
        let method = method.to_owned();
        self.0.seconds.get_or_create(&[("method", method.clone())]).observe(took.as_secs_f64());
        self.0.calls.get_or_create(&[("method", method), ("code", code.to_owned())]).inc();
    }

    /// A job was tried.
    pub fn job(&self, kind: &'static str, outcome: &'static str) {
        self.0.jobs.get_or_create(&[("kind", kind.to_owned()), ("outcome", outcome.to_owned())]).inc();
    }

    /// A stream was opened; it is closed when what this gives is dropped.
    #[must_use]
    pub fn stream(&self) -> Stream {
        self.0.streams.inc();
        Stream(self.clone())
    }

    pub(crate) fn count(&self, counted: Counted) {
        match counted {
            Counted::Text(status) => self.0.texts.get_or_create(&[("status", status.to_owned())]).inc(),
            Counted::Decision(decision) => {
                self.0.decisions.get_or_create(&[("decision", decision.to_owned())]).inc()
            }
        };
    }

    /// All of it, as Prometheus reads it.
    #[must_use]
    pub fn told(&self, looked: &GaugeReadings) -> String {
        let set = |gauge: &Family<Labels<1>, Gauge>, kind: &str, count: i64| {
            gauge.get_or_create(&[("kind", kind.to_owned())]).set(count);
        };
        for (kind, waiting, dead) in &looked.jobs {
            set(&self.0.waiting, kind, *waiting);
            set(&self.0.dead, kind, *dead);
        }
        for (pool, used, idle) in &looked.pools {
            for (state, count) in [("used", used), ("idle", idle)] {
                let labels = [("pool", (*pool).to_owned()), ("state", state.to_owned())];
                self.0.connections.get_or_create(&labels).set(*count);
            }
        }
        for (engine, count) in &looked.indexes {
            self.0.indexes.get_or_create(&[("engine", (*engine).to_owned())]).set(*count);
        }
        self.0.index_bytes.set(looked.index_bytes);
        self.0.ready.set(i64::from(looked.ready));
        let mut told = String::new();
        // It cannot fail: a string takes everything.
        let _ = text::encode(&mut told, &self.0.registry);
        told
    }
}

/// A stream that is open.
pub struct Stream(Metrics);

impl Drop for Stream {
    fn drop(&mut self) {
        self.0.0.streams.dec();
    }
}
