//! Compares the responses of the same call over REST and gRPC.
use prost_reflect::{DynamicMessage, Kind, MessageDescriptor, ReflectMessage, SerializeOptions};
use serde_json::{Map, Value as Json};
use tonic::Code;

use super::{Reply, TestServer, method};

impl TestServer {
    /// Calls an RPC over gRPC with a request that is written as JSON.
    pub async fn rpc(&self, name: &str, token: &str, request: Json) -> Reply {
        let method = method(name);
        let message = DynamicMessage::deserialize(method.input(), &request).unwrap();
        self.grpc(&method, token, &message).await
    }
}

/// Returns the response as protobuf JSON.
#[track_caller]
pub fn response_json(reply: &Reply) -> Json {
    let options = SerializeOptions::new().skip_default_fields(false).stringify_64_bit_integers(false);
    reply.ok().serialize_with_options(serde_json::value::Serializer, &options).unwrap()
}

/// Asserts that the responses are equal, except for the prefixes of enum values and for unset fields.
#[track_caller]
pub fn assert_same(rest: &Json, grpc: &Json) {
    match (rest, grpc) {
        (Json::Object(rest), Json::Object(grpc)) => {
            for (name, value) in grpc {
                match rest.get(name) {
                    Some(rest_value) => assert_same(rest_value, value),
                    None => assert!(
                        value.is_null() || value.as_str().is_some_and(|v| v.ends_with("UNSPECIFIED")),
                        "REST lacks {name}: {value}"
                    ),
                }
            }
            assert!(
                rest.keys().all(|name| grpc.contains_key(name)),
                "{rest:?} has more fields than {grpc:?}"
            );
        }
        (Json::Array(rest), Json::Array(grpc)) => {
            assert_eq!(rest.len(), grpc.len());
            rest.iter().zip(grpc).for_each(|(rest, grpc)| assert_same(rest, grpc));
        }
        // Conversion to text and back may change the last bit.
        (Json::Number(rest), Json::Number(grpc)) => {
            let (rest, grpc) = (rest.as_f64().unwrap(), grpc.as_f64().unwrap());
            assert!((rest - grpc).abs() <= f64::EPSILON * rest.abs(), "{rest} and {grpc}");
        }
        (Json::String(rest), Json::String(grpc)) => {
            assert!(rest == grpc || grpc.ends_with(&format!("_{rest}")), "{rest} and {grpc}")
        }
        (rest, grpc) => assert_eq!(rest, grpc),
    }
}

/// Returns a message in the JSON of REST, converted from standard protobuf JSON.
pub fn as_rest(message: &DynamicMessage) -> Json {
    let options = SerializeOptions::new().skip_default_fields(false).stringify_64_bit_integers(false);
    let json = message.serialize_with_options(serde_json::value::Serializer, &options).unwrap();
    shortened(json, &message.descriptor())
}

/// Removes the prefixes of enum values, and unset enum fields.
fn shortened(json: Json, descriptor: &MessageDescriptor) -> Json {
    let Json::Object(fields) = json else { return json };
    let mut out = Map::new();
    for (name, value) in fields {
        let field = descriptor.get_field_by_json_name(&name).unwrap();
        let each = |value: Json| match field.kind() {
            Kind::Message(of) => shortened(value, &of),
            Kind::Enum(of) => {
                let first = of.get_value(0).unwrap().name().to_owned();
                let prefix = first.trim_end_matches("UNSPECIFIED");
                value.as_str().unwrap().strip_prefix(prefix).unwrap().into()
            }
            _ => value,
        };
        let value = match value {
            Json::Null => continue,
            Json::Array(items) => items.into_iter().map(each).collect(),
            one => each(one),
        };
        if value != "UNSPECIFIED" {
            out.insert(name, value);
        }
    }
    Json::Object(out)
}

/// Returns the code and the reason of an error over gRPC.
pub fn refused(reply: &Reply) -> (Code, String) {
    (reply.code, reply.reason.clone())
}
