//! Gives each call its request ID, client address and origin.
use std::{convert::Infallible, net::IpAddr, sync::Arc};

use axum::{Router, extract::Request, response::Response};
use http::{Extensions, HeaderMap, HeaderName, HeaderValue};
use platform::{
    proxies::Proxies,
    request::{self, Call},
};
use tower::{Service, ServiceExt, service_fn};

use super::{acceptor::Peer, origins::AllowedOrigins};

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Runs each call of `service` with its context. `fresh` generates request ids.
pub fn with_call_context<D>(
    service: D,
    fresh: impl Fn() -> String + Clone + Send + Sync + 'static,
    proxies: Proxies,
    pages: AllowedOrigins,
) -> Router
where
    D: Service<Request, Response = Response, Error = Infallible> + Clone + Send + Sync + 'static,
    D::Future: Send,
{
    let (proxies, pages) = (Arc::new(proxies), Arc::new(pages));
    Router::new().fallback_service(service_fn(move |request: Request| {
        let id = request_id(request.headers(), &fresh);
        let origin = origin(request.extensions(), request.headers(), &proxies);
        let is_from_foreign_page = pages.is_foreign(request.uri(), request.headers());
        let call = Call { id, origin, is_from_foreign_page, ..Call::default() };
        answer(call, request, service.clone())
    }))
}

/// Runs a call with its context and adds its request id to the response.
async fn answer<D>(call: Call, request: Request, service: D) -> Result<Response, Infallible>
where
    D: Service<Request, Response = Response, Error = Infallible>,
{
    let method = request.method().clone();
    let (id, begun) = (call.id.clone(), std::time::Instant::now());
    let mut response = request::within(call, service.oneshot(request)).await?;
    // The path is not logged: it may contain the token of a file or a phone number.
    tracing::debug!(request = id, %method, status = response.status().as_u16(), took = ?begun.elapsed(), "answered");
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HeaderName::from_static(request::HEADER), value);
    }
    Ok(response)
}

/// Returns the request id that the caller sent, if it is valid, or else a new one.
fn request_id(headers: &HeaderMap, fresh: impl FnOnce() -> String) -> String {
    let given = headers.get(request::HEADER).and_then(|id| id.to_str().ok());
    let sane = |id: &&str| {
        (8..=64).contains(&id.len())
            && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
    };
    given.filter(sane).map_or_else(fresh, str::to_owned)
}

fn origin(connection: &Extensions, headers: &HeaderMap, proxies: &Proxies) -> Option<IpAddr> {
    let Peer(peer) = *connection.get()?;
    // No proxy writes a value that is not text, so such a value counts as empty.
    let forwarded = headers.get_all(FORWARDED_FOR).iter().map(|value| value.to_str().unwrap_or_default());
    Some(proxies.origin(peer, forwarded))
}

#[cfg(test)]
mod tests {
    use axum::routing::get;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::{TcpListener, TcpStream},
        sync::watch,
    };

    use super::*;
    use crate::transport::acceptor::{self, ServerEdge};

    /// Returns the caller's address that a call gets over a real connection.
    async fn collect_answer(proxies: &[&str], forwarded: &str) -> String {
        let proxies: Vec<String> = proxies.iter().map(|&p| p.to_owned()).collect();
        let origin = get(|| async { format!("{:?}", request::origin()) });
        let proxies = Proxies::read(&proxies).expect("they are right");
        let service = with_call_context(
            Router::new().route("/", origin),
            || "a-fresh-id".into(),
            proxies,
            AllowedOrigins::default(),
        );
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let mut peer = TcpStream::connect(listener.local_addr().expect("its own")).await.expect("it listens");
        let stop = watch::Sender::new(false);
        let stopped = stop.subscribe();
        let serving =
            tokio::spawn(
                async move { acceptor::serve(listener, service, &ServerEdge::default(), stopped).await },
            );
        let call = format!("GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n{forwarded}\r\n");
        peer.write_all(call.as_bytes()).await.expect("it listens");
        let mut response = String::new();
        peer.read_to_string(&mut response).await.expect("it answers");
        stop.send(true).expect("it is served");
        serving.await.expect("it ends");
        response.rsplit("\r\n").next().unwrap_or_default().to_owned()
    }

    #[tokio::test]
    async fn the_callers_address_comes_from_the_connection_or_a_trusted_proxy() {
        let forwarded = "x-forwarded-for: 6.6.6.6\r\nx-forwarded-for: 198.51.100.1, 10.0.0.9\r\n";
        assert_eq!(collect_answer(&[], forwarded).await, "Some(127.0.0.1)");
        assert_eq!(collect_answer(&["127.0.0.0/8"], "").await, "Some(127.0.0.1)");
        assert_eq!(collect_answer(&["127.0.0.0/8", "10.0.0.9"], forwarded).await, "Some(198.51.100.1)");
        assert_eq!(request::origin(), None);
    }
}
