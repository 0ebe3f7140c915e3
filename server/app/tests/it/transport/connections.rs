//! Connections: TLS, slow peers, and limits.
use std::{path::PathBuf, sync::Arc, time::Duration};

use app::transport::{Limits, ServerEdge};
use bytes::Bytes;
use contract::v1::{GetCurrentUserRequest, session_service_client::SessionServiceClient};
use http::{Request, Version};
use http_body_util::{BodyExt, Full};
use hyper_util::rt::{TokioExecutor, TokioIo};
use rustls::{ClientConfig, RootCertStore, crypto::aws_lc_rs};
use rustls_pki_types::{CertificateDer, ServerName, pem::PemObject};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};
use tokio_rustls::{TlsConnector, client::TlsStream};

use crate::support::*;

/// Long enough for a request, short enough to wait for.
const SHORT: Duration = Duration::from_millis(300);

/// Files with a certificate for `localhost` and its key.
struct Certificate {
    folder: tempfile::TempDir,
    pem: String,
}

impl Certificate {
    fn make() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        std::fs::write(folder.path().join("cert.pem"), made.cert.pem()).unwrap();
        std::fs::write(folder.path().join("key.pem"), made.signing_key.serialize_pem()).unwrap();
        Self { folder, pem: made.cert.pem() }
    }

    fn files(&self) -> (PathBuf, PathBuf) {
        (self.folder.path().join("cert.pem"), self.folder.path().join("key.pem"))
    }

    fn edge(&self, limits: Limits) -> ServerEdge {
        let (certificate, key) = self.files();
        let tls = Some(platform::tls::read(&certificate, &key).unwrap());
        ServerEdge { tls, https: true, limits, ..ServerEdge::default() }
    }

    /// Opens a TLS connection that trusts the certificate and negotiates this protocol.
    async fn connect(&self, server: &TestServer, protocol: &str) -> TlsStream<TcpStream> {
        let mut roots = RootCertStore::empty();
        roots.add(CertificateDer::from_pem_slice(self.pem.as_bytes()).unwrap()).unwrap();
        let mut client = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        client.alpn_protocols = vec![protocol.as_bytes().to_vec()];
        let stream = TcpStream::connect(server.address).await.unwrap();
        let name = ServerName::try_from("localhost").unwrap();
        let stream = TlsConnector::from(Arc::new(client)).connect(name, stream).await.unwrap();
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(protocol.as_bytes()));
        stream
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rest_and_grpc_are_served_over_tls() {
    let certificate = Certificate::make();
    let server = TestServer::with_edge(certificate.edge(Limits::default()), Engine::Sqlite).await;

    let stream = TokioIo::new(certificate.connect(&server, "http/1.1").await);
    let (mut rest, connection) = hyper::client::conn::http1::handshake(stream).await.unwrap();
    tokio::spawn(connection);
    let login = json!({ "email": "admin@harborline.example", "password": PASSWORD }).to_string();
    let request = Request::post("/users/login").header("host", "localhost");
    let request = request.header("content-type", "application/json");
    let request = request.body(Full::<Bytes>::from(login)).unwrap();
    let answer = rest.send_request(request).await.unwrap();
    assert_eq!((answer.status().as_u16(), answer.version()), (200, Version::HTTP_11));
    let answer: Value =
        serde_json::from_slice(&answer.into_body().collect().await.unwrap().to_bytes()).unwrap();

    // gRPC with its own client.
    let stream = TokioIo::new(certificate.connect(&server, "h2").await);
    let mut stream = Some(stream);
    let once = tower::service_fn(move |_: http::Uri| {
        let stream = stream.take().ok_or_else(|| std::io::Error::other("one connection is enough"));
        async move { stream }
    });
    let endpoint = tonic::transport::Endpoint::from_static("http://localhost");
    let mut grpc = SessionServiceClient::new(endpoint.connect_with_connector(once).await.unwrap());
    let mut call = tonic::Request::new(GetCurrentUserRequest {});
    call.metadata_mut().insert("usertoken", answer["token"].as_str().unwrap().parse().unwrap());
    let user = grpc.get_current_user(call).await.unwrap().into_inner().user.unwrap();
    assert_eq!(json!(user.id), answer["user"]["_id"]);

    // No unencrypted connections.
    let mut plain = TcpStream::connect(server.address).await.unwrap();
    plain.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    let mut received = Vec::new();
    let _ = within("the connection is closed", plain.read_to_end(&mut received)).await;
    assert!(!String::from_utf8_lossy(&received).contains("SERVING"), "{received:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_calls_share_one_http2_connection() {
    let server = TestServer::open(Engine::Sqlite).await;
    let stream = TcpStream::connect(server.address).await.unwrap();
    let (client, connection) =
        hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    let calls = (0..300).map(|_| {
        let mut client = client.clone();
        async move {
            let request = Request::get(format!("http://{}/healthz", server.address));
            client.send_request(request.body(Full::<Bytes>::default()).unwrap()).await.unwrap().status()
        }
    });
    let answers = within("all calls are answered", futures::future::join_all(calls)).await;
    assert!(answers.iter().all(|status| *status == 200));
}

/// Returns whether the server closes the connection of a peer that sends only this.
async fn is_closed(server: &TestServer, bytes: &[u8]) -> bool {
    let mut peer = TcpStream::connect(server.address).await.unwrap();
    // The connection may be closed before everything is sent.
    let _ = peer.write_all(bytes).await;
    timeout(TIMEOUT, peer.read_to_end(&mut Vec::new())).await.is_ok()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_with_an_incomplete_request_is_closed() {
    let limits = Limits { head: SHORT, ..Limits::default() };
    let server = TestServer::with_edge(ServerEdge { limits, ..ServerEdge::default() }, Engine::Sqlite).await;
    for bytes in [&b""[..], b"P", b"PRI * HTTP/2.0\r\n", b"GET /healthz HTTP/1.1\r\nhost: slow"] {
        assert!(is_closed(&server, bytes).await, "{bytes:?}");
    }
    // A peer that sends its requests in time keeps its connection. On a busy machine this peer may be late itself,
    // and then tries again.
    let served = async { while three_calls_on_one_connection(&server).await.is_err() {} };
    within("three calls on one connection are answered", served).await;
}

/// Makes three calls on one connection, for as long as the server keeps it open.
async fn three_calls_on_one_connection(server: &TestServer) -> std::io::Result<()> {
    let mut peer = TcpStream::connect(server.address).await?;
    for _ in 0..3 {
        peer.write_all(b"GET /healthz HTTP/1.1\r\nhost: quick\r\n\r\n").await?;
        let mut status = [0; 15];
        peer.read_exact(&mut status).await?;
        assert_eq!(&status, b"HTTP/1.1 200 OK");
        let mut rest = [0; 1024];
        assert!(peer.read(&mut rest).await? > 0);
    }
    Ok(())
}

/// Returns an HTTP/2 frame (RFC 9113, section 4.1).
fn http2(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// Returns the beginning of an HTTP/2 connection: the preface, and empty settings.
fn http2_preface() -> Vec<u8> {
    [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(), http2(4, 0, 0, &[])].concat()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unresponsive_http2_connection_is_closed() {
    let limits = Limits { keep_alive: SHORT, ..Limits::default() };
    let server = TestServer::with_edge(ServerEdge { limits, ..ServerEdge::default() }, Engine::Sqlite).await;
    assert!(is_closed(&server, &http2_preface()).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_that_floods_http2_resets_is_closed() {
    let server = TestServer::open(Engine::Sqlite).await;
    let mut flood = http2_preface();
    for stream in (1..2_000).step_by(2) {
        // A complete GET / for the authority "x", followed by its reset.
        flood.extend(http2(1, 0x5, stream, &[0x82, 0x86, 0x84, 0x41, 1, b'x']));
        flood.extend(http2(3, 0, stream, &8_u32.to_be_bytes()));
    }
    assert!(is_closed(&server, &flood).await);
    assert_eq!(server.rest("GET", "/healthz", "", None).await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_without_a_tls_handshake_is_closed() {
    let certificate = Certificate::make();
    let limits = Limits { handshake: SHORT, ..Limits::default() };
    let server = TestServer::with_edge(certificate.edge(limits), Engine::Sqlite).await;
    for bytes in [&b""[..], b"\x16\x03\x01"] {
        assert!(is_closed(&server, bytes).await, "{bytes:?}");
    }
}

/// Returns the response to a request on a new connection; empty if the server closes the connection.
async fn answer(address: std::net::SocketAddr, from: [u8; 4], path: &str) -> String {
    let mut peer = connect(address, from).await;
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    let mut answer = Vec::new();
    // The connection may be closed before everything is sent.
    let _ = peer.write_all(request.as_bytes()).await;
    let _ = within("the connection is closed", peer.read_to_end(&mut answer)).await;
    text_of(&answer)
}

/// Connects from a local address of this machine.
async fn connect(address: std::net::SocketAddr, from: [u8; 4]) -> TcpStream {
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind((from, 0).into()).unwrap();
    socket.connect(address).await.unwrap()
}

const LOCALHOST: [u8; 4] = [127, 0, 0, 1];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_the_connection_limit_only_health_checks_are_answered() {
    let limits = Limits { connections: 2, ..Limits::default() };
    let server = TestServer::with_edge(ServerEdge { limits, ..ServerEdge::default() }, Engine::Sqlite).await;
    let first = TcpStream::connect(server.address).await.unwrap();
    let _second = TcpStream::connect(server.address).await.unwrap();
    for path in ["/healthz", "/readyz"] {
        assert!(answer(server.address, LOCALHOST, path).await.starts_with("HTTP/1.1 200 OK"), "{path}");
    }
    let refused = answer(server.address, LOCALHOST, "/users/token").await;
    assert!(refused.starts_with("HTTP/1.1 503") && refused.contains("TOO_MANY_CONNECTIONS"), "{refused}");
    drop(first);
    let served =
        async { while !answer(server.address, LOCALHOST, "/users/token").await.contains("NOT_SIGNED_IN") {} };
    within("a connection slot is free", served).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_number_of_connections_is_limited_per_address() {
    let limits = Limits { connections_per_address: 2, ..Limits::default() };
    let server = TestServer::with_edge(ServerEdge { limits, ..ServerEdge::default() }, Engine::Sqlite).await;
    let first = TcpStream::connect(server.address).await.unwrap();
    let _second = TcpStream::connect(server.address).await.unwrap();
    assert_eq!(answer(server.address, LOCALHOST, "/healthz").await, "");
    assert!(answer(server.address, [127, 0, 0, 2], "/healthz").await.starts_with("HTTP/1.1 200 OK"));
    drop(first);
    let served = async { while answer(server.address, LOCALHOST, "/healthz").await.is_empty() {} };
    within("a connection slot is free", served).await;
}

/// Returns the command of a server that may open this many files.
fn with_files(files: u32, data: &std::path::Path) -> tokio::process::Command {
    let mut command = tokio::process::Command::new("sh");
    command.env_clear().args(["-c", &format!("ulimit -n {files} && exec \"$0\" \"$@\"")]);
    command.arg(env!("CARGO_BIN_EXE_parlor")).args(["serve", "--demo", "--listen", "127.0.0.1:0"]);
    command.arg("--data-dir").arg(data);
    piped(&mut command);
    command
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_too_low_file_limit_prevents_startup() {
    let folder = tempfile::TempDir::new().unwrap();
    let output = run_to_end(with_files(200, folder.path())).await;
    assert!(!output.status.success());
    let error = text_of(&output.stderr);
    assert!(error.contains("can open 200 files and needs at least 256"), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_low_file_limit_warns_and_idle_connections_do_not_block_others() {
    let folder = tempfile::TempDir::new().unwrap();
    let program = Program::start(with_files(512, folder.path())).await;
    let address: std::net::SocketAddr = program.at.strip_prefix("http://").unwrap().parse().unwrap();
    // One address can use half of the connections; all others share the rest.
    let mut idle = Vec::new();
    for _ in 0..300 {
        idle.push(connect(address, [127, 0, 0, 9]).await);
    }
    let token = program.login("admin@harborline.example").await;
    program.call("GET", "/users/token", &token, None).await.ok();
    drop(idle);
    let log = program.stop().await;
    assert!(log.contains("few files may be open"), "{log}");
}

#[test]
fn certificate_problems_are_reported_in_plain_words() {
    let (mine, other) = (Certificate::make(), Certificate::make());
    let (certificate, key) = mine.files();
    let nowhere = mine.folder.path().join("nowhere.pem");
    for (certificate, key, reason) in [
        (&nowhere, &key, "nowhere.pem cannot be read"),
        (&certificate, &nowhere, "nowhere.pem cannot be read"),
        (&key, &key, "has no certificate in PEM"),
        (&certificate, &certificate, "has no private key in PEM"),
        (&certificate, &other.files().1, "do not go together"),
    ] {
        let error = platform::tls::read(certificate, key).expect_err(reason);
        assert!(error.contains(reason), "{error}");
    }
}
