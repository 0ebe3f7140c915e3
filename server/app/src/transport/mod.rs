//! One port for every caller: gRPC, gRPC-web, REST and the web's own files.
//!
//! All calls enter one stack: request id, limits and deadline, authentication, access,
//! validation, service. REST is transcoded to the same calls inside the process.
mod access;
mod bounds;
mod caller;
mod entrance;
mod files;
mod form;
mod health;
mod json;
mod links;
mod listen;
mod oauth;
mod once;
mod patient;
mod reference;
mod rest;
mod route;
mod table;
mod webhooks;
mod well_known;
mod xsrf;

pub use access::{Guard, Means};
pub use bounds::MOST_FILE_BYTES;
pub use entrance::{Entrance, entrance};
pub use files::Web;
pub use health::{Readiness, operate};
pub use listen::{Edge, Limits, most_files, serve};
pub use once::Once;
pub use reference::openapi;
pub use table::{AccessTable, may};
