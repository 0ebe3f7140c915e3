//! A connection with timeouts: it is closed if the peer sends nothing at first, or does not read what was written.
//! Everything in between is limited by the protocols.
use std::{
    future::Future,
    io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep},
};

/// The first bytes of an HTTP/2 connection (RFC 9113, section 3.4). A peer that sends other bytes uses HTTP/1.
const PREFACE: &[u8; 24] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// A stream that fails if the peer is too slow.
pub struct TimeoutStream<S> {
    stream: S,
    opening: Option<Opening>,
    stall: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
}

/// The time before the peer's protocol is known, when no protocol limits it yet.
struct Opening {
    /// Number of bytes of [`PREFACE`] that were received.
    matched: usize,
    /// The timeout of the opening.
    late: Pin<Box<Sleep>>,
}

impl<S> TimeoutStream<S> {
    /// Wraps a stream. It fails if the peer's protocol is not known after `opening`, or if the peer reads
    /// nothing for `stall` although data is to be written.
    pub fn new(stream: S, opening: Duration, stall: Duration) -> Self {
        let opening = Some(Opening { matched: 0, late: Box::pin(sleep(opening)) });
        Self { stream, opening, stall, stalled: None }
    }

    /// Ends the opening once the received bytes tell which protocol the peer uses.
    fn inspect(&mut self, bytes: &[u8]) {
        if let Some(opening) = &mut self.opening {
            let expected = &PREFACE[opening.matched..];
            let shared = bytes.len().min(expected.len());
            opening.matched += shared;
            if bytes[..shared] != expected[..shared] || opening.matched == PREFACE.len() {
                self.opening = None;
            }
        }
    }

    /// Returns the result of a write, or a timeout error once nothing could be written for `stall`.
    fn wrote<T>(&mut self, wrote: Poll<io::Result<T>>, cx: &mut Context<'_>) -> Poll<io::Result<T>> {
        if wrote.is_ready() {
            self.stalled = None;
            return wrote;
        }
        let stall = self.stall;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(stall)));
        ready!(stalled.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for TimeoutStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if read.is_pending()
            && let Some(opening) = &mut self.opening
        {
            ready!(opening.late.as_mut().poll(cx));
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        self.inspect(&buffer.filled()[before..]);
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for TimeoutStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.wrote(wrote, cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.wrote(wrote, cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let wrote = Pin::new(&mut self.stream).poll_flush(cx);
        self.wrote(wrote, cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let wrote = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.wrote(wrote, cx)
    }
}

#[cfg(test)]
mod tests {
    use futures::poll;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    use super::*;

    /// A timeout that has passed after any wait.
    const SHORT: Duration = Duration::from_millis(1);
    /// A timeout that never passes in a test.
    const LONG: Duration = Duration::from_secs(24 * 3600);

    /// Returns a stream from which these bytes were read in time, and its peer, after the time for the opening.
    async fn open_stream(sent: &[u8]) -> (TimeoutStream<DuplexStream>, DuplexStream) {
        let (near, mut far) = duplex(64);
        far.write_all(sent).await.expect("the buffer has room");
        let mut near = TimeoutStream::new(near, SHORT, LONG);
        let mut received = vec![0; sent.len()];
        near.read_exact(&mut received).await.expect("bytes that are there are read at any time");
        assert_eq!(received, sent);
        sleep(SHORT * 2).await;
        (near, far)
    }

    #[tokio::test]
    async fn a_peer_that_does_not_start_a_protocol_times_out() {
        for unfinished in [&b""[..], b"P", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r"] {
            let (mut near, _far) = open_stream(unfinished).await;
            let late = near.read_u8().await.expect_err("the time for the opening has passed");
            assert_eq!(late.kind(), io::ErrorKind::TimedOut, "{unfinished:?}");
        }
        for started in [&b"G"[..], b"POST", PREFACE] {
            let (mut near, mut far) = open_stream(started).await;
            assert!(poll!(Box::pin(near.read_u8())).is_pending(), "{started:?}");
            far.write_u8(7).await.expect("the buffer has room");
            assert_eq!(near.read_u8().await.expect("the byte arrives"), 7, "{started:?}");
        }
    }

    #[tokio::test]
    async fn a_slow_reader_is_served_and_a_peer_that_stops_reading_times_out() {
        let (near, mut far) = duplex(8);
        let mut near = TimeoutStream::new(near, LONG, LONG);
        for _ in 0..8 {
            near.write_all(&[0; 8]).await.expect("the peer has read everything");
            assert!(near.stalled.is_none(), "progress ends the stall");
            assert!(poll!(Box::pin(near.write(&[0]))).is_pending());
            assert!(near.stalled.is_some(), "the peer reads nothing");
            far.read_exact(&mut [0; 8]).await.expect("the bytes arrive");
        }
        let (near, _far) = duplex(8);
        let mut near = TimeoutStream::new(near, LONG, SHORT);
        let stalled = near.write_all(&[0; 64]).await.expect_err("the peer reads nothing");
        assert_eq!(stalled.kind(), io::ErrorKind::TimedOut);
    }
}
