//! The page that ends a subscription to emailed reports. It is opened with the link in each email.
//!
//! Opening the page changes nothing, because programs that check mail open links as well. The form of the page ends the
//! subscription, and so do mail programs that have a button for it (RFC 8058).
use axum::{
    Router,
    extract::{Path, State, rejection::PathRejection},
    response::{Html, IntoResponse, Response},
    routing::get,
};
use http::header;
use platform::Fault;

use super::rest;
use crate::{context::Context, reporting::report_subscription};

type Token = Result<Path<String>, PathRejection>;

/// `GET` and `POST /reports/unsubscribe/{token}`.
pub fn router(context: Context) -> Router {
    Router::new().route("/reports/unsubscribe/{token}", get(ask).post(end)).with_state(context)
}

async fn ask(State(context): State<Context>, token: Token) -> Response {
    match report_subscription::check_unsubscribe(&context, &text(token)) {
        Ok(_) => page(
            "Stop these emails?",
            "You will get no more reports by email. You can subscribe again on the Reporting screen.",
            "<form method=\"post\"><button>Unsubscribe</button></form>",
        ),
        Err(fault) => rest::failure(&fault.into()),
    }
}

async fn end(State(context): State<Context>, token: Token) -> Response {
    let ended: Result<(), Fault> = report_subscription::unsubscribe(&context, &text(token)).await;
    match ended {
        Ok(()) => page("You are unsubscribed", "You will get no more reports by email.", ""),
        Err(fault) => rest::failure(&fault.into()),
    }
}

fn text(token: Token) -> String {
    token.map(|Path(token)| token).unwrap_or_default()
}

fn page(title: &str, text: &str, form: &str) -> Response {
    let body = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title} · Parlor</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style></head>\
         <body><main><h1>{title}</h1><p>{text}</p>{form}</main></body></html>"
    );
    let headers = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, Html(body)).into_response()
}

const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
const STYLE: &str = "\
    :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; } \
    main { max-width: 28rem; margin: 15vh auto; padding: 0 1rem; } \
    h1 { font-size: 1.5rem; } \
    button { font: inherit; padding: 0.5rem 1rem; }";
