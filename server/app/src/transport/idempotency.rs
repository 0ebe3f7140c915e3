//! Executes a call once per idempotency key: a repeated call gets the first answer again, over any transport.
//!
//! A call runs in a task of its own, so that its answer is stored even if the caller does not wait for it. Failures
//! that a retry may resolve are not stored.
use std::{convert::Infallible, future::Future, panic::AssertUnwindSafe, sync::Arc, time::Duration};

use bytes::Bytes;
use futures::FutureExt;
use http::{HeaderMap, HeaderName, HeaderValue, Request, Response, header};
use http_body::Frame;
use http_body_util::{BodyExt, Full, StreamBody};
use platform::{
    Actor, ErrorReason, Fault,
    access_policy::Rule,
    idempotency::{self, Claim, KeyState, KeyedRequest, StoredResponse},
    request,
};
use prost::Message;
use prost_reflect::{DynamicMessage, MessageDescriptor};
use sha2::{Digest, Sha256};
use tokio::{
    sync::Notify,
    time::{Instant, timeout, timeout_at},
};
use tonic::{Code, Status, body::Body};

use super::body_limit;
use crate::{context::Context, incoming_request::asserted_community};

/// A call that has not begun to respond after this time is aborted. Streams continue.
pub const DEADLINE: Duration = Duration::from_secs(30);
/// The header that carries the key.
pub const KEY: &str = "idempotency-key";
/// The header of a replayed answer.
pub const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

const MAX_KEY_CHARS: usize = 128;
/// Other servers do not notify this one, so the state is polled with growing intervals.
const FIRST_POLL: Duration = Duration::from_millis(10);
const MAX_POLL: Duration = Duration::from_millis(500);

/// Executes calls once per key.
#[derive(Clone)]
pub struct IdempotencyLayer {
    context: Context,
    patience: Duration,
    done: Arc<Notify>,
}

/// Returns the idempotency key of a call, if the method takes one.
///
/// # Errors
/// `INVALID_ARGUMENT` if the key is malformed.
pub fn key(rule: &Rule, headers: &HeaderMap) -> Result<Option<Arc<str>>, Fault> {
    let Some(given) = headers.get(KEY).filter(|_| rule.keyed) else { return Ok(None) };
    let sane = |key: &&str| {
        (1..=MAX_KEY_CHARS).contains(&key.len()) && key.bytes().all(|b| (b' '..=b'~').contains(&b))
    };
    match given.to_str().ok().filter(sane) {
        Some(key) => Ok(Some(key.into())),
        None => Err(Fault::field(
            KEY,
            "Send 1 to 128 printable ASCII characters, and a new key for each operation.",
        )),
    }
}

impl IdempotencyLayer {
    /// Creates the layer. `patience` is the maximum time that a call waits for another one with its key.
    #[must_use]
    pub fn new(context: Context, patience: Duration) -> Self {
        Self { context, patience, done: Arc::new(Notify::new()) }
    }

    /// Returns the answer to a call with a key: the stored one if there is one, or else that of `run`.
    pub async fn answer<B, F>(
        &self,
        rule: &Rule,
        actor: Option<&Actor>,
        key: &str,
        request: Request<B>,
        run: impl FnOnce(Request<Body>) -> F,
    ) -> Response<Body>
    where
        B: http_body::Body<Data = Bytes> + Send + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
        F: Future<Output = Response<Body>> + Send + 'static,
    {
        let (parts, body) = request.into_parts();
        let most = body_limit::max_bytes(parts.uri.path()) + body_limit::PREFIX;
        let body = match body_limit::read(axum::body::Body::new(body), most).await {
            Ok(body) => body,
            Err(status) => return status.into_http(),
        };
        let keyed = KeyedRequest {
            company: actor.map(|actor| actor.company.to_string()).unwrap_or_default(),
            caller: actor.map(|actor| actor.id.to_string()).unwrap_or_default(),
            key: key.to_owned(),
            digest: digest(parts.uri.path(), asserted_community(&parts.headers), &rule.input, &body),
        };
        let call = run(Request::from_parts(parts, Body::new(Full::new(body))));
        self.execute_once(keyed, call).await.unwrap_or_else(|fault| Status::from(fault).into_http())
    }

