//! Work orders: service requests that vendors get by email, and answer with a link.
//!
//! A link is stored as a digest. It works for 14 days, while its request is open and no other work order replaced it.
mod commands;
mod convert;
mod model;
mod rules;
mod service;
mod store;

pub use service::Service;
