//! Requests to association software, with limits on pace, time and size, and without redirects.
use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use http::{HeaderMap, header};
use platform::{Clock, ids::CompanyId};
use reqwest::{Client, RequestBuilder};

use super::{outgoing_request::WriteError, pacer::Pacer, software::SoftwareError};
use crate::http_client;

/// Timeout of a request.
const TIMEOUT: Duration = Duration::from_secs(15);
/// Maximum size of a response. A page of 1,000 owners of Buildium is several times smaller.
const MAX_BYTES: usize = 16 << 20;
/// Number of times that a request is sent at most.
const MAX_TRIES: u32 = 3;
/// Delay before the second try. It doubles with each further one.
const MIN_PAUSE: Duration = Duration::from_millis(300);
/// Maximum seconds of a `Retry-After` that a request waits for.
const MAX_WAIT: u64 = 5;

/// How the failures of a software are explained to staff.
#[derive(Clone, Copy)]
pub struct Explanations {
    /// Name of the software.
    pub name: &'static str,
    /// Returns why a status means that the credential or its permissions are rejected; `None` if it means something
    /// else.
    pub denial: fn(u16) -> Option<&'static str>,
    /// Returns the software's own explanation in a response as a further sentence; empty if there is none, or none that
    /// may be shown.
    pub own_words: fn(&[u8]) -> String,
}

impl Explanations {
    /// Returns the error for calls that take too long.
    fn late(&self) -> SoftwareError {
        SoftwareError::Away(format!("{} did not answer in time.", self.name))
    }

    /// Returns the error for a response that has another form than documented.
    pub fn unreadable(&self) -> SoftwareError {
        SoftwareError::Away(format!("{}'s answer could not be understood.", self.name))
    }
}

/// Sends requests to a software. Clones share connections and pace.
#[derive(Clone)]
pub struct SoftwareClient {
    client: Client,
    base: Arc<str>,
    clock: Arc<dyn Clock>,
    pacer: Arc<Pacer>,
    explanations: Explanations,
}

/// The body of a request.
pub struct Body {
    pub content_type: &'static str,
    pub text: String,
}

/// A response that is no error.
pub struct Answer {
    pub headers: HeaderMap,
    /// Empty for a response without content.
    pub body: Bytes,
}

/// Why a try failed, and whether another one may succeed.
struct Failure {
    error: SoftwareError,
    is_transient: bool,
    /// Whether the software has nothing at the path.
    is_missing: bool,
    /// Whether the software may have carried out the request all the same.
    may_have_arrived: bool,
}

impl SoftwareClient {
    pub fn new(base: &str, clock: Arc<dyn Clock>, explanations: Explanations) -> Self {
        let base = base.trim_end_matches('/').into();
        Self { client: http_client::client(), base, clock, pacer: Arc::default(), explanations }
    }

    /// Reads a path, which may have a query. `sign` adds the headers of the credential. A request that fails for a
    /// reason that may pass is sent again.
    pub async fn get(
        &self,
        company: &CompanyId,
        path: &str,
        sign: impl Fn(RequestBuilder) -> RequestBuilder + Send,
    ) -> Result<Answer, SoftwareError> {
        self.try_get(company, path, sign).await.map_err(|failure| failure.error)
    }

    /// Reads a path as [`get`](Self::get) does. Returns `None` if the software has nothing there.
    pub async fn find(
        &self,
        company: &CompanyId,
        path: &str,
        sign: impl Fn(RequestBuilder) -> RequestBuilder + Send,
    ) -> Result<Option<Answer>, SoftwareError> {
        match self.try_get(company, path, sign).await {
            Ok(answer) => Ok(Some(answer)),
            Err(Failure { is_missing: true, .. }) => Ok(None),
            Err(Failure { error, .. }) => Err(error),
        }
    }

