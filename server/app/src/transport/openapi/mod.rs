//! The OpenAPI document of REST and its pages, both derived from the contract.
mod access;
mod comments;
mod errors;
mod examples;
mod operations;
mod page;
mod rules;
mod samples;
mod schemas;
mod serve;

use std::sync::LazyLock;

use prost_reflect::ServiceDescriptor;
use serde_json::{Map, Value as Json, json};

use self::{
    comments::{Commented, spaced},
    operations::{Shared, operation},
    schemas::Schemas,
};
use super::{idempotency, route::Route};
pub use serve::router;

/// The document, built once.
static DOCUMENT: LazyLock<Json> = LazyLock::new(document);

/// Returns the OpenAPI document as formatted JSON.
#[must_use]
pub fn openapi() -> String {
    serde_json::to_string_pretty(&*DOCUMENT).unwrap_or_default()
}

fn document() -> Json {
    // A server reads the routes before and does not start if that fails.
    let routes = Route::all().unwrap_or_default();
    let schemas = Schemas::new(routes.iter().map(|route| route.method.output()));
    let mut shared = Shared { schemas, responses: Map::new() };
    let mut paths = Map::new();
    for route in &routes {
        let verbs = paths.entry(&route.template).or_insert_with(|| json!({}));
        verbs[route.verb.as_str().to_lowercase()] = operation(route, &mut shared);
    }
    for (name, schema) in errors::schemas() {
        shared.schemas.insert(name, schema);
    }
    if let Some(reasons) = contract::POOL.get_enum_by_name("parlor.v1.ErrorReason") {
        shared.schemas.enumeration(&reasons);
    }
    shared.responses.sort_keys();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Parlor",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "Residents text, a bot answers, and staff answer what it cannot.",
            "description": INTRODUCTION,
            "license": { "name": "Apache-2.0", "identifier": "Apache-2.0" },
        },
        "servers": [{ "url": "/", "description": "The server that this document comes from." }],
        "tags": tags(&routes),
        "paths": paths,
        "components": {
            "securitySchemes": security(),
            "parameters": parameters(),
            "headers": headers(),
            "responses": shared.responses,
            "schemas": shared.schemas.into_components(),
        },
    })
}

const INTRODUCTION: &str = "\
Every call is also available over gRPC and gRPC-web on the same port, by the names of its service and method.

**Authentication.** Staff send the token from the login in the header `usertoken`. Partners send their access token as \
`authorization: Bearer`, for calls that list a scope. The examples use `$TOKEN` for the token and `$PARLOR` for the \
address of the server.

**Values.** IDs are opaque strings. Times are in RFC 3339 format in UTC, and phone numbers in E.164 format; write `+` as \
`%2B` in a query. Bytes are standard base64. Responses omit unset fields, but always include lists, strings, numbers \
and booleans. Unknown fields and parameters are ignored, and `null` means unset.

**Lists.** Set `limit` to the page size: 50 by default, 200 at most. Pass `nextPageToken` of a response as `pageToken` \
to get the next page. It is empty on the last page. The next call may have another `limit`, but needs the same \
filters: a token of other filters is refused with 400 and a violation of `pageToken`.

**Errors.** Errors are `google.rpc.Status` as JSON. Handle them by `reason` in `ErrorInfo`, and show `message` to \
people. `BadRequest` names invalid fields. Include the request ID when you ask us about an error.

**Retries.** A call that changes data accepts an `idempotency-key`. Within 24 hours, the same key returns the first \
response and changes nothing more. If that response was lost in a crash, the key is refused with `ABORTED` (409) and \
the reason `IDEMPOTENT_RESULT_LOST`: the call succeeded, so read the data to see its result.";

fn tags(routes: &[Route]) -> Vec<Json> {
    let mut services: Vec<ServiceDescriptor> = Vec::new();
    for service in routes.iter().map(|route| route.method.parent_service().clone()) {
        if !services.contains(&service) {
            services.push(service);
        }
    }
    let tag = |service: &ServiceDescriptor| {
        let name = service.name();
        let shown = spaced(name.trim_end_matches("Service"));
        json!({ "name": name, "description": service.comment(), "x-displayName": shown })
    };
    services.iter().map(tag).collect()
}

fn security() -> Json {
    json!({
        "usertoken": {
            "type": "apiKey", "in": "header", "name": "usertoken",
            "description": "The token of a member of staff's session. Valid for 30 days after its last use.",
        },
        "partner": {
            "type": "http", "scheme": "bearer",
            "description": "A partner's access token, for the calls that name a scope.",
        },
    })
}

fn parameters() -> Json {
    let header = |name: &str, schema: Json, description: &str| json!({ "name": name, "in": "header", "required": false, "description": description, "schema": schema });
    json!({
        "Community": header(
            "community",
            json!({ "type": "string", "x-resource-type": "COMMUNITY" }),
            "The community that the request concerns. Refused when it contradicts the request.",
        ),
        "IdempotencyKey": header(
            idempotency::KEY,
            json!({ "type": "string", "minLength": 1, "maxLength": 128, "pattern": "^[ -~]+$" }),
            "Names this act, so that sending it again within 24 hours has no second effect. Another request \
             under the same key is refused.",
        ),
        "XsrfToken": header(
            "x-xsrf-token",
            json!({ "type": "string" }),
            "What the cookie `XSRF-TOKEN` holds, for a browser that has it.",
        ),
    })
}

fn headers() -> Json {
    json!({
        "RequestId": {
            "description": "The id of the call: the caller's own `x-request-id`, or a new one.",
            "schema": { "type": "string" },
        },
        "RetryAfter": {
            "description": "How many seconds to wait, where that is known.",
            "schema": { "type": "integer", "minimum": 1 },
        },
        "Replayed": {
            "description": "`true` where this is the answer that was given to the same idempotency key before.",
            "schema": { "type": "string", "const": "true" },
        },
    })
}
