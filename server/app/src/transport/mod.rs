//! One port for every caller: gRPC, gRPC-web, REST and the web's own files.
//!
//! All calls enter one stack: request id, limits and deadline, authentication, access,
//! validation, service. REST is transcoded to the same calls inside the process.
mod access;
mod bounds;
mod entrance;
mod files;
mod json;
mod rest;
mod table;

pub use access::Guard;
pub use bounds::MOST_BYTES;
pub use entrance::{Entrance, entrance};
pub use table::{AccessTable, may};
