//! Calls the endpoint, with timeouts, retries, a circuit breaker and a limit on concurrent calls.
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use http::header;
use platform::Clock;
use rand::Rng;
use reqwest::{Client, RequestBuilder, Response};
use secrecy::ExposeSecret;
use serde_json::json;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{
    chat_stream::ChatStream,
    model::{ModelError, Prompt},
};
use crate::{bot::response::Endpoint, http_client, messaging::carrier::Breaker};

/// Maximum time until the response begins.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);
/// Maximum number of concurrent calls of a server.
const MAX_CONCURRENT: usize = 256;
/// Maximum number of attempts of a call.
const MAX_ATTEMPTS: u32 = 3;
/// Delay before the second call, doubled for the third, with jitter.
const RETRY_DELAY: Duration = Duration::from_millis(500);
/// Maximum wait that the endpoint may request; a longer one ends the call.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(20);

/// A language model behind an endpoint. Cheap to clone.
#[derive(Clone)]
pub struct LanguageModel {
    inner: Arc<Inner>,
}

struct Inner {
    client: Client,
    endpoint: Endpoint,
    clock: Arc<dyn Clock>,
    permits: Arc<Semaphore>,
    breaker: Mutex<Breaker>,
}

/// A failed attempt.
struct Failed {
    error: ModelError,
    is_passing: bool,
    retry_after: Option<Duration>,
}

impl LanguageModel {
    #[must_use]
    pub fn new(endpoint: Endpoint, clock: Arc<dyn Clock>) -> Self {
        let permits = Arc::new(Semaphore::new(MAX_CONCURRENT));
        let client = http_client::client();
        Self { inner: Arc::new(Inner { client, endpoint, clock, permits, breaker: Mutex::default() }) }
    }

    /// Starts a call, and retries it after temporary failures.
    ///
    /// # Errors
    /// Fails with the reason of the last attempt.
    pub async fn start(&self, prompt: &Prompt) -> Result<ChatStream, ModelError> {
        let permit = self.inner.permits.clone().try_acquire_owned().map_err(|_| ModelError::Busy)?;
        for attempt in 1.. {
            self.breaker().admit(self.inner.clock.now()).map_err(|_| ModelError::Busy)?;
            match self.call(prompt).await {
                Ok(response) => return Ok(self.stream(response, permit)),
                Err(failed) => {
                    if failed.is_passing {
                        self.breaker().failed(self.inner.clock.now());
                    }
                    let wait = failed.retry_after.unwrap_or_else(|| backoff(attempt));
                    if !failed.is_passing || attempt >= MAX_ATTEMPTS || wait > MAX_RETRY_AFTER {
                        return Err(failed.error);
                    }
                    self.inner.clock.sleep(wait).await;
                }
            }
        }
        Err(ModelError::Unreachable)
    }

    fn stream(&self, response: Response, permit: OwnedSemaphorePermit) -> ChatStream {
        *self.breaker() = Breaker::default();
        ChatStream::new(response, self.inner.clock.clone(), permit)
    }

    async fn call(&self, prompt: &Prompt) -> Result<Response, Failed> {
        let passing = |error| Failed { error, is_passing: true, retry_after: None };
        let called = within(&*self.inner.clock, RESPONSE_TIMEOUT, self.request(prompt).send()).await;
        let response = called.map_err(passing)?.map_err(|error| Failed {
            error: ModelError::Unreachable,
            is_passing: !error.is_builder(),
            retry_after: None,
        })?;
        let status = response.status();
        if status.is_success() {
            return Ok(response);
        }
        let is_busy = matches!(status.as_u16(), 429 | 503);
        let error = if is_busy { ModelError::Busy } else { ModelError::Status(status.as_u16()) };
        let is_passing = is_busy || status.is_server_error() || status.as_u16() == 408;
        Err(Failed { error, is_passing, retry_after: retry_after(&response) })
    }

    fn request(&self, prompt: &Prompt) -> RequestBuilder {
        let Inner { client, endpoint, .. } = &*self.inner;
        let mut messages = vec![
            json!({ "role": "system", "content": prompt.instructions }),
            json!({ "role": "user", "content": prompt.data }),
        ];
        if !prompt.written.is_empty() {
            messages.push(json!({ "role": "assistant", "content": prompt.written }));
            let go_on = "Go on exactly where your text ends. Repeat nothing.";
            messages.push(json!({ "role": "user", "content": go_on }));
        }
        let body = json!({
            "model": endpoint.model,
            "stream": true,
            "stream_options": { "include_usage": true },
            "max_tokens": prompt.max_tokens,
            "temperature": prompt.temperature,
            "messages": messages,
        });
        let request = client
            .post(format!("{}/chat/completions", endpoint.base.trim_end_matches('/')))
            .header(header::ACCEPT, "text/event-stream")
            .json(&body);
        let key = endpoint.key.expose_secret();
        if key.is_empty() { request } else { request.bearer_auth(key) }
    }

    fn breaker(&self) -> MutexGuard<'_, Breaker> {
        self.inner.breaker.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits for a result, up to a limit.
pub async fn within<T>(
    clock: &dyn Clock,
    limit: Duration,
    result: impl Future<Output = T>,
) -> Result<T, ModelError> {
    tokio::select! {
        result = result => Ok(result),
        () = clock.sleep(limit) => Err(ModelError::TimedOut),
    }
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
