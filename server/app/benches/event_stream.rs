//! A stream of live events over gRPC.
use std::net::{Ipv4Addr, SocketAddr};

use bytes::{Buf, BytesMut};
use contract::v1::{EventKind, WatchEventsResponse};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use prost::Message;

use crate::http_client::{connect_http2_from, grpc_request};

pub struct EventStream {
    body: Incoming,
    read: BytesMut,
}

impl EventStream {
    /// Opens a stream, and waits until it is ready.
    pub async fn open(address: SocketAddr, token: &str) -> Self {
        Self::open_from(Ipv4Addr::LOCALHOST, address, token).await
    }

    /// Opens a stream from this address of the machine, and waits until it is ready.
    pub async fn open_from(own: Ipv4Addr, address: SocketAddr, token: &str) -> Self {
        let mut sender = connect_http2_from(own, address).await;
        let request = grpc_request(address, "/parlor.v1.EventService/WatchEvents", token);
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
