//! Saved views: filters of service requests that users keep by name.
mod convert;
mod model;
mod rules;
mod service;
mod store;

pub use service::Service;
