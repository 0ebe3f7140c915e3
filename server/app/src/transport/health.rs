//! Liveness and readiness checks, and the metrics. A load balancer sends no calls to a server that is not ready, and an
//! orchestrator restarts a server that is not alive.
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

/// Timeout of the check of the database.
const PING_TIMEOUT: Duration = Duration::from_secs(2);
/// Interval at which the status of the gRPC health service is updated.
const UPDATE_INTERVAL: Duration = Duration::from_secs(1);
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Checks whether the server is ready for calls.
#[derive(Clone)]
pub struct Readiness {
    /// The database, which must respond.
    pub db: Db,
    /// Reports the engine that answers residents' texts.
    pub index_cache: IndexCache,
    /// Becomes true when the server gets a stop signal.
    pub going: watch::Receiver<bool>,
}

impl Readiness {
    /// Checks that the server is ready for calls.
    ///
    /// # Errors
    /// `UNAVAILABLE` if the server stops, or the database does not respond within 2 seconds.
    pub async fn ask(&self) -> Result<(), Fault> {
        if *self.going.borrow() {
            return Err(Fault::not_now(
                ErrorReason::Stopping,
                "Parlor is restarting. Try again in a moment.",
            ));
        }
        let slow = |_| Err(Fault::unavailable("the database did not respond in time"));
        timeout(PING_TIMEOUT, self.db.ping()).await.unwrap_or_else(slow)
    }

    /// Updates the gRPC health service until the server ends.
    pub async fn tell(mut self, health: HealthReporter) {
        loop {
            let ready = self.ask().await.is_ok();
            let status = if ready { ServingStatus::Serving } else { ServingStatus::NotServing };
            health.set_service_status("", status).await;
            tokio::select! {
                () = tokio::time::sleep(UPDATE_INTERVAL) => {}
                // An error means that the sender is gone, because the server ended.
                changed = self.going.changed() => if changed.is_err() { return },
            }
        }
    }
}

/// Returns the routes `/healthz` and `/readyz`.
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

/// Returns the response of a ready server, with the engine that answers residents' texts (`WORDS` or `MEANING`) and the
/// state of the model (`NONE`, `LOADING`, `READY` or `BROKEN`). A server without its model is ready as well.
fn ready(index_cache: &IndexCache) -> Response {
    let (answering, model) = index_cache.encoder.state().names();
    let body = serde_json::json!({ "status": "SERVING", "answering": answering, "model": model });
    axum::Json(body).into_response()
}

/// Serves the metrics and the health checks on the listener for operators.
pub async fn operate(listener: TcpListener, readiness: Readiness, runner: Arc<Runner>) {
    let source = readiness.clone();
    let metrics = move || async move {
        let usage = source.index_cache.usage();
        let readings = GaugeReadings {
            ready: source.ask().await.is_ok(),
            // Without the database, the other metrics are still reported.
            jobs: runner.backlog().await.unwrap_or_default(),
            pools: source.db.pools(),
            indexes: vec![("words", usage.lexical), ("meaning", usage.semantic)],
            index_bytes: usage.bytes,
        };
        ([(header::CONTENT_TYPE, OPEN_METRICS)], source.db.metrics.encode(&readings)).into_response()
    };
    let service = router(readiness).route("/metrics", get(metrics));
    if let Err(error) = axum::serve(listener, service).await {
        tracing::error!(%error, "could not continue to serve the metrics");
    }
}