    async fn try_get(
        &self,
        company: &CompanyId,
        path: &str,
        sign: impl Fn(RequestBuilder) -> RequestBuilder + Send,
    ) -> Result<Answer, Failure> {
        let mut tries = 0;
        loop {
            self.pacer.wait(company).await;
            let request = self.client.get(format!("{}{path}", self.base));
            let request = sign(request.header(header::ACCEPT, "application/json"));
            let failure = match self.attempt(request).await {
                Ok(answer) => return Ok(answer),
                Err(failure) => failure,
            };
            tries += 1;
            match pause(&failure.error, tries) {
                Some(pause) if failure.is_transient && tries < MAX_TRIES => tokio::time::sleep(pause).await,
                _ => return Err(failure),
            }
        }
    }

    /// Returns the client with other explanations. Both share their connections and pace.
    #[must_use]
    pub fn explained_by(&self, explanations: Explanations) -> Self {
        Self { explanations, ..self.clone() }
    }

    /// Sends a form to a path, once, because sending it again could have another effect.
    pub async fn post_form(
        &self,
        company: &CompanyId,
        path: &str,
        form: String,
    ) -> Result<Answer, SoftwareError> {
        let body = Body { content_type: "application/x-www-form-urlencoded", text: form };
        self.post(company, path, body, |request| request).await.map_err(|failed| failed.error)
    }

    /// Sends a body to a path, which may have a query, once. `sign` adds the headers of the credential.
    pub async fn post(
        &self,
        company: &CompanyId,
        path: &str,
        body: Body,
        sign: impl FnOnce(RequestBuilder) -> RequestBuilder + Send,
    ) -> Result<Answer, WriteError> {
        self.pacer.wait(company).await;
        let request = self
            .client
            .post(format!("{}{path}", self.base))
            .header(header::ACCEPT, "application/json")
            .header(header::CONTENT_TYPE, body.content_type)
            .body(body.text);
        let Failure { error, may_have_arrived, .. } = match self.attempt(sign(request)).await {
            Ok(answer) => return Ok(answer),
            Err(failure) => failure,
        };
        Err(WriteError { error, may_have_arrived })
    }

    /// Limits the time of several calls by the monotonic clock; single calls also end by the wall clock.
    pub async fn within<T>(
        &self,
        timeout: Duration,
        calls: impl Future<Output = Result<T, SoftwareError>>,
    ) -> Result<T, SoftwareError> {
        match tokio::time::timeout(timeout, calls).await {
            Ok(result) => result,
            Err(_) => Err(self.explanations.late()),
        }
    }

    async fn attempt(&self, request: RequestBuilder) -> Result<Answer, Failure> {
        let too_late = || {
            let error = self.explanations.late();
            Err(Failure { error, is_transient: false, is_missing: false, may_have_arrived: true })
        };
        tokio::select! {
            answer = answer(request, &self.explanations) => answer,
            () = self.clock.sleep(TIMEOUT) => too_late(),
        }
    }
}

/// Returns the delay before another try; `None` if the software asks for a longer one than a call can wait.
fn pause(error: &SoftwareError, tries: u32) -> Option<Duration> {
    match error {
        SoftwareError::Busy { wait: Some(seconds), .. } => {
            (*seconds <= MAX_WAIT).then(|| Duration::from_secs((*seconds).max(1)))
        }
        SoftwareError::Busy { wait: None, .. } => Some(Duration::from_secs(1)),
        _ => Some(MIN_PAUSE * 2_u32.pow(tries.min(MAX_TRIES) - 1)),
    }
}

/// Sends a request. Its URL may contain a credential, so nothing of the underlying errors is kept.
async fn answer(request: RequestBuilder, explanations: &Explanations) -> Result<Answer, Failure> {
    let name = explanations.name;
    let away = |words: String, may_have_arrived| Failure {
        error: SoftwareError::Away(words),
        is_transient: true,
        is_missing: false,
        may_have_arrived,
    };
    let broke = || away(format!("The connection to {name} broke."), true);
    let response = request.send().await.map_err(|error| {
        if error.is_connect() { away(format!("{name} could not be reached."), false) } else { broke() }
    })?;
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let body = http_client::read(response, MAX_BYTES).await.map_err(|error| match error {
        http_client::ReadError::TooLong => {
            let words = format!("{name}'s answer is too large.");
            let error = SoftwareError::Away(words);
            Failure { error, is_transient: false, is_missing: false, may_have_arrived: true }
        }
        http_client::ReadError::Interrupted => broke(),
    })?;
    if (200..300).contains(&status) {
        return Ok(Answer { headers, body });
    }
    Err(refusal(explanations, status, &headers, &body))
}

