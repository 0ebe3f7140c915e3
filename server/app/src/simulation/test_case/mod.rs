//! Test cases: questions of a community with expected outcomes. A run decides on each question as on a
//! resident's text, sends nothing, stores the outcomes and reports the changes since the previous run.
mod convert;
mod model;
mod rules;
mod service;
mod store;

pub use service::Service;
