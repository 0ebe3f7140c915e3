//! Serves links that browsers follow without a session: stored files, and short links.
use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    extract::{Path, Request, State, rejection::PathRejection},
    response::{IntoResponse, Response},
    routing::get,
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use platform::{Fault, Timestamp, network_address::Resolver};
use tower::ServiceExt;

use super::rest;
use crate::{
    context::Context,
    identity::session::Sessions,
    operations::{
        file::{self, File, Visit},
        link,
    },
};

#[derive(Clone)]
struct Links {
    context: Context,
    sessions: Sessions,
    /// Resolves the names that short links lead to.
    resolver: Arc<dyn Resolver>,
    /// The web app, which has a page for what is not found.
    app: Router,
}

/// A path parameter. One that is not valid UTF-8 counts as empty.
type Named = Result<Path<String>, PathRejection>;

fn name(named: Named) -> String {
    named.map(|Path(name)| name).unwrap_or_default()
}

/// Returns the routes `GET /files/{token}` and `GET /s/{code}`.
pub fn router(context: Context, sessions: Sessions, resolver: Arc<dyn Resolver>, app: Router) -> Router {
    let links = Links { context, sessions, resolver, app };
    Router::new().route("/files/{token}", get(hand_out)).route("/s/{code}", get(follow)).with_state(links)
}

/// Serves a stored file. A link that opens no file is not found.
async fn hand_out(State(links): State<Links>, token: Named, method: Method, headers: HeaderMap) -> Response {
    let opened = async {
        // A signed-in user gets only files of their company.
        let caller = match headers.get("usertoken") {
            Some(token) => {
                let account = links.sessions.resolve(token.to_str().unwrap_or_default()).await;
                Some(account.map_err(|_| Fault::not_found("address"))?)
            }
            None => None,
        };
        let actor = caller.as_ref().map(|session| session.account.actor.as_ref());
        let visit = Visit { actor, is_download: method == Method::GET };
        file::open(&links.context, &name(token), visit).await
    };
    match opened.await {
        Ok((file, until)) => answer(file, until, links.context.now()),
        Err(fault) => rest::failure(&fault.into()),
    }
}

fn answer(file: File, until: Timestamp, now: Timestamp) -> Response {
    let way = if file.media_type.starts_with("image/") { "inline" } else { "attachment" };
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let name: String = file.name.chars().map(plain).collect();
    let kept = match file.single_use {
        true => "no-store".to_owned(),
        false => format!("private, max-age={}", until.since(now).as_secs()),
    };
    let mut response = Response::new(Body::from(file.bytes));
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, file.media_type),
        (header::CONTENT_DISPOSITION, format!("{way}; filename=\"{name}\"")),
        (header::CACHE_CONTROL, kept),
    ] {
        headers.insert(name, HeaderValue::from_str(&value).unwrap_or(HeaderValue::from_static("")));
    }
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox; frame-ancestors 'none'"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-site"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Redirects to the target of a short link. A HEAD request is not counted as a click.
async fn follow(State(links): State<Links>, code: Named, request: Request) -> Response {
    let counts = request.method() == Method::GET;
    let target = match link::follow(&links.context, links.resolver.as_ref(), &name(code), counts).await {
        Ok(target) => target,
        Err(fault) => return rest::failure(&fault.into()),
    };
    let location = target.and_then(|target| HeaderValue::from_str(&target).ok());
    let Some(location) = location else { return absent(links.app, request).await };
    let headers = [
        (header::LOCATION, location),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (StatusCode::FOUND, headers).into_response()
}

/// Returns the web app's page for what is not found.
async fn absent(app: Router, request: Request) -> Response {
    let mut page = app.oneshot(request).await.unwrap_or_else(|never| match never {});
    *page.status_mut() = StatusCode::NOT_FOUND;
    page
}
