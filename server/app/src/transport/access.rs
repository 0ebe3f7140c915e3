//! Authentication and access, before a message is even read. There is no way around it:
//! every transport calls through here.
use std::{
    convert::Infallible,
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::{Duration, Instant},
};

use http::{HeaderMap, Request, Response};
use platform::{
    Fault, Metrics,
    request::{self, Call},
};
use tonic::{Code, Status, body::Body, service::Routes};
use tower::Service;

use super::{
    once::{self, Once},
    table::{AccessTable, Rule, may},
    xsrf,
};
use crate::{
    call::Admission,
    callers::{Caller, Callers, Credential},
};

/// A call that has not begun to answer by then is given up. Streams go on.
pub const DEADLINE: Duration = Duration::from_secs(30);

type Admitted = (Option<(Credential, Caller)>, Option<Arc<str>>);

/// The gRPC services behind the access table. Cheap to clone, as is done for each call.
#[derive(Clone)]
pub struct Guard {
    inner: Routes,
    means: Arc<Means>,
}

/// What a guard lets in by.
pub struct Means {
    /// Who may call what.
    pub table: AccessTable,
    /// Who calls.
    pub callers: Callers,
    /// Does what comes with an idempotency key once.
    pub once: Once,
    /// Counts what is called.
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
        let noted = Noted::of(&self.means, request.uri().path());
        Box::pin(async move {
            let answer = tokio::time::timeout(DEADLINE, this.answer(request)).await;
            let late = |_| Status::deadline_exceeded("This took too long. Try again.").into_http();
            let answer = answer.unwrap_or_else(late);
            if let Some(noted) = noted {
                noted.answered(answer.headers());
            }
            Ok(answer)
        })
    }
}

/// A call of the contract that is counted and logged: which, how it ended and how long that
/// took, and nothing that it said.
struct Noted {
    means: Arc<Means>,
    method: String,
    begun: Instant,
}

impl Noted {
    fn of(means: &Arc<Means>, path: &str) -> Option<Self> {
        means.table.rule(path)?;
        let method = path.trim_start_matches('/').trim_start_matches("parlor.v1.").to_owned();
        Some(Self { means: means.clone(), method, begun: Instant::now() })
    }

    /// A stream has begun to answer then; how it ends is not known yet.
    fn answered(self, headers: &HeaderMap) {
        let Self { means, method, begun } = self;
        let status = headers.get("grpc-status").map(|status| Code::from_bytes(status.as_bytes()));
        let (code, took) = (format!("{:?}", status.unwrap_or(Code::Ok)), begun.elapsed());
        means.metrics.call(&method, &code, took);
        tracing::info!(request = request::id(), method, code, ms = took.as_secs_f64() * 1000.0, "called");
    }
}

fn shows_something(headers: &HeaderMap) -> bool {
    ["usertoken", "authorization"].iter().any(|name| headers.contains_key(*name))
}

impl Guard {
    /// The services, behind these means.
    #[must_use]
    pub fn new(inner: Routes, means: Means) -> Self {
        Self { inner, means: Arc::new(means) }
    }

    /// Who calls.
    #[must_use]
    pub fn callers(&self) -> &Callers {
        &self.means.callers
    }

    /// Why the caller may not call at all, where that can be told without the message.
    pub async fn refuses(&self, path: &str, headers: &HeaderMap) -> Option<Status> {
        let rule = self.means.table.rule(path)?;
        if rule.access.token_in_message && !shows_something(headers) {
            return None;
        }
        self.means.admit(rule, headers).await.err().map(Status::from)
    }

    async fn answer<B>(self, mut request: Request<B>) -> Response<Body>
    where
        B: http_body::Body<Data = bytes::Bytes> + Send + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        // Health and reflection are not ours and have no rule; neither has what is not there.
        let means = self.means.clone();
        let Some(rule) = means.table.rule(request.uri().path()) else { return self.pass(request).await };
        if rule.access.token_in_message && !shows_something(request.headers()) {
            let admission = self.admission(request.uri().path());
            request.extensions_mut().insert(admission);
            return self.pass(request).await;
        }
        let (known, key) = match means.admit(rule, request.headers()).await {
            Ok(admitted) => admitted,
            Err(fault) => return Status::from(fault).into_http(),
        };
        let mut actor = None;
        if let Some((credential, caller)) = known {
            request.extensions_mut().insert(credential);
            request.extensions_mut().insert(caller.actor.clone());
            actor = Some(caller.actor);
            // Of a session alone: a partner has none.
            if let Some(account) = caller.account {
                request.extensions_mut().insert(account);
            }
        }
        let Some(key) = key else { return self.pass(request).await };
        request::within(Call { key: Some(key.clone()), ..request::current() }, async {
            // A credential is shown this once.
            if rule.secret {
                return self.pass(request).await;
            }
            means.once.answer(rule, actor.as_deref(), &key, request, |request| self.pass(request)).await
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

    /// Has the service let the caller in, by the token in its message.
    fn admission(&self, path: &str) -> Admission {
        let (means, path) = (self.means.clone(), path.to_owned());
        Admission(Arc::new(move |token| {
            let (means, path) = (means.clone(), path.clone());
            Box::pin(async move {
                let rule = means.table.rule(&path).ok_or_else(|| Fault::internal("a call lost its rule"))?;
                Ok(means.enter(rule, &Credential::Session(token)).await?.actor)
            })
        }))
    }
}

impl Means {
    /// Whom a credential stands for, if the call is for them.
    async fn enter(&self, rule: &Rule, credential: &Credential) -> Result<Caller, Fault> {
        let caller = self.callers.admit(credential).await?;
        may(rule, &caller.actor)?;
        Ok(caller)
    }

    /// Who calls and with what, nobody in particular where anybody may, and with which
    /// idempotency key.
    async fn admit(&self, rule: &Rule, headers: &HeaderMap) -> Result<Admitted, Fault> {
        if rule.changes {
            xsrf::check(headers)?;
        }
        if rule.access.public {
            return Ok((None, once::key(rule, headers)?));
        }
        let credential = Credential::of(headers)?;
        let caller = self.enter(rule, &credential).await?;
        Ok((Some((credential, caller)), once::key(rule, headers)?))
    }
}
