//! Work in the background that was given up: seen by administrators, tried again or let go.
//! What jobs are and how they are done is the platform's.
mod convert;
mod model;
mod rules;
mod service;
mod store;

pub use service::Service;
