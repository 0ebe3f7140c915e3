//! Synchronizes communities with a company's association software.
mod model;
mod rules;
mod service;
mod software;
mod store;
mod sync;

pub use service::Service;
