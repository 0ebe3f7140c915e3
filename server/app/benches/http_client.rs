//! HTTP/1 and HTTP/2 clients, and sign-in with accounts of the demo.
use std::net::{Ipv4Addr, SocketAddr};

use bytes::Bytes;
use http::{Method, Request, request::Builder};
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http2::{self, SendRequest};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::{TokioExecutor, TokioIo},
};
use serde_json::{Value, json};

/// A request whose body is in memory, so that it can be cloned and sent repeatedly.
pub type HttpRequest = Request<Full<Bytes>>;

/// A client of one server over HTTP/1, with a pool of connections.
#[derive(Clone)]
pub struct HttpClient {
    pub address: SocketAddr,
    /// Session token. If it is empty, calls are anonymous.
    pub token: String,
    connections: Client<HttpConnector, Full<Bytes>>,
}

impl HttpClient {
    /// Creates a client with the token of a session.
    pub fn new(address: SocketAddr, token: &str) -> Self {
        let connections = Client::builder(TokioExecutor::new()).build_http();
        Self { address, token: token.to_owned(), connections }
    }

    pub fn anonymous(address: SocketAddr) -> Self {
        Self::new(address, "")
    }

    /// Signs in as the demo's administrator.
    pub async fn login(address: SocketAddr) -> Self {
        Self::login_as(address, "admin@harborline.example").await
    }

    /// Signs in with an account of the demo. The connection for the call is not kept.
    pub async fn login_as(address: SocketAddr, account: &str) -> Self {
        let client = Self::anonymous(address);
        let answer = client.send(client.login_request(account)).await;
        let answer: Value = serde_json::from_slice(&answer).unwrap();
        Self::new(address, answer["token"].as_str().unwrap())
    }

    /// Sends small packets immediately (`TCP_NODELAY`), with a new pool of connections.
    pub fn with_nodelay(self) -> Self {
        let mut connector = HttpConnector::new();
        connector.set_nodelay(true);
        Self { connections: Client::builder(TokioExecutor::new()).build(connector), ..self }
    }

    fn request(&self, method: Method, path: &str) -> Builder {
        let request = Request::builder().method(method).uri(format!("http://{}{path}", self.address));
        if self.token.is_empty() { request } else { request.header("usertoken", &self.token) }
    }

    pub fn get_request(&self, path: &str) -> HttpRequest {
        self.request(Method::GET, path).body(Full::default()).unwrap()
    }

    /// Builds a sign-in with an account of the demo.
    pub fn login_request(&self, account: &str) -> HttpRequest {
        let body = json!({ "email": account, "password": "parlor-demo-house" });
        self.json_request(Method::POST, "/users/login", &body)
    }

    fn json_request(&self, method: Method, path: &str, body: &Value) -> HttpRequest {
        let request = self.request(method, path).header("content-type", "application/json");
        request.body(Full::from(body.to_string())).unwrap()
    }

    /// Sends a request, which must succeed. Returns the body of the response.
    pub fn send(&self, request: HttpRequest) -> impl Future<Output = Bytes> + use<> {
        let uri = request.uri().clone();
        let response = self.connections.request(request);
        async move {
            let response = response.await.unwrap();
            let status = response.status();
            let body = response.into_body().collect().await.unwrap().to_bytes();
            assert!(status.is_success(), "{uri}: {status} {}", String::from_utf8_lossy(&body));
            body
        }
    }

    pub fn get(&self, path: &str) -> impl Future<Output = Bytes> + use<> {
        self.send(self.get_request(path))
    }

    pub fn send_json(&self, method: Method, path: &str, body: &Value) -> impl Future<Output = Bytes> + use<> {
        self.send(self.json_request(method, path, body))
    }
}

/// Opens an HTTP/2 connection.
pub async fn connect_http2(address: SocketAddr) -> SendRequest<Full<Bytes>> {
    connect_http2_from(Ipv4Addr::LOCALHOST, address).await
}

/// Opens an HTTP/2 connection from this address of the machine.
pub async fn connect_http2_from(own: Ipv4Addr, address: SocketAddr) -> SendRequest<Full<Bytes>> {
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind((own, 0).into()).unwrap();
    let stream = socket.connect(address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let (sender, connection) = http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    sender
}

/// Builds a gRPC call with an empty message.
pub fn grpc_request(address: SocketAddr, path: &str, token: &str) -> HttpRequest {
    Request::post(format!("http://{address}{path}"))
        .header("content-type", "application/grpc")
        .header("te", "trailers")
        .header("usertoken", token)
        .body(Full::<Bytes>::from(&[0; 5][..]))
        .unwrap()
}
