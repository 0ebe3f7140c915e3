//! The door: tells the transports apart and answers what is no call.
use std::convert::Infallible;

use axum::{Router, body::Body, extract::Request, response::Response};
use http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use platform::{Fault, proxies::Proxies};
use tonic::Status;
use tonic_web::{GrpcWebLayer, GrpcWebService};
use tower::{Layer, ServiceExt, service_fn};
use tower_http::{compression::CompressionLayer, cors::CorsLayer};

use super::{
    access::Guard,
    bounds, caller,
    files::Web,
    health::{self, Readiness},
    links, oauth, reference, rest, webhooks, well_known, xsrf,
};
use crate::context::Context;

/// What the door needs.
pub struct Entrance {
    /// The services behind authentication and access.
    pub guard: Guard,
    /// Storage, time and ids.
    pub context: Context,
    /// Whether calls are welcome.
    pub readiness: Readiness,
    /// Other origins whose pages may call.
    pub allowed_origins: Vec<HeaderValue>,
    /// What browsers get.
    pub web: Web,
    /// The proxies in front.
    pub proxies: Proxies,
    /// Browsers come by https.
    pub https: bool,
}

/// Everything behind one port.
///
/// # Errors
/// When the contract's REST annotations cannot be read.
pub fn entrance(entrance: Entrance) -> Result<Router, String> {
    let Entrance { guard, context, readiness, allowed_origins, web, proxies, https } = entrance;
    let ids = context.ids.clone();
    // Files are worth compressing; events must not wait for a compressor.
    let files = Router::new()
        .fallback(move |request: Request| async move {
            let cookie = || xsrf::cookie(request.headers(), https, || ids.secret());
            let found = web.serve(request.method(), request.uri(), cookie);
            found.unwrap_or_else(|| rest::failure(&Fault::not_found("address").into()))
        })
        .layer(CompressionLayer::new());
    let rest = rest::router(&guard)?
        .merge(webhooks::router(context.clone()))
        .merge(health::router(readiness))
        .merge(reference::router())
        .merge(well_known::router(context.clone()))
        .merge(links::router(context.clone(), guard.callers().sessions.clone(), files.clone()))
        .method_not_allowed_fallback(|| async { rest::failure(&no_such_call()) })
        .fallback_service(files)
        .layer(axum::middleware::from_fn(oauth::dressed));
    let grpc = GrpcWebLayer::new().layer(guard);
    let door = service_fn(move |request: Request| {
        let way = match is_grpc(request.headers()) {
            true => Way::Grpc(grpc.clone()),
            false => Way::Rest(rest.clone()),
        };
        async move { Ok(way.take(request).await) }
    });
    let door = caller::known(door, move || context.ids.next(context.now()), proxies);
    Ok(if allowed_origins.is_empty() { door } else { door.layer(cors(allowed_origins)) })
}

/// The two ways behind the door.
enum Way {
    Grpc(GrpcWebService<Guard>),
    Rest(Router),
}

impl Way {
    async fn take(self, request: Request) -> Response {
        // Which call of REST it is, and how large that may be, is known behind its routes.
        let most = match self {
            Self::Grpc(_) => bounds::most_bytes(request.uri().path()),
            Self::Rest(_) => bounds::MOST_FILE_BYTES,
        };
        if bounds::announced_too_large(request.headers(), most) {
            bounds::swallow(request.into_body()).await;
            let refusal = bounds::too_large(most);
            return match self {
                Self::Grpc(_) => refusal.into_http(),
                Self::Rest(_) => no_sniffing(rest::failure(&refusal)),
            };
        }
        match self {
            Self::Grpc(grpc) => {
                let response: Result<_, Infallible> = grpc.oneshot(request).await;
                response.map_or_else(|never| match never {}, |response| response.map(Body::new))
            }
            Self::Rest(rest) => {
                no_sniffing(rest.oneshot(request).await.unwrap_or_else(|never| match never {}))
            }
        }
    }
}

/// What is no gRPC is taken for what it says it is, and for nothing else.
fn no_sniffing(mut response: Response) -> Response {
    let nosniff = HeaderValue::from_static("nosniff");
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, nosniff);
    response
}

fn is_grpc(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/grpc"))
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
            "authorization",
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
            "www-authenticate",
            "idempotency-replayed",
        ]))
        .max_age(std::time::Duration::from_secs(3600))
}
