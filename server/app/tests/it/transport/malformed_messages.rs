//! Malformed Protobuf over gRPC-web: every call ignores it or refuses it as an error of the caller.
use bytes::Bytes;
use fuzzing::Generator;
use http::Request;
use http_body_util::Full;
use prost::Message;
use prost_reflect::{DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, MethodDescriptor, Value};
use tonic::{Code, Status};

use crate::support::*;

/// Maximum depth of messages in a sample.
const MAX_DEPTH: usize = 3;
/// Number of malformed messages for each call.
const MESSAGES: u32 = 3;
/// Beginnings of errors about frames around messages. The specification of gRPC demands `INTERNAL` for some of them.
const FRAME_ERRORS: [&str; 3] = ["protocol error: ", "Unexpected EOF", "Missing request message"];

/// Returns a message with every field.
fn sample(of: &MessageDescriptor, depth: usize) -> DynamicMessage {
    let mut message = DynamicMessage::new(of.clone());
    for field in of.fields().filter(|field| !field.is_map()) {
        if let Some(value) = value(&field, depth) {
            message.set_field(&field, if field.is_list() { Value::List(vec![value]) } else { value });
        }
    }
    message
}

/// Returns a value of a field; `None` for a message that is nested too deeply.
fn value(field: &FieldDescriptor, depth: usize) -> Option<Value> {
    let is_community = id_of(field).is_some_and(|of| of == "COMMUNITY");
    Some(match field.kind() {
        Kind::Message(_) if depth == MAX_DEPTH => return None,
        Kind::Message(of) => Value::Message(sample(&of, depth + 1)),
        Kind::String if is_community => Value::String(HARBOR_ROW.to_owned()),
        Kind::String => Value::String("sample".to_owned()),
        Kind::Bytes => Value::Bytes(Bytes::from_static(b"sample")),
        Kind::Bool => Value::Bool(true),
        Kind::Enum(_) => Value::EnumNumber(1),
        Kind::Double => Value::F64(1.0),
        Kind::Float => Value::F32(1.0),
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => Value::I32(1),
        Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => Value::I64(1),
        Kind::Uint32 | Kind::Fixed32 => Value::U32(1),
        Kind::Uint64 | Kind::Fixed64 => Value::U64(1),
    })
}

/// Makes a call with this body. Returns `None` if a stream begins.
async fn call(server: &TestServer, method: &MethodDescriptor, token: &str, body: Vec<u8>) -> Option<Status> {
    let path = format!("/{}/{}", method.parent_service().full_name(), method.name());
    let request = Request::post(format!("http://{}{path}", server.address))
        .header("content-type", "application/grpc-web+proto")
        // The server may close a connection on which a frame was malformed.
        .header("connection", "close")
        .header("usertoken", token)
        .body(Full::from(Bytes::from(body)))
        .unwrap();
    if method.is_server_streaming() {
        let response = server.begin(request).await;
        assert!(!response.status().is_server_error(), "{}", response.status());
        return Status::from_header_map(response.headers());
    }
    let answer = server.send(request).await;
    assert!(!answer.status.is_server_error(), "{answer:?}");
    Some(grpc_status(answer).0)
}

fn is_fault_of_server(status: &Status) -> bool {
    matches!(status.code(), Code::Internal | Code::Unknown | Code::Unavailable | Code::DataLoss)
}

on_both! {
    async fn malformed_messages_are_never_faults_of_the_server(server: TestServer) {
        let mut generator = Generator::default();
        let mut token = server.harborline_admin().await.token;
        let mut refused = 0;
        for method in methods() {
            let valid = sample(&method.input(), 0).encode_to_vec();
            let messages = generator.inputs(MESSAGES, &[&valid]);
            let mut inputs: Vec<_> = messages.iter().map(|message| frame(0, message)).collect();
            inputs.extend(generator.inputs(1, &[&frame(0, &valid)]));
            for (place, input) in inputs.into_iter().enumerate() {
                let shown = format!("{} with b\"{}\"", short(&method), input.escape_ascii());
                let Some(status) = call(&server, &method, &token, input).await else { continue };
                let is_frame_error =
                    place >= messages.len() && FRAME_ERRORS.iter().any(|error| status.message().starts_with(error));
                assert!(!is_fault_of_server(&status) || is_frame_error, "{shown}: {status:?}");
                refused += usize::from(status.code() == Code::InvalidArgument);
                // A call ended the session.
                if status.code() == Code::Unauthenticated || method.name() == "Logout" {
                    token = server.harborline_admin().await.token;
                }
            }
        }
        assert!(refused > 200, "{refused}");
    }
}
