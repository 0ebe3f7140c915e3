//! Replays residents' most recent questions against a community's current answers and against
//! proposed answers, and reports the questions whose outcome differs. A replay stores nothing and
//! sends no texts.
mod convert;
mod model;
mod rules;
mod service;

pub use service::Service;
