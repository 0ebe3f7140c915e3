//! Answers that seem to say different things on the same matter: two are asked for in much the same
//! words, but what can be compared in them (times, days, amounts and the like) differs.
mod rules;
mod service;

pub use service::Service;
