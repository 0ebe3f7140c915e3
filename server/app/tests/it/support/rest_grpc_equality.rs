//! The same call over REST and over gRPC, and whether they say the same.
use prost_reflect::{DynamicMessage, Kind, MessageDescriptor, ReflectMessage, SerializeOptions};
use serde_json::{Map, Value as Json};
use tonic::Code;

use super::{Reply, TestServer, method};

impl TestServer {
    /// A call over gRPC, its request written as JSON.
    pub async fn rpc(&self, name: &str, token: &str, request: Json) -> Reply {
        let method = method(name);
        let message = DynamicMessage::deserialize(method.input(), &request).unwrap();
        self.grpc(&method, token, &message).await
    }
}

/// What a call was answered with, as protobuf writes JSON.
#[track_caller]
pub fn told(reply: &Reply) -> Json {
    let options = SerializeOptions::new().skip_default_fields(false).stringify_64_bit_integers(false);
    reply.ok().serialize_with_options(serde_json::value::Serializer, &options).unwrap()
}

/// REST says what gRPC says, but for the prefixes of enumerations and for what is unset.
#[track_caller]
pub fn assert_same(rest: &Json, grpc: &Json) {
    match (rest, grpc) {
        (Json::Object(rest), Json::Object(grpc)) => {
            for (name, value) in grpc {
                match rest.get(name) {
                    Some(said) => assert_same(said, value),
                    None => assert!(
                        value.is_null() || value.as_str().is_some_and(|v| v.ends_with("UNSPECIFIED")),
                        "REST does not say {name}: {value}"
                    ),
                }
            }
            assert!(rest.keys().all(|name| grpc.contains_key(name)), "{rest:?} says more than {grpc:?}");
        }
        (Json::Array(rest), Json::Array(grpc)) => {
            assert_eq!(rest.len(), grpc.len());
            rest.iter().zip(grpc).for_each(|(rest, grpc)| assert_same(rest, grpc));
        }
        // What went through text may come back a last bit away.
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

/// A message as REST has it, by way of the standard JSON of protobuf.
pub fn as_rest(message: &DynamicMessage) -> Json {
    let options = SerializeOptions::new().skip_default_fields(false).stringify_64_bit_integers(false);
    let json = message.serialize_with_options(serde_json::value::Serializer, &options).unwrap();
    shortened(json, &message.descriptor())
}

/// Enumeration values without their prefix, and left out where there is no choice.
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

/// A refusal over gRPC: its code and its reason.
pub fn refused(reply: &Reply) -> (Code, String) {
    (reply.code, reply.reason.clone())
}
