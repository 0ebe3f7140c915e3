//! Client of endpoints that implement the embeddings API of OpenAI:
//! <https://platform.openai.com/docs/api-reference/embeddings/create>, with a list of texts as input.
//!
//! Such an endpoint has no embeddings of tokens, so texts are compared by their sentence vectors and words.
use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::Duration,
};

use answering::{Embedding, MAX_TEXT_CHARS};
use http::header;
use platform::Clock;
use rand::Rng;
use reqwest::{Client, Response};
use secrecy::ExposeSecret;
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;

use super::encoder::Priority;
use crate::{
    bot::response::Endpoint,
    http_client::{self, ReadError},
    messaging::carrier::Breaker,
};

/// Maximum number of texts in a call.
pub const MAX_INPUTS: usize = 32;
/// Maximum time of a call for which a resident waits. Then the text is matched by words.
const INTERACTIVE_TIMEOUT: Duration = Duration::from_secs(4);
/// Maximum time of another call.
const BACKGROUND_TIMEOUT: Duration = Duration::from_secs(30);
/// Maximum number of concurrent calls of a server.
const MAX_CONCURRENT: usize = 16;
/// Maximum number of attempts of a background call.
const MAX_ATTEMPTS: u32 = 3;
/// Delay before the second attempt, doubled for the third, with jitter.
const RETRY_DELAY: Duration = Duration::from_millis(500);
/// Maximum wait that the endpoint may request; a longer one ends the call.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(20);
/// Maximum size of a response, several times that of vectors with the most components.
const MAX_RESPONSE_BYTES: usize = 16 << 20;
/// Maximum number of components of a vector.
const MAX_DIMENSIONS: usize = 4_096;
/// Prefix of the version of a model. It changes whenever the same output yields different embeddings.
const ENCODING_VERSION: &str = "endpoint-1";

/// A model that computes embeddings behind an endpoint.
pub struct EmbeddingModel {
    client: Client,
    endpoint: Endpoint,
    clock: Arc<dyn Clock>,
    version: String,
    /// Number of components of the first vector.
    dimensions: OnceLock<usize>,
    permits: Semaphore,
    health: Mutex<Health>,
}

#[derive(Default)]
struct Health {
    breaker: Breaker,
    is_failing: bool,
}

/// Why texts could not be encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmbeddingError {
    Timeout,
    Unreachable,
    /// The endpoint answered with this HTTP status.
    Status(u16),
    /// The output is not one vector for each text, or its vectors are not those of one model.
    Malformed,
    TooLong,
    /// The circuit breaker is open after repeated failures.
    CircuitOpen,
}

impl EmbeddingError {
    /// Returns whether the endpoint refuses the texts, which says nothing about others.
    fn is_of_input(self) -> bool {
        matches!(self, Self::Status(400 | 413 | 422))
    }

    /// Returns whether another attempt may succeed.
    fn is_passing(self) -> bool {
        match self {
            Self::Timeout | Self::Unreachable => true,
            Self::Status(status) => status >= 500 || matches!(status, 408 | 429),
            Self::Malformed | Self::TooLong | Self::CircuitOpen => false,
        }
    }
}

impl fmt::Display for EmbeddingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Timeout => f.write_str("the endpoint did not answer in time"),
            Self::Unreachable => f.write_str("the endpoint could not be reached"),
            Self::Status(status) => write!(f, "the endpoint answered with the status {status}"),
            Self::Malformed => f.write_str("the vectors of the endpoint cannot be used"),
            Self::TooLong => f.write_str("the response of the endpoint is too long"),
            Self::CircuitOpen => f.write_str("the endpoint failed several times in a row and is paused"),
        }
    }
}

/// A failed attempt.
struct Failed {
    error: EmbeddingError,
    retry_after: Option<Duration>,
}

impl From<EmbeddingError> for Failed {
    fn from(error: EmbeddingError) -> Self {
        Self { error, retry_after: None }
    }
}

