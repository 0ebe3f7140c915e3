//! Calls of the demo's administrator.
use std::net::SocketAddr;

use bytes::Bytes;
use http::{Method, Request};
use http_body_util::{BodyExt, Full};
use hyper_util::{
    client::legacy::{self, connect::HttpConnector},
    rt::TokioExecutor,
};
use serde_json::Value;

use crate::common::login;

pub struct Client {
    pub address: SocketAddr,
    http: legacy::Client<HttpConnector, Full<Bytes>>,
    token: String,
}

impl Client {
    pub async fn new(address: SocketAddr) -> Self {
        let http = legacy::Client::builder(TokioExecutor::new()).build_http();
        Self { address, http, token: login(address).await }
    }

    /// Makes a call that must succeed. Returns its response.
    pub async fn call(&self, method: Method, path: &str, body: Option<Value>) -> Value {
        let request = Request::builder()
            .method(method)
            .uri(format!("http://{}{path}", self.address))
            .header("usertoken", &self.token)
            .header("content-type", "application/json")
            .body(Full::from(body.map(|body| body.to_string()).unwrap_or_default()))
            .unwrap();
        let response = self.http.request(request).await.unwrap();
        let status = response.status();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        assert!(status.is_success(), "{path}: {status} {}", String::from_utf8_lossy(&body));
        serde_json::from_slice(&body).unwrap()
    }

    /// Makes a call in the background.
    pub fn send(&self, request: Request<Full<Bytes>>) {
        let response = self.http.request(request);
        tokio::spawn(async move {
            let response = response.await.unwrap();
            assert!(response.status().is_success(), "{}", response.status());
            response.into_body().collect().await.unwrap();
        });
    }
}
