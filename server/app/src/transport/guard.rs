//! Authenticates calls and checks the access policy, before a message is read. Every transport calls through here.
use std::{
    convert::Infallible,
    future::Future,
    panic::AssertUnwindSafe,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Instant,
};

use futures::FutureExt;
use http::{HeaderMap, Request, Response};
use platform::{
    Fault, Metrics,
    access_policy::{AccessTable, Rule, may},
    request::{self, Call},
};
use tonic::{Code, Status, body::Body, service::Routes};
use tower::Service;

use super::{
    idempotency::{self, DEADLINE, IdempotencyLayer},
    origins, xsrf,
};
use crate::{
    identity::caller::{Caller, Callers, Credential},
    incoming_request::Admission,
};

type Admitted = (Option<(Credential, Caller)>, Option<Arc<str>>);

/// The gRPC services behind the access policy. Cheap to clone: each call clones it.
#[derive(Clone)]
pub struct Guard {
    inner: Routes,
    dependencies: Arc<GuardDependencies>,
}

/// What [`Guard`] depends on.
pub struct GuardDependencies {
    /// Which callers each method admits.
    pub access_policy: AccessTable,
    /// Authenticates callers.
    pub callers: Callers,
    /// Replays the answers of calls with an idempotency key.
    pub idempotency: IdempotencyLayer,
    /// Counts calls.
    pub metrics: Metrics,
}

impl<B> Service<Request<B>> for Guard
where
    B: http_body::Body<Data = bytes::Bytes> + Send + 'static,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let this = self.clone();
        let record = CallRecord::of(&self.dependencies, request.uri().path());
        Box::pin(async move {
            let answer = answer_or_failure(this.answer(request)).await;
            if let Some(record) = record {
                record.finish(answer.headers());
            }
            Ok(answer)
        })
    }
}

/// Answers with an error if the call takes too long or panics. A panic would otherwise end the connection without a
/// response.
async fn answer_or_failure(call: impl Future<Output = Response<Body>>) -> Response<Body> {
    match AssertUnwindSafe(tokio::time::timeout(DEADLINE, call)).catch_unwind().await {
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) => Status::deadline_exceeded("This took too long. Try again.").into_http(),
        Err(_) => Status::from(Fault::internal("a call panicked")).into_http(),
    }
}

/// A call that is counted and logged: its method, status and duration, and none of its content.
struct CallRecord {
    dependencies: Arc<GuardDependencies>,
    method: String,
    begun: Instant,
}

impl CallRecord {
    fn of(dependencies: &Arc<GuardDependencies>, path: &str) -> Option<Self> {
        dependencies.access_policy.rule(path)?;
        let method = path.trim_start_matches('/').trim_start_matches("parlor.v1.").to_owned();
        Some(Self { dependencies: dependencies.clone(), method, begun: Instant::now() })
    }

    /// Records the response. A stream has only begun to respond: its final status is not recorded.
    fn finish(self, headers: &HeaderMap) {
        let Self { dependencies, method, begun } = self;
        let status = headers.get("grpc-status").map(|status| Code::from_bytes(status.as_bytes()));
        let (code, took) = (format!("{:?}", status.unwrap_or(Code::Ok)), begun.elapsed());
        dependencies.metrics.call(&method, &code, took);
        tracing::info!(request = request::id(), method, code, ms = took.as_secs_f64() * 1000.0, "called");
    }
}

fn has_credential(headers: &HeaderMap) -> bool {
    ["usertoken", "authorization"].iter().any(|name| headers.contains_key(*name))
}

impl Guard {
    /// Puts the services behind the guard.
    #[must_use]
    pub fn new(inner: Routes, dependencies: GuardDependencies) -> Self {
        Self { inner, dependencies: Arc::new(dependencies) }
    }

    /// Returns what authenticates callers.
    #[must_use]
    pub fn callers(&self) -> &Callers {
        &self.dependencies.callers
    }

    /// Returns which callers each method admits.
    #[must_use]
    pub fn access_policy(&self) -> &AccessTable {
        &self.dependencies.access_policy
    }

