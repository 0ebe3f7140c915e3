//! Metrics of this server for Prometheus.
//!
//! A label has few values, which the server defines: never an id, an address or input of a caller. What
//! happens in a transaction is counted after the commit.
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

/// Histogram buckets of call durations in seconds. A call times out after 30 seconds.
const SECONDS: [f64; 13] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0];

/// The metrics of this server. Clones share them.
#[derive(Clone)]
pub struct Metrics {
    counts: Arc<Counts>,
}

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

/// A count that is added when a transaction commits.
#[derive(Clone, Copy, Debug)]
pub enum Counted {
    /// An outbound text got this status.
    Text(&'static str),
    /// The bot made this decision.
    Decision(&'static str),
}

/// Values of the gauges that are read when the metrics are requested.
#[derive(Clone, Debug, Default)]
pub struct GaugeReadings {
    /// Whether the server accepts calls.
    pub ready: bool,
    /// Each kind of jobs with its numbers of due jobs and of dead jobs.
    pub jobs: Vec<(&'static str, i64, i64)>,
    /// Each pool of database connections with its numbers of used and idle connections.
    pub pools: Vec<(&'static str, i64, i64)>,
    /// Each answering engine with the number of communities whose index is in memory.
    pub indexes: Vec<(&'static str, i64)>,
    /// Approximate memory of these indexes in bytes.
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
        r.register_with_unit("call", "Time to first response byte", Unit::Seconds, Family::clone(&seconds));
        r.register("jobs", "Job attempts by kind and outcome", Family::clone(&jobs));
        r.register("jobs_due", "Due jobs that are not running", Family::clone(&waiting));
        r.register("jobs_dead", "Dead jobs, which failed in every attempt", Family::clone(&dead));
        r.register("texts", "Outbound texts by final status", Family::clone(&texts));
        r.register("bot_decisions", "What the bot did with texts", Family::clone(&decisions));
        r.register("streams_open", "Open streams of events", Gauge::clone(&streams));
        r.register("database_connections", "Connections by pool and state", Family::clone(&connections));
        r.register("bot_indexes_cached", "Cached indexes of communities by engine", Family::clone(&indexes));
        r.register_with_unit(
            "bot_memory",
            "Approximate memory of cached indexes",
            Unit::Bytes,
            Gauge::clone(&index_bytes),
        );
        r.register("ready", "1 while the server takes calls", Gauge::clone(&ready));
        let counts = Counts {
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
        };
        Self { counts: Arc::new(counts) }
    }
}

impl Metrics {
    /// Counts a call with its method, status code and duration.
    pub fn call(&self, method: &str, code: &str, duration: Duration) {
        let method = method.to_owned();
        self.counts.seconds.get_or_create(&[("method", method.clone())]).observe(duration.as_secs_f64());
        self.counts.calls.get_or_create(&[("method", method), ("code", code.to_owned())]).inc();
    }

    /// Counts an attempt at a job.
    pub fn job(&self, kind: &'static str, outcome: &'static str) {
        self.counts.jobs.get_or_create(&[("kind", kind.to_owned()), ("outcome", outcome.to_owned())]).inc();
    }

    /// Counts an open stream until the returned value is dropped.
    #[must_use]
    pub fn stream(&self) -> Stream {
        self.counts.streams.inc();
        Stream { metrics: self.clone() }
    }

    pub(crate) fn count(&self, counted: Counted) {
        match counted {
            Counted::Text(status) => self.counts.texts.get_or_create(&[("status", status.to_owned())]).inc(),
            Counted::Decision(decision) => {
                self.counts.decisions.get_or_create(&[("decision", decision.to_owned())]).inc()
            }
        };
    }

    /// Returns all metrics in the text format of Prometheus.
    #[must_use]
    pub fn encode(&self, readings: &GaugeReadings) -> String {
        let set = |gauge: &Family<Labels<1>, Gauge>, kind: &str, count: i64| {
            gauge.get_or_create(&[("kind", kind.to_owned())]).set(count);
        };
        for (kind, waiting, dead) in &readings.jobs {
            set(&self.counts.waiting, kind, *waiting);
            set(&self.counts.dead, kind, *dead);
        }
        for (pool, used, idle) in &readings.pools {
            for (state, count) in [("used", used), ("idle", idle)] {
                let labels = [("pool", (*pool).to_owned()), ("state", state.to_owned())];
                self.counts.connections.get_or_create(&labels).set(*count);
            }
        }
        for (engine, count) in &readings.indexes {
            self.counts.indexes.get_or_create(&[("engine", (*engine).to_owned())]).set(*count);
        }
        self.counts.index_bytes.set(readings.index_bytes);
        self.counts.ready.set(i64::from(readings.ready));
        let mut output = String::new();
        // Writing to a string cannot fail.
        let _ = text::encode(&mut output, &self.counts.registry);
        output
    }
}

/// An open stream, which is counted until this is dropped.
pub struct Stream {
    metrics: Metrics,
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.metrics.counts.streams.dec();
    }
}
