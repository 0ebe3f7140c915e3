//! REST from `google.api.http`: each route is one method, called through the same guard.
use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    body::Body,
    extract::{RawPathParams, RawQuery, rejection::RawPathParamsRejection},
    response::{IntoResponse, Response},
    routing::{MethodFilter, on},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use bytes::{Buf, BufMut, Bytes, BytesMut};
use futures::StreamExt;
use http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use prost::Message;
use prost_reflect::{DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, MethodDescriptor, Value};
use serde_json::{Value as Json, json};
use tonic::{Code, Status};
use tonic_types::StatusExt;
use tower::ServiceExt;

use super::{
    access::Guard,
    bounds::{self, PREFIX},
    form, json as codec, once,
    route::Route,
};

const FORWARDED: [&str; 7] =
    ["usertoken", "authorization", "community", once::KEY, "cookie", "x-xsrf-token", "user-agent"];
/// After how many seconds somebody who was told to come back may, where nothing else is said.
const BREATHER: Duration = Duration::from_secs(2);

type Params = Result<RawPathParams, RawPathParamsRejection>;

/// A route, and the path of its method as gRPC has it.
struct Served {
    route: Route,
    path: http::Uri,
    /// The most bytes of its body.
    most: usize,
}

/// Every route of the contract.
///
/// # Errors
/// When an annotation cannot be read.
pub fn router(guard: &Guard) -> Result<Router, String> {
    let mut router = Router::new();
    for route in Route::all()? {
        let name = route.method.full_name().to_owned();
        let path = format!("/{}/{}", route.method.parent_service().full_name(), route.method.name());
        let most = bounds::most_bytes(&path);
        let path = path.parse().map_err(|_| format!("{name}: no path"))?;
        let filter =
            MethodFilter::try_from(route.verb.clone()).map_err(|_| format!("{name}: no such verb"))?;
        let template = route.template.clone();
        let served = Arc::new(Served { route, path, most });
        let guard = guard.clone();
        let handler = move |params: Params, RawQuery(query): RawQuery, headers: HeaderMap, body: Body| {
            let (served, guard) = (served.clone(), guard.clone());
            async move {
                // A path that is no text names nothing.
                let params = params.map_err(|_| Status::from(platform::Fault::not_found("address")));
                let answer = match &params {
                    Ok(params) => call(&served, guard, params, query.as_deref(), &headers, body).await,
                    Err(status) => Err(status.clone()),
                };
                answer.unwrap_or_else(|status| refusal(&status, Some(&served.route.method.input())))
            }
        };
        router = router.route(&template, on(filter, handler));
    }
    Ok(router)
}

async fn call(
    served: &Served,
    guard: Guard,
    params: &RawPathParams,
    query: Option<&str>,
    headers: &HeaderMap,
    body: Body,
) -> Result<Response, Status> {
    let Served { route, path, most } = served;
    let message = match bounds::read(body, *most).await {
        Ok(body) => read(route, params, query.unwrap_or_default(), headers, &body),
        Err(status) => Err(status),
    };
    let message = match message {
        Ok(message) => message,
        // Whoever may not call does not hear what is wrong with what they say.
        Err(status) => return Err(guard.refuses(path.path(), headers).await.unwrap_or(status)),
    };
    let response = guard.oneshot(request(path, headers, &message)).await;
    let response = match response {
        Ok(response) => response,
        Err(never) => match never {},
    };
    if let Some(status) = Status::from_header_map(response.headers())
        && status.code() != Code::Ok
    {
        return Err(status);
    }
    let replayed = response.headers().get(once::REPLAYED).cloned();
    let mut frames = Frames { body: response.into_body(), rest: BytesMut::new() };
    if route.method.is_server_streaming() {
        return Ok(stream(route.method.clone(), frames));
    }
    let frame = frames.next().await?.ok_or_else(|| Status::internal("A call was answered with nothing."))?;
    // What follows are trailers; an error may be in them.
    frames.next().await?;
    let mut out = Vec::with_capacity(frame.len() * 2);
    codec::write(&decode(&route.method, frame)?, &mut out)?;
    let kind = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    Ok((kind, replayed.map(|replayed| [(once::REPLAYED, replayed)]), out).into_response())
}

