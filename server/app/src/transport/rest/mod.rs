//! REST by `google.api.http` annotations: each route is one method, called through the same guard.
mod errors;
mod frames;
mod oauth_form;

use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    extract::{RawPathParams, RawQuery, rejection::RawPathParamsRejection},
    response::{IntoResponse, Response},
    routing::{MethodFilter, on},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use bytes::{BufMut, Bytes, BytesMut};
use http::{HeaderMap, HeaderValue, Method, Request, header};
use platform::cpu_pool;
use prost::Message;
use prost_reflect::{DynamicMessage, FieldDescriptor, Kind, MethodDescriptor, Value};
use serde_json::Value as Json;
use tonic::{Code, Status};
use tower::ServiceExt;

use super::{
    body_limit::{self, PREFIX},
    guard::Guard,
    idempotency, rest_json as codec,
    route::Route,
};
use errors::refusal;
pub use errors::{failure, http_status};
use frames::{Frames, decode, stream};

const FORWARDED: [&str; 7] =
    ["usertoken", "authorization", "community", idempotency::KEY, "cookie", "x-xsrf-token", "user-agent"];

/// Responses of this size in bytes or more are encoded on a separate thread, so that they do not delay other calls.
const LARGE: usize = 64 * 1024;

type Params = Result<RawPathParams, RawPathParamsRejection>;

/// A route with the gRPC path of its method.
struct Served {
    route: Route,
    path: http::Uri,
    /// Maximum size of the request body in bytes.
    most: usize,
}

/// Returns the routes of all methods of the contract.
///
/// # Errors
/// Fails if an annotation cannot be read.
pub fn router(guard: &Guard) -> Result<Router, String> {
    let mut router = Router::new();
    for route in Route::all()? {
        let name = route.method.full_name().to_owned();
        let path = format!("/{}/{}", route.method.parent_service().full_name(), route.method.name());
        let most = body_limit::max_bytes(&path);
        let path = path.parse().map_err(|_| format!("{name}: no path"))?;
        let filter =
            MethodFilter::try_from(route.verb.clone()).map_err(|_| format!("{name}: no such verb"))?;
        let template = route.template.clone();
        let served = Arc::new(Served { route, path, most });
        let guard = guard.clone();
        let handler = move |params: Params, RawQuery(query): RawQuery, headers: HeaderMap, body: Body| {
            let (served, guard) = (served.clone(), guard.clone());
            async move {
                // A path that is not valid UTF-8 is not found.
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
    let message = match body_limit::read(body, *most).await {
        Ok(body) => read(route, params, query.unwrap_or_default(), headers, &body),
        Err(status) => Err(status),
    };
    let message = match message {
        Ok(message) => message,
        // A caller without access gets that error instead of what is wrong with the request.
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
    let replayed = response.headers().get(idempotency::REPLAYED).cloned();
    let mut frames = Frames::of(response.into_body());
    if route.method.is_server_streaming() {
        return Ok(stream(route.method.clone(), frames));
    }
    let frame = frames.next().await?.ok_or_else(|| Status::internal("The call had no response."))?;
    // Reads the trailers, which may contain an error.
    frames.next().await?;
    let out = to_json(&route.method, frame).await?;
    let kind = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    Ok((kind, replayed.map(|replayed| [(idempotency::REPLAYED, replayed)]), out).into_response())
}

/// Encodes the response of a method as JSON.
async fn to_json(method: &MethodDescriptor, frame: Bytes) -> Result<Vec<u8>, Status> {
    let (method, length) = (method.clone(), frame.len());
    let write = move || {
        let mut out = Vec::with_capacity(frame.len() * 2);
        codec::write(&decode(&method, frame)?, &mut out)?;
        Ok(out)
    };
    if length < LARGE { write() } else { cpu_pool::run_at_lowest_priority("json", write).await? }
}

/// Returns the gRPC request of a call.
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
    let is_form = route.takes_body && is_form(&route.template, headers, body)?;
    let mut message = match route.takes_body && !body.is_empty() {
        true if is_form => oauth_form::read(input, body)?,
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

/// Returns whether a body is a form, which few calls accept. Every other body must be declared as JSON, because a page
/// of another site can send a form, plain text or a body without a type without a preflight.
fn is_form(path: &str, headers: &HeaderMap, body: &[u8]) -> Result<bool, Status> {
    let kind = headers.get(header::CONTENT_TYPE).map(|kind| kind.to_str().unwrap_or_default());
    let essence = kind.map(|kind| kind.split(';').next().unwrap_or_default().trim().to_lowercase());
    match essence.as_deref() {
        Some("application/json") => Ok(false),
        Some(oauth_form::FORM) if oauth_form::is_taken_at(path) => Ok(true),
        None if body.is_empty() => Ok(false),
        _ => Err(platform::Fault::invalid(
            platform::ErrorReason::ContentTypeNotSupported,
            "Send the body as JSON, with the header content-type: application/json.",
        )
        .into()),
    }
}

/// Returns the field with a name, in camel case or snake case.
fn field_of(message: &DynamicMessage, name: &str) -> Option<FieldDescriptor> {
    let descriptor = prost_reflect::ReflectMessage::descriptor(message);
    descriptor.get_field_by_json_name(name).or_else(|| descriptor.get_field_by_name(name))
}

/// Sets the field with a name, in camel case or snake case. Unknown parameters are ignored, like unknown fields.
fn set(message: &mut DynamicMessage, name: &str, text: &str) -> Result<(), Status> {
    let Some(field) = field_of(message, name) else { return Ok(()) };
    let value = scalar(&field, text).ok_or_else(|| {
        Status::from(platform::Fault::field(field.json_name(), codec::unfit(&format!("\"{text}\""))))
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
        Kind::Message(of) => Value::Message(codec::from_json(of, &Json::String(text.to_owned())).ok()?),
    })
}
