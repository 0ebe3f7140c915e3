//! REST from `google.api.http`: each route is one method, called through the same guard.
use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    extract::{RawPathParams, RawQuery, rejection::RawPathParamsRejection},
    response::{IntoResponse, Response},
    routing::{MethodFilter, on},
};
use bytes::{Buf, BufMut, Bytes, BytesMut};
use futures::StreamExt;
use http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use prost::Message;
use prost_reflect::{DynamicMessage, FieldDescriptor, Kind, MethodDescriptor, Value};
use serde_json::{Value as Json, json};
use tonic::{Code, Status};
use tonic_types::StatusExt;
use tower::ServiceExt;

use super::{access::Guard, bounds, json as codec};

/// A gRPC message is preceded by a flag and its length.
const PREFIX: usize = 5;
const FORWARDED: [&str; 3] = ["usertoken", "community", "idempotency-key"];

type Params = Result<RawPathParams, RawPathParamsRejection>;

struct Route {
    method: MethodDescriptor,
    path: http::Uri,
    takes_body: bool,
}

/// Every route of the contract.
///
/// # Errors
/// When an annotation cannot be read.
pub fn router(guard: &Guard) -> Result<Router, String> {
    let http = contract::extension("google.api.http");
    let mut router = Router::new();
    for method in contract::POOL.services().flat_map(|s| s.methods().collect::<Vec<_>>()) {
        let options = method.options();
        if !options.has_extension(&http) {
            continue;
        }
        let name = method.full_name().to_owned();
        let annotation = options.get_extension(&http);
        let annotation =
            annotation.as_message().ok_or_else(|| format!("{name}: google.api.http is no message"))?;
        let (verb, template) =
            pattern(annotation).ok_or_else(|| format!("{name}: google.api.http has no path"))?;
        let path = format!("/{}/{}", method.parent_service().full_name(), method.name());
        let takes_body = annotation.get_field_by_name("body").is_some_and(|b| b.as_str() == Some("*"));
        let path = path.parse().map_err(|_| format!("{name}: no path"))?;
        let route = Arc::new(Route { method, path, takes_body });
        let guard = guard.clone();
        let handler = move |params: Params, RawQuery(query): RawQuery, headers: HeaderMap, body: Body| {
            let (route, guard) = (route.clone(), guard.clone());
            async move {
                // A path that is no text names nothing.
                let params = params.map_err(|_| Status::from(platform::Fault::not_found("address")));
                let answer = match &params {
                    Ok(params) => call(&route, guard, params, query.as_deref(), &headers, body).await,
                    Err(status) => Err(status.clone()),
                };
                answer.unwrap_or_else(|status| failure(&status))
            }
        };
        let filter = MethodFilter::try_from(verb).map_err(|_| format!("{name}: no such verb"))?;
        router = router.route(&template, on(filter, handler));
    }
    Ok(router)
}

fn pattern(annotation: &DynamicMessage) -> Option<(Method, String)> {
    let verbs = [
        ("get", Method::GET),
        ("put", Method::PUT),
        ("post", Method::POST),
        ("delete", Method::DELETE),
        ("patch", Method::PATCH),
    ];
    verbs.into_iter().find(|(name, _)| annotation.has_field_by_name(name)).and_then(|(name, verb)| {
        annotation.get_field_by_name(name).and_then(|path| path.as_str().map(|path| (verb, path.to_owned())))
    })
}

async fn call(
    route: &Route,
    guard: Guard,
    params: &RawPathParams,
    query: Option<&str>,
    headers: &HeaderMap,
    body: Body,
) -> Result<Response, Status> {
    let body = bounds::read(body).await?;
    let message = read(route, params, query.unwrap_or_default(), &body)?;
    let response = guard.oneshot(request(route, headers, &message)).await;
    let response = match response {
        Ok(response) => response,
        Err(never) => match never {},
    };
    if let Some(status) = Status::from_header_map(response.headers())
        && status.code() != Code::Ok
    {
        return Err(status);
    }
    let mut frames = Frames { body: response.into_body(), rest: BytesMut::new() };
    if route.method.is_server_streaming() {
        return Ok(stream(route.method.clone(), frames));
    }
    let frame = frames.next().await?.ok_or_else(|| Status::internal("A call was answered with nothing."))?;
    // What follows are trailers; an error may be in them.
    frames.next().await?;
    let mut out = Vec::with_capacity(frame.len() * 2);
    codec::write(&decode(&route.method, frame)?, &mut out)?;
    Ok(([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], out).into_response())
}

