//! Well-known addresses (RFC 8615).
use axum::{
    Json, Router,
    extract::State,
    response::{IntoResponse, Response},
    routing::get,
};
use http::header;
use platform::scopes;
use serde_json::{Value, json};

use super::rest;
use crate::{context::Context, identity::token};

/// The caching of the key set. A verifier that finds an unknown key id loads the key set again.
const CACHE_CONTROL: &str = "public, max-age=300";

/// Returns the routes of the well-known addresses.
pub fn router(context: Context) -> Router {
    let authorization_server = authorization_server(&context.settings.public_url);
    Router::new()
        .route("/.well-known/jwks.json", get(key_set))
        .route(
            "/.well-known/oauth-authorization-server",
            get(move || std::future::ready(Json(authorization_server.clone()))),
        )
        .with_state(context)
}

/// Returns the public keys that verify Parlor's tokens.
async fn key_set(State(context): State<Context>) -> Response {
    match token::key_set(&context).await {
        Ok(keys) => ([(header::CACHE_CONTROL, CACHE_CONTROL)], Json(keys)).into_response(),
        Err(fault) => rest::failure(&fault.into()),
    }
}

/// Returns the metadata of the OAuth authorization server (RFC 8414).
fn authorization_server(issuer: &str) -> Value {
    json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/oauth2/v1/auth"),
        "token_endpoint": format!("{issuer}/oauth2/v1/token"),
        "revocation_endpoint": format!("{issuer}/oauth2/v1/revoke"),
        "jwks_uri": format!("{issuer}/.well-known/jwks.json"),
        "scopes_supported": scopes::all().map(scopes::name).collect::<Vec<_>>(),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "client_credentials", "refresh_token"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"],
        "revocation_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"],
        "authorization_response_iss_parameter_supported": true,
    })
}
