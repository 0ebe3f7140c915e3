//! The way to other systems: HTTP/1.1, over TLS where the address says so. It follows no redirect.
use std::{
    io,
    net::SocketAddr,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use futures::future::BoxFuture;
use http_body_util::Full;
use hyper_rustls::{ConfigBuilderExt, HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{
        self,
        connect::{HttpConnector, dns::GaiResolver, dns::Name},
    },
    rt::{TokioExecutor, TokioTimer},
};
use platform::network_address::is_public;
use rustls::{ClientConfig, crypto::aws_lc_rs};
use tokio::net::lookup_host;
use tower::Service;

/// A connection is made within that.
const CONNECTING: Duration = Duration::from_secs(5);
/// A connection is not used again after that: the other side would close it under a call.
const IDLE: Duration = Duration::from_secs(15);

/// Calls other systems.
pub type Client = legacy::Client<HttpsConnector<HttpConnector<GaiResolver>>, Full<Bytes>>;
/// Calls systems of the public Internet, by name.
pub type PublicClient = legacy::Client<HttpsConnector<HttpConnector<PublicResolver>>, Full<Bytes>>;

/// Resolves names to public addresses: what is connected to is what was checked.
#[derive(Clone)]
pub struct PublicResolver;

impl Service<Name> for PublicResolver {
    type Response = std::vec::IntoIter<SocketAddr>;
    type Error = io::Error;
    type Future = BoxFuture<'static, io::Result<Self::Response>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        Box::pin(async move {
            let found = lookup_host((name.as_str(), 0)).await?;
            let public: Vec<SocketAddr> = found.filter(|address| is_public(address.ip())).collect();
            if public.is_empty() {
                return Err(io::Error::new(
                    io::ErrorKind::PermissionDenied,
                    "the name has no public address",
                ));
            }
            Ok(public.into_iter())
        })
    }
}

/// One that trusts the roots that browsers trust.
pub fn client() -> Client {
    legacy::Client::builder(TokioExecutor::new())
        .pool_timer(TokioTimer::new())
        .pool_idle_timeout(IDLE)
        .build(connector(HttpConnector::new()))
}

/// One that reaches public addresses alone. It takes an IP address in place of a name as it is: check it before.
pub fn public_client() -> PublicClient {
    legacy::Client::builder(TokioExecutor::new())
        .pool_timer(TokioTimer::new())
        .pool_idle_timeout(IDLE)
        .build(connector(HttpConnector::new_with_resolver(PublicResolver)))
}

fn connector<R>(mut http: HttpConnector<R>) -> HttpsConnector<HttpConnector<R>> {
    http.set_connect_timeout(Some(CONNECTING));
    http.set_nodelay(true);
    http.enforce_http(false);
    let tls = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("the provider speaks TLS 1.2 and 1.3")
        .with_webpki_roots()
        .with_no_client_auth();
    HttpsConnectorBuilder::new().with_tls_config(tls).https_or_http().enable_http1().wrap_connector(http)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn names_of_private_addresses_are_not_resolved() {
        let name: Name = "localhost".parse().expect("a name");
        let refused = PublicResolver.call(name).await.expect_err("localhost is private");
        assert_eq!(refused.kind(), io::ErrorKind::PermissionDenied);
    }
}