    /// Executes the call if it can claim its key. Otherwise waits for the answer of the call that has claimed it.
    async fn execute_once<F>(&self, keyed: KeyedRequest, mut call: F) -> Result<Response<Body>, Fault>
    where
        F: Future<Output = Response<Body>> + Send + 'static,
    {
        let Context { db, clock, .. } = &self.context;
        let until = Instant::now() + self.patience;
        let mut pause = FIRST_POLL;
        // Most keys are new, so the first round skips the lookup.
        let mut state = KeyState::Free;
        loop {
            let done = self.done.notified();
            if !matches!(state, KeyState::Free) {
                state = idempotency::find(db, &keyed, clock.now()).await?;
            }
            if matches!(state, KeyState::Free) {
                // A separate task, so that a claimed call is executed even if the caller disconnects.
                let attempt = request::within(request::current(), self.clone().attempt(keyed.clone(), call));
                match tokio::spawn(attempt).await.map_err(Fault::internal)?? {
                    Attempt::Done(response) => return Ok(response),
                    Attempt::NotClaimed(current, unused) => (state, call) = (current, unused),
                }
            }
            if let KeyState::Answered(answer) = state {
                return Ok(to_response(answer, true));
            }
            if Instant::now() >= until {
                let words = "This operation is still running. Retry with the same idempotency key.";
                return Err(Fault::not_now(ErrorReason::StillUnderway, words));
            }
            let _ = timeout_at(until.min(Instant::now() + pause), done).await;
            pause = MAX_POLL.min(pause * 2);
        }
    }

    /// Executes the call if it can claim its key.
    async fn attempt<F>(self, keyed: KeyedRequest, call: F) -> Result<Attempt<F>, Fault>
    where
        F: Future<Output = Response<Body>> + Send + 'static,
    {
        let Context { db, clock, ids, .. } = &self.context;
        let claim = match idempotency::claim(db, ids, &keyed, clock.now()).await? {
            KeyState::Claimed(claim) => claim,
            other => return Ok(Attempt::NotClaimed(other, call)),
        };
        let call = idempotency::within(claim.clone(), async { collect_answer(call.await).await });
        let answer = match AssertUnwindSafe(timeout(DEADLINE, call)).catch_unwind().await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => refused(&Status::deadline_exceeded("This took too long. Try again.")),
            Err(_) => refused(&Fault::internal("a call panicked").into()),
        };
        // Anyone can make calls without a session, so their refusals are not stored.
        let is_final = is_an_answer(&answer) && (!keyed.caller.is_empty() || answer.code == Code::Ok as i32);
        self.settle(&claim, &answer, is_final).await;
        Ok(Attempt::Done(to_response(answer, false)))
    }

    /// Stores the answer if it is final, and otherwise releases the key.
    async fn settle(&self, claim: &Claim, answer: &StoredResponse, is_final: bool) {
        let Context { db, clock, .. } = &self.context;
        let settled = match is_final {
            true => idempotency::store_answer(db, claim, answer).await,
            false => idempotency::release(db, claim, clock.now()).await,
        };
        // After an error, the claim ends when its lease expires.
        if let Err(fault) = settled {
            tracing::warn!(request = request::id(), %fault, "could not store the answer of a call");
        }
        self.done.notify_waiters();
    }
}

/// The result of an attempt to execute a call: its answer, or the state of its key and the call for another attempt.
enum Attempt<F> {
    Done(Response<Body>),
    NotClaimed(KeyState, F),
}

