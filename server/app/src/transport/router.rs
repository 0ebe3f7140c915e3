//! The router behind the one port: tells gRPC from REST, and serves files and other addresses.
use std::{convert::Infallible, sync::Arc};

use axum::{Router, body::Body, extract::Request, response::Response};
use http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use platform::{Fault, network_address::Resolver, proxies::Proxies};
use tonic::Status;
use tonic_web::{GrpcWebLayer, GrpcWebService};
use tower::{Layer, ServiceExt, service_fn};
use tower_http::{compression::CompressionLayer, cors::CorsLayer};

use super::{
    body_limit, call_context,
    guard::Guard,
    health::{self, Readiness},
    oauth_errors, openapi,
    origins::AllowedOrigins,
    redirects, rest, unsubscribe, web_chat,
    web_files::Web,
    webhooks, well_known, xsrf,
};
use crate::{context::Context, integrations::chatwoot};

/// What [`build_router`] needs.
pub struct RouterParts {
    /// The gRPC services behind authentication and access.
    pub guard: Guard,
    /// Storage, clock and IDs.
    pub context: Context,
    /// Checks whether the server is ready.
    pub readiness: Readiness,
    /// The origins whose pages may call the API.
    pub origins: AllowedOrigins,
    /// The files of the web app.
    pub web: Web,
    /// Resolves the names that short links lead to.
    pub resolver: Arc<dyn Resolver>,
    /// Trusted proxies.
    pub proxies: Proxies,
    /// Whether browsers connect over HTTPS, directly or through a proxy.
    pub https: bool,
}

/// Builds the router of all transports.
///
/// # Errors
/// Fails if the contract's REST annotations are invalid.
pub fn build_router(parts: RouterParts) -> Result<Router, String> {
    let RouterParts { guard, context, readiness, origins, web, resolver, proxies, https } = parts;
    let allowed_origins = origins.allowed.clone();
    let ids = context.ids.clone();
    let chat_web = web.clone();
    // Only files are compressed: a compressor would delay events.
    let files = Router::new()
        .fallback(move |request: Request| async move {
            let cookie = || xsrf::cookie(request.headers(), https, || ids.secret());
            let found = web.serve(request.method(), request.uri(), request.headers(), cookie);
            found.unwrap_or_else(|| rest::failure(&Fault::not_found("address").into()))
        })
        .layer(CompressionLayer::new());
    let rest = rest::router(&guard)?
        .merge(webhooks::router(context.clone()))
        .merge(webhooks::chatwoot_router(chatwoot::Receiver {
            context: context.clone(),
            sessions: guard.callers().sessions.clone(),
            access: guard.access_policy().clone(),
        }))
        .merge(health::router(readiness))
        .merge(openapi::router())
        .merge(well_known::router(context.clone()))
        .merge(unsubscribe::router(context.clone()))
        .merge(web_chat::router(context.clone(), chat_web))
        .merge(redirects::router(context.clone(), guard.callers().sessions.clone(), resolver, files.clone()))
        .method_not_allowed_fallback(|| async { rest::failure(&no_such_call()) })
        .fallback_service(files)
        .layer(axum::middleware::from_fn(oauth_errors::to_oauth_error));
    let grpc = GrpcWebLayer::new().layer(guard);
    let service = service_fn(move |request: Request| {
        let transport = match is_grpc(request.headers()) {
            true => Transport::Grpc(grpc.clone()),
            false => Transport::Rest(rest.clone()),
        };
        async move { Ok(with_common_headers(transport.call(request).await, https)) }
    });
    let service =
        call_context::with_call_context(service, move || context.ids.next(context.now()), proxies, origins);
    Ok(if allowed_origins.is_empty() { service } else { service.layer(cors(allowed_origins)) })
}

/// The transport of a request.
enum Transport {
    Grpc(GrpcWebService<Guard>),
    Rest(Router),
}

impl Transport {
    async fn call(self, request: Request) -> Response {
        // The limit of a REST call is checked by its route.
        let most = match self {
            Self::Grpc(_) => body_limit::max_bytes(request.uri().path()),
            Self::Rest(_) => body_limit::MAX_FILE_BYTES,
        };
        if body_limit::announced_too_large(request.headers(), most) {
            body_limit::drain_body(request.into_body()).await;
            let refusal = body_limit::too_large(most);
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

/// Forbids caching unless a response allows it, and sets HSTS where browsers connect over HTTPS.
fn with_common_headers(mut response: Response, https: bool) -> Response {
    let headers = response.headers_mut();
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if https {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    response
}

/// Forbids browsers from guessing the content type.
fn no_sniffing(mut response: Response) -> Response {
    let nosniff = HeaderValue::from_static("nosniff");
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, nosniff);
    response
}

fn is_grpc(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/grpc"))
}

fn no_such_call() -> Status {
    Fault::unimplemented("This path does not support that method.").into()
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
