//! The door: gives each call its id, tells the transports apart and answers what is no call.
use std::convert::Infallible;

use axum::{
    Router,
    body::Body,
    extract::Request,
    response::{IntoResponse, Response},
    routing::get,
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use platform::{Fault, request};
use tonic::Status;
use tonic_web::{GrpcWebLayer, GrpcWebService};
use tower::{Layer, ServiceExt};
use tower_http::{compression::CompressionLayer, cors::CorsLayer};

use super::{access::Guard, bounds, files, rest};
use crate::context::Context;

/// What the door needs.
pub struct Entrance {
    /// The services behind authentication and access.
    pub guard: Guard,
    /// Storage, time and ids.
    pub context: Context,
    /// Other origins whose pages may call.
    pub allowed_origins: Vec<HeaderValue>,
}

/// Everything behind one port.
///
/// # Errors
/// When the contract's REST annotations cannot be read.
pub fn entrance(entrance: Entrance) -> Result<Router, String> {
    let Entrance { guard, context, allowed_origins } = entrance;
    let health = context.clone();
    // Files are worth compressing; events must not wait for a compressor.
    let files = Router::new()
        .fallback(|request: Request| async move {
            let found = files::serve(request.method(), request.uri());
            found.unwrap_or_else(|| rest::failure(&Fault::not_found("address").into()))
        })
        .layer(CompressionLayer::new());
    let rest = rest::router(&guard)?
        .route("/healthz", get(move || healthz(health.clone())))
        .method_not_allowed_fallback(|| async { rest::failure(&no_such_call()) })
        .fallback_service(files);
    let grpc = GrpcWebLayer::new().layer(guard);
    let door = Router::new().fallback(move |request: Request| {
        let way = match is_grpc(request.headers()) {
            true => Way::Grpc(grpc.clone()),
            false => Way::Rest(rest.clone()),
        };
        way.take(request)
    });
    let ids = context.ids.clone();
    let clock = context.clock.clone();
    let door =
        door.layer(axum::middleware::from_fn(move |request: Request, next: axum::middleware::Next| {
            let id = request_id(request.headers(), || ids.next(clock.now()));
            named(id, request, next)
        }));
    Ok(if allowed_origins.is_empty() { door } else { door.layer(cors(allowed_origins)) })
}

/// The two ways behind the door.
enum Way {
    Grpc(GrpcWebService<Guard>),
    Rest(Router),
}

impl Way {
    async fn take(self, request: Request) -> Response {
        if bounds::announced_too_large(request.headers()) {
            bounds::swallow(request.into_body()).await;
            return match self {
                Self::Grpc(_) => bounds::refusal().into_http(),
                Self::Rest(_) => rest::failure(&bounds::refusal()),
            };
        }
        match self {
            Self::Grpc(grpc) => {
                let response: Result<_, Infallible> = grpc.oneshot(request).await;
                response.map_or_else(|never| match never {}, |response| response.map(Body::new))
            }
            Self::Rest(rest) => rest.oneshot(request).await.unwrap_or_else(|never| match never {}),
        }
    }
}

fn is_grpc(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/grpc"))
}

/// Runs a call under its id and tells the caller.
async fn named(id: String, request: Request, next: axum::middleware::Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let begun = std::time::Instant::now();
    let mut response = request::within(id.clone(), next.run(request)).await;
    tracing::debug!(request = id, %method, path, status = response.status().as_u16(), took = ?begun.elapsed(), "answered");
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HeaderName::from_static(request::HEADER), value);
    }
    response
}

/// The caller's own id, if it is one; else a new one.
fn request_id(headers: &HeaderMap, fresh: impl FnOnce() -> String) -> String {
    let given = headers.get(request::HEADER).and_then(|id| id.to_str().ok());
    let sane = |id: &&str| {
        (8..=64).contains(&id.len())
            && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
    };
    given.filter(sane).map_or_else(fresh, str::to_owned)
}

async fn healthz(context: Context) -> Response {
    match context.db.ping().await {
        Ok(()) => (StatusCode::OK, axum::Json(serde_json::json!({ "status": "SERVING" }))).into_response(),
        Err(fault) => rest::failure(&Status::from(fault)),
    }
}

fn no_such_call() -> Status {
    Fault::unimplemented("This address does not take that method.").into()
}

fn cors(origins: Vec<HeaderValue>) -> CorsLayer {
    let names =
        |names: &'static [&'static str]| names.iter().map(|n| HeaderName::from_static(n)).collect::<Vec<_>>();
    CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
        .allow_headers(names(&[
            "content-type",
            "x-grpc-web",
            "x-user-agent",
            "grpc-timeout",
            "usertoken",
            "community",
            "idempotency-key",
            "x-xsrf-token",
            "x-request-id",
        ]))
        .expose_headers(names(&[
            "grpc-status",
            "grpc-message",
            "grpc-status-details-bin",
            "x-request-id",
            "retry-after",
        ]))
        .max_age(std::time::Duration::from_secs(3600))
}