/// Returns whether an answer is final, so that it is stored. Failures that a retry may resolve are not final.
fn is_an_answer(answer: &StoredResponse) -> bool {
    !matches!(
        Code::from_i32(answer.code),
        Code::Unavailable
            | Code::Internal
            | Code::Unknown
            | Code::DataLoss
            | Code::DeadlineExceeded
            | Code::Cancelled
            | Code::ResourceExhausted
    )
}

/// Returns the digest that identifies a request: of the method, the `community` header and the message, regardless of
/// how the message is encoded.
fn digest(path: &str, community: Option<String>, input: &MessageDescriptor, body: &[u8]) -> String {
    let message = body.get(body_limit::PREFIX..).unwrap_or_default();
    let plain = DynamicMessage::decode(input.clone(), message).map(|message| message.encode_to_vec());
    let mut hash = Sha256::new();
    hash.update(path);
    hash.update([0]);
    if let Some(community) = community {
        hash.update(community);
        hash.update([0]);
    }
    hash.update(plain.as_deref().unwrap_or(body));
    hex::encode(hash.finalize())
}

/// Reads the whole response of a call.
async fn collect_answer(response: Response<Body>) -> StoredResponse {
    if let Some(status) = Status::from_header_map(response.headers()) {
        return refused(&status);
    }
    let collected = match response.into_body().collect().await {
        Ok(collected) => collected,
        Err(status) => return refused(&status),
    };
    match collected.trailers().and_then(Status::from_header_map) {
        Some(status) if status.code() == Code::Ok => {
            let body = collected.to_bytes().to_vec();
            StoredResponse { code: Code::Ok.into(), message: String::new(), details: Vec::new(), body }
        }
        Some(status) => refused(&status),
        None => refused(&Fault::internal("a call ended without a status").into()),
    }
}

fn refused(status: &Status) -> StoredResponse {
    let (code, message) = (status.code().into(), status.message().to_owned());
    StoredResponse { code, message, details: status.details().to_vec(), body: Vec::new() }
}

/// Converts an answer to a gRPC response.
fn to_response(answer: StoredResponse, replayed: bool) -> Response<Body> {
    let mut response = match Code::from_i32(answer.code) {
        Code::Ok => {
            let trailers = HeaderMap::from_iter([(Status::GRPC_STATUS, HeaderValue::from_static("0"))]);
            // A stream, because gRPC-web omits the trailers after a body of known length.
            let frames = [Frame::data(Bytes::from(answer.body)), Frame::trailers(trailers)];
            let body = StreamBody::new(futures::stream::iter(frames.map(Ok::<_, Infallible>)));
            let mut response = Response::new(Body::new(body));
            let grpc = HeaderValue::from_static("application/grpc");
            response.headers_mut().insert(header::CONTENT_TYPE, grpc);
            response
        }
        code => Status::with_details(code, answer.message, answer.details.into()).into_http(),
    };
    if replayed {
        response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_requests_have_equal_digests_in_any_encoding() {
        let login = contract::POOL.get_message_by_name("parlor.v1.LoginRequest").expect("it is there");
        let about = |community: Option<&str>, path: &str, message: &[u8]| {
            digest(path, community.map(str::to_owned), &login, &[&[0; 5], message].concat())
        };
        let digest = |path: &str, message: &[u8]| about(None, path, message);
        let (email, password) = (b"\x0a\x01a", b"\x12\x01b");
        let plain = digest("/Login", &[&email[..], password].concat());
        assert_eq!(digest("/Login", &[&password[..], email].concat()), plain);
        assert_ne!(digest("/Logout", &[&email[..], password].concat()), plain);
        assert_ne!(digest("/Login", &email[..]), plain);
        assert_ne!(about(Some("harbor-row"), "/Login", &[&email[..], password].concat()), plain);
        // A message that cannot be decoded is compared byte by byte.
        assert_ne!(digest("/Login", b"\x0a\xff"), digest("/Login", b"\x0a\xfe"));
    }
}