/// The call as gRPC has it.
fn request(
    route: &Route,
    headers: &HeaderMap,
    message: &DynamicMessage,
) -> Request<http_body_util::Full<Bytes>> {
    let length = message.encoded_len();
    let mut frame = BytesMut::with_capacity(PREFIX + length);
    frame.put_u8(0);
    frame.put_u32(u32::try_from(length).unwrap_or(u32::MAX));
    // The buffer grows as needed.
    let _ = message.encode(&mut frame);
    let mut request = Request::new(http_body_util::Full::new(frame.freeze()));
    *request.method_mut() = Method::POST;
    *request.uri_mut() = route.path.clone();
    *request.version_mut() = http::Version::HTTP_2;
    let into = request.headers_mut();
    into.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/grpc"));
    into.insert(header::TE, HeaderValue::from_static("trailers"));
    for name in FORWARDED {
        if let Some(value) = headers.get(name) {
            into.insert(name, value.clone());
        }
    }
    request
}

fn read(route: &Route, params: &RawPathParams, query: &str, body: &[u8]) -> Result<DynamicMessage, Status> {
    let input = route.method.input();
    let mut message = match route.takes_body && !body.is_empty() {
        true => codec::read(input, body)?,
        false => DynamicMessage::new(input),
    };
    if !route.takes_body {
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            set(&mut message, &name, &value)?;
        }
    }
    for (name, value) in params {
        set(&mut message, name, value)?;
    }
    Ok(message)
}

/// Sets the field of that name, in either spelling. Parameters that are not known are ignored,
/// as unknown fields are.
fn set(message: &mut DynamicMessage, name: &str, text: &str) -> Result<(), Status> {
    let descriptor = prost_reflect::ReflectMessage::descriptor(message);
    let field = descriptor.get_field_by_json_name(name).or_else(|| descriptor.get_field_by_name(name));
    let Some(field) = field else { return Ok(()) };
    let value = scalar(&field, text).ok_or_else(|| {
        Status::from(platform::Fault::field(
            field.json_name(),
            format!("\"{text}\" is not a value that fits here."),
        ))
    })?;
    if field.is_list() {
        if let Some(list) = message.get_field_mut(&field).as_list_mut() {
            list.push(value);
        }
    } else {
        message.set_field(&field, value);
    }
    Ok(())
}

fn scalar(field: &FieldDescriptor, text: &str) -> Option<Value> {
    Some(match field.kind() {
        Kind::String => Value::String(text.to_owned()),
        Kind::Bool => Value::Bool(text.parse().ok()?),
        Kind::Int32 => Value::I32(text.parse().ok()?),
        Kind::Int64 => Value::I64(text.parse().ok()?),
        Kind::Uint32 => Value::U32(text.parse().ok()?),
        Kind::Uint64 => Value::U64(text.parse().ok()?),
        Kind::Double => Value::F64(text.parse().ok()?),
        Kind::Enum(of) => Value::EnumNumber(codec::enum_number(&of, text)?),
        Kind::Message(of) => Value::Message(codec::from_json(of, Json::String(text.to_owned())).ok()?),
        _ => return None,
    })
}

fn decode(method: &MethodDescriptor, frame: Bytes) -> Result<DynamicMessage, Status> {
    DynamicMessage::decode(method.output(), frame)
        .map_err(|_| Status::internal("An answer could not be read."))
}

/// Messages as they come out of a gRPC body.
struct Frames {
    body: tonic::body::Body,
    rest: BytesMut,
}

impl Frames {
    async fn next(&mut self) -> Result<Option<Bytes>, Status> {
        loop {
            if let Some(frame) = self.whole() {
                return Ok(Some(frame));
            }
            match self.body.frame().await {
                None => return Ok(None),
                Some(Err(status)) => return Err(Status::from_error(status.into())),
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.rest.extend_from_slice(&data),
                    Err(frame) => {
                        let status = frame.trailers_ref().and_then(Status::from_header_map);
                        match status.filter(|s| s.code() != Code::Ok) {
                            Some(status) => return Err(status),
                            None => return Ok(None),
                        }
                    }
                },
            }
        }
    }

    fn whole(&mut self) -> Option<Bytes> {
        let mut head = self.rest.get(..PREFIX)?;
        head.advance(1);
        let length = usize::try_from(head.get_u32()).ok()?;
        if self.rest.len() < PREFIX + length {
            return None;
        }
        self.rest.advance(PREFIX);
        Some(self.rest.split_to(length).freeze())
    }
}

