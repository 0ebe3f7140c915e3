//! The transports behind one port: gRPC, gRPC-web, REST and the files of the web app.
//!
//! All calls pass the same layers: request ID, limits and deadline, authentication, access policy, validation, service.
//! REST is transcoded to the same calls in-process.
mod acceptor;
mod body_limit;
mod call_context;
mod connection_slots;
mod guard;
mod health;
mod idempotency;
mod io_timeout;
mod oauth_errors;
mod openapi;
mod origins;
mod redirects;
mod rest;
mod rest_json;
mod route;
mod router;
mod unsubscribe;
mod web_chat;
mod web_files;
mod webhooks;
mod well_known;
mod xsrf;

pub use acceptor::{Limits, ServerEdge, raise_file_limit, serve};
pub use body_limit::MAX_FILE_BYTES;
pub use guard::{Guard, GuardDependencies};
pub use health::{Readiness, operate};
pub use idempotency::IdempotencyLayer;
pub use openapi::openapi;
pub use origins::AllowedOrigins;
pub use router::{RouterParts, build_router};
pub use web_files::Web;
