//! The staff of a company.
mod acts;
mod convert;
mod model;
mod rules;
mod service;
mod store;

pub use service::Service;