impl EmbeddingModel {
    #[must_use]
    pub fn new(endpoint: Endpoint, clock: Arc<dyn Clock>) -> Self {
        let digest = Sha256::digest(format!("{}\n{}", endpoint.base, endpoint.model));
        let version = format!("{ENCODING_VERSION}-{}", hex::encode(digest));
        let permits = Semaphore::new(MAX_CONCURRENT);
        let (client, dimensions, health) = (http_client::client(), OnceLock::new(), Mutex::default());
        Self { client, endpoint, clock, version, dimensions, permits, health }
    }

    /// Returns the version of the model, which is that of its name and its address. Embeddings of different versions
    /// are not comparable.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Returns the name of the model.
    pub fn name(&self) -> &str {
        &self.endpoint.model
    }

    /// Returns whether the endpoint may be called now.
    pub fn is_usable(&self) -> bool {
        self.health().breaker.admission(self.clock.now()).is_ok()
    }

    /// Returns whether the last call failed.
    pub fn is_failing(&self) -> bool {
        self.health().is_failing
    }

    /// Returns one embedding per text, in order. Takes at most [`MAX_INPUTS`] texts, none of which is blank.
    ///
    /// # Errors
    /// Fails with the reason of the last attempt.
    pub async fn encode(&self, texts: &[&str], priority: Priority) -> Result<Vec<Embedding>, EmbeddingError> {
        let (limit, attempts) = match priority {
            Priority::Interactive => (INTERACTIVE_TIMEOUT, 1),
            Priority::Background => (BACKGROUND_TIMEOUT, MAX_ATTEMPTS),
        };
        let mut attempt = 1;
        loop {
            let admitted = self.health().breaker.admit(self.clock.now());
            admitted.map_err(|_| EmbeddingError::CircuitOpen)?;
            let failed = match self.within(limit, self.call(texts)).await {
                Ok(embeddings) => {
                    *self.health() = Health::default();
                    return Ok(embeddings);
                }
                Err(failed) => failed,
            };
            self.record_failure(failed.error);
            let wait = failed.retry_after.unwrap_or_else(|| backoff(attempt));
            if !failed.error.is_passing() || attempt >= attempts || wait > MAX_RETRY_AFTER {
                return Err(failed.error);
            }
            attempt += 1;
            self.clock.sleep(wait).await;
        }
    }

    fn record_failure(&self, error: EmbeddingError) {
        tracing::warn!(%error, "could not encode texts");
        let mut health = self.health();
        health.is_failing = true;
        if !error.is_of_input() {
            health.breaker.failed(self.clock.now());
        }
    }

    /// Waits for a call, up to a limit on the wall clock.
    async fn within<T>(
        &self,
        limit: Duration,
        call: impl Future<Output = Result<T, Failed>>,
    ) -> Result<T, Failed> {
        tokio::select! {
            result = call => result,
            () = self.clock.sleep(limit) => Err(EmbeddingError::Timeout.into()),
        }
    }

    async fn call(&self, texts: &[&str]) -> Result<Vec<Embedding>, Failed> {
        let _permit = self.permits.acquire().await.map_err(|_| EmbeddingError::Unreachable)?;
        let input: Vec<&str> = texts.iter().map(|text| shortened(text)).collect();
        let uri = format!("{}/embeddings", self.endpoint.base.trim_end_matches('/'));
        let mut request =
            self.client.post(uri).json(&json!({ "model": self.endpoint.model, "input": input }));
        let key = self.endpoint.key.expose_secret();
        if !key.is_empty() {
            request = request.bearer_auth(key);
        }
        let response = request.send().await.map_err(|_| EmbeddingError::Unreachable)?;
        let status = response.status();
        if !status.is_success() {
            let error = EmbeddingError::Status(status.as_u16());
            return Err(Failed { error, retry_after: retry_after(&response) });
        }
        let body = http_client::read(response, MAX_RESPONSE_BYTES).await.map_err(|error| match error {
            ReadError::TooLong => EmbeddingError::TooLong,
            ReadError::Interrupted => EmbeddingError::Unreachable,
        })?;
        let embeddings = parse(&body, texts.len()).ok_or(EmbeddingError::Malformed)?;
        let dimensions = embeddings.first().map_or(0, |first| first.sentence.len());
        // All vectors of a model have the same number of components.
        if *self.dimensions.get_or_init(|| dimensions) == dimensions {
            Ok(embeddings)
        } else {
            Err(EmbeddingError::Malformed.into())
        }
    }

