//! Adds the error fields of RFC 6749, section 5.2, to errors of the OAuth endpoints.
use axum::{body::Body, extract::Request, middleware::Next, response::Response};
use http::header;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tonic::Code;

/// The prefix of the paths of all OAuth endpoints.
const PATHS: &str = "/oauth2/";

/// Middleware that adds the fields of an OAuth error to the error responses of OAuth endpoints.
pub async fn to_oauth_error(request: Request, next: Next) -> Response {
    let ours = request.uri().path().starts_with(PATHS);
    let response = next.run(request).await;
    let kind = response.headers().get(header::CONTENT_TYPE);
    if !ours || kind.is_none_or(|kind| kind != "application/json") {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    if parts.status.is_success() {
        return Response::from_parts(parts, body);
    }
    // The body is complete in memory, so reading it cannot fail.
    let bytes = body.collect().await.map(http_body_util::Collected::to_bytes).unwrap_or_default();
    let Ok(mut told) = serde_json::from_slice::<Value>(&bytes) else {
        return Response::from_parts(parts, Body::from(bytes));
    };
    told["error"] = json!(error(&told));
    told["error_description"] = json!(printable(told["message"].as_str().unwrap_or_default()));
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(told.to_string()))
}

/// Returns the OAuth error code: a code that OAuth defines for general failures, or else the error reason in lowercase.
fn error(told: &Value) -> String {
    let reason =
        told["details"].as_array().into_iter().flatten().find_map(|detail| detail["reason"].as_str());
    let code = told["code"].as_i64().and_then(|code| i32::try_from(code).ok()).map(Code::from_i32);
    match code {
        Some(Code::InvalidArgument) => "invalid_request".to_owned(),
        Some(Code::Unavailable | Code::DeadlineExceeded) => "temporarily_unavailable".to_owned(),
        Some(Code::Internal | Code::Unknown) => "server_error".to_owned(),
        _ => reason.unwrap_or("invalid_request").to_lowercase(),
    }
}

/// Replaces the characters that an error description may not contain.
fn printable(words: &str) -> String {
    let plain = |c: char| if matches!(c, ' '..='~') && !matches!(c, '"' | '\\') { c } else { '\'' };
    words.chars().map(plain).collect()
}
