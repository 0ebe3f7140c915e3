//! A company and the software in which it keeps its associations.
mod model;
mod rules;
mod service;
mod software;
mod store;
mod sync;

pub use service::Service;
