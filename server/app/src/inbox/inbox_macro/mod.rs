//! Macros: named steps that staff run on a conversation or an email thread of the inbox.
mod convert;
mod model;
mod rules;
mod service;
mod store;

pub use service::Service;
