//! Liveness and readiness: a server that is not ready gets no calls, one that is not alive is restarted.
use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    response::{IntoResponse, Response},
    routing::get,
};
use http::header;
use platform::{Db, ErrorReason, Fault, jobs::Runner, metrics::GaugeReadings};
use tokio::{net::TcpListener, sync::watch, time::timeout};
use tonic_health::{ServingStatus, server::HealthReporter};

use super::rest;
use crate::bot::IndexCache;

/// How long storage may take to say that it is there.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often gRPC's health is told anew.
const TELL_AGAIN: Duration = Duration::from_secs(1);
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Tells whether the server takes calls.
#[derive(Clone)]
pub struct Readiness {
    /// Asked whether it answers.
    pub db: Db,
    /// Asked by what residents' texts are answered.
    pub index_cache: IndexCache,
    /// Turns true when the server was told to stop.
    pub going: watch::Receiver<bool>,
}

impl Readiness {
    /// Whether calls are welcome now.
    ///
    /// # Errors
    /// `UNAVAILABLE` when the server is going down, or its storage does not answer.
    pub async fn ask(&self) -> Result<(), Fault> {
        if *self.going.borrow() {
            return Err(Fault::not_now(
                ErrorReason::Stopping,
                "Parlor is restarting. Try again in a moment.",
            ));
        }
        let slow = |_| Err(Fault::unavailable("storage did not answer in time"));
        timeout(PATIENCE, self.db.ping()).await.unwrap_or_else(slow)
    }

    /// Has gRPC's health service say the same, until the server ends.
    pub async fn tell(mut self, health: HealthReporter) {
        loop {
            let ready = self.ask().await.is_ok();
            let status = if ready { ServingStatus::Serving } else { ServingStatus::NotServing };
            health.set_service_status("", status).await;
            tokio::select! {
                () = tokio::time::sleep(TELL_AGAIN) => {}
                // Whoever could tell is gone.
                told = self.going.changed() => if told.is_err() { return },
            }
        }
    }
}

/// `/healthz` and `/readyz`.
pub fn router(readiness: Readiness) -> Router {
    Router::new().route("/healthz", get(|| async { serving() })).route(
        "/readyz",
        get(move || async move {
            match readiness.ask().await {
                Ok(()) => ready(&readiness.index_cache),
                Err(fault) => rest::failure(&fault.into()),
            }
        }),
    )
}

fn serving() -> Response {
    axum::Json(serde_json::json!({ "status": "SERVING" })).into_response()
}

/// With what answers residents' texts, `WORDS` or `MEANING`, and how it is with the model: `NONE`, `LOADING`,
/// `READY` or `BROKEN`. A server without its model takes calls all the same.
fn ready(index_cache: &IndexCache) -> Response {
    let (answering, model) = index_cache.encoder.state().names();
    let told = serde_json::json!({ "status": "SERVING", "answering": answering, "model": model });
    axum::Json(told).into_response()
}

/// Serves the metrics, and the health beside them, to whoever operates the server.
pub async fn operate(listener: TcpListener, readiness: Readiness, runner: Arc<Runner>) {
    let asked = readiness.clone();
    let metrics = move || async move {
        let usage = asked.index_cache.usage();
        let looked = GaugeReadings {
            ready: asked.ask().await.is_ok(),
            // Without storage the rest is told all the same.
            jobs: runner.backlog().await.unwrap_or_default(),
            pools: asked.db.pools(),
            indexes: vec![("words", usage.lexical), ("meaning", usage.semantic)],
            index_bytes: usage.bytes,
        };
        ([(header::CONTENT_TYPE, OPEN_METRICS)], asked.db.metrics.told(&looked)).into_response()
    };
    let service = router(readiness).route("/metrics", get(metrics));
    if let Err(error) = axum::serve(listener, service).await {
        tracing::error!(%error, "the metrics are not served any more");
    }
}