/// The call as gRPC has it.
fn request(
    path: &http::Uri,
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
    *request.uri_mut() = path.clone();
    *request.version_mut() = http::Version::HTTP_2;
    let into = request.headers_mut();
    into.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/grpc"));
    into.insert(header::TE, HeaderValue::from_static("trailers"));
    for name in FORWARDED {
        for value in headers.get_all(name) {
            into.append(name, value.clone());
        }
    }
    request
}

fn read(
    route: &Route,
    params: &RawPathParams,
    query: &str,
    headers: &HeaderMap,
    body: &[u8],
) -> Result<DynamicMessage, Status> {
    let input = route.method.input();
    let mut message = match route.takes_body && !body.is_empty() {
        true if form::is(headers, body) => form::read(input, body)?,
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

/// The field of that name, in either spelling.
pub fn field_of(message: &DynamicMessage, name: &str) -> Option<FieldDescriptor> {
    let descriptor = prost_reflect::ReflectMessage::descriptor(message);
    descriptor.get_field_by_json_name(name).or_else(|| descriptor.get_field_by_name(name))
}

/// Sets the field of that name, in either spelling. Parameters that are not known are ignored,
/// as unknown fields are.
pub fn set(message: &mut DynamicMessage, name: &str, text: &str) -> Result<(), Status> {
    let Some(field) = field_of(message, name) else { return Ok(()) };
    let value = scalar(&field, text).ok_or_else(|| {
        Status::from(platform::Fault::field(field.json_name(), format!("\"{text}\" {}", codec::UNFIT)))
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
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => Value::I32(text.parse().ok()?),
        Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => Value::I64(text.parse().ok()?),
        Kind::Uint32 | Kind::Fixed32 => Value::U32(text.parse().ok()?),
        Kind::Uint64 | Kind::Fixed64 => Value::U64(text.parse().ok()?),
        Kind::Float => Value::F32(text.parse().ok()?),
        Kind::Double => Value::F64(text.parse().ok()?),
        Kind::Bytes => Value::Bytes(STANDARD.decode(text).ok()?.into()),
        Kind::Enum(of) => Value::EnumNumber(codec::enum_number(&of, text)?),
        Kind::Message(of) => Value::Message(codec::from_json(of, Json::String(text.to_owned())).ok()?),
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
                    Some((format!("{}\n", json!({ "error": body(&status, &call, None) })).into_bytes(), None))
                }
            }
        }
    });
    let lines = lines.map(Ok::<_, std::convert::Infallible>);
    ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response()
}

