//! Authentication and access, before a message is even read. There is no way around it:
//! every transport calls through here.
use std::{
    convert::Infallible,
    future::Future,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use http::{HeaderMap, Request, Response};
use platform::Fault;
use tonic::{Status, body::Body, service::Routes};
use tower::Service;

use super::table::{AccessTable, may};
use crate::session::Sessions;

/// A call that has not begun to answer by then is given up. Streams go on.
const DEADLINE: Duration = Duration::from_secs(30);

/// The gRPC services behind the access table.
#[derive(Clone)]
pub struct Guard {
    /// The services.
    pub inner: Routes,
    /// Who may call what.
    pub table: AccessTable,
    /// Who calls.
    pub sessions: Sessions,
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
        Box::pin(async move {
            let answer = tokio::time::timeout(DEADLINE, this.answer(request)).await;
            Ok(answer
                .unwrap_or_else(|_| Status::deadline_exceeded("This took too long. Try again.").into_http()))
        })
    }
}

impl Guard {
    async fn answer<B>(mut self, mut request: Request<B>) -> Response<Body>
    where
        B: http_body::Body<Data = bytes::Bytes> + Send + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        // Health and reflection are not ours and have no rule; neither has what is not there.
        if let Some(rule) = self.table.rule(request.uri().path())
            && !rule.access.public
        {
            match self.admit(rule, request.headers()).await {
                Ok(account) => {
                    request.extensions_mut().insert(account.actor.clone());
                    request.extensions_mut().insert(account);
                }
                Err(fault) => return Status::from(fault).into_http(),
            }
        }
        match self.inner.call(request.map(Body::new)).await {
            Ok(response) => response,
            Err(never) => match never {},
        }
    }

    async fn admit(
        &self,
        rule: &super::table::Rule,
        headers: &HeaderMap,
    ) -> Result<std::sync::Arc<crate::session::Account>, Fault> {
        let token = headers.get("usertoken").and_then(|token| token.to_str().ok()).unwrap_or_default();
        let account = self.sessions.resolve(token).await?;
        may(rule, &account.actor)?;
        Ok(account)
    }
}
