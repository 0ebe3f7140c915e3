//! Contradictions: pairs of answers with similar questions whose facts (times, days, amounts, phone
//! numbers, yes or no) differ.
mod rules;
mod service;

pub use service::Service;
