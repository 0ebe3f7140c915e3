//! Reads the metrics of a server.
use http::Request;
use http_body_util::Full;

use super::{TestServer, http::Answer, text_of};

impl TestServer {
    /// Calls a path of the metrics listener.
    pub async fn call_metrics_listener(&self, path: &str) -> Answer {
        let request = Request::get(format!("http://{}{path}", self.metrics));
        self.send(request.body(Full::default()).unwrap()).await
    }

    /// Returns the metrics as text.
    pub async fn metrics_text(&self) -> String {
        let answer = self.call_metrics_listener("/metrics").await;
        assert_eq!(answer.status, 200);
        text_of(&answer.bytes)
    }
}

/// Returns the value of a metric; `None` if there is no such line.
pub fn value_of(metrics: &str, name: &str) -> Option<f64> {
    let line =
        metrics.lines().find(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(' ')))?;
    line.rsplit(' ').next()?.parse().ok()
}
