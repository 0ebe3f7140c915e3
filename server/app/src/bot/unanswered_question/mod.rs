//! Unanswered questions: escalated texts, grouped by meaning, with the closest answer.
mod convert;
mod model;
mod rules;
mod service;
mod store;

pub use service::Service;
