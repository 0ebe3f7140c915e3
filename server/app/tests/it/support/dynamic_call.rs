//! Calls any RPC of the contract by its descriptor, over gRPC.
use bytes::{Buf, Bytes, BytesMut};
use contract::POOL;
use http::{HeaderMap, Request};
use http_body_util::{BodyExt, Full};
use prost::Message;
use prost_reflect::{DynamicMessage, FieldDescriptor, MethodDescriptor};
use tonic::{Code, Status};
use tonic_types::StatusExt;

use super::{TestServer, frame};

/// The response of a call; for a stream, its first message.
pub struct Reply {
    pub code: Code,
    pub message: String,
    pub reason: String,
    pub output: Option<DynamicMessage>,
}

impl Reply {
    fn of(status: &Status) -> Self {
        let reason = status.get_details_error_info().map(|info| info.reason).unwrap_or_default();
        Self { code: status.code(), message: status.message().to_owned(), reason, output: None }
    }

    /// Returns the code and the details that distinguish one error from another.
    pub fn refusal(&self) -> (Code, &str, &str) {
        (self.code, &self.message, &self.reason)
    }

    /// Returns the message of a successful response.
    #[track_caller]
    pub fn ok(&self) -> &DynamicMessage {
        self.output.as_ref().unwrap_or_else(|| panic!("refused: {:?}", self.refusal()))
    }
}

/// Returns all RPCs of the contract.
pub fn methods() -> impl Iterator<Item = MethodDescriptor> {
    POOL.services().flat_map(|service| service.methods().collect::<Vec<_>>())
}

/// Returns the short name of an RPC, such as `CommunityService.GetCommunity`.
pub fn short(method: &MethodDescriptor) -> String {
    method.full_name().trim_start_matches("parlor.v1.").to_owned()
}

/// Returns the RPC with a short name.
pub fn method(name: &str) -> MethodDescriptor {
    methods().find(|method| short(method) == name).unwrap_or_else(|| panic!("there is no {name}"))
}

/// Returns the verb and the path of an RPC in REST.
pub fn route(method: &MethodDescriptor) -> (String, String) {
    let rule = method.options().get_extension(&contract::extension("google.api.http")).into_owned();
    let rule = rule.as_message().unwrap();
    let verb = ["get", "put", "post", "delete", "patch"].into_iter().find(|v| rule.has_field_by_name(v));
    let verb = verb.unwrap();
    (verb.to_uppercase(), rule.get_field_by_name(verb).unwrap().as_str().unwrap().to_owned())
}

/// Returns the resource type of an ID field, such as `COMMUNITY`; `None` for other fields.
pub fn id_of(field: &FieldDescriptor) -> Option<String> {
    let extension = contract::extension("parlor.options.v1.id_of");
    let number = field.options().get_extension(&extension).as_enum_number().filter(|n| *n != 0)?;
    let resource_type = POOL.get_enum_by_name("parlor.options.v1.ResourceType")?.get_value(number)?;
    Some(resource_type.name().trim_start_matches("RESOURCE_TYPE_").to_owned())
}

impl TestServer {
    /// Calls an RPC, and waits for the response or the beginning of a stream. The token is a session token,
    /// or an access token as `Bearer …`.
    pub async fn grpc(&self, method: &MethodDescriptor, token: &str, message: &DynamicMessage) -> Reply {
        self.grpc_with(method, token, &[], message).await
    }

    /// Like [`Self::grpc`], with additional headers.
    pub async fn grpc_with(
        &self,
        method: &MethodDescriptor,
        token: &str,
        headers: &[(&str, &str)],
        message: &DynamicMessage,
    ) -> Reply {
        let path = format!("/{}/{}", method.parent_service().full_name(), method.name());
        let mut request = Request::post(format!("http://{}{path}", self.address))
            .header("content-type", "application/grpc")
            .header("te", "trailers");
        if !token.is_empty() {
            let header = if token.starts_with("Bearer ") { "authorization" } else { "usertoken" };
            request = request.header(header, token);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = Full::from(Bytes::from(frame(0, &message.encode_to_vec())));
        let response = self.begin(request.body(body).unwrap()).await;
        if let Some(refused) = refused(response.headers()) {
            return refused;
        }
        let mut body = response.into_body();
        let (mut bytes, mut trailers) = (BytesMut::new(), HeaderMap::new());
        while let Some(next) = body.frame().await {
            match next.unwrap().into_data() {
                Ok(data) => bytes.extend_from_slice(&data),
                Err(frame) => trailers = frame.into_trailers().unwrap_or_default(),
            }
            if method.is_server_streaming() && whole(&bytes).is_some() {
                break;
            }
        }
        if let Some(refused) = refused(&trailers) {
            return refused;
        }
        let output = DynamicMessage::decode(method.output(), whole(&bytes).expect("a message")).unwrap();
        Reply { code: Code::Ok, message: String::new(), reason: String::new(), output: Some(output) }
    }
}

fn refused(headers: &HeaderMap) -> Option<Reply> {
    Status::from_header_map(headers).filter(|status| status.code() != Code::Ok).map(|s| Reply::of(&s))
}

/// Returns the first message of a body, if it is complete.
fn whole(mut bytes: &[u8]) -> Option<&[u8]> {
    if bytes.len() < 5 {
        return None;
    }
    bytes.advance(1);
    let length = bytes.get_u32() as usize;
    bytes.get(..length)
}
