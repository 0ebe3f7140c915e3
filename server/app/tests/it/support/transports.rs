//! Makes a call over one of the three transports, with headers.
use bytes::Bytes;
use http::{HeaderMap, Request};
use http_body_util::Full;
use prost::Message;
use prost_reflect::{DynamicMessage, MethodDescriptor, SerializeOptions};
use serde_json::{Value, json};
use tonic::{Code, Status};
use tonic_types::StatusExt;

use super::{Answer, TestServer, frame, frames, route};

/// The transport of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    Rest,
    Grpc,
    GrpcWeb,
}

pub const TRANSPORTS: [Transport; 3] = [Transport::Rest, Transport::Grpc, Transport::GrpcWeb];

/// The result of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct CallResult {
    pub code: Code,
    pub message: String,
    pub reason: String,
    /// The response as JSON; empty for an error.
    pub json: Value,
    /// Whether the response was marked as a replay of an earlier one.
    pub replayed: bool,
}

impl CallResult {
    /// Returns a successful response.
    #[track_caller]
    pub fn ok(&self) -> &Value {
        assert_eq!(self.code, Code::Ok, "{self:?}");
        &self.json
    }

    /// Returns the code and the reason of an error.
    pub fn refusal(&self) -> (Code, &str) {
        (self.code, &self.reason)
    }

    fn refused(code: Code, message: &str, reason: String, replayed: bool) -> Self {
        Self { code, message: message.to_owned(), reason, json: Value::Null, replayed }
    }
}

impl TestServer {
    /// Makes a call; `body` is the message as JSON, for every transport.
    pub async fn by(
        &self,
        transport: Transport,
        method: &MethodDescriptor,
        headers: &[(&str, &str)],
        body: &Value,
    ) -> CallResult {
        CallResult::read(transport, method, self.answer_by(transport, method, headers, body).await)
    }

    /// Makes a call, and returns its response unparsed.
    pub async fn answer_by(
        &self,
        transport: Transport,
        method: &MethodDescriptor,
        headers: &[(&str, &str)],
        body: &Value,
    ) -> Answer {
        let mut request = match transport {
            Transport::Rest => {
                let (verb, mut path) = route(method);
                for (name, value) in body.as_object().unwrap() {
                    let parameter = format!("{{{}}}", snake(name));
                    path = path.replace(&parameter, value.as_str().unwrap_or_default());
                }
                Request::builder()
                    .method(verb.as_str())
                    .uri(format!("http://{}{path}", self.address))
                    .header("content-type", "application/json")
            }
            Transport::Grpc | Transport::GrpcWeb => {
                let path = format!("/{}/{}", method.parent_service().full_name(), method.name());
                let kind = if transport == Transport::Grpc {
                    "application/grpc"
                } else {
                    "application/grpc-web+proto"
                };
                Request::post(format!("http://{}{path}", self.address))
                    .header("content-type", kind)
                    .header("te", "trailers")
            }
        };
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let bytes = match transport {
            Transport::Rest => Bytes::from(body.to_string()),
            _ => {
                let message = DynamicMessage::deserialize(method.input(), body.clone()).unwrap();
                Bytes::from(frame(0, &message.encode_to_vec()))
            }
        };
        self.send(request.body(Full::from(bytes)).unwrap()).await
    }
}

impl CallResult {
    fn read(transport: Transport, method: &MethodDescriptor, answer: Answer) -> Self {
        let replayed = answer.headers.contains_key("idempotency-replayed");
        if transport == Transport::Rest {
            let json = answer.json();
            return match answer.status.is_success() {
                true => CallResult {
                    code: Code::Ok,
                    message: String::new(),
                    reason: String::new(),
                    json,
                    replayed,
                },
                false => {
                    let code = Code::from_i32(i32::try_from(json["code"].as_i64().unwrap()).unwrap());
                    CallResult::refused(code, json["message"].as_str().unwrap(), answer.reason(), replayed)
                }
            };
        }
        let (status, message) = grpc_status(answer);
        if status.code() != Code::Ok {
            let reason = status.get_details_error_info().map(|info| info.reason).unwrap_or_default();
            return CallResult::refused(status.code(), status.message(), reason, replayed);
        }
        let message = DynamicMessage::decode(method.output(), message).unwrap();
        let options = SerializeOptions::new().skip_default_fields(false).stringify_64_bit_integers(false);
        let json =
            message.serialize_with_options(serde_json::value::Serializer, &options).unwrap_or(json!({}));
        CallResult { code: Code::Ok, message: String::new(), reason: String::new(), json, replayed }
    }
}

/// Returns the status of a gRPC or gRPC-web response, and its message.
pub fn grpc_status(answer: Answer) -> (Status, Bytes) {
    let mut message = Bytes::new();
    let mut trailers = answer.trailers;
    for (flag, content) in frames(answer.bytes) {
        match flag {
            0x80 => trailers = parse_trailers(&content),
            _ => message = content,
        }
    }
    let status = Status::from_header_map(&answer.headers).or_else(|| Status::from_header_map(&trailers));
    (status.expect("a status"), message)
}

/// Parses trailers from a gRPC-web body.
fn parse_trailers(content: &[u8]) -> HeaderMap {
    let text = String::from_utf8_lossy(content).into_owned();
    let mut trailers = HeaderMap::new();
    for (name, value) in text.lines().filter_map(|line| line.split_once(':')) {
        let name: http::HeaderName = name.trim().parse().unwrap();
        trailers.insert(name, value.trim().parse().unwrap());
    }
    trailers
}

/// Converts a name such as `communityId` to snake case, as in a path.
fn snake(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}
