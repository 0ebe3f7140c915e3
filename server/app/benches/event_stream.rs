//! A stream of live events over gRPC.
use std::net::SocketAddr;

use bytes::{Buf, Bytes, BytesMut};
use contract::v1::{EventKind, WatchEventsResponse};
use http::Request;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo};
use prost::Message;

pub struct EventStream {
    body: Incoming,
    read: BytesMut,
}

impl EventStream {
    /// Opens a stream, and waits until it is ready.
    pub async fn open(address: SocketAddr, token: &str) -> Self {
        let stream = tokio::net::TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let (mut sender, connection) =
            hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        let request = Request::post(format!("http://{address}/parlor.v1.EventService/WatchEvents"))
            .header("content-type", "application/grpc")
            .header("te", "trailers")
            .header("usertoken", token)
            .body(Full::<Bytes>::from(&[0; 5][..]))
            .unwrap();
        let body = sender.send_request(request).await.unwrap().into_body();
        let mut stream = Self { body, read: BytesMut::new() };
        let ready = stream.next().await.expect("a stream that stays open");
        assert_eq!(ready.kind(), EventKind::Ready);
        stream
    }

    pub async fn next(&mut self) -> Option<WatchEventsResponse> {
        loop {
            if self.read.len() >= 5 {
                let length = u32::from_be_bytes(self.read[1..5].try_into().unwrap()) as usize;
                if self.read.len() >= 5 + length {
                    self.read.advance(5);
                    return Some(WatchEventsResponse::decode(self.read.split_to(length)).unwrap());
                }
            }
            let frame = self.body.frame().await?.ok()?;
            self.read.extend_from_slice(frame.data_ref()?);
        }
    }
}
