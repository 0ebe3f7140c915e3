//! Dead jobs: administrators list, retry and discard them. The platform crate implements the job queue.
mod convert;
mod model;
mod rules;
mod service;
mod store;

pub use service::Service;
