//! The web's own files: in the binary for a release, from `web/dist` while developing.
use axum::{
    body::Body,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, Method, StatusCode, Uri, header};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[exclude = "*.map"]
#[exclude = ".vite/*"]
struct Dist;

/// Everything from our own origin, and no script that is not a file of ours.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                      img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; object-src 'none'; \
                      base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// A file, or the app itself for one of its routes; `cookie` is set with the app.
pub fn serve(method: &Method, uri: &Uri, cookie: impl FnOnce() -> Option<HeaderValue>) -> Option<Response> {
    if method != Method::GET && method != Method::HEAD {
        return None;
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = Dist::get(path).filter(|_| !path.is_empty()) {
        return Some(answer(path, file.data.into_owned()));
    }
    // A file that is not there is not the app; a route is.
    if path.starts_with("assets/") || path.contains('.') {
        return None;
    }
    let mut app = match Dist::get("index.html") {
        Some(file) => answer("index.html", file.data.into_owned()),
        None => (StatusCode::NOT_FOUND, "The web app is not built. Run: make build").into_response(),
    };
    if let Some(cookie) = cookie() {
        app.headers_mut().insert(header::SET_COOKIE, cookie);
        // One browser's cookie is no other's.
        app.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    }
    Some(app)
}

fn answer(path: &str, bytes: Vec<u8>) -> Response {
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    // Names of assets change with their content.
    let keep = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    if let Ok(kind) = HeaderValue::from_str(kind.as_ref()) {
        headers.insert(header::CONTENT_TYPE, kind);
    }
    for (name, value) in [
        (header::CACHE_CONTROL, keep),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The path of the built file whose name begins and ends so; between stands what changes with
/// its content.
pub fn asset(begins: &str, ends: &str) -> Option<String> {
    let begins = format!("assets/{begins}");
    let fits = |path: &str| {
        let middle = path.strip_prefix(&begins).and_then(|rest| rest.strip_suffix(ends));
        middle.is_some_and(|middle| middle.len() == 8)
    };
    Dist::iter().map(|path| path.into_owned()).find(|path| fits(path))
}
