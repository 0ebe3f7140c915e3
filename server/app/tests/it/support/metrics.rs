//! What the server tells whoever operates it.
use http::Request;
use http_body_util::Full;

use super::{TestServer, http::Answer, text_of};

impl TestServer {
    /// What is answered where the metrics are.
    pub async fn operator(&self, path: &str) -> Answer {
        let request = Request::get(format!("http://{}{path}", self.metrics));
        self.send(request.body(Full::default()).unwrap()).await
    }

    /// What the metrics say, as text.
    pub async fn told(&self) -> String {
        let answer = self.operator("/metrics").await;
        assert_eq!(answer.status, 200);
        text_of(&answer.bytes)
    }
}

/// The value of a line of the metrics; none where there is no such line.
pub fn value_of(metrics: &str, name: &str) -> Option<f64> {
    let line =
        metrics.lines().find(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(' ')))?;
    line.rsplit(' ').next()?.parse().ok()
}
