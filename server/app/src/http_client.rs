//! The way to other systems: HTTP/1.1, over TLS where the address says so. It follows no redirect.
use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use http_body_util::Full;
use hyper_rustls::{ConfigBuilderExt, HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{self, connect::HttpConnector},
    rt::{TokioExecutor, TokioTimer},
};
use rustls::{ClientConfig, crypto::aws_lc_rs};

/// A connection is made within that.
const CONNECTING: Duration = Duration::from_secs(5);
/// A connection is not used again after that: the other side would close it under a call.
const IDLE: Duration = Duration::from_secs(15);

/// Calls other systems.
pub type Client = legacy::Client<HttpsConnector<HttpConnector>, Full<Bytes>>;

/// One that trusts the roots that browsers trust.
pub fn client() -> Client {
    let mut http = HttpConnector::new();
    http.set_connect_timeout(Some(CONNECTING));
    http.set_nodelay(true);
    http.enforce_http(false);
    let tls = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("the provider speaks TLS 1.2 and 1.3")
        .with_webpki_roots()
        .with_no_client_auth();
    let https =
        HttpsConnectorBuilder::new().with_tls_config(tls).https_or_http().enable_http1().wrap_connector(http);
    legacy::Client::builder(TokioExecutor::new())
        .pool_timer(TokioTimer::new())
        .pool_idle_timeout(IDLE)
        .build(https)
}
