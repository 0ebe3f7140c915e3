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

/// How HTTP/2 begins (RFC 9113, section 3.4). Whoever sends another byte speaks HTTP/1.
const PREFACE: &[u8; 24] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// A stream that gives up on a peer who is too slow.
pub struct TimeoutStream<S> {
    stream: S,
    opening: Option<Opening>,
    stall: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
}

/// Until it is plain which protocol the peer speaks, no protocol sets it a limit.
struct Opening {
    collect_answer: usize,
    late: Pin<Box<Sleep>>,
}

impl<S> TimeoutStream<S> {
    /// Waits for `opening` until the peer has said which protocol it speaks, and for `stall`
    /// until it reads what is written to it.
    pub fn new(stream: S, opening: Duration, stall: Duration) -> Self {
        let opening = Some(Opening { collect_answer: 0, late: Box::pin(sleep(opening)) });
        Self { stream, opening, stall, stalled: None }
    }

    fn collect_answer(&mut self, bytes: &[u8]) {
        if let Some(opening) = &mut self.opening {
            let expected = &PREFACE[opening.collect_answer..];
            let shared = bytes.len().min(expected.len());
            opening.collect_answer += shared;
            if bytes[..shared] != expected[..shared] || opening.collect_answer == PREFACE.len() {
                self.opening = None;
            }
        }
    }

    /// What writing came to; while nothing can be written, the time runs.
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
        self.collect_answer(&buffer.filled()[before..]);
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
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    const LIMIT: Duration = Duration::from_millis(100);

    /// Whether a peer that says this and no more is let go.
    async fn is_let_go(said: &[u8]) -> bool {
        let (near, mut far) = duplex(64);
        let mut near = TimeoutStream::new(near, LIMIT, LIMIT);
        far.write_all(said).await.expect("there is room");
        let mut collect_answer = vec![0; said.len()];
        near.read_exact(&mut collect_answer).await.expect("it was said");
        assert_eq!(collect_answer, said);
        tokio::time::timeout(LIMIT * 4, near.read_u8()).await.is_ok_and(|read| read.is_err())
    }

    #[tokio::test]
    async fn whoever_does_not_say_which_protocol_it_speaks_is_let_go() {
        for said in [&b""[..], b"P", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r"] {
            assert!(is_let_go(said).await, "{said:?}");
        }
        for said in [&b"G"[..], b"POST", PREFACE] {
            assert!(!is_let_go(said).await, "{said:?}");
        }
    }

    #[tokio::test]
    async fn whoever_does_not_read_is_let_go_and_whoever_reads_slowly_is_not() {
        let (near, mut far) = duplex(8);
        let mut near = TimeoutStream::new(near, LIMIT, LIMIT);
        let reading = tokio::spawn(async move {
            for _ in 0..8 {
                tokio::time::sleep(LIMIT / 4).await;
                far.read_exact(&mut [0; 8]).await.expect("it is written");
            }
            far
        });
        near.write_all(&[0; 64]).await.expect("it is read slowly");
        let _far = reading.await.expect("it reads");
        let stalled = near.write_all(&[0; 64]).await.expect_err("nobody reads");
        assert_eq!(stalled.kind(), io::ErrorKind::TimedOut);
    }
}
