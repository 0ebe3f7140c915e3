//! Serves the document and its pages, with caching.
use std::sync::LazyLock;

use axum::{
    Router,
    response::{IntoResponse, Response},
    routing::get,
};
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use sha2::{Digest, Sha256};
use tower_http::compression::CompressionLayer;

use super::{DOCUMENT, page};

/// The content security policy: only style sheets, typefaces, images and scripts of Parlor's own origin.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A document that does not change while the server runs.
struct CachedDocument {
    kind: &'static str,
    bytes: Bytes,
    tag: HeaderValue,
}

impl CachedDocument {
    fn new(kind: &'static str, bytes: Vec<u8>) -> Self {
        let digest = Sha256::digest(&bytes);
        let hex = hex::encode(&digest[..12]);
        // Weak, because a compressed body has other bytes.
        let tag =
            HeaderValue::try_from(format!("W/\"{hex}\"")).unwrap_or(HeaderValue::from_static("W/\"0\""));
        Self { kind, bytes: bytes.into(), tag }
    }

    fn answer(&self, asked: &HeaderMap) -> Response {
        let known = asked.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
        let tag = self.tag.to_str().unwrap_or_default().trim_start_matches("W/");
        let unchanged = known.is_some_and(|tags| {
            tags.split(',').any(|one| one.trim() == "*" || one.trim().trim_start_matches("W/") == tag)
        });
        let mut response = match unchanged {
            true => StatusCode::NOT_MODIFIED.into_response(),
            false => self.bytes.clone().into_response(),
        };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        headers.insert(header::ETAG, self.tag.clone());
        for (name, value) in [
            (header::CACHE_CONTROL, "public, max-age=300"),
            (header::CONTENT_SECURITY_POLICY, POLICY),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::REFERRER_POLICY, "same-origin"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        response
    }
}

static JSON: LazyLock<CachedDocument> = LazyLock::new(|| {
    let json = serde_json::to_vec(&*DOCUMENT).unwrap_or_default();
    CachedDocument::new("application/json", json)
});
static PAGE: LazyLock<CachedDocument> =
    LazyLock::new(|| CachedDocument::new("text/html; charset=utf-8", page::page(&DOCUMENT).into_bytes()));
static STYLE: LazyLock<CachedDocument> =
    LazyLock::new(|| CachedDocument::new("text/css; charset=utf-8", page::style().into_bytes()));

/// Returns the routes of the document, the pages and their style sheet.
pub fn router() -> Router {
    let kept =
        |kept: &'static LazyLock<CachedDocument>| get(async move |asked: HeaderMap| kept.answer(&asked));
    Router::new()
        .route("/openapi.json", kept(&JSON))
        .route("/docs/api", kept(&PAGE))
        .route("/docs/api/reference.css", kept(&STYLE))
        .layer(CompressionLayer::new())
}
