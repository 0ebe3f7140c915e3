//! Error responses of REST.
use std::time::Duration;

use axum::response::{IntoResponse, Response};
use contract::v1::ErrorReason;
use http::{HeaderValue, StatusCode, header};
use prost_reflect::MessageDescriptor;
use serde_json::{Value as Json, json};
use tonic::{Code, Status};
use tonic_types::StatusExt;

use crate::transport::idempotency;

/// Seconds in the `retry-after` header if the error does not state a time.
const DEFAULT_RETRY_AFTER: Duration = Duration::from_secs(2);

/// Returns an error as the JSON of `google.rpc.Status`. Its violations concern fields of `input`.
pub fn body(status: &Status, call: &str, input: Option<&MessageDescriptor>) -> Json {
    let details = status.get_error_details();
    let mut list = Vec::new();
    if let Some(info) = details.error_info() {
        list.push(json!({
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            "reason": info.reason, "domain": info.domain, "metadata": info.metadata,
        }));
    }
    let mut message = status.message().to_owned();
    if let Some(bad) = details.bad_request() {
        if let Some(first) = bad.field_violations.first() {
            message = with_json_path(message, &first.field, input);
        }
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
    json!({ "code": status.code() as i32, "message": message, "details": list })
}

/// Replaces the path of the violated field, with which a message begins, by its JSON names.
fn with_json_path(message: String, path: &str, input: Option<&MessageDescriptor>) -> String {
    let description = message.strip_prefix(path).and_then(|rest| rest.strip_prefix(": "));
    match description {
        Some(description) => format!("{}: {description}", json_path(path, input)),
        None => message,
    }
}

/// Converts the path of a violation to JSON names: `community_id` becomes `communityId`.
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

/// Returns the `www-authenticate` header of a refused call (RFC 6750, RFC 6749).
fn challenge(reason: Option<ErrorReason>, code: Code) -> Option<&'static str> {
    match reason? {
        ErrorReason::InvalidToken => Some("Bearer error=\"invalid_token\""),
        ErrorReason::InsufficientScope => Some("Bearer error=\"insufficient_scope\""),
        ErrorReason::InvalidClient if code == Code::Unauthenticated => Some("Basic realm=\"oauth2\""),
        _ => None,
    }
}

/// Returns the REST response of an error.
pub fn failure(status: &Status) -> Response {
    refusal(status, None)
}

/// Like [`failure`], for an error whose violations concern fields of `input`.
pub fn refusal(status: &Status, input: Option<&MessageDescriptor>) -> Response {
    let info = status.get_details_error_info();
    let reason = info.and_then(|info| ErrorReason::from_wire_name(&info.reason));
    let http = http_status(status.code(), reason);
    let mut response = (http, axum::Json(body(status, &platform::request::id(), input))).into_response();
    if let Some(challenge) = challenge(reason, status.code()) {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static(challenge));
    }
    let away = (http == StatusCode::SERVICE_UNAVAILABLE).then_some(DEFAULT_RETRY_AFTER);
    if let Some(wait) = status.get_details_retry_info().and_then(|info| info.retry_delay).or(away)
        && let Ok(value) = HeaderValue::from_str(&wait.as_secs().max(1).to_string())
    {
        response.headers_mut().insert(header::RETRY_AFTER, value);
    }
    if let Some(replayed) = status.metadata().as_ref().get(idempotency::REPLAYED) {
        response.headers_mut().insert(idempotency::REPLAYED, replayed.clone());
    }
    response
}

/// Returns the HTTP status of an error by the standard mapping. The reasons for a body that is too large and for a
/// method that an address does not support have their own statuses.
pub fn http_status(code: Code, reason: Option<ErrorReason>) -> StatusCode {
    match code {
        Code::Ok => StatusCode::OK,
        Code::InvalidArgument | Code::FailedPrecondition | Code::OutOfRange => StatusCode::BAD_REQUEST,
        Code::Unauthenticated => StatusCode::UNAUTHORIZED,
        Code::PermissionDenied => StatusCode::FORBIDDEN,
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::AlreadyExists | Code::Aborted => StatusCode::CONFLICT,
        Code::ResourceExhausted if reason == Some(ErrorReason::BodyTooLarge) => StatusCode::PAYLOAD_TOO_LARGE,
        Code::ResourceExhausted => StatusCode::TOO_MANY_REQUESTS,
        Code::Cancelled => StatusCode::from_u16(499).unwrap_or(StatusCode::BAD_REQUEST),
        Code::Unimplemented if reason == Some(ErrorReason::NoSuchCall) => StatusCode::METHOD_NOT_ALLOWED,
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
    fn a_violation_has_the_json_name_of_its_field() {
        let input = contract::POOL.get_message_by_name("parlor.v1.AnswerEscalationRequest");
        for (path, expected) in [
            ("bot_trained", "bot_trained"),
            ("user_id", "userId"),
            ("notify_homeowner_data.notification_type", "notifyHomeownerData.notificationType"),
            ("not_a_field[3]", "notAField[3]"),
            ("pageToken", "pageToken"),
        ] {
            assert_eq!(json_path(path, input.as_ref()), expected);
            let message = with_json_path(format!("{path}: Enter it."), path, input.as_ref());
            assert_eq!(message, format!("{expected}: Enter it."));
        }
        let message = || "They disagree.".to_owned();
        assert_eq!(with_json_path(message(), "user_id", input.as_ref()), message());
    }
}
