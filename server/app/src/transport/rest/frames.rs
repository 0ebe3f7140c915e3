//! Decodes messages from gRPC bodies, single or streamed.
use axum::{
    body::Body,
    response::{IntoResponse, Response},
};
use bytes::{Buf, Bytes, BytesMut};
use futures::StreamExt;
use http::header;
use http_body_util::BodyExt;
use prost_reflect::{DynamicMessage, MethodDescriptor};
use serde_json::json;
use tonic::{Code, Status};

use super::errors;
use crate::transport::{body_limit::PREFIX, rest_json as codec};

/// Decodes the response of a method.
pub fn decode(method: &MethodDescriptor, frame: Bytes) -> Result<DynamicMessage, Status> {
    DynamicMessage::decode(method.output(), frame)
        .map_err(|_| Status::internal("A response could not be decoded."))
}

/// The messages in a gRPC body.
pub struct Frames {
    body: tonic::body::Body,
    rest: BytesMut,
}

impl Frames {
    /// Reads messages from a body.
    pub fn of(body: tonic::body::Body) -> Self {
        Self { body, rest: BytesMut::new() }
    }

    /// Returns the next message; `None` after the last one.
    pub async fn next(&mut self) -> Result<Option<Bytes>, Status> {
        loop {
            if let Some(frame) = self.whole() {
                return Ok(Some(frame));
            }
            match self.body.frame().await {
                None => return Ok(None),
                Some(Err(status)) => return Err(Status::from_error(status.into())),
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.rest.extend_from_slice(&data),
                    Err(frame) => {
                        let status = frame.trailers_ref().and_then(Status::from_header_map);
                        match status.filter(|s| s.code() != Code::Ok) {
                            Some(status) => return Err(status),
                            None => return Ok(None),
                        }
                    }
                },
            }
        }
    }

    fn whole(&mut self) -> Option<Bytes> {
        let mut head = self.rest.get(..PREFIX)?;
        head.advance(1);
        let length = usize::try_from(head.get_u32()).ok()?;
        if self.rest.len() < PREFIX + length {
            return None;
        }
        self.rest.advance(PREFIX);
        Some(self.rest.split_to(length).freeze())
    }
}

/// Returns a stream as one JSON object per line: `{"result": …}`, and `{"error": …}` if it ends with an error.
pub fn stream(method: MethodDescriptor, frames: Frames) -> Response {
    let call = platform::request::id();
    let lines = futures::stream::unfold(Some(frames), move |frames| {
        let (method, call) = (method.clone(), call.clone());
        async move {
            let mut frames = frames?;
            let line = async {
                let Some(frame) = frames.next().await? else { return Ok(None) };
                let mut out = b"{\"result\":".to_vec();
                codec::write(&decode(&method, frame)?, &mut out)?;
                out.extend_from_slice(b"}\n");
                Ok::<_, Status>(Some(out))
            };
            match line.await {
                Ok(Some(line)) => Some((line, Some(frames))),
                Ok(None) => None,
                Err(status) => Some((
                    format!("{}\n", json!({ "error": errors::body(&status, &call, None) })).into_bytes(),
                    None,
                )),
            }
        }
    });
    let lines = lines.map(Ok::<_, std::convert::Infallible>);
    ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response()
}
