//! Limits the size of request bodies. A larger body is read and discarded, up to a limit, so that its sender receives
//! the refusal.
use std::time::Duration;

use axum::body::Body;
use bytes::{Bytes, BytesMut};
use http::{HeaderMap, header};
use http_body_util::BodyExt;
use tonic::Status;

pub use contract::size::{MAX_FILE_BYTES, max_bytes, too_large};

/// Length of the prefix of a gRPC message in bytes: a flag and the length of the message.
pub const PREFIX: usize = 5;
/// Maximum number of bytes of a refused body that are read and discarded.
const MAX_DRAINED_BYTES: usize = 32 << 20;
/// Timeout of receiving a body.
const DEADLINE: Duration = Duration::from_secs(30);
/// Maximum time for which a refused body is read and discarded.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);

/// Reads a body of at most `most` bytes.
pub async fn read(body: Body, most: usize) -> Result<Bytes, Status> {
    let late = |_| Status::deadline_exceeded("The request body took too long to arrive. Try again.");
    tokio::time::timeout(DEADLINE, whole(body, most)).await.map_err(late)?
}

async fn whole(mut body: Body, most: usize) -> Result<Bytes, Status> {
    let mut whole = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| Status::cancelled("The request body ended early."))?;
        let Ok(data) = frame.into_data() else { continue };
        if whole.len() + data.len() > most {
            drain_body(body).await;
            return Err(too_large(most));
        }
        whole.extend_from_slice(&data);
    }
    Ok(whole.freeze())
}

/// Returns whether the `content-length` header states more than `most` bytes and a gRPC prefix.
pub fn announced_too_large(headers: &HeaderMap, most: usize) -> bool {
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    length.is_some_and(|length: usize| length > most + PREFIX)
}

/// Reads a body and discards it, up to a limit.
pub async fn drain_body(mut body: Body) {
    let mut drained = 0;
    let reading = async {
        while let Some(Ok(frame)) = body.frame().await {
            drained += frame.data_ref().map_or(0, Bytes::len);
            if drained > MAX_DRAINED_BYTES {
                return;
            }
        }
    };
    let _ = tokio::time::timeout(DRAIN_TIMEOUT, reading).await;
}
