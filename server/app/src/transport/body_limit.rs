//! Limits the size of request bodies. A larger body is read and discarded, up to a limit, so that its sender receives
//! the refusal.
use std::time::Duration;

use axum::body::Body;
use bytes::{Bytes, BytesMut};
use http::{HeaderMap, header};
use http_body_util::BodyExt;
use tonic::Status;

pub use contract::size::{MOST_FILE_BYTES, most_bytes, too_large};

/// A message of gRPC is preceded by a flag and its length.
pub const PREFIX: usize = 5;
/// Who sends more than that, or more slowly, is cut off.
const MOST_SWALLOWED: usize = 32 << 20;
/// Whoever sends more slowly than that is told so.
const DEADLINE: Duration = Duration::from_secs(30);
const PATIENCE: Duration = Duration::from_secs(10);

/// The whole body, if it comes in time and is not larger than `most`.
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

/// Whether a body says itself that it is larger than `most`; frames of gRPC have their prefix more.
pub fn announced_too_large(headers: &HeaderMap, most: usize) -> bool {
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    length.is_some_and(|length: usize| length > most + PREFIX)
}

/// Reads a body and throws it away.
pub async fn drain_body(mut body: Body) {
    let mut swallowed = 0;
    let reading = async {
        while let Some(Ok(frame)) = body.frame().await {
            swallowed += frame.data_ref().map_or(0, Bytes::len);
            if swallowed > MOST_SWALLOWED {
                return;
            }
        }
    };
    let _ = tokio::time::timeout(PATIENCE, reading).await;
}