/// Returns what an error response means.
fn refusal(explanations: &Explanations, status: u16, headers: &HeaderMap, body: &[u8]) -> Failure {
    let Explanations { name, denial, own_words } = explanations;
    let own = own_words(body);
    let error = match (status, denial(status)) {
        (429, _) => {
            let wait = retry_after(headers);
            let when =
                wait.map_or_else(|| "in a moment".to_owned(), |seconds| format!("in {seconds} seconds"));
            SoftwareError::Busy { words: format!("{name} is busy. Try again {when}."), wait }
        }
        (_, Some(words)) => SoftwareError::Denied(format!("{words}{own}")),
        (408 | 500..=599, _) => SoftwareError::Away(format!("{name} failed ({status}).{own}")),
        (300..=399, _) => SoftwareError::Away(format!("{name}'s address leads to another one.")),
        _ => SoftwareError::Invalid(format!("{name} refused the request ({status}).{own}")),
    };
    Failure {
        error,
        is_transient: matches!(status, 408 | 429 | 500..=599),
        is_missing: matches!(status, 404 | 410),
        may_have_arrived: matches!(status, 408 | 500..=599),
    }
}

/// Returns the seconds of `Retry-After`. A date is ignored, because clocks may differ.
fn retry_after(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXPLANATIONS: Explanations = Explanations {
        name: "Buildium",
        denial: |status| (status == 401).then_some("The key is not accepted."),
        own_words: |body| if body.is_empty() { String::new() } else { " Buildium says: No.".to_owned() },
    };

    fn error(status: u16, body: &str) -> SoftwareError {
        refusal(&EXPLANATIONS, status, &HeaderMap::new(), body.as_bytes()).error
    }

    #[test]
    fn an_error_response_is_explained() {
        let words = |status, body| error(status, body).words().to_owned();
        assert_eq!(words(422, "no"), "Buildium refused the request (422). Buildium says: No.");
        assert_eq!(words(500, ""), "Buildium failed (500).");
        assert_eq!(words(302, "no"), "Buildium's address leads to another one.");
        assert_eq!(error(401, ""), SoftwareError::Denied("The key is not accepted.".to_owned()));
    }

    #[test]
    fn only_a_request_that_was_refused_or_not_sent_has_no_effect() {
        let may_have_arrived =
            |status| refusal(&EXPLANATIONS, status, &HeaderMap::new(), b"").may_have_arrived;
        assert_eq!([400, 401, 422, 429].map(may_have_arrived), [false; 4]);
        assert_eq!([408, 500, 502, 504].map(may_have_arrived), [true; 4]);
    }

    #[test]
    fn only_a_path_that_does_not_exist_is_missing() {
        let is_missing = |status| refusal(&EXPLANATIONS, status, &HeaderMap::new(), b"").is_missing;
        assert_eq!([404, 410].map(is_missing), [true; 2]);
        assert_eq!([400, 401, 403, 429, 500].map(is_missing), [false; 5]);
    }

    #[test]
    fn a_busy_server_is_waited_for_as_long_as_it_says_but_not_longer_than_a_call_can() {
        let busy = |wait| SoftwareError::Busy { words: String::new(), wait };
        assert_eq!(pause(&busy(Some(2)), 1), Some(Duration::from_secs(2)));
        assert_eq!(pause(&busy(Some(0)), 1), Some(Duration::from_secs(1)));
        assert_eq!(pause(&busy(Some(60)), 1), None);
        let away = SoftwareError::Away(String::new());
        assert_eq!((pause(&away, 1), pause(&away, 2)), (Some(MIN_PAUSE), Some(MIN_PAUSE * 2)));
    }
}
