//! The page of a community's web chat, which websites show in a frame.
//!
//! It is a page of Parlor's own origin, so that websites can neither read nor change a chat. Browsers show it only in
//! pages of the origins that the community allows, and of Parlor.
use axum::{
    Router,
    extract::{Path, State, rejection::PathRejection},
    response::{Html, IntoResponse, Response},
    routing::get,
};
use http::{HeaderValue, StatusCode, header};

use super::{rest, web_files::Web};
use crate::{
    context::Context,
    messaging::web_chat_site::{self, EnabledSite},
};

type Key = Result<Path<String>, PathRejection>;

#[derive(Clone)]
struct Pages {
    context: Context,
    web: Web,
}

/// `GET /chat/{key}`, with or without a slash at the end.
pub fn router(context: Context, web: Web) -> Router {
    Router::new()
        .route("/chat/{key}", get(page))
        .route("/chat/{key}/", get(page))
        .with_state(Pages { context, web })
}

async fn page(State(pages): State<Pages>, key: Key) -> Response {
    let key = key.map(|Path(key)| key).unwrap_or_default();
    match web_chat_site::require_enabled(&pages.context, &key).await {
        Ok(site) => chat(&pages.web, &site),
        Err(fault) if fault.code() == tonic::Code::NotFound => not_found(),
        Err(fault) => rest::failure(&fault.into()),
    }
}

/// Returns the page with the script of the chat. The script reads the key from the page's address.
fn chat(web: &Web, site: &EnabledSite) -> Response {
    let (Some(script), Some(styles)) = (web.asset("chat-", ".js"), web.asset("chat-", ".css")) else {
        return (StatusCode::NOT_FOUND, "The web app is not built. Run: make build").into_response();
    };
    let head = format!(
        "<link rel=\"stylesheet\" href=\"/{styles}\"><script type=\"module\" src=\"/{script}\"></script>"
    );
    with_headers(document(&head, "<div id=\"chat\"></div>"), &policy(&site.site.allowed_origins.list))
}

/// Returns the page for a key that opens no chat, for any reason.
fn not_found() -> Response {
    let style = "<style>:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; } \
                 p { margin: 2rem 1rem; text-align: center; }</style>";
    let document = document(style, "<p>This chat is not available.</p>");
    let policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
    let mut response = with_headers(document, policy);
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

fn document(head: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Chat</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1, viewport-fit=cover\">\
         <meta name=\"robots\" content=\"noindex\">{head}</head><body>{body}</body></html>"
    )
}

fn with_headers(document: String, policy: &str) -> Response {
    // The origins were checked when they were stored.
    let policy = HeaderValue::from_str(policy).unwrap_or(HeaderValue::from_static("default-src 'none'"));
    let headers = [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    ];
    (headers, Html(document)).into_response()
}

/// Returns the content security policy: everything from Parlor's own origin, and frames in pages of these origins.
fn policy(allowed_origins: &[String]) -> String {
    let ancestors: String = allowed_origins.iter().map(|origin| format!(" {origin}")).collect();
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'{ancestors}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_allowed_origins_and_parlor_may_show_the_chat() {
        assert!(policy(&[]).ends_with("; frame-ancestors 'self'"));
        let two = ["http://localhost:4000".to_owned(), "https://b.example".to_owned()];
        assert!(policy(&two).ends_with("; frame-ancestors 'self' http://localhost:4000 https://b.example"));
    }
}
