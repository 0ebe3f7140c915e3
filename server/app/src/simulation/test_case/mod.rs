//! Test cases: questions of a community with the expected outcome. A run decides all of them as it
//! decides residents' texts, sends nothing, stores the last outcome of each and reports what changed
//! since the run before.
mod convert;
mod model;
mod rules;
mod service;
mod store;

pub use service::Service;