    fn health(&self) -> MutexGuard<'_, Health> {
        self.health.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the beginning of a text, as long as the texts that a local model encodes.
fn shortened(text: &str) -> &str {
    let end = text.char_indices().nth(MAX_TEXT_CHARS).map_or(text.len(), |(at, _)| at);
    &text[..end]
}

fn backoff(attempt: u32) -> Duration {
    let longest = RETRY_DELAY * 2_u32.pow(attempt - 1);
    longest.mul_f64(rand::rng().random_range(0.5..1.0))
}

/// Returns the seconds of `Retry-After`. A date is ignored, because clocks may differ.
fn retry_after(response: &Response) -> Option<Duration> {
    let seconds = response.headers().get(header::RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

/// Parses a response to a number of texts. Returns `None` unless it has one vector for each, all of the same length.
fn parse(body: &[u8], texts: usize) -> Option<Vec<Embedding>> {
    #[derive(Deserialize)]
    struct Output {
        data: Vec<Item>,
    }
    #[derive(Deserialize)]
    struct Item {
        index: usize,
        embedding: Vec<f32>,
    }
    let Output { mut data } = serde_json::from_slice(body).ok()?;
    data.sort_by_key(|item| item.index);
    let is_complete = data.len() == texts && data.iter().zip(0..).all(|(item, at)| item.index == at);
    let dimensions = data.first()?.embedding.len();
    let has_one_length = data.iter().all(|item| item.embedding.len() == dimensions);
    if !is_complete || !has_one_length || dimensions > MAX_DIMENSIONS {
        return None;
    }
    data.into_iter().map(|item| normalized(item.embedding)).collect()
}

/// Returns the embedding with a vector of unit length; `None` if it has no direction.
fn normalized(mut vector: Vec<f32>) -> Option<Embedding> {
    let length = vector.iter().map(|component| component * component).sum::<f32>().sqrt();
    if !length.is_normal() {
        return None;
    }
    vector.iter_mut().for_each(|component| *component /= length);
    Some(Embedding { sentence: vector, tokens: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vectors(body: &str, texts: usize) -> Option<Vec<Vec<f32>>> {
        Some(parse(body.as_bytes(), texts)?.into_iter().map(|embedding| embedding.sentence).collect())
    }

    #[test]
    fn vectors_are_put_in_order_and_normalized() {
        let body = r#"{"object":"list","model":"m","usage":{},"data":[
            {"object":"embedding","index":1,"embedding":[0.0,2]},
            {"object":"embedding","index":0,"embedding":[3,-4.0]}]}"#;
        assert_eq!(vectors(body, 2), Some(vec![vec![0.6, -0.8], vec![0.0, 1.0]]));
    }

    #[test]
    fn only_one_vector_of_the_same_length_for_each_text_is_accepted() {
        for body in [
            "",
            "<html>",
            "{}",
            r#"{"data":[]}"#,
            r#"{"data":[{"index":0,"embedding":[1,0]}]}"#,
            r#"{"data":[{"index":0,"embedding":[1,0]},{"index":0,"embedding":[1,0]}]}"#,
            r#"{"data":[{"index":0,"embedding":[1,0]},{"index":2,"embedding":[1,0]}]}"#,
            r#"{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[1]}]}"#,
            r#"{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[0,0]}]}"#,
            r#"{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[null,0]}]}"#,
            r#"{"data":[{"index":0,"embedding":[]},{"index":1,"embedding":[]}]}"#,
        ] {
            assert_eq!(vectors(body, 2), None, "{body}");
        }
    }
}