    /// Returns why the call would be refused, as far as that is known without the message.
    pub async fn refuses(&self, path: &str, headers: &HeaderMap) -> Option<Status> {
        let rule = self.dependencies.access_policy.rule(path)?;
        if rule.access.token_in_message && !has_credential(headers) {
            return None;
        }
        self.dependencies.admit(rule, headers).await.err().map(Status::from)
    }

    async fn answer<B>(self, mut request: Request<B>) -> Response<Body>
    where
        B: http_body::Body<Data = bytes::Bytes> + Send + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        // Health, reflection and unknown methods have no rule.
        let dependencies = self.dependencies.clone();
        let Some(rule) = dependencies.access_policy.rule(request.uri().path()) else {
            return self.pass(request).await;
        };
        if rule.access.token_in_message && !has_credential(request.headers()) {
            let admission = self.admission(request.uri().path());
            request.extensions_mut().insert(admission);
            return self.pass(request).await;
        }
        let (known, key) = match dependencies.admit(rule, request.headers()).await {
            Ok(admitted) => admitted,
            Err(fault) => return Status::from(fault).into_http(),
        };
        let mut actor = None;
        if let Some((credential, caller)) = known {
            request.extensions_mut().insert(credential);
            request.extensions_mut().insert(caller.actor.clone());
            actor = Some(caller.actor);
            // Only sessions have an account; partners have none.
            if let Some(account) = caller.account {
                request.extensions_mut().insert(account);
            }
        }
        let method = request.uri().path().into();
        request::within(Call { method, key: key.clone(), ..request::current() }, async {
            // A response with a credential is never stored.
            let Some(key) = key.filter(|_| !rule.secret) else { return self.pass(request).await };
            dependencies
                .idempotency
                .answer(rule, actor.as_deref(), &key, request, |request| self.pass(request))
                .await
        })
        .await
    }

    async fn pass<B>(mut self, request: Request<B>) -> Response<Body>
    where
        B: http_body::Body<Data = bytes::Bytes> + Send + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        match self.inner.call(request.map(Body::new)).await {
            Ok(response) => response,
            Err(never) => match never {},
        }
    }

    /// Lets the service authenticate the caller by a token in its message.
    fn admission(&self, path: &str) -> Admission {
        let (dependencies, path) = (self.dependencies.clone(), path.to_owned());
        Admission(Arc::new(move |token| {
            let (dependencies, path) = (dependencies.clone(), path.clone());
            Box::pin(async move {
                let rule = dependencies
                    .access_policy
                    .rule(&path)
                    .ok_or_else(|| Fault::internal("a call lost its rule"))?;
                Ok(dependencies.enter(rule, &Credential::Session(token)).await?.actor)
            })
        }))
    }
}

impl GuardDependencies {
    /// Authenticates a credential and checks the access rule.
    async fn enter(&self, rule: &Rule, credential: &Credential) -> Result<Caller, Fault> {
        let caller = self.callers.admit(credential).await?;
        may(rule, &caller.actor)?;
        Ok(caller)
    }

    /// Authenticates a request, and returns its idempotency key. A public call has no caller.
    async fn admit(&self, rule: &Rule, headers: &HeaderMap) -> Result<Admitted, Fault> {
        if rule.changes {
            xsrf::check(headers)?;
        }
        if rule.access.own_pages_only {
            origins::check()?;
        }
        if rule.access.public {
            return Ok((None, idempotency::key(rule, headers)?));
        }
        let credential = Credential::of(headers)?;
        let caller = self.enter(rule, &credential).await?;
        Ok((Some((credential, caller)), idempotency::key(rule, headers)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn panic_in_a_call() -> Response<Body> {
        panic!("a defect");
    }

    #[tokio::test]
    async fn a_call_that_panics_is_answered_with_an_internal_error() {
        let answer = answer_or_failure(panic_in_a_call()).await;
        let status = Status::from_header_map(answer.headers()).expect("a status");
        assert_eq!(status.code(), Code::Internal);
        assert!(!status.message().contains("defect"), "{status:?}");
    }
}
