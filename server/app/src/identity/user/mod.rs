//! Users: the staff of a company.
mod commands;
mod convert;
mod model;
mod rules;
mod service;
mod store;

pub use service::Service;
