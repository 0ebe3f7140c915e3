//! Work orders: service requests that vendors receive by email and answer through a link.
//!
//! A link is stored as a digest. It is valid for 14 days, while its request is open and no other work order
//! has replaced it.
mod commands;
mod convert;
mod model;
mod rules;
mod service;
mod store;

pub use service::Service;
