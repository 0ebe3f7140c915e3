//! Parses server-sent events as used by chat completions:
//! <https://html.spec.whatwg.org/multipage/server-sent-events.html>.

/// Maximum size of an incomplete line.
const MAX_LINE_BYTES: usize = 1 << 20;

/// Splits bytes into the data of events. Each event has one `data` line.
#[derive(Default)]
pub struct EventReader {
    buffer: Vec<u8>,
}

/// The output is not a valid event stream.
#[derive(Debug, PartialEq, Eq)]
pub struct MalformedStream;

impl EventReader {
    /// Adds bytes and returns the data of the completed events.
    ///
    /// # Errors
    /// Fails on text that is not UTF-8 and on a line of more than 1 MB.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Vec<String>, MalformedStream> {
        // There is no line break in the buffer.
        let end = bytes.iter().rposition(|byte| *byte == b'\n').map(|at| self.buffer.len() + at);
        self.buffer.extend_from_slice(bytes);
        let Some(end) = end else {
            return if self.buffer.len() > MAX_LINE_BYTES { Err(MalformedStream) } else { Ok(Vec::new()) };
        };
        let lines: Vec<u8> = self.buffer.drain(..=end).collect();
        let lines = String::from_utf8(lines).map_err(|_| MalformedStream)?;
        let data = lines.lines().filter_map(|line| line.strip_prefix("data:"));
        Ok(data.map(|data| data.trim().to_owned()).filter(|data| !data.is_empty()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_parsed_from_any_chunks() {
        let stream = ": comment\r\ndata: {\"a\":\"é\"}\r\n\r\nevent: x\ndata:[DONE]\n\n".as_bytes();
        for size in 1..=stream.len() {
            let mut reader = EventReader::default();
            let events: Vec<String> =
                stream.chunks(size).flat_map(|bytes| reader.push(bytes).expect("a stream")).collect();
            assert_eq!(events, ["{\"a\":\"é\"}", "[DONE]"], "in parts of {size} bytes");
        }
    }

    #[test]
    fn a_line_without_an_end_is_refused() {
        let mut reader = EventReader::default();
        assert_eq!(reader.push(&vec![b'x'; MAX_LINE_BYTES + 1]), Err(MalformedStream));
        assert_eq!(EventReader::default().push(b"\xff\n"), Err(MalformedStream));
    }

    #[test]
    fn a_malformed_stream_has_the_same_events_in_any_chunks() {
        let samples: [&[u8]; 2] = [
            "data: {\"a\":\"é\"}\r\n\r\nevent: x\ndata:[DONE]\n\n".as_bytes(),
            b": ping\ndata:\n\ndata: x\n",
        ];
        fuzzing::check_bytes(300, &samples, |stream| {
            let read = |size: usize| -> Result<Vec<String>, MalformedStream> {
                let mut reader = EventReader::default();
                let events: Result<Vec<_>, _> = stream.chunks(size).map(|bytes| reader.push(bytes)).collect();
                events.map(|events| events.concat())
            };
            assert_eq!(read(7), read(stream.len().max(1)));
        });
    }
}