/// `google.rpc.Status` as JSON. The fields that it names are those of `input`.
fn body(status: &Status, call: &str, input: Option<&MessageDescriptor>) -> Json {
    let details = status.get_error_details();
    let mut list = Vec::new();
    if let Some(info) = details.error_info() {
        list.push(json!({
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            "reason": info.reason, "domain": info.domain, "metadata": info.metadata,
        }));
    }
    if let Some(bad) = details.bad_request() {
        let violation = |v: &tonic_types::FieldViolation| json!({ "field": json_path(&v.field, input), "description": v.description });
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
fn json_path(path: &str, input: Option<&MessageDescriptor>) -> String {
    let mut within = input.cloned();
    let segment = |segment: &str| {
        let (name, index) = segment.split_at(segment.find('[').unwrap_or(segment.len()));
        let find =
            |m: &MessageDescriptor| m.get_field_by_name(name).or_else(|| m.get_field_by_json_name(name));
        let field = within.as_ref().and_then(find);
        within = field.as_ref().and_then(|field| field.kind().as_message().cloned());
        format!("{}{index}", field.map_or_else(|| camel(name), |field| field.json_name().to_owned()))
    };
    path.split('.').map(segment).collect::<Vec<_>>().join(".")
}

fn camel(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut upper = false;
    for c in name.chars() {
        match c {
            '_' => upper = true,
            c if std::mem::take(&mut upper) => out.push(c.to_ascii_uppercase()),
            c => out.push(c),
        }
    }
    out
}

/// How a caller that is not let in should show itself (RFC 6750, RFC 6749).
fn challenge(reason: &str, code: Code) -> Option<&'static str> {
    match reason {
        "INVALID_TOKEN" => Some("Bearer error=\"invalid_token\""),
        "INSUFFICIENT_SCOPE" => Some("Bearer error=\"insufficient_scope\""),
        "INVALID_CLIENT" if code == Code::Unauthenticated => Some("Basic realm=\"oauth2\""),
        _ => None,
    }
}

/// An error over REST.
pub fn failure(status: &Status) -> Response {
    refusal(status, None)
}

fn refusal(status: &Status, input: Option<&MessageDescriptor>) -> Response {
    let reason = status.get_details_error_info().map(|info| info.reason).unwrap_or_default();
    let http = http_status(status.code(), &reason);
    let mut response = (http, axum::Json(body(status, &platform::request::id(), input))).into_response();
    if let Some(challenge) = challenge(&reason, status.code()) {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static(challenge));
    }
    let away = (http == StatusCode::SERVICE_UNAVAILABLE).then_some(BREATHER);
    if let Some(wait) = status.get_details_retry_info().and_then(|info| info.retry_delay).or(away)
        && let Ok(value) = HeaderValue::from_str(&wait.as_secs().max(1).to_string())
    {
        response.headers_mut().insert(header::RETRY_AFTER, value);
    }
    if let Some(replayed) = status.metadata().as_ref().get(once::REPLAYED) {
        response.headers_mut().insert(once::REPLAYED, replayed.clone());
    }
    response
}

/// The standard mapping; one reason each has a status of its own for what is too large and
/// for a method that an address does not take.
pub fn http_status(code: Code, reason: &str) -> StatusCode {
    match code {
        Code::Ok => StatusCode::OK,
        Code::InvalidArgument | Code::FailedPrecondition | Code::OutOfRange => StatusCode::BAD_REQUEST,
        Code::Unauthenticated => StatusCode::UNAUTHORIZED,
        Code::PermissionDenied => StatusCode::FORBIDDEN,
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::AlreadyExists | Code::Aborted => StatusCode::CONFLICT,
        Code::ResourceExhausted if reason == bounds::TOO_LARGE => StatusCode::PAYLOAD_TOO_LARGE,
        Code::ResourceExhausted => StatusCode::TOO_MANY_REQUESTS,
        Code::Cancelled => StatusCode::from_u16(499).unwrap_or(StatusCode::BAD_REQUEST),
        Code::Unimplemented if reason == "NO_SUCH_CALL" => StatusCode::METHOD_NOT_ALLOWED,
        Code::Unimplemented => StatusCode::NOT_IMPLEMENTED,
        Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        Code::DeadlineExceeded => StatusCode::GATEWAY_TIMEOUT,
        Code::Unknown | Code::Internal | Code::DataLoss => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_violation_names_its_field_as_rest_does() {
        let input = contract::POOL.get_message_by_name("parlor.v1.AnswerEscalationRequest");
        for (path, told) in [
            ("bot_trained", "bot_trained"),
            ("user_id", "userId"),
            ("notify_homeowner_data.notification_type", "notifyHomeownerData.notificationType"),
            ("not_a_field[3]", "notAField[3]"),
            ("pageToken", "pageToken"),
        ] {
            assert_eq!(json_path(path, input.as_ref()), told);
        }
    }
}