/// A stream as one JSON object a line: `{"result": …}`, at last perhaps `{"error": …}`.
fn stream(method: MethodDescriptor, frames: Frames) -> Response {
    let call = platform::request::id();
    let lines = futures::stream::unfold(Some(frames), move |frames| {
        let (method, call) = (method.clone(), call.clone());
        async move {
            let mut frames = frames?;
            let line = async {
                let Some(frame) = frames.next().await? else { return Ok(None) };
                let mut out = b"{\"result\":".to_vec();
                codec::write(&decode(&method, frame)?, &mut out)?;
                out.extend_from_slice(b"}\n");
                Ok::<_, Status>(Some(out))
            };
            match line.await {
                Ok(Some(line)) => Some((line, Some(frames))),
                Ok(None) => None,
                Err(status) => {
                    Some((format!("{}\n", json!({ "error": body(&status, &call) })).into_bytes(), None))
                }
            }
        }
    });
    let lines = lines.map(Ok::<_, std::convert::Infallible>);
    ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response()
}

/// `google.rpc.Status` as JSON.
fn body(status: &Status, call: &str) -> Json {
    let details = status.get_error_details();
    let mut list = Vec::new();
    if let Some(info) = details.error_info() {
        list.push(json!({
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            "reason": info.reason, "domain": info.domain, "metadata": info.metadata,
        }));
    }
    if let Some(bad) = details.bad_request() {
        let violation = |v: &tonic_types::FieldViolation| json!({ "field": json_path(&v.field), "description": v.description });
        let violations: Vec<Json> = bad.field_violations.iter().map(violation).collect();
        list.push(
            json!({ "@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": violations }),
        );
    }
    if let Some(wait) = details.retry_info().and_then(|info| info.retry_delay) {
        let delay = format!("{}s", wait.as_secs().max(1));
        list.push(json!({ "@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": delay }));
    }
    list.push(json!({
        "@type": "type.googleapis.com/google.rpc.RequestInfo", "requestId": call,
    }));
    json!({ "code": status.code() as i32, "message": status.message(), "details": list })
}

/// A violation's path in JSON's spelling: `community_id` is `communityId` there.
fn json_path(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    let mut upper = false;
    for c in path.chars() {
        match c {
            '_' => upper = true,
            c if std::mem::take(&mut upper) => out.push(c.to_ascii_uppercase()),
            c => out.push(c),
        }
    }
    out
}

/// An error over REST.
pub fn failure(status: &Status) -> Response {
    let info = status.get_details_error_info();
    let http = match status.code() {
        Code::Ok => StatusCode::OK,
        Code::InvalidArgument | Code::FailedPrecondition | Code::OutOfRange => StatusCode::BAD_REQUEST,
        Code::Unauthenticated => StatusCode::UNAUTHORIZED,
        Code::PermissionDenied => StatusCode::FORBIDDEN,
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::AlreadyExists | Code::Aborted => StatusCode::CONFLICT,
        Code::ResourceExhausted if info.as_ref().is_some_and(|i| i.reason == bounds::TOO_LARGE) => {
            StatusCode::PAYLOAD_TOO_LARGE
        }
        Code::ResourceExhausted => StatusCode::TOO_MANY_REQUESTS,
        Code::Cancelled => StatusCode::from_u16(499).unwrap_or(StatusCode::BAD_REQUEST),
        Code::Unimplemented if info.as_ref().is_some_and(|i| i.reason == "NO_SUCH_CALL") => {
            StatusCode::METHOD_NOT_ALLOWED
        }
        Code::Unimplemented => StatusCode::NOT_IMPLEMENTED,
        Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        Code::DeadlineExceeded => StatusCode::GATEWAY_TIMEOUT,
        Code::Unknown | Code::Internal | Code::DataLoss => StatusCode::INTERNAL_SERVER_ERROR,
    };
    let mut response = (http, axum::Json(body(status, &platform::request::id()))).into_response();
    if let Some(wait) = status.get_details_retry_info().and_then(|info| info.retry_delay)
        && let Ok(value) = HeaderValue::from_str(&wait.as_secs().max(1).to_string())
    {
        response.headers_mut().insert(header::RETRY_AFTER, value);
    }
    response
}
