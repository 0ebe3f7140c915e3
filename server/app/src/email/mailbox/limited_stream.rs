//! Protects the parser of IMAP responses from a malicious server.
use std::{
    fmt, io,
    pin::Pin,
    task::{Context, Poll},
};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Maximum number of bytes that are read from the server over one connection.
const MAX_BYTES: u64 = 512 << 20;
/// Maximum number of opening parentheses of a response. The parser recurses for each that is nested, and the responses
/// that Parlor asks for have about two.
const MAX_PARENTHESES: usize = 60;
/// Maximum number of bytes of a response before an email.
const MAX_BEFORE_EMAIL: usize = 2_000;

pub trait Stream: AsyncRead + AsyncWrite + fmt::Debug + Unpin + Send {}

impl<T: AsyncRead + AsyncWrite + fmt::Debug + Unpin + Send> Stream for T {}

/// A stream that fails if the server sends too much, or a response that cannot be parsed safely.
#[derive(Debug)]
pub struct Limited<S> {
    inner: S,
    left: u64,
    responses: Responses,
}

impl<S: Stream> Limited<S> {
    pub fn new(inner: S) -> Self {
        Self { inner, left: MAX_BYTES, responses: Responses::default() }
    }

    pub fn into_inner(self) -> S {
        self.inner
    }
}

impl<S: Stream> AsyncRead for Limited<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        task: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.left == 0 {
            return Poll::Ready(Err(io::Error::other("the server sent too much")));
        }
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.inner).poll_read(task, buffer);
        let read = buffer.filled().get(before..).unwrap_or_default();
        self.left = self.left.saturating_sub(u64::try_from(read.len()).unwrap_or(u64::MAX));
        if self.responses.check(read).is_err() {
            return Poll::Ready(Err(io::Error::other(
                "the server sent a response that cannot be parsed safely",
            )));
        }
        polled
    }
}

impl<S: Stream> AsyncWrite for Limited<S> {
    fn poll_write(mut self: Pin<&mut Self>, task: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(task, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(task)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(task)
    }
}

/// A response that must not be parsed.
#[derive(Debug, PartialEq, Eq)]
struct Refused;

/// Follows responses to count their parentheses outside of literals, which contain emails. A literal is accepted
/// only where a server sends an email, because the parser must not take for a response what is skipped here.
#[derive(Debug, Default)]
struct Responses {
    /// The response so far without its email; cut off after [`MAX_BEFORE_EMAIL`] bytes.
    text: Vec<u8>,
    /// The last bytes of the response.
    end: [u8; 3],
    /// The number of opening parentheses in the response.
    opened: usize,
    /// The remaining bytes of an email.
    literal: usize,
}

impl Responses {
    fn check(&mut self, mut bytes: &[u8]) -> Result<(), Refused> {
        while let Some((first, rest)) = bytes.split_first() {
            if self.literal > 0 {
                let skipped = self.literal.min(bytes.len());
                self.literal -= skipped;
                bytes = &bytes[skipped..];
                continue;
            }
            self.add(*first)?;
            bytes = rest;
        }
        Ok(())
    }

    /// Adds a byte outside of literals.
    fn add(&mut self, byte: u8) -> Result<(), Refused> {
        self.opened += usize::from(byte == b'(');
        if self.opened > MAX_PARENTHESES {
            return Err(Refused);
        }
        if self.text.len() < MAX_BEFORE_EMAIL {
            self.text.push(byte);
        }
        self.end = [self.end[1], self.end[2], byte];
        if &self.end == b"}\r\n" {
            self.literal = self.email_length().ok_or(Refused)?;
        } else if byte == b'\n' {
            *self = Self::default();
        }
        Ok(())
    }

    /// Returns the length of the email that the response announces: `* 1 FETCH (UID 7 BODY[] {99}`. Quotation marks
    /// could hide parentheses.
    fn email_length(&self) -> Option<usize> {
        let text = str::from_utf8(&self.text).ok()?.to_ascii_uppercase();
        let (number, attributes) = text.strip_prefix("* ")?.split_once(" FETCH (")?;
        let (before, length) = attributes.strip_suffix("}\r\n")?.rsplit_once("BODY[] {")?;
        let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_between_attributes = before.is_empty() || before.ends_with(' ');
        let is_nested = before.matches('(').count() != before.matches(')').count() || before.contains('"');
        let is_valid = are_digits(number) && are_digits(length) && is_between_attributes && !is_nested;
        // The parser refuses a length that is too large.
        is_valid.then(|| length.parse().unwrap_or(usize::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(parts: &[&[u8]]) -> Result<(), Refused> {
        let mut responses = Responses::default();
        parts.iter().try_for_each(|part| responses.check(part))
    }

    #[test]
    fn usual_responses_and_emails_with_any_content_are_accepted() {
        let email = b"Subject: (((\r\n\r\n".repeat(100);
        let announced = format!("* 1 FETCH (UID 7 FLAGS (\\Seen) BODY[] {{{}}}\r\n", email.len());
        let response = [
            b"* OK [PERMANENTFLAGS ()] Hi :-( {\r\n* LIST (\\Noselect) \"/\" \"a\"\r\n".as_slice(),
            announced.as_bytes(),
            &email,
            b")\r\n* SEARCH 1 2 3\r\nA1 OK done\r\n",
        ]
        .concat();
        for size in [1, 7, response.len()] {
            assert_eq!(check(&response.chunks(size).collect::<Vec<_>>()), Ok(()), "in parts of {size} bytes");
        }
    }

    #[test]
    fn deep_nesting_is_refused_behind_any_text() {
        let deep = b"(".repeat(MAX_PARENTHESES + 1);
        for start in [
            "* 1 FETCH (BODYSTRUCTURE ",
            "* 1 FETCH (UID 7 BODY[] {3}\r\nabc BODYSTRUCTURE ",
            "* OK {9999}\r\n* 1 FETCH (BODYSTRUCTURE ",
            "* LIST () \"/\" {9999}\r\n",
            "* 1 FETCH (X (BODY[] {9999}\r\n) BODYSTRUCTURE ",
            "* 1 FETCH (X \"))\" (BODY[] {9999}\r\n) BODYSTRUCTURE ",
            "* 1 FETCH (X {99999999999999999999}\r\n BODYSTRUCTURE ",
            "* 1 FETCH (BODYSTRUCTURE (\"))))))))))\" ",
        ] {
            assert_eq!(check(&[start.as_bytes(), &deep]), Err(Refused), "{start}");
        }
        let long = format!("* 1 FETCH (X {} BODY[] {{9999}}\r\n", "a".repeat(MAX_BEFORE_EMAIL));
        assert_eq!(check(&[long.as_bytes()]), Err(Refused));
    }

    #[test]
    fn malformed_responses_are_refused_or_followed_in_any_parts() {
        let samples: [&[u8]; 2] = [
            b"* 2 EXISTS\r\n* 1 FETCH (UID 7 RFC822.SIZE 44 BODY[] {5}\r\n(((((\r\n)\r\nA1 OK [READ-ONLY] done\r\n",
            b"* OK [UIDVALIDITY 1] Hi\r\n* SEARCH 1 2\r\n* LIST (\\Noselect) \"/\" {3}\r\nabc\r\n",
        ];
        fuzzing::check_bytes(500, &samples, |bytes| {
            let whole = check(&[bytes]);
            assert_eq!(check(&bytes.chunks(1).collect::<Vec<_>>()), whole);
            assert_eq!(check(&bytes.chunks(7).collect::<Vec<_>>()), whole);
        });
    }
}
