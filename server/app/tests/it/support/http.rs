//! HTTP helpers.
use bytes::{Buf, Bytes};
use http::{HeaderMap, StatusCode};
use serde_json::Value;

/// An HTTP response.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub trailers: HeaderMap,
    pub bytes: Bytes,
}

impl Answer {
    /// Returns the body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    /// Returns the body of a successful response as JSON.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{}", String::from_utf8_lossy(&self.bytes));
        self.json()
    }

    /// Returns the machine-readable reason of an error.
    pub fn reason(&self) -> String {
        let json = self.json();
        let details = json["details"].as_array().cloned().unwrap_or_default();
        details.iter().find_map(|d| d["reason"].as_str()).unwrap_or_default().to_owned()
    }

    /// Returns the fields that an error names.
    pub fn fields(&self) -> Vec<String> {
        let json = self.json();
        let details = json["details"].as_array().cloned().unwrap_or_default();
        let violations = details.iter().filter_map(|d| d["fieldViolations"].as_array()).flatten();
        violations.filter_map(|v| v["field"].as_str().map(str::to_owned)).collect()
    }
}

/// Returns a message with its gRPC frame header.
pub fn frame(flag: u8, message: &[u8]) -> Vec<u8> {
    let mut out = vec![flag];
    out.extend_from_slice(&u32::try_from(message.len()).unwrap().to_be_bytes());
    out.extend_from_slice(message);
    out
}

/// Returns the frames of a body, each with its flag and content.
pub fn frames(mut body: Bytes) -> Vec<(u8, Bytes)> {
    let mut out = Vec::new();
    while body.remaining() >= 5 {
        let flag = body.get_u8();
        let length = body.get_u32() as usize;
        out.push((flag, body.split_to(length)));
    }
    out
}
