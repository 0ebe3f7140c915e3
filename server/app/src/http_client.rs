//! HTTP/1.1 clients for calls to other systems, with TLS for https addresses. They neither follow redirects nor retry.
use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use bytes::{Bytes, BytesMut};
use hyper_rustls::ConfigBuilderExt;
use platform::network_address::is_public;
use reqwest::{
    Client, ClientBuilder, Response,
    dns::{Addrs, Name, Resolve, Resolving},
    redirect, retry,
};
use rustls::{ClientConfig, crypto::aws_lc_rs};
use tokio::net::lookup_host;

/// Maximum time to connect.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Time after which an idle connection is not used again, because the server might close it during a call.
const IDLE_TIMEOUT: Duration = Duration::from_secs(15);

/// Returns a client that trusts the roots that browsers trust.
pub fn client() -> Client {
    build(builder())
}

/// Returns a client with a timeout for each call.
pub fn client_with_timeout(timeout: Duration) -> Client {
    build(builder().timeout(timeout))
}

/// Returns a client that connects only to public addresses. The check applies to names; callers must check a URL with
/// an IP address themselves.
pub fn public_client() -> Client {
    build(builder().dns_resolver(PublicResolver))
}

/// Why a response could not be read.
#[derive(Debug, PartialEq, Eq)]
pub enum ReadError {
    /// It is larger than allowed.
    TooLong,
    /// The connection broke.
    Interrupted,
}

/// Reads a response of at most `max` bytes.
///
/// # Errors
/// Both of [`ReadError`].
pub async fn read(mut response: Response, max: usize) -> Result<Bytes, ReadError> {
    if response.content_length().is_some_and(|length| length > max as u64) {
        return Err(ReadError::TooLong);
    }
    let mut body = BytesMut::new();
    while let Some(chunk) = response.chunk().await.map_err(|_| ReadError::Interrupted)? {
        if body.len() + chunk.len() > max {
            return Err(ReadError::TooLong);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body.freeze())
}

/// Resolves names to public addresses only. The client connects to exactly the addresses that were checked.
struct PublicResolver;

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = lookup_host((name.as_str(), 0)).await?;
            let public: Vec<SocketAddr> = found.filter(|address| is_public(address.ip())).collect();
            if public.is_empty() {
                let words = "the name has no public address";
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, words).into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

fn builder() -> ClientBuilder {
    let tls = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("the provider speaks TLS 1.2 and 1.3")
        .with_webpki_roots()
        .with_no_client_auth();
    Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(redirect::Policy::none())
        .retry(retry::never())
        .no_proxy()
        .http1_only()
        .connect_timeout(CONNECT_TIMEOUT)
        .pool_idle_timeout(IDLE_TIMEOUT)
}

fn build(builder: ClientBuilder) -> Client {
    builder.build().expect("a client without a proxy and with its own certificates can be built")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn names_of_private_addresses_are_not_resolved() {
        let name: Name = "localhost".parse().expect("a name");
        let Err(refused) = PublicResolver.resolve(name).await else { panic!("localhost is private") };
        let refused = refused.downcast::<io::Error>().expect("an error of the resolver");
        assert_eq!(refused.kind(), io::ErrorKind::PermissionDenied);
    }
}
